//! A vault whose agent brings the answers: asking at both doors, the card, yes, no, and a no to what asks nobody.

use nav_runtime::{Approval, prelude::*};
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Vault {
    open: bool,
    lamp: bool,
    alarm: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct Open {
    #[serde(default)]
    reason: String,
}

/// Open the vault door
#[action(confirm, when(alarm == "off"), reads(alarm), writes(open))]
async fn open(cx: Cx<Vault>, input: Open) {
    drop(input.reason);
    cx.update(|s| s.open = true);
}

/// Switch the lamp
#[action(writes(lamp), parallel)]
async fn lamp(cx: Cx<Vault>) {
    cx.update(|s| s.lamp = true);
}

/// Burn the ledger
#[action(confirm, reads())]
async fn burn(_cx: Cx<Vault>) {}

/// Sweep
#[action]
async fn sweep(_cx: Cx<Vault>) {}

graph! {
    /// A seed vault
    static VAULT: Graph<Vault>;
    start = door;

    page door {
        open;
        lamp;
        burn -> ash;
    }
    page ash terminal { sweep; }

    /// Enter the vault
    journey enter { open; }
}

#[test]
fn vault() {
    let state = Vault {
        alarm: "off".to_owned(),
        ..Vault::default()
    };
    let session = VAULT.session(Gates::default()).state(state);
    let mut play = Play::open(session.approval(Approval::AgentRelay));
    let alarm_off = evidence("alarm", "eq", json!("off"), "\"off\"", true);
    let q = play.expect(
        "do_action",
        json!({"action": "open", "input": {"reason": "inventory"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "does": "Open the vault door",
            "performed": false, "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]}, "because": [alarm_off],
                "willUse": {"input": {"reason": "inventory"}}, "youAreOn": "door", "recentSteps": [],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": q["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "awaiting-human", "askId": q["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    // differs: another input is another question
    let q2 = play.expect(
        "journey.enter",
        json!({"step": "open"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "journey": "enter", "step": "door.open",
            "does": "Open the vault door", "performed": false, "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]}, "because": [alarm_off],
                "youAreOn": "door", "recentSteps": [],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    assert_eq!(play.session.asks().len(), 2);
    play.expect(
        "did_it_work",
        json!({"transitionId": q["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "awaiting-human", "askId": q["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    // differs: a wrong type is refused
    play.expect(
        "do_action",
        json!({"action": "open", "confirm": "true"}),
        json!({
            "ok": false, "judgment": "error", "reason": "ARGUMENT_INVALID", "why": "<text>", "youAreOn": "door",
        }),
    );
    play.expect("journey.enter", json!({}), json!({
        "ok": true, "journey": "enter", "frame": "open", "standing": "awaiting-human", "judgment": "navigate-or-wait",
        "awaitingHuman": [{"askId": q["askId"], "step": "door.open"}, {"askId": q2["askId"], "step": "door.open"}],
        "readySteps": [], "laterSteps": [], "howToAct": "<text>", "youAreOn": "door",
    }));
    play.expect("whats_here", json!({}), json!({
        "ok": true, "brief": "<text>",
        "facts": {"attempts": [nothing()], "open": ["Awaiting the human's decision"]},
        "actions": [
            {
                "action": "door.open", "does": "Open the vault door", "highEffect": true,
                "expects": {"type": "object", "properties": {"reason": {"type": "string"}}},
            },
            {"action": "door.lamp", "does": "Switch the lamp", "expects": "none"},
            {
                "action": "door.burn", "does": "Burn the ledger", "goesTo": "ash", "highEffect": true,
                "expects": "none",
            },
        ],
        "journeys": [{"journey": "enter", "does": "Enter the vault", "feasible": true, "standing": "awaiting-human"}],
        "youAreOn": "door",
    }));
    play.expect(
        "do_action",
        json!({"action": "open", "decline": true}),
        json!({
            "ok": false, "judgment": "declined", "action": "door.open", "askId": q2["askId"], "youAreOn": "door",
            "why": "<text>",
        }),
    );
    // differs: a question that was answered is still known
    play.expect(
        "did_it_work",
        json!({"transitionId": q2["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "declined", "askId": q2["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    assert_eq!(play.session.asks().len(), 1, "what was asked with another input");
    play.expect(
        "journey.enter",
        json!({"step": "open", "decline": true}),
        json!({
            "ok": false, "judgment": "declined", "journey": "enter", "step": "door.open", "askId": q2["askId"],
            "youAreOn": "door", "why": "<text>",
        }),
    );
    // differs: a no stands until the human takes it back or something shown changes
    play.expect(
        "journey.enter",
        json!({"step": "open"}),
        json!({
            "ok": false, "judgment": "rejected", "journey": "enter", "frame": "open", "standing": "awaiting-human",
            "did": "door.open", "reason": "APPROVAL_DECLINED", "why": "<text>", "askId": q2["askId"],
            "awaitingHuman": [{"askId": q["askId"], "step": "door.open"}], "readySteps": [], "laterSteps": [],
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    let f = play.expect(
        "journey.enter",
        json!({"step": "open", "confirm": true, "input": {"reason": "x"}}),
        json!({
            "journey": "enter", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["door.open"], "readySteps": [], "laterSteps": [], "howToAct": "<text>", "ok": true,
            "did": "door.open", "effectStatus": "pending", "transitionId": "door.open#new", "howToSettle": "<text>",
            "settleWith": {"tool": "vault.did_it_work", "arg": "transitionId"}, "youAreOn": "door",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "door.open", "howToAct": "<text>",
            "youAreOn": "door",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "door.open", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "door", "youAreOn": "door",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "burn", "confirm": true}),
        json!({
            "ok": true, "did": "door.burn", "effectStatus": "pending", "transitionId": "door.burn#new",
            "howToSettle": "<text>", "settleWith": {"tool": "vault.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "ash",
        }),
    );
    play.flush();
    assert!(play.session.sync("door").unwrap().moved);
    // differs: a decline never fires anything
    play.expect(
        "do_action",
        json!({"action": "lamp", "decline": true}),
        json!({
            "ok": false, "judgment": "declined", "action": "door.lamp", "why": "<text>", "youAreOn": "door",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "burn", "confirm": true, "decline": true}),
        json!({
            "ok": false, "judgment": "error", "reason": "CONFIRM_AND_DECLINE", "why": "<text>", "youAreOn": "door",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    refused("door.open", "APPROVAL_DECLINED"),
                    fired("DID happen", "door.open"),
                    fired("ran, but the effect was unobservable", "door.burn"),
                ],
                "open": ["Awaiting the human's decision", "Declined by the human"],
            },
            "brief": "<text>",
            "actions": [
                {
                    "action": "door.open", "does": "Open the vault door", "highEffect": true,
                    "expects": {"type": "object", "properties": {"reason": {"type": "string"}}},
                },
                {"action": "door.lamp", "does": "Switch the lamp", "expects": "none"},
                {
                    "action": "door.burn", "does": "Burn the ledger", "goesTo": "ash", "highEffect": true,
                    "expects": "none",
                },
            ],
            "journeys": [{"journey": "enter", "does": "Enter the vault", "feasible": true, "standing": "done"}],
            "youAreOn": "door",
        }),
    );
}
