//! A foundry: every grade that an attempt can have, every open line, and who fired.

use nav_runtime::{
    AskId, FireOptions, FireOutcome, NotFired, Principal, Reporting, port::GroundTruthOptions, prelude::*,
};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Foundry {
    poured: u32,
    cast: u32,
    slag: u32,
    never: u32,
    key: u32,
}

/// Pour
#[action(writes(poured), parallel)]
async fn pour(cx: Cx<Foundry>) {
    cx.update(|s| s.poured = 1);
}

/// Reports another key
#[action(writes(poured, cast), parallel)]
async fn partial(cx: Cx<Foundry>) {
    cx.update(|s| s.poured = 2);
}

/// No writes
#[action]
async fn tap(_cx: Cx<Foundry>) {}

/// Throws
#[action]
async fn crack(_cx: Cx<Foundry>) -> Result<(), &'static str> {
    Err("cracked")
}

/// Rejected later
#[action(writes(slag), parallel)]
async fn slag(cx: Cx<Foundry>) {
    cx.update(|s| s.slag = 1);
}

/// Superseded
#[action(writes(slag), parallel)]
async fn drop_it(cx: Cx<Foundry>) {
    cx.update(|s| s.slag = 2);
}

/// Pending
#[action(writes(never), parallel)]
async fn hang(cx: Cx<Foundry>) {
    let _open = cx.working("w");
    cx.app().wait("never").await;
}

/// Verify fails after report
#[action(writes(poured), verify(poured == 100), parallel)]
async fn bad(cx: Cx<Foundry>) {
    cx.update(|s| s.poured = 3);
}

/// Big one
#[action(confirm, reads())]
async fn big(_cx: Cx<Foundry>) {}

/// Big two
#[action(confirm, reads())]
async fn big2(_cx: Cx<Foundry>) {}

/// Big three
#[action(confirm, reads())]
async fn big3(_cx: Cx<Foundry>) {}

/// Off
#[action]
async fn off(cx: Cx<Foundry>);

/// Guarded
#[action(when(key == 1))]
async fn guarded(_cx: Cx<Foundry>) {}

graph! {
    /// A foundry
    pub static FOUNDRY: Graph<Foundry>;
    rename_all = "kebab-case";
    start = floor;

    page floor terminal {
        pour;
        partial;
        tap;
        crack;
        slag;
        drop_it;
        hang;
        bad;
        big;
        big2;
        big3;
        off;
        guarded;
    }

    /// Guarded journey
    journey j { tap; guarded; }
    /// Unbound entry
    journey k { off; }
}

#[test]
fn foundry() {
    let mut play = Play::open(FOUNDRY.session(Gates::default()).state(Foundry::default()));
    play.fires(json!({"action": "pour"}), "floor.pour", "floor");
    play.flush();
    play.fires(json!({"action": "partial"}), "floor.partial", "floor");
    play.flush();
    play.fires(json!({"action": "tap"}), "floor.tap", "floor");
    play.flush();
    play.fires(json!({"action": "crack"}), "floor.crack", "floor");
    play.flush();
    play.fires(json!({"action": "bad"}), "floor.bad", "floor");
    play.flush();
    let r1 = play.fires(json!({"action": "hang"}), "floor.hang", "floor");
    play.flush();
    let s = play.fires(json!({"action": "slag"}), "floor.slag", "floor");
    play.flush();
    let slag = s["transitionId"].as_str().unwrap();
    assert_eq!(play.session.reject(slag, "slag").unwrap(), Reporting::Revised);
    let d = play.fires(json!({"action": "drop-it"}), "floor.drop-it", "floor");
    play.flush();
    let dropped = d["transitionId"].as_str().unwrap();
    let seen = play.session.observe(dropped, "a camera", FireOutcome::Superseded);
    assert_eq!(seen.unwrap(), Reporting::Revised);
    play.expect(
        "do_action",
        json!({"action": "off"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "floor.off", "reason": "NOT_MATERIALIZED", "why": "<text>",
            "youAreOn": "floor",
        }),
    );
    let no_key = evidence("key", "eq", json!(1), "0", false);
    play.expect("journey.j", json!({"step": "guarded"}), json!({
        "journey": "j", "frame": "open", "standing": "in-progress", "judgment": "rejected",
        // differs: only its own steps are awaited
        "readySteps": [{"step": "floor.tap", "does": "No writes", "expects": "none"}],
        "laterSteps": [{"step": "floor.guarded", "status": "blocked", "because": [no_key]}], "howToAct": "<text>", "ok": false,
        "did": "floor.guarded", "reason": "GUARD_FAILED", "evidence": [no_key],
        "youAreOn": "floor", "why": "<text>",
    }));
    // differs: the journey opens, and the step says that nothing is bound
    play.expect(
        "journey.k",
        json!({}),
        json!({
            "ok": true, "journey": "k", "frame": "open", "standing": "blocked", "judgment": "navigate-or-wait",
            "readySteps": [], "laterSteps": [{"step": "floor.off", "status": "unwired"}], "howToAct": "<text>",
            "youAreOn": "floor",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "big"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "floor.big", "does": "Big one", "performed": false,
            "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Big one"}, "because": [], "youAreOn": "floor",
                "recentSteps": [
                    {"what": "floor.crack", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.bad", "principal": "agent", "outcome": "committed"},
                    {"what": "floor.hang", "principal": "agent", "outcome": "pending"},
                    {"what": "floor.slag", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.drop-it", "principal": "agent", "outcome": "superseded"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "floor",
        }),
    );
    let b2 = play.expect(
        "do_action",
        json!({"action": "big2"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "floor.big2", "does": "Big two", "performed": false,
            "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Big two"}, "because": [], "youAreOn": "floor",
                "recentSteps": [
                    {"what": "floor.crack", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.bad", "principal": "agent", "outcome": "committed"},
                    {"what": "floor.hang", "principal": "agent", "outcome": "pending"},
                    {"what": "floor.slag", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.drop-it", "principal": "agent", "outcome": "superseded"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "floor",
        }),
    );
    let ask = |reply: &Value| AskId::parse(reply["askId"].as_str().unwrap()).unwrap();
    play.session.approve(ask(&b2), "x").unwrap();
    let b3 = play.expect(
        "do_action",
        json!({"action": "big3"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "floor.big3", "does": "Big three", "performed": false,
            "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Big three"}, "because": [], "youAreOn": "floor",
                "recentSteps": [
                    {"what": "floor.crack", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.bad", "principal": "agent", "outcome": "committed"},
                    {"what": "floor.hang", "principal": "agent", "outcome": "pending"},
                    {"what": "floor.slag", "principal": "agent", "outcome": "rolled-back"},
                    {"what": "floor.drop-it", "principal": "agent", "outcome": "superseded"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "floor",
        }),
    );
    play.session.decline(ask(&b3), "x", None).unwrap();
    let invented = play.session.fire("floor.invented", FireOptions::by(Principal::Agent));
    assert!(matches!(invented, Err(NotFired::UnknownAction)));
    let loose = play.session.control("floor.tap").unwrap().open_work("loose");
    play.session.update_by(Principal::User, |s| s.poured = 5);
    play.session.update(|s| {
        s.cast = 1;
        s.poured = 6;
    });
    play.session.report_gap("do the impossible");
    play.session
        .fire("floor.tap", FireOptions::by(Principal::User))
        .unwrap();
    play.session
        .fire("floor.tap", FireOptions::by(Principal::System))
        .unwrap();
    play.flush();
    let revised = |grade, action| {
        let mut attempt = fired(grade, action);
        attempt["note"] = "changed after it came to rest".into();
        attempt
    };
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                fired("DID happen", "floor.pour"),
                // differs: an update that left a declared key as it was may have written the same value
                fired("ran, but the effect was unobservable", "floor.partial"),
                fired("ran, but the effect was unobservable", "floor.tap"),
                fired("did NOT happen", "floor.crack"),
                fired("did NOT happen", "floor.bad"),
                fired("not yet known", "floor.hang"),
                revised("did NOT happen", "floor.slag"),
                revised("ran, but the outcome was never observed", "floor.drop-it"),
                refused("floor.off", "NOT_MATERIALIZED"),
                refused("floor.guarded", "GUARD_FAILED"),
                fired_by("user", "ran, but the effect was unobservable", "floor.tap"),
                fired_by("system", "ran, but the effect was unobservable", "floor.tap"),
            ],
            "open": [
                "Awaiting the human's decision",
                "Approved by the human and not yet done",
                "Declined by the human",
                "Awaiting the app's report",
                "The app is still working on",
            ],
        },
        "brief": "<text>",
        "actions": [
            {"action": "floor.pour", "does": "Pour", "staleWrites": ["poured"], "expects": "none"},
            {
                "action": "floor.partial", "does": "Reports another key", "staleWrites": ["poured", "cast"],
                "expects": "none",
            },
            {"action": "floor.tap", "does": "No writes", "expects": "none"},
            {"action": "floor.crack", "does": "Throws", "expects": "none"},
            {"action": "floor.slag", "does": "Rejected later", "expects": "none"},
            {"action": "floor.drop-it", "does": "Superseded", "expects": "none"},
            {"action": "floor.hang", "does": "Pending", "priorFireUnsettled": r1["transitionId"], "expects": "none"},
            {
                "action": "floor.bad", "does": "Verify fails after report", "staleWrites": ["poured"],
                "expects": "none",
            },
            {"action": "floor.big", "does": "Big one", "highEffect": true, "expects": "none"},
            {"action": "floor.big2", "does": "Big two", "highEffect": true, "expects": "none"},
            {"action": "floor.big3", "does": "Big three", "highEffect": true, "expects": "none"},
            {"action": "floor.off", "does": "Off", "materialized": false, "expects": "none"},
        ],
        "journeys": [
            {"journey": "j", "does": "Guarded journey", "feasible": true, "standing": "blocked"},
            {"journey": "k", "does": "Unbound entry", "feasible": true, "standing": "blocked"},
        ],
        "youAreOn": "floor",
    }));
    let told = |options| read_facts(play.session.ground_truth(options).as_str());
    let three = told(GroundTruthOptions::default().max_attempts(3));
    assert_eq!(
        (three["attempts"].as_array().unwrap().len(), &three["hidden"]),
        (3, &json!(9))
    );
    let since = told(GroundTruthOptions::default().since_version(play.session.version()));
    assert_eq!(
        (&since["attempts"], &since["open"]),
        (&json!([]), &three["open"]),
        "what is open is always told"
    );
    drop(loose);
}
