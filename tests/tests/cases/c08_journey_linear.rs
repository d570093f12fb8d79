//! A bakery: one journey from its first look to its last step, and opened again after it.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Bakery {
    order: String,
    baked: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct TakeOrder {
    what: String,
}

#[derive(Serialize)]
pub struct Receipt {
    receipt: &'static str,
}

/// Take the order
#[action(writes(order), parallel)]
async fn take_order(cx: Cx<Bakery>, input: TakeOrder) {
    cx.app().wait("order").await;
    cx.update(|s| s.order = input.what);
}

/// Bake it
#[action(when(order != ""), writes(baked), parallel)]
async fn bake(cx: Cx<Bakery>) {
    cx.update(|s| s.baked = true);
}

/// Hand it over
#[action(when(baked))]
async fn hand(_cx: Cx<Bakery>) -> Receipt {
    Receipt { receipt: "B-1" }
}

graph! {
    /// A bakery
    static BAKERY: Graph<Bakery>;
    rename_all = "kebab-case";
    start = counter;

    page counter {
        take_order;
        /// Go to the oven
        go to_oven -> oven when order != "";
    }
    page oven terminal {
        bake;
        hand;
    }

    /// Fulfil one order
    journey fulfil { take_order; to_oven; bake; hand; }
}

#[test]
fn bakery() {
    let mut play = Play::open(BAKERY.session(Gates::default()).state(Bakery::default()));
    let expects = json!({"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]});
    let no_order = evidence("order", "ne", json!(""), "\"\"", false);
    let not_baked = evidence("baked", "eq", json!(true), "false", false);
    let to_oven_waits = json!({"step": "counter.to-oven", "status": "blocked", "because": [no_order]});
    // differs: the first failing gate names the status, and what else holds a step is said too
    let bake_waits = json!({"step": "oven.bake", "status": "off-page", "page": "oven", "because": [no_order]});
    let bake_away = json!({"step": "oven.bake", "status": "off-page", "page": "oven"});
    let hand_away = json!({"step": "oven.hand", "status": "off-page", "page": "oven", "because": [not_baked]});
    let hand_waits = json!({"step": "oven.hand", "status": "blocked", "because": [not_baked]});
    play.expect("whats_here", json!({}), json!({
        "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
        "actions": [
            {
                "action": "counter.take-order", "does": "Take the order",
                "expects": expects,
            },
        ],
        "journeys": [{"journey": "fulfil", "does": "Fulfil one order", "feasible": true, "standing": "in-progress"}],
        "youAreOn": "counter",
    }));
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [
                {
                    "step": "counter.take-order", "does": "Take the order",
                    "expects": expects,
                },
            ],
            "laterSteps": [
                to_oven_waits,
                bake_waits,
                hand_away,
            ],
            "howToAct": "<text>", "youAreOn": "counter",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({"step": "take-order"}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [
                {
                    "step": "counter.take-order", "does": "Take the order",
                    "expects": expects,
                },
            ],
            "laterSteps": [
                to_oven_waits,
                bake_waits,
                hand_away,
            ],
            "howToAct": "<text>", "ok": false, "did": "counter.take-order", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "what", "problem": "is missing", "expected": "string"}],
            "expects": expects,
            "youAreOn": "counter", "why": "<text>",
        }),
    );
    let f = play.expect(
        "journey.fulfil",
        json!({"step": "take-order", "input": {"what": "rye"}}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["counter.take-order"], "readySteps": [],
            "laterSteps": [
                to_oven_waits,
                bake_waits,
                hand_away,
            ],
            "howToAct": "<text>", "ok": true, "did": "counter.take-order", "effectStatus": "pending",
            "transitionId": "counter.take-order#new", "howToSettle": "<text>",
            "settleWith": {"tool": "bakery.did_it_work", "arg": "transitionId"}, "youAreOn": "counter",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["counter.take-order"], "readySteps": [],
            "laterSteps": [
                to_oven_waits,
                bake_waits,
                hand_away,
            ],
            "howToAct": "<text>", "youAreOn": "counter",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                refused("counter.take-order", "PAYLOAD_INVALID"),
                fired("not yet known", "counter.take-order"),
            ],
            "open": ["Awaiting the app's report"],
        },
        "brief": "<text>",
        "actions": [
            {
                "action": "counter.take-order", "does": "Take the order", "priorFireUnsettled": f["transitionId"],
                "expects": expects,
            },
        ],
        "journeys": [{"journey": "fulfil", "does": "Fulfil one order", "feasible": true, "standing": "in-progress"}],
        "youAreOn": "counter",
    }));
    play.expect("did_it_work", json!({"transitionId": f["transitionId"]}), json!({
        "ok": true, "settled": false, "judgment": "still-pending", "did": "counter.take-order", "howToAct": "<text>",
        "youAreOn": "counter",
    }));
    play.release("order");
    play.expect("did_it_work", json!({"transitionId": f["transitionId"]}), json!({
        "ok": true, "settled": true, "did": "counter.take-order", "effectStatus": "performed", "outcome": "committed",
        "effectVerified": true, "writesObserved": true, "toNode": "counter", "youAreOn": "counter",
    }));
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "counter.to-oven", "does": "Go to the oven", "goesTo": "oven", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                bake_away,
                hand_away,
            ],
            "howToAct": "<text>", "youAreOn": "counter",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({"step": "bake"}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [{"step": "counter.to-oven", "does": "Go to the oven", "goesTo": "oven", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                bake_away,
                hand_away,
            ],
            "howToAct": "<text>", "ok": false, "did": "oven.bake", "reason": "NOT_ON_PAGE", "page": "counter",
            "youAreOn": "counter", "why": "<text>",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({"step": "hand"}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [{"step": "counter.to-oven", "does": "Go to the oven", "goesTo": "oven", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                bake_away,
                hand_away,
            ],
            "howToAct": "<text>", "ok": false, "did": "oven.hand", "reason": "NOT_ON_PAGE", "page": "counter",
            "youAreOn": "counter", "why": "<text>",
        }),
    );
    // differs: a step is done once its fire has settled
    let nav = play.expect(
        "journey.fulfil",
        json!({"step": "to-oven"}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "oven.bake", "does": "Bake it", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                hand_waits,
            ],
            "awaitingState": ["counter.to-oven"], "howToAct": "<text>", "ok": true, "did": "counter.to-oven",
            "effectStatus": "pending",
            "transitionId": "counter.to-oven#new", "howToSettle": "<text>",
            "settleWith": {"tool": "bakery.did_it_work", "arg": "transitionId"}, "toNodeClaimed": true,
            "youAreOn": "oven",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": nav["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "counter.to-oven", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "claimed", "arrivalMeans": "<text>", "toNode": "oven",
            "youAreOn": "oven",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "oven.bake", "does": "Bake it", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                {"step": "counter.to-oven", "status": "done"},
                hand_waits,
            ],
            "howToAct": "<text>", "youAreOn": "oven",
        }),
    );
    let b = play.expect(
        "journey.fulfil",
        json!({"step": "bake"}),
        json!({
            "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["oven.bake"], "readySteps": [],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                {"step": "counter.to-oven", "status": "done"},
                hand_waits,
            ],
            "howToAct": "<text>", "ok": true, "did": "oven.bake", "effectStatus": "pending",
            "transitionId": "oven.bake#new", "howToSettle": "<text>",
            "settleWith": {"tool": "bakery.did_it_work", "arg": "transitionId"}, "youAreOn": "oven",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": b["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "oven.bake", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "oven", "youAreOn": "oven",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "oven.hand", "does": "Hand it over", "expects": "none"}],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                {"step": "counter.to-oven", "status": "done"},
                {"step": "oven.bake", "status": "done"},
            ],
            "howToAct": "<text>", "youAreOn": "oven",
        }),
    );
    // differs: the same of the last step and of the journey
    let last = play.expect(
        "journey.fulfil",
        json!({"step": "hand"}),
        json!({
            "journey": "fulfil", "frame": "open", "judgment": "navigate-or-wait", "standing": "in-progress", "ok": true,
            "did": "oven.hand", "effectStatus": "pending", "transitionId": "oven.hand#new", "howToSettle": "<text>",
            "settleWith": {"tool": "bakery.did_it_work", "arg": "transitionId"}, "youAreOn": "oven", "readySteps": [],
            "laterSteps": [
                {"step": "counter.take-order", "status": "done"},
                {"step": "counter.to-oven", "status": "done"},
                {"step": "oven.bake", "status": "done"},
            ],
            "awaitingState": ["oven.hand"], "howToAct": "<text>",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                refused("counter.take-order", "PAYLOAD_INVALID"),
                fired("DID happen", "counter.take-order"),
                refused("oven.bake", "NOT_ON_PAGE"),
                refused("oven.hand", "NOT_ON_PAGE"),
                fired("ran, but the effect was unobservable", "counter.to-oven"),
                fired("DID happen", "oven.bake"),
                fired("not yet known", "oven.hand"),
            ],
            "open": ["Awaiting the app's report"],
        },
        "brief": "<text>",
        "actions": [
            {"action": "oven.bake", "does": "Bake it", "expects": "none"},
            {
                "action": "oven.hand", "does": "Hand it over", "priorFireUnsettled": last["transitionId"],
                "expects": "none",
            },
        ],
        "journeys": [{"journey": "fulfil", "does": "Fulfil one order", "feasible": true, "standing": "in-progress"}],
        "youAreOn": "oven",
    }));
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": last["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "oven.hand", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "toNode": "oven", "data": {"receipt": "B-1"}, "youAreOn": "oven",
        }),
    );
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "completed", "standing": "done", "judgment": "done",
            "readySteps": [], "laterSteps": [], "howToAct": "<text>", "youAreOn": "oven",
        }),
    );
    let frames = play.session.frames();
    let steps = ["counter.take-order", "counter.to-oven", "oven.bake", "oven.hand"];
    assert_eq!(
        (frames.len(), frames[0].completed, &frames[0].done[..]),
        (1, true, &steps[..])
    );
    play.expect(
        "journey.fulfil",
        json!({}),
        json!({
            "ok": true, "journey": "fulfil", "frame": "open", "standing": "in-progress", "judgment": "needs-choice",
            "readySteps": [
                {"step": "oven.bake", "does": "Bake it", "expects": "none"},
                {"step": "oven.hand", "does": "Hand it over", "expects": "none"},
            ],
            "laterSteps": [
                {"step": "counter.take-order", "status": "off-page", "page": "counter"},
                {"step": "counter.to-oven", "status": "off-page", "page": "counter"},
            ],
            "howToAct": "<text>", "youAreOn": "oven",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                refused("counter.take-order", "PAYLOAD_INVALID"),
                fired("DID happen", "counter.take-order"),
                refused("oven.bake", "NOT_ON_PAGE"),
                refused("oven.hand", "NOT_ON_PAGE"),
                fired("ran, but the effect was unobservable", "counter.to-oven"),
                fired("DID happen", "oven.bake"),
                fired("ran, but the effect was unobservable", "oven.hand"),
            ],
        },
        "brief": "<text>",
        "actions": [
            {"action": "oven.bake", "does": "Bake it", "expects": "none"},
            {"action": "oven.hand", "does": "Hand it over", "expects": "none"},
        ],
        "journeys": [{"journey": "fulfil", "does": "Fulfil one order", "feasible": true, "standing": "in-progress"}],
        "youAreOn": "oven",
    }));
}
