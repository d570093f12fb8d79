//! Hotel desk: leaving one journey for another and returning; a switch that fails; a mistyped step on another journey.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Hotel {
    key: String,
    paid: bool,
    vip: bool,
}

/// Greet
#[action]
async fn greet(_cx: Cx<Hotel>) {}

/// Cut a key
#[action(writes(key), parallel)]
async fn key(cx: Cx<Hotel>) {
    cx.update(|s| s.key = "K1".to_owned());
}

/// Print the bill
#[action]
async fn bill(_cx: Cx<Hotel>) {}

/// Take payment
#[action(writes(paid), parallel)]
async fn pay(cx: Cx<Hotel>) {
    cx.update(|s| s.paid = true);
}

/// Book the spa (nothing wired)
#[action]
async fn spa(cx: Cx<Hotel>);

graph! {
    /// A hotel desk
    static HOTEL: Graph<Hotel>;
    start = desk;

    page desk terminal {
        greet;
        key;
        bill;
        pay;
        spa;
    }

    /// Check a guest in
    journey checkin { greet; key; }
    /// Check a guest out
    journey checkout { bill; pay; }
    /// Book a spa day
    journey spaday { spa; greet; }
    /// VIP only
    journey vip when vip { greet; }
}

#[test]
fn hotel() {
    let mut play = Play::open(HOTEL.session(Gates::default()).state(Hotel::default()));
    // differs: a step is done once its fire has settled
    play.expect(
        "journey.checkin",
        json!({"step": "greet"}),
        json!({
            "journey": "checkin", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.key", "does": "Cut a key", "expects": "none"}],
            "laterSteps": [], "awaitingState": ["desk.greet"], "howToAct": "<text>", "ok": true,
            "did": "desk.greet", "effectStatus": "pending", "transitionId": "desk.greet#new", "howToSettle": "<text>",
            "settleWith": {"tool": "hotel.did_it_work", "arg": "transitionId"}, "youAreOn": "desk",
        }),
    );
    play.flush();
    play.expect("whats_here", json!({}), json!({
        "ok": true, "facts": {"attempts": [fired("ran, but the effect was unobservable", "desk.greet")]},
        "brief": "<text>",
        "actions": [
            {"action": "desk.greet", "does": "Greet", "expects": "none"},
            {"action": "desk.key", "does": "Cut a key", "expects": "none"},
            {"action": "desk.bill", "does": "Print the bill", "expects": "none"},
            {"action": "desk.pay", "does": "Take payment", "expects": "none"},
            {"action": "desk.spa", "does": "Book the spa (nothing wired)", "materialized": false, "expects": "none"},
        ],
        "journeys": [
            {"journey": "checkin", "does": "Check a guest in", "feasible": true, "standing": "in-progress"},
            {"journey": "checkout", "does": "Check a guest out", "feasible": true, "standing": "in-progress"},
            {"journey": "spaday", "does": "Book a spa day", "feasible": true, "standing": "in-progress"},
            {"journey": "vip", "does": "VIP only", "feasible": false, "standing": "in-progress"},
        ],
        "youAreOn": "desk",
    }));
    play.expect(
        "journey.checkout",
        json!({}),
        json!({
            "ok": true, "journey": "checkout", "frame": "open", "standing": "in-progress", "judgment": "needs-choice",
            "readySteps": [
                {"step": "desk.bill", "does": "Print the bill", "expects": "none"},
                {"step": "desk.pay", "does": "Take payment", "expects": "none"},
            ],
            "laterSteps": [], "howToAct": "<text>", "youAreOn": "desk",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true, "facts": {"attempts": [fired("ran, but the effect was unobservable", "desk.greet")]},
        "brief": "<text>",
        "actions": [
            {"action": "desk.greet", "does": "Greet", "expects": "none"},
            {"action": "desk.key", "does": "Cut a key", "expects": "none"},
            {"action": "desk.bill", "does": "Print the bill", "expects": "none"},
            {"action": "desk.pay", "does": "Take payment", "expects": "none"},
            {"action": "desk.spa", "does": "Book the spa (nothing wired)", "materialized": false, "expects": "none"},
        ],
        "journeys": [
            {"journey": "checkin", "does": "Check a guest in", "feasible": true, "standing": "in-progress"},
            {"journey": "checkout", "does": "Check a guest out", "feasible": true, "standing": "in-progress"},
            {"journey": "spaday", "does": "Book a spa day", "feasible": true, "standing": "in-progress"},
            {"journey": "vip", "does": "VIP only", "feasible": false, "standing": "in-progress"},
        ],
        "youAreOn": "desk",
    }));
    play.expect(
        "journey.checkout",
        json!({"step": "bill"}),
        json!({
            "journey": "checkout", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.pay", "does": "Take payment", "expects": "none"}],
            "laterSteps": [], "awaitingState": ["desk.bill"], "howToAct": "<text>", "ok": true, "did": "desk.bill",
            "effectStatus": "pending", "transitionId": "desk.bill#new", "howToSettle": "<text>",
            "settleWith": {"tool": "hotel.did_it_work", "arg": "transitionId"}, "youAreOn": "desk",
        }),
    );
    play.flush();
    // differs: leaving a journey for another keeps its place
    play.expect(
        "journey.checkin",
        json!({}),
        json!({
            "ok": true, "journey": "checkin", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.key", "does": "Cut a key", "expects": "none"}],
            "laterSteps": [{"step": "desk.greet", "status": "done"}], "howToAct": "<text>", "youAreOn": "desk",
        }),
    );
    play.expect("journey.vip", json!({}), json!({
        "ok": false, "judgment": "blocked", "journey": "vip", "why": "<text>",
        "evidence": [evidence("vip", "eq", json!(true), "false", false)], "keptFrame": "checkin", "youAreOn": "desk",
    }));
    // differs: the journey opens, and the step says that nothing is bound
    play.expect(
        "journey.spaday",
        json!({}),
        json!({
            "ok": true, "journey": "spaday", "frame": "open", "standing": "blocked", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.greet", "does": "Greet", "expects": "none"}],
            "laterSteps": [{"step": "desk.spa", "status": "unwired"}], "howToAct": "<text>", "youAreOn": "desk",
        }),
    );
    play.expect(
        "journey.checkin",
        json!({"step": "greet"}),
        json!({
            "journey": "checkin", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.key", "does": "Cut a key", "expects": "none"}],
            "laterSteps": [], "awaitingState": ["desk.greet"], "howToAct": "<text>", "ok": true,
            "did": "desk.greet", "effectStatus": "pending", "transitionId": "desk.greet#new", "howToSettle": "<text>",
            "settleWith": {"tool": "hotel.did_it_work", "arg": "transitionId"}, "youAreOn": "desk",
        }),
    );
    play.expect(
        "journey.checkout",
        json!({"step": "typo"}),
        json!({
            "ok": false, "judgment": "error", "journey": "checkout", "reason": "UNKNOWN_STEP",
            "steps": ["desk.bill", "desk.pay"], "youAreOn": "desk", "why": "<text>",
        }),
    );
    play.expect(
        "journey.checkin",
        json!({"step": "greet"}),
        json!({
            "journey": "checkin", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "desk.key", "does": "Cut a key", "expects": "none"}],
            "laterSteps": [], "awaitingState": ["desk.greet"], "howToAct": "<text>", "ok": true,
            "did": "desk.greet", "effectStatus": "pending", "transitionId": "desk.greet#new", "howToSettle": "<text>",
            "settleWith": {"tool": "hotel.did_it_work", "arg": "transitionId"}, "youAreOn": "desk",
        }),
    );
    play.flush();
    play.expect(
        "journey.checkin",
        json!({"step": "key"}),
        json!({
            "journey": "checkin", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["desk.key"], "readySteps": [], "laterSteps": [{"step": "desk.greet", "status": "done"}],
            "howToAct": "<text>", "ok": true, "did": "desk.key", "effectStatus": "pending",
            "transitionId": "desk.key#new", "howToSettle": "<text>",
            "settleWith": {"tool": "hotel.did_it_work", "arg": "transitionId"}, "youAreOn": "desk",
        }),
    );
    play.flush();
    play.expect(
        "journey.checkin",
        json!({}),
        json!({
            "ok": true, "journey": "checkin", "frame": "completed", "judgment": "done", "standing": "done",
            "youAreOn": "desk", "readySteps": [], "laterSteps": [], "howToAct": "<text>",
        }),
    );
    let frames = play.session.frames();
    let frames: Vec<_> = frames.iter().map(|f| (f.journey, f.completed, f.done.len())).collect();
    // differs: a journey that was left is not cancelled, and a step counts whichever door it was fired through
    assert_eq!(
        frames,
        [("checkin", true, 2), ("checkout", false, 1), ("spaday", false, 1)]
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                fired("ran, but the effect was unobservable", "desk.greet"),
                fired("ran, but the effect was unobservable", "desk.bill"),
                fired("ran, but the effect was unobservable", "desk.greet"),
                fired("ran, but the effect was unobservable", "desk.greet"),
                fired("DID happen", "desk.key"),
            ],
        },
        "brief": "<text>",
        "actions": [
            {"action": "desk.greet", "does": "Greet", "expects": "none"},
            {"action": "desk.key", "does": "Cut a key", "expects": "none"},
            {"action": "desk.bill", "does": "Print the bill", "expects": "none"},
            {"action": "desk.pay", "does": "Take payment", "expects": "none"},
            {"action": "desk.spa", "does": "Book the spa (nothing wired)", "materialized": false, "expects": "none"},
        ],
        "journeys": [
            {"journey": "checkin", "does": "Check a guest in", "feasible": true, "standing": "done"},
            {"journey": "checkout", "does": "Check a guest out", "feasible": true, "standing": "in-progress"},
            {"journey": "spaday", "does": "Book a spa day", "feasible": true, "standing": "blocked"},
            {"journey": "vip", "does": "VIP only", "feasible": false, "standing": "in-progress"},
        ],
        "youAreOn": "desk",
    }));
}
