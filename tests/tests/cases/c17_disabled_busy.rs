//! A car wash: what is switched off, why, by what it comes back, and what is busy.

use nav_runtime::{Approval, prelude::*};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Wash {
    soaped: bool,
    rinsed: bool,
}

/// Soap the car
#[action(writes(soaped), parallel)]
async fn soap(cx: Cx<Wash>) {
    cx.app().wait("soap").await;
    cx.update(|s| s.soaped = true);
}

/// Rinse
#[action(enabled_when(soaped), writes(rinsed), blocked_because("The soap arm is moving", cleared_by = app), parallel)]
async fn rinse(cx: Cx<Wash>) {
    cx.update(|s| s.rinsed = true);
}

/// Wax
#[action(confirm, reads(), enabled_when(rinsed))]
async fn wax(_cx: Cx<Wash>) {}

/// Dry
#[action]
async fn dry(_cx: Cx<Wash>) {}

/// Raise the gate
#[action(confirm, reads())]
async fn gate(_cx: Cx<Wash>) {}

graph! {
    /// A car wash
    pub static WASH: Graph<Wash>;
    start = bay;

    page bay terminal {
        soap;
        rinse;
        wax;
        dry;
        gate;
    }

    /// Full wash
    journey full { soap; rinse; wax; }
}

#[test]
fn wash() {
    let session = WASH.session(Gates::default()).state(Wash::default());
    let mut play = Play::open(session.approval(Approval::AgentRelay));
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {"action": "bay.soap", "does": "Soap the car", "expects": "none"},
                {
                    "action": "bay.rinse", "does": "Rinse", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"]}], "expects": "none",
                },
                {
                    "action": "bay.wax", "does": "Wax", "highEffect": true, "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}], "expects": "none",
                },
                {"action": "bay.dry", "does": "Dry", "expects": "none"},
                {"action": "bay.gate", "does": "Raise the gate", "highEffect": true, "expects": "none"},
            ],
            "journeys": [{"journey": "full", "does": "Full wash", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "bay",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "rinse"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.rinse", "reason": "TOOL_DISABLED",
            "evidence": [evidence("soaped", "eq", json!(true), "false", false)], "retriable": true, "why": "<text>",
            "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"}, "youAreOn": "bay",
        }),
    );
    play.expect(
        "journey.full",
        json!({"step": "rinse"}),
        json!({
            "journey": "full", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [{"step": "bay.soap", "does": "Soap the car", "expects": "none"}],
            "laterSteps": [
                {
                    "step": "bay.rinse", "status": "switched-off", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"]}],
                },
                {
                    "step": "bay.wax", "status": "switched-off", "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}],
                },
            ],
            "howToAct": "<text>", "ok": false, "did": "bay.rinse", "reason": "TOOL_DISABLED",
            "evidence": [evidence("soaped", "eq", json!(true), "false", false)], "retriable": true, "why": "<text>",
            "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"}, "youAreOn": "bay",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "wax"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.wax", "reason": "TOOL_DISABLED",
            "evidence": [evidence("rinsed", "eq", json!(true), "false", false)], "retriable": true, "why": "<text>",
            "youAreOn": "bay",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "wax", "confirm": true}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.wax", "reason": "TOOL_DISABLED",
            "evidence": [evidence("rinsed", "eq", json!(true), "false", false)], "retriable": true, "why": "<text>",
            "youAreOn": "bay",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "wax", "decline": true}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.wax", "reason": "TOOL_DISABLED",
            "evidence": [evidence("rinsed", "eq", json!(true), "false", false)], "retriable": true, "why": "<text>",
            "youAreOn": "bay",
        }),
    );
    let s = play.expect(
        "journey.full",
        json!({"step": "soap"}),
        json!({
            "journey": "full", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["bay.soap"], "readySteps": [],
            "laterSteps": [
                {
                    "step": "bay.rinse", "status": "switched-off", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"], "inFlight": true}],
                },
                {
                    "step": "bay.wax", "status": "switched-off", "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}],
                },
            ],
            "howToAct": "<text>", "ok": true, "did": "bay.soap", "effectStatus": "pending",
            "transitionId": "bay.soap#new", "howToSettle": "<text>",
            "settleWith": {"tool": "wash.did_it_work", "arg": "transitionId"}, "youAreOn": "bay",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    fired("not yet known", "bay.soap"),
                ],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {
                    "action": "bay.soap", "does": "Soap the car", "priorFireUnsettled": s["transitionId"],
                    "expects": "none",
                },
                {
                    "action": "bay.rinse", "does": "Rinse", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"], "inFlight": true}], "expects": "none",
                },
                {
                    "action": "bay.wax", "does": "Wax", "highEffect": true, "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}], "expects": "none",
                },
                {"action": "bay.dry", "does": "Dry", "expects": "none"},
                {"action": "bay.gate", "does": "Raise the gate", "highEffect": true, "expects": "none"},
            ],
            "journeys": [{"journey": "full", "does": "Full wash", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "bay",
        }),
    );
    play.expect(
        "journey.full",
        json!({}),
        json!({
            "ok": true, "journey": "full", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["bay.soap"], "readySteps": [],
            "laterSteps": [
                {
                    "step": "bay.rinse", "status": "switched-off", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"], "inFlight": true}],
                },
                {
                    "step": "bay.wax", "status": "switched-off", "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}],
                },
            ],
            "howToAct": "<text>", "youAreOn": "bay",
        }),
    );
    play.session.control("bay.dry").unwrap().set_enabled(false);
    play.expect(
        "do_action",
        json!({"action": "dry"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.dry", "reason": "TOOL_DISABLED", "retriable": true,
            "why": "<text>", "youAreOn": "bay",
        }),
    );
    play.session
        .control("bay.dry")
        .unwrap()
        .set_busy(Some("Blowing hot air"));
    play.expect(
        "do_action",
        json!({"action": "dry"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.dry", "reason": "TOOL_DISABLED", "retriable": true,
            "why": "<text>", "busy": "Blowing hot air", "youAreOn": "bay",
        }),
    );
    play.session.control("bay.gate").unwrap().set_busy(Some("Raising"));
    play.expect("do_action", json!({"action": "gate"}), json!({
        "ok": false, "judgment": "needs-confirm", "action": "bay.gate", "does": "Raise the gate", "performed": false,
        "why": "<text>", "askId": "ask:new",
        "receipts": {
            "willDo": {"does": "Raise the gate"}, "because": [], "youAreOn": "bay",
            "recentSteps": [
                {"what": "bay.soap", "principal": "agent", "outcome": "pending"},
            ],
        },
        "howToAct": "<text>", "youAreOn": "bay",
    }));
    let g = play.fires(json!({"action": "gate", "confirm": true}), "bay.gate", "bay");
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    fired("not yet known", "bay.soap"),
                    refused("bay.dry", "TOOL_DISABLED"),
                    refused("bay.dry", "TOOL_DISABLED"),
                    fired("not yet known", "bay.gate"),
                ],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {
                    "action": "bay.soap", "does": "Soap the car", "priorFireUnsettled": s["transitionId"],
                    "expects": "none",
                },
                {
                    "action": "bay.rinse", "does": "Rinse", "enabled": false,
                    "blockedBecause": {"says": "The soap arm is moving", "clearedBy": "app"},
                    "unblockedBy": [{"action": "bay.soap", "writes": ["soaped"], "inFlight": true}], "expects": "none",
                },
                {
                    "action": "bay.wax", "does": "Wax", "highEffect": true, "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}], "expects": "none",
                },
                {"action": "bay.dry", "does": "Dry", "enabled": false, "busy": "Blowing hot air", "expects": "none"},
                {
                    "action": "bay.gate", "does": "Raise the gate", "highEffect": true, "busy": "Raising",
                    "priorFireUnsettled": g["transitionId"], "expects": "none",
                },
            ],
            "journeys": [{"journey": "full", "does": "Full wash", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "bay",
        }),
    );
    play.session.control("bay.gate").unwrap().set_enabled(false);
    play.expect(
        "do_action",
        json!({"action": "gate"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.gate", "reason": "TOOL_DISABLED", "retriable": true,
            "why": "<text>", "busy": "Raising", "youAreOn": "bay",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "gate", "confirm": true}),
        json!({
            "ok": false, "judgment": "rejected", "did": "bay.gate", "reason": "TOOL_DISABLED", "retriable": true,
            "why": "<text>", "busy": "Raising", "youAreOn": "bay",
        }),
    );
    play.release("soap");
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.rinse", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    refused("bay.wax", "TOOL_DISABLED"),
                    fired("DID happen", "bay.soap"),
                    refused("bay.dry", "TOOL_DISABLED"),
                    refused("bay.dry", "TOOL_DISABLED"),
                    fired("ran, but the effect was unobservable", "bay.gate"),
                    refused("bay.gate", "TOOL_DISABLED"),
                    refused("bay.gate", "TOOL_DISABLED"),
                ],
            },
            "brief": "<text>",
            "actions": [
                {"action": "bay.soap", "does": "Soap the car", "expects": "none"},
                {"action": "bay.rinse", "does": "Rinse", "expects": "none"},
                {
                    "action": "bay.wax", "does": "Wax", "highEffect": true, "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}], "expects": "none",
                },
                {"action": "bay.dry", "does": "Dry", "enabled": false, "busy": "Blowing hot air", "expects": "none"},
                {
                    "action": "bay.gate", "does": "Raise the gate", "highEffect": true, "enabled": false,
                    "busy": "Raising", "expects": "none",
                },
            ],
            "journeys": [{"journey": "full", "does": "Full wash", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "bay",
        }),
    );
    play.expect(
        "journey.full",
        json!({}),
        json!({
            "ok": true, "journey": "full", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "bay.rinse", "does": "Rinse", "expects": "none"}],
            "laterSteps": [
                {"step": "bay.soap", "status": "done"},
                {
                    "step": "bay.wax", "status": "switched-off", "enabled": false,
                    "unblockedBy": [{"action": "bay.rinse", "writes": ["rinsed"]}],
                },
            ],
            "howToAct": "<text>", "youAreOn": "bay",
        }),
    );
    play.session.control("bay.dry").unwrap().set_busy(None);
    play.session.control("bay.dry").unwrap().set_enabled(true);
    play.fires(json!({"action": "dry"}), "bay.dry", "bay");
    play.flush();
    assert!(play.session.pending().is_empty());
}
