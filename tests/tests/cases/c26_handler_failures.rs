//! A box office: errors of plain and async handlers, long and typed ones, a panic, a failure after a write.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

use std::fmt;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Theatre {
    seat: String,
}

struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The house is full tonight.")
    }
}

/// Fails by sync
#[action]
fn sync(_cx: Cx<Theatre>) -> Result<(), &'static str> {
    Err("till is shut")
}

/// Fails by async
#[action]
async fn r#async(_cx: Cx<Theatre>) -> Result<(), &'static str> {
    Err("printer offline")
}

/// Fails by long
#[action]
async fn long(_cx: Cx<Theatre>) -> Result<(), String> {
    Err("L".repeat(500))
}

/// Fails by structured
#[action]
async fn structured(_cx: Cx<Theatre>) -> Result<(), Full> {
    Err(Full)
}

/// Fails by panic
#[action]
async fn panic(_cx: Cx<Theatre>) {
    panic!("nobody sees this");
}

/// Write then throw before report
#[action(writes(seat), parallel)]
async fn wsync(_cx: Cx<Theatre>) -> Result<(), &'static str> {
    Err("seat map down")
}

/// Report then throw
#[action(writes(seat), parallel)]
async fn wafter(cx: Cx<Theatre>) -> Result<(), &'static str> {
    cx.update(|s| s.seat = "A1".to_owned());
    Err("receipt printer")
}

graph! {
    /// A theatre box office
    pub static THEATRE: Graph<Theatre>;
    start = box_office;

    page box_office terminal {
        sync;
        r#async;
        long;
        structured;
        panic;
        wsync;
        wafter;
    }

    /// Sell
    journey sell { sync; wsync; }
}

#[test]
fn theatre() {
    let mut play = Play::open(THEATRE.session(Gates::default()).state(Theatre::default()));
    let actions = json!([
        {"action": "box_office.sync", "does": "Fails by sync", "expects": "none"},
        {"action": "box_office.async", "does": "Fails by async", "expects": "none"},
        {"action": "box_office.long", "does": "Fails by long", "expects": "none"},
        {"action": "box_office.structured", "does": "Fails by structured", "expects": "none"},
        {"action": "box_office.panic", "does": "Fails by panic", "expects": "none"},
        {"action": "box_office.wsync", "does": "Write then throw before report", "expects": "none"},
        {"action": "box_office.wafter", "does": "Report then throw", "expects": "none"},
    ]);
    let sync = play.fires(json!({"action": "sync"}), "box_office.sync", "box_office");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": sync["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.sync", "effectStatus": "refused", "outcome": "rolled-back",
            "effectVerified": "unobservable", "toNode": "box_office", "error": "till is shut", "youAreOn": "box_office",
        }),
    );
    let asynch = play.fires(json!({"action": "async"}), "box_office.async", "box_office");
    play.flush();
    play.expect("did_it_work", json!({"transitionId": asynch["transitionId"]}), json!({
        "ok": true, "settled": true, "did": "box_office.async", "effectStatus": "refused", "outcome": "rolled-back",
        "effectVerified": "unobservable", "toNode": "box_office", "error": "printer offline", "youAreOn": "box_office",
    }));
    let long = play.fires(json!({"action": "long"}), "box_office.long", "box_office");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": long["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.long", "effectStatus": "refused", "outcome": "rolled-back",
            "effectVerified": "unobservable", "toNode": "box_office",
            "error": "L".repeat(200) + "…", "youAreOn": "box_office",
        }),
    );
    let structured = play.fires(json!({"action": "structured"}), "box_office.structured", "box_office");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": structured["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.structured", "effectStatus": "refused",
            "outcome": "rolled-back", "effectVerified": "unobservable", "toNode": "box_office",
            "error": "The house is full tonight.",
            "youAreOn": "box_office",
        }),
    );
    let panic = play.fires(json!({"action": "panic"}), "box_office.panic", "box_office");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": panic["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.panic", "effectStatus": "refused", "outcome": "rolled-back",
            "effectVerified": "unobservable", "toNode": "box_office", "error": "the handler panicked",
            "youAreOn": "box_office",
        }),
    );
    let wsync = play.fires(json!({"action": "wsync"}), "box_office.wsync", "box_office");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": wsync["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.wsync", "effectStatus": "refused", "outcome": "rejected",
            "error": "seat map down", "youAreOn": "box_office",
        }),
    );
    let wafter = play.fires(json!({"action": "wafter"}), "box_office.wafter", "box_office");
    play.flush();
    // differs: a failure after a write is a failure, and says what was written
    play.expect(
        "did_it_work",
        json!({"transitionId": wafter["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "box_office.wafter", "effectStatus": "refused", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "box_office", "error": "receipt printer",
        "why": "<text>",
            "youAreOn": "box_office",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("did NOT happen", "box_office.sync"),
                    fired("did NOT happen", "box_office.async"),
                    fired("did NOT happen", "box_office.long"),
                    fired("did NOT happen", "box_office.structured"),
                    fired("did NOT happen", "box_office.panic"),
                    fired("did NOT happen", "box_office.wsync"),
                    fired("ran, but failed after writing", "box_office.wafter"),
                ],
            },
            "brief": "<text>",
            "actions": actions,
            // differs: what was fired before a journey was opened is no step of it
            "journeys": [{"journey": "sell", "does": "Sell", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "box_office",
        }),
    );
    // differs: a step is done once its fire has settled
    play.expect(
        "journey.sell",
        json!({"step": "sync"}),
        json!({
            "journey": "sell", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "box_office.wsync", "does": "Write then throw before report", "expects": "none"}],
            "awaitingState": ["box_office.sync"], "laterSteps": [], "howToAct": "<text>", "ok": true,
            "did": "box_office.sync", "effectStatus": "pending", "transitionId": "box_office.sync#new",
            "howToSettle": "<text>",
            "settleWith": {"tool": "theatre.did_it_work", "arg": "transitionId"}, "youAreOn": "box_office",
        }),
    );
    play.flush();
    play.expect(
        "journey.sell",
        json!({}),
        json!({
            "ok": true, "journey": "sell", "frame": "open", "standing": "failed", "judgment": "needs-choice",
            "readySteps": [
                {"step": "box_office.sync", "does": "Fails by sync", "expects": "none"},
                {"step": "box_office.wsync", "does": "Write then throw before report", "expects": "none"},
            ],
            "laterSteps": [], "howToAct": "<text>", "youAreOn": "box_office",
        }),
    );
    let now = play.session.version();
    play.expect(
        "whats_here",
        json!({"sinceVersion": now}),
        json!({
            "ok": true, "facts": {"attempts": [], "hidden": 8}, "brief": "<text>",
            "actions": actions,
            "journeys": [{"journey": "sell", "does": "Sell", "feasible": true, "standing": "failed"}],
            "youAreOn": "box_office",
        }),
    );
}
