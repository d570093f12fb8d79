//! A ferry: names that mean nothing, too much, something elsewhere or something closed, and what of it is a fact.

use nav_runtime::{GapKind, Reason, prelude::*};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Ferry {
    ticket: bool,
    aboard: bool,
}

/// Board
#[action(when(ticket), writes(aboard), parallel)]
async fn board(cx: Cx<Ferry>) {
    cx.update(|s| s.aboard = true);
}

/// Pay
#[action(writes(ticket), parallel)]
async fn pay(cx: Cx<Ferry>) {
    cx.update(|s| s.ticket = true);
}

/// Rope
#[action]
async fn rope(_cx: Cx<Ferry>) {}

/// Sit
#[action]
async fn sit(_cx: Cx<Ferry>) {}

graph! {
    /// A ferry
    static FERRY: Graph<Ferry>;
    start = pier;

    page pier {
        area left {
            /// Left rope
            rope;
        }
        area right {
            /// Right rope
            rope;
        }
        board;
        pay;
    }
    page deck synced { sit; }

    /// Sail
    journey sail { pay; board; sit; }
}

#[test]
fn ferry() {
    let mut play = Play::open(FERRY.session(Gates::default()).state(Ferry::default()));
    let no_ticket = evidence("ticket", "eq", json!(true), "false", false);
    play.expect(
        "do_action",
        json!({"action": "swim"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "rope"}),
        json!({
            "ok": false, "judgment": "error", "reason": "AMBIGUOUS_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "left.rope"}),
        json!({
            "ok": true, "did": "pier.left.rope", "effectStatus": "pending", "transitionId": "pier.left.rope#new",
            "howToSettle": "<text>", "settleWith": {"tool": "ferry.did_it_work", "arg": "transitionId"},
            "youAreOn": "pier",
        }),
    );
    play.flush();
    play.expect(
        "do_action",
        json!({"action": "deck.sit"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "why": "<text>", "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "sit"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "pier.board"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "why": "<text>",
            "evidence": [no_ticket], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "board"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({}),
        json!({
            "ok": false, "judgment": "error", "reason": "ACTION_REQUIRED", "why": "<text>",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": ""}),
        json!({
            "ok": false, "judgment": "error", "reason": "ACTION_REQUIRED", "why": "<text>",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": 9}),
        json!({
            // differs: a wrong type is not a missing argument
            "ok": false, "judgment": "error", "reason": "ARGUMENT_INVALID", "why": "<text>", "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "constructor"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "__proto__"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "pier"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_ACTION",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": ""}),
        json!({
            "ok": false, "judgment": "error", "reason": "ACTION_REQUIRED", "why": "<text>",
            "actions": ["pier.left.rope", "pier.right.rope", "pier.pay"], "youAreOn": "pier",
        }),
    );
    play.expect(
        "journey.sail",
        json!({"step": "board"}),
        json!({
            "journey": "sail", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [{"step": "pier.pay", "does": "Pay", "expects": "none"}],
            "laterSteps": [
                {"step": "pier.board", "status": "blocked", "because": [no_ticket]},
                {"step": "deck.sit", "status": "off-page", "page": "deck"},
            ],
            "howToAct": "<text>", "ok": false, "did": "pier.board", "reason": "GUARD_FAILED",
            "evidence": [no_ticket], "youAreOn": "pier", "why": "<text>",
        }),
    );
    play.expect(
        "journey.sail",
        json!({"step": "sit"}),
        json!({
            "journey": "sail", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [{"step": "pier.pay", "does": "Pay", "expects": "none"}],
            "laterSteps": [
                {"step": "pier.board", "status": "blocked", "because": [no_ticket]},
                {"step": "deck.sit", "status": "off-page", "page": "deck"},
            ],
            "howToAct": "<text>", "ok": false, "did": "deck.sit", "reason": "NOT_ON_PAGE", "page": "pier",
            "youAreOn": "pier", "why": "<text>",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("ran, but the effect was unobservable", "pier.left.rope"),
                    refused("pier.board", "GUARD_FAILED"),
                    refused("deck.sit", "NOT_ON_PAGE"),
                ],
            },
            "brief": "<text>",
            "actions": [
                {"action": "pier.left.rope", "does": "Left rope", "expects": "none"},
                {"action": "pier.right.rope", "does": "Right rope", "expects": "none"},
                {"action": "pier.pay", "does": "Pay", "expects": "none"},
            ],
            "journeys": [{"journey": "sail", "does": "Sail", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "pier",
        }),
    );
    let gaps = play.session.gaps().into_iter().map(|gap| match gap.kind {
        GapKind::FireRejected { action, reason, .. } => (gap.page, action, reason),
        other => panic!("{other:?}"),
    });
    let expected = [
        ("pier", "pier.board", Reason::GuardFailed),
        ("pier", "deck.sit", Reason::NotOnPage),
    ];
    assert_eq!(gaps.collect::<Vec<_>>(), expected);
}
