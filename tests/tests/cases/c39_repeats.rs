//! A coat check: sixty instances of one action, of which fifty are listed and all can be named; one is switched off.

use nav_runtime::{Approval, prelude::*};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Coats {
    rows: BTreeSet<String>,
    handed: String,
}

/// Hand back the coat
#[action(writes(handed), parallel)]
async fn hand(cx: Cx<Coats>, #[instance] row: String) {
    cx.update(|s| s.handed = row);
}

/// Burn the coat
#[action(confirm)]
async fn burn(_cx: Cx<Coats>, #[instance] row: String) -> String {
    row
}

/// Count
#[action]
async fn count(_cx: Cx<Coats>) {}

graph! {
    /// A coat check
    pub static COATS: Graph<Coats>;
    rename_all = "camelCase";
    start = rack;

    page rack terminal {
        each hooks in rows {
            hand;
            burn;
        }
        count;
    }

    /// Give a coat back
    journey give_back { hand; }
}

#[test]
fn coats() {
    let rows: Vec<String> = (1..=60).map(|n| format!("row-{n:02}")).collect();
    let fifty = &rows[..50];
    let state = Coats {
        rows: rows.iter().cloned().collect(),
        ..Coats::default()
    };
    let session = COATS.session(Gates::default()).state(state);
    let mut play = Play::open(session.approval(Approval::AgentRelay));
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "rack.hooks.hand", "does": "Hand back the coat",
                    "instances": fifty, "instancesTotal": 60,
                    "expects": "none",
                },
                {
                    "action": "rack.hooks.burn", "does": "Burn the coat", "highEffect": true,
                    "instances": fifty, "instancesTotal": 60,
                    "expects": "none",
                },
                {"action": "rack.count", "does": "Count", "expects": "none"},
            ],
            "journeys": [
                {"journey": "giveBack", "does": "Give a coat back", "feasible": true, "standing": "in-progress"},
            ],
            "youAreOn": "rack",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "hand"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.hooks.hand", "reason": "INSTANCE_REQUIRED",
            "instances": fifty, "instancesTotal": 60,
            "youAreOn": "rack", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "hand", "instance": "row-99"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.hooks.hand", "reason": "INSTANCE_UNKNOWN",
            "instances": fifty, "instancesTotal": 60,
            "youAreOn": "rack", "why": "<text>",
        }),
    );
    play.fires(
        json!({"action": "hand", "instance": "row-55"}),
        "rack.hooks.hand",
        "rack",
    );
    play.flush();
    play.fires(
        json!({"action": "hand", "instance": "row-01"}),
        "rack.hooks.hand",
        "rack",
    );
    play.flush();
    // differs: a step lists the instances that can be fired now
    let ready: Vec<&String> = rows.iter().filter(|row| *row != "row-02").take(50).collect();
    let second = play.session.control("rack.hooks.hand").unwrap().instance("row-02");
    second.set_enabled(false);
    play.expect(
        "do_action",
        json!({"action": "hand", "instance": "row-02"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.hooks.hand", "reason": "TOOL_DISABLED", "retriable": true,
            "why": "<text>", "youAreOn": "rack",
        }),
    );
    // differs: nobody is asked about an instance that was not named
    play.expect(
        "do_action",
        json!({"action": "burn"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.hooks.burn", "reason": "INSTANCE_REQUIRED",
            "instances": fifty, "instancesTotal": 60, "youAreOn": "rack", "why": "<text>",
        }),
    );
    play.expect("do_action", json!({"action": "burn", "instance": "row-03"}), json!({
        "ok": false, "judgment": "needs-confirm", "action": "rack.hooks.burn", "does": "Burn the coat",
        "performed": false, "why": "<text>", "askId": "ask:new",
        "receipts": {
            "willDo": {"does": "Burn the coat"}, "because": [], "willUse": {"instance": "row-03"}, "youAreOn": "rack",
            "recentSteps": [
                {"what": "rack.hooks.hand", "principal": "agent", "outcome": "committed"},
                {"what": "rack.hooks.hand", "principal": "agent", "outcome": "committed"},
            ],
        },
        "howToAct": "<text>", "youAreOn": "rack",
    }));
    play.fires(
        json!({"action": "burn", "instance": "row-04", "confirm": true}),
        "rack.hooks.burn",
        "rack",
    );
    play.expect(
        "do_action",
        json!({"action": "burn", "instance": "nope", "confirm": true}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.hooks.burn", "reason": "INSTANCE_UNKNOWN",
            "instances": fifty, "instancesTotal": 60,
            "youAreOn": "rack", "why": "<text>",
        }),
    );
    play.expect(
        "journey.giveBack",
        json!({}),
        json!({
            "ok": true, "journey": "giveBack", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{
                "step": "rack.hooks.hand", "does": "Hand back the coat", "instances": ready, "instancesTotal": 59,
                "expects": "none",
            }],
            "laterSteps": [], "howToAct": "<text>", "youAreOn": "rack",
        }),
    );
    play.expect("journey.giveBack", json!({"step": "hand"}), json!({
        "journey": "giveBack", "frame": "open", "standing": "in-progress", "judgment": "rejected",
        "readySteps": [{
            "step": "rack.hooks.hand", "does": "Hand back the coat", "instances": ready, "instancesTotal": 59,
            "expects": "none",
        }],
        "laterSteps": [], "howToAct": "<text>", "ok": false, "did": "rack.hooks.hand", "reason": "INSTANCE_REQUIRED",
        "instances": fifty, "instancesTotal": 60,
        "youAreOn": "rack", "why": "<text>",
    }));
    play.expect(
        "journey.giveBack",
        json!({"step": "hand", "instance": "row-07"}),
        json!({
            "journey": "giveBack", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["rack.hooks.hand"], "readySteps": [], "laterSteps": [], "howToAct": "<text>", "ok": true,
            "did": "rack.hooks.hand", "effectStatus": "pending", "transitionId": "rack.hooks.hand#new",
            "howToSettle": "<text>", "settleWith": {"tool": "coats.did_it_work", "arg": "transitionId"},
            "youAreOn": "rack",
        }),
    );
    play.flush();
    // differs: an instance of what has none is refused
    play.expect(
        "do_action",
        json!({"action": "count", "instance": "row-01"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "rack.count", "reason": "INSTANCE_UNKNOWN", "instances": [],
            "instancesTotal": 0, "youAreOn": "rack", "why": "<text>",
        }),
    );
    assert_eq!(play.session.state().handed, "row-07");
    for row in fifty {
        let hand = play.session.control("rack.hooks.hand").unwrap();
        hand.instance(row.as_str()).set_enabled(false);
    }
    let here = play.call("whats_here", &json!({}));
    assert_eq!(
        here["actions"][0]["enabled"],
        json!(null),
        "ten of them can still be handed back"
    );
}
