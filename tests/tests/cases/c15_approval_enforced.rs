//! A vault whose yes only a person gives: every answer to a question, and what becomes of a yes.

use nav_runtime::{AnswerError, Approval, AskId, GrantTerms, prelude::*};
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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
    let mut play = Play::open(session.approval(Approval::HumanDoor));
    let alarm_off = evidence("alarm", "eq", json!("off"), "\"off\"", true);
    let ask = |reply: &Value| AskId::parse(reply["askId"].as_str().unwrap()).unwrap();
    let q = play.expect(
        "do_action",
        json!({"action": "open", "input": {"reason": "audit"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "does": "Open the vault door",
            "performed": false, "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "audit"}}, "youAreOn": "door",
                "recentSteps": [],
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
    play.expect(
        "do_action",
        json!({"action": "open", "confirm": true, "input": {"reason": "audit"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "reason": "APPROVAL_REQUIRED",
            "performed": false, "why": "<text>", "does": "Open the vault door", "askId": q["askId"],
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "audit"}}, "youAreOn": "door",
                "recentSteps": [],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect("do_action", json!({"action": "open", "decline": true, "input": {"reason": "audit"}}), json!({
        "ok": false, "judgment": "declined", "action": "door.open", "askId": q["askId"], "recordedAs": "your-report",
        "why": "<text>", "youAreOn": "door",
    }));
    play.expect(
        "did_it_work",
        json!({"transitionId": q["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "awaiting-human", "askId": q["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect("journey.enter", json!({}), json!({
        "ok": true, "journey": "enter", "frame": "open", "standing": "awaiting-human", "judgment": "navigate-or-wait",
        "awaitingHuman": [{"askId": q["askId"], "step": "door.open"}], "readySteps": [], "laterSteps": [],
        "howToAct": "<text>", "youAreOn": "door",
    }));
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {"attempts": [refused("door.open", "APPROVAL_REQUIRED")], "open": ["Awaiting the human's decision"]},
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
        "journeys": [{"journey": "enter", "does": "Enter the vault", "feasible": true, "standing": "awaiting-human"}],
        "youAreOn": "door",
    }));
    assert_eq!(play.session.approve(ask(&q), ""), Err(AnswerError::BlankApprover));
    assert_eq!(play.session.approve(ask(&q), "warden"), Ok(()));
    assert_eq!(
        play.session.approve(ask(&q), "warden"),
        Err(AnswerError::AlreadyAnswered)
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": q["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "approved-not-yet-done", "askId": q["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [refused("door.open", "APPROVAL_REQUIRED")], "open": ["Approved by the human and not yet done"],
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
        "journeys": [{"journey": "enter", "does": "Enter the vault", "feasible": true, "standing": "in-progress"}],
        "youAreOn": "door",
    }));
    // differs: asking again about the same thing returns the same card
    play.expect(
        "do_action",
        json!({"action": "open", "input": {"reason": "audit"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "does": "Open the vault door",
            "performed": false, "why": "<text>", "askId": q["askId"],
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "audit"}}, "youAreOn": "door",
                "recentSteps": [],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    let other = play.expect(
        "do_action",
        json!({"action": "open", "confirm": true, "input": {"reason": "other"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "reason": "APPROVAL_REQUIRED",
            "performed": false, "why": "<text>", "does": "Open the vault door", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "other"}}, "youAreOn": "door",
                "recentSteps": [],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    let f = play.fires(
        json!({"action": "open", "confirm": true, "input": {"reason": "audit"}}),
        "door.open",
        "door",
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": q["askId"]}),
        json!({
            "ok": true, "settled": true, "did": "door.open", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "door", "youAreOn": "door",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "door.open", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "door", "youAreOn": "door",
        }),
    );
    // differs: a yes that was used says so
    play.expect(
        "do_action",
        json!({"action": "open", "confirm": true, "input": {"reason": "audit"}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "door.open", "reason": "APPROVAL_SPENT", "askId": q["askId"],
            "priorTransitionId": f["transitionId"], "why": "<text>", "youAreOn": "door",
        }),
    );
    let no = play.expect(
        "do_action",
        json!({"action": "burn"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.burn", "does": "Burn the ledger",
            "performed": false, "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Burn the ledger", "navigatesTo": "ash"}, "because": [], "youAreOn": "door",
                "recentSteps": [
                    {"what": "door.open", "principal": "agent", "outcome": "committed"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    assert_eq!(play.session.decline(ask(&no), "warden", Some("never")), Ok(()));
    play.expect(
        "did_it_work",
        json!({"transitionId": no["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "declined", "askId": no["askId"],
            "did": "door.burn", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect("do_action", json!({"action": "burn", "confirm": true}), json!({
        "ok": false, "judgment": "rejected", "did": "door.burn", "reason": "APPROVAL_DECLINED", "askId": no["askId"],
        "why": "<text>", "youAreOn": "door",
    }));
    // differs: a no stands, whether or not the agent says confirm
    play.expect("do_action", json!({"action": "burn"}), json!({
        "ok": false, "judgment": "rejected", "did": "door.burn", "reason": "APPROVAL_DECLINED", "askId": no["askId"],
        "why": "<text>", "youAreOn": "door",
    }));
    let rv = play.expect(
        "do_action",
        json!({"action": "open", "input": {"reason": "third"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "does": "Open the vault door",
            "performed": false, "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "third"}}, "youAreOn": "door",
                "recentSteps": [
                    {"what": "door.open", "principal": "agent", "outcome": "committed"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    assert_eq!(play.session.approve(ask(&rv), "warden"), Ok(()));
    assert_eq!(play.session.revoke(ask(&rv), "warden"), Ok(()));
    play.expect(
        "did_it_work",
        json!({"transitionId": rv["askId"]}),
        json!({
            "ok": true, "settled": false, "performed": false, "judgment": "approval-withdrawn", "askId": rv["askId"],
            "did": "door.open", "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "open", "confirm": true, "input": {"reason": "third"}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "door.open", "reason": "APPROVAL_REVOKED", "askId": rv["askId"],
            "why": "<text>", "youAreOn": "door",
        }),
    );
    play.session
        .always_approve("door.open", "warden", GrantTerms::default())
        .unwrap();
    play.fires(
        json!({"action": "open", "confirm": true, "input": {"reason": "fourth"}}),
        "door.open",
        "door",
    );
    play.flush();
    play.fires(
        json!({"action": "open", "confirm": true, "input": {"reason": "fifth"}}),
        "door.open",
        "door",
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": "grant#8"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_TRANSITION", "pending": [], "awaitingSettlement": [],
            "awaitingHuman": [
                {"askId": other["askId"], "action": "door.open"},
            ],
            "youAreOn": "door", "why": "<text>",
        }),
    );
    assert_eq!(play.session.revoke_always_approve("door.open").unwrap(), 1);
    let r3 = play.expect(
        "do_action",
        json!({"action": "open", "confirm": true, "input": {"reason": "sixth"}}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "door.open", "reason": "APPROVAL_REQUIRED",
            "performed": false, "why": "<text>", "does": "Open the vault door", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Open the vault door", "writes": ["open"]},
                "because": [alarm_off],
                "willUse": {"input": {"reason": "sixth"}}, "youAreOn": "door",
                "recentSteps": [
                    {"what": "door.open", "principal": "agent", "outcome": "committed"},
                    {"what": "door.open", "principal": "agent", "outcome": "committed"},
                    {"what": "door.open", "principal": "agent", "outcome": "committed"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "door",
        }),
    );
    let asks: Vec<_> = play.session.asks().into_iter().map(|card| card.ask_id).collect();
    assert_eq!(asks, [ask(&other), ask(&r3)]);
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    refused("door.open", "APPROVAL_REQUIRED"),
                    refused("door.open", "APPROVAL_REQUIRED"),
                    fired("DID happen", "door.open"),
                    refused("door.open", "APPROVAL_SPENT"),
                    refused("door.burn", "APPROVAL_DECLINED"),
                    refused("door.burn", "APPROVAL_DECLINED"),
                    refused("door.open", "APPROVAL_REVOKED"),
                    // differs: it was open already, so nothing changed that could be seen
                    fired("ran, but the effect was unobservable", "door.open"),
                    fired("ran, but the effect was unobservable", "door.open"),
                    refused("door.open", "APPROVAL_REQUIRED"),
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
    play.expect(
        "did_it_work",
        json!({"transitionId": "refusal#3"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_TRANSITION", "pending": [], "awaitingSettlement": [],
            "awaitingHuman": [
                {"askId": other["askId"], "action": "door.open"},
                {"askId": r3["askId"], "action": "door.open"},
            ],
            "youAreOn": "door", "why": "<text>",
        }),
    );
}
