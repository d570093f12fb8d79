//! A post room: fires that are still out, and actions that run one at a time, an instance or an input.

use nav_runtime::{Approval, prelude::*};
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Post {
    stamped: u32,
    one: u32,
    by: u32,
    paid: u32,
    sent: u32,
    rows: BTreeSet<String>,
}

#[derive(Deserialize, JsonSchema)]
pub struct ByInput {
    a: u32,
}

/// Stamp
#[action(writes(stamped), parallel)]
async fn stamp(cx: Cx<Post>) {
    cx.app().wait("never").await;
}

/// No writes
#[action]
async fn nowrites(cx: Cx<Post>) {
    cx.app().wait("never").await;
}

/// One at a time
#[action(writes(one), single_flight)]
async fn one(cx: Cx<Post>) {
    cx.app().wait("one").await;
    cx.update(|s| s.one += 1);
}

/// One per input
#[action(writes(by), single_flight(input))]
async fn by_input(cx: Cx<Post>, input: ByInput) {
    cx.app().wait("never").await;
    cx.update(|s| s.by = input.a);
}

/// Pay
#[action(confirm, reads(), writes(paid), single_flight)]
async fn pay(cx: Cx<Post>) {
    cx.app().wait("pay").await;
    cx.update(|s| s.paid = 1);
}

/// Send
#[action(writes(sent), single_flight(instance))]
async fn send(cx: Cx<Post>, #[instance] row: String) {
    drop(row);
    cx.app().wait("never").await;
}

graph! {
    /// A post room
    pub static POST: Graph<Post>;
    rename_all = "camelCase";
    start = room;

    page room terminal {
        each rows in rows { send; }
        stamp;
        nowrites;
        one;
        by_input;
        pay;
    }

    /// One then stamp
    journey j { one; stamp; }
}

#[test]
fn post() {
    let state = Post {
        rows: ["a", "b"].map(str::to_owned).into(),
        ..Post::default()
    };
    let session = POST.session(Gates::default()).state(state);
    let mut play = Play::open(session.approval(Approval::AgentRelay));
    let an_a = json!({
        "type": "object", "properties": {"a": {"type": "integer", "format": "uint32", "minimum": 0}}, "required": ["a"],
    });
    let s1 = play.fires(json!({"action": "stamp"}), "room.stamp", "room");
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {"attempts": [fired("not yet known", "room.stamp")], "open": ["Awaiting the app's report"]},
            "brief": "<text>",
            "actions": [
                {"action": "room.rows.send", "does": "Send", "instances": ["a", "b"], "expects": "none"},
                {"action": "room.stamp", "does": "Stamp", "priorFireUnsettled": s1["transitionId"], "expects": "none"},
                {"action": "room.nowrites", "does": "No writes", "expects": "none"},
                {"action": "room.one", "does": "One at a time", "expects": "none"},
                {"action": "room.byInput", "does": "One per input", "expects": an_a},
                {"action": "room.pay", "does": "Pay", "highEffect": true, "expects": "none"},
            ],
            "journeys": [{"journey": "j", "does": "One then stamp", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "room",
        }),
    );
    let s2 = play.fires(json!({"action": "stamp"}), "room.stamp", "room");
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [fired("not yet known", "room.stamp"), fired("not yet known", "room.stamp")],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {"action": "room.rows.send", "does": "Send", "instances": ["a", "b"], "expects": "none"},
                {"action": "room.stamp", "does": "Stamp", "priorFireUnsettled": s2["transitionId"], "expects": "none"},
                {"action": "room.nowrites", "does": "No writes", "expects": "none"},
                {"action": "room.one", "does": "One at a time", "expects": "none"},
                {"action": "room.byInput", "does": "One per input", "expects": an_a},
                {"action": "room.pay", "does": "Pay", "highEffect": true, "expects": "none"},
            ],
            "journeys": [{"journey": "j", "does": "One then stamp", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "room",
        }),
    );
    let r1 = play.fires(json!({"action": "nowrites"}), "room.nowrites", "room");
    play.flush();
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("not yet known", "room.stamp"),
                    fired("not yet known", "room.stamp"),
                    fired("not yet known", "room.nowrites"),
                ],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {"action": "room.rows.send", "does": "Send", "instances": ["a", "b"], "expects": "none"},
                {"action": "room.stamp", "does": "Stamp", "priorFireUnsettled": s2["transitionId"], "expects": "none"},
                {
                    "action": "room.nowrites", "does": "No writes", "priorFireUnsettled": r1["transitionId"],
                    "expects": "none",
                },
                {"action": "room.one", "does": "One at a time", "expects": "none"},
                {"action": "room.byInput", "does": "One per input", "expects": an_a},
                {"action": "room.pay", "does": "Pay", "highEffect": true, "expects": "none"},
            ],
            "journeys": [{"journey": "j", "does": "One then stamp", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "room",
        }),
    );
    let o1 = play.fires(json!({"action": "one"}), "room.one", "room");
    play.expect(
        "do_action",
        json!({"action": "one"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "room.one", "reason": "PRIOR_FIRE_PENDING",
            "priorTransitionId": o1["transitionId"], "scope": "action", "why": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "journey.j",
        json!({"step": "one"}),
        json!({
            "journey": "j", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "awaitingState": ["room.one", "room.stamp"], "readySteps": [], "laterSteps": [], "howToAct": "<text>",
            "ok": false, "did": "room.one", "reason": "PRIOR_FIRE_PENDING", "priorTransitionId": o1["transitionId"],
            "scope": "action", "why": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "journey.j",
        json!({}),
        json!({
            "ok": true, "journey": "j", "frame": "open", "standing": "in-progress", "judgment": "navigate-or-wait",
            "awaitingState": ["room.one", "room.stamp"], "readySteps": [], "laterSteps": [], "howToAct": "<text>",
            "youAreOn": "room",
        }),
    );
    play.release("one");
    let r2 = play.fires(json!({"action": "one"}), "room.one", "room");
    play.flush();
    let r3 = play.fires(json!({"action": "byInput", "input": {"a": 1}}), "room.byInput", "room");
    play.expect(
        "do_action",
        json!({"action": "byInput", "input": {"a": 1}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "room.byInput", "reason": "PRIOR_FIRE_PENDING",
            "priorTransitionId": r3["transitionId"], "scope": "input", "why": "<text>", "youAreOn": "room",
        }),
    );
    let r4 = play.fires(json!({"action": "byInput", "input": {"a": 2}}), "room.byInput", "room");
    let r5 = play.fires(json!({"action": "send", "instance": "a"}), "room.rows.send", "room");
    play.expect(
        "do_action",
        json!({"action": "send", "instance": "a"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "room.rows.send", "reason": "PRIOR_FIRE_PENDING",
            "priorTransitionId": r5["transitionId"], "scope": "instance", "why": "<text>", "youAreOn": "room",
        }),
    );
    let r6 = play.fires(json!({"action": "send", "instance": "b"}), "room.rows.send", "room");
    play.expect(
        "do_action",
        json!({"action": "pay"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "room.pay", "does": "Pay", "performed": false,
            "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Pay", "writes": ["paid"]}, "because": [], "youAreOn": "room",
                "recentSteps": [
                    {"what": "room.one", "principal": "agent", "outcome": "pending"},
                    {"what": "room.byInput", "principal": "agent", "outcome": "pending"},
                    {"what": "room.byInput", "principal": "agent", "outcome": "pending"},
                    {"what": "room.rows.send", "principal": "agent", "outcome": "pending"},
                    {"what": "room.rows.send", "principal": "agent", "outcome": "pending"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "room",
        }),
    );
    let r7 = play.fires(json!({"action": "pay", "confirm": true}), "room.pay", "room");
    play.expect(
        "do_action",
        json!({"action": "pay"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "room.pay", "reason": "PRIOR_FIRE_PENDING",
            "priorTransitionId": r7["transitionId"], "scope": "action", "why": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "pay", "confirm": true}),
        json!({
            "ok": false, "judgment": "rejected", "did": "room.pay", "reason": "PRIOR_FIRE_PENDING",
            "priorTransitionId": r7["transitionId"], "scope": "action", "why": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("not yet known", "room.stamp"),
                    fired("not yet known", "room.stamp"),
                    fired("not yet known", "room.nowrites"),
                    fired("DID happen", "room.one"),
                    refused("room.one", "PRIOR_FIRE_PENDING"),
                    refused("room.one", "PRIOR_FIRE_PENDING"),
                    fired("not yet known", "room.one"),
                    fired("not yet known", "room.byInput"),
                    refused("room.byInput", "PRIOR_FIRE_PENDING"),
                    fired("not yet known", "room.byInput"),
                    fired("not yet known", "room.rows.send"),
                    refused("room.rows.send", "PRIOR_FIRE_PENDING"),
                    fired("not yet known", "room.rows.send"),
                    fired("not yet known", "room.pay"),
                    refused("room.pay", "PRIOR_FIRE_PENDING"),
                    refused("room.pay", "PRIOR_FIRE_PENDING"),
                ],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {
                    "action": "room.rows.send", "does": "Send", "priorFireUnsettled": r6["transitionId"],
                    "instances": ["a", "b"], "expects": "none",
                },
                {"action": "room.stamp", "does": "Stamp", "priorFireUnsettled": s2["transitionId"], "expects": "none"},
                {
                    "action": "room.nowrites", "does": "No writes", "priorFireUnsettled": r1["transitionId"],
                    "expects": "none",
                },
                {
                    "action": "room.one", "does": "One at a time", "priorFireUnsettled": r2["transitionId"],
                    "expects": "none",
                },
                {
                    "action": "room.byInput", "does": "One per input", "priorFireUnsettled": r4["transitionId"],
                    "expects": an_a,
                },
                {
                    "action": "room.pay", "does": "Pay", "highEffect": true, "priorFireUnsettled": r7["transitionId"],
                    "expects": "none",
                },
            ],
            "journeys": [{"journey": "j", "does": "One then stamp", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "room",
        }),
    );
    play.release("pay");
    play.expect(
        "do_action",
        json!({"action": "pay"}),
        json!({
            "ok": false, "judgment": "needs-confirm", "action": "room.pay", "does": "Pay", "performed": false,
            "why": "<text>", "askId": "ask:new",
            "receipts": {
                "willDo": {"does": "Pay", "writes": ["paid"]}, "because": [], "youAreOn": "room",
                "recentSteps": [
                    {"what": "room.byInput", "principal": "agent", "outcome": "pending"},
                    {"what": "room.byInput", "principal": "agent", "outcome": "pending"},
                    {"what": "room.rows.send", "principal": "agent", "outcome": "pending"},
                    {"what": "room.rows.send", "principal": "agent", "outcome": "pending"},
                    {"what": "room.pay", "principal": "agent", "outcome": "committed"},
                ],
            },
            "howToAct": "<text>", "youAreOn": "room",
        }),
    );
    let out: Vec<String> = play
        .session
        .awaiting_settlement()
        .iter()
        .map(ToString::to_string)
        .collect();
    let expected = [&s1, &s2, &r1, &r2, &r3, &r4, &r5, &r6].map(|fire| fire["transitionId"].clone());
    play.same("awaiting_settlement", out, expected.to_vec().into());
}
