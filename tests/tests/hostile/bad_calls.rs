//! Bad input to any tool: a typed refusal, nothing changed, nothing panics, nothing leaks.

use crate::{
    sends,
    shop::{CANARY, Served, no_canary_in_words, served},
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Calls once and holds the reply against what was there before.
pub fn check(shop: &Served, tool: &str, args: &Value) -> Value {
    let before = (shop.session.version(), shop.session.state(), asks(shop));
    let out = shop.session.awaiting_settlement();
    let reply = shop.call(tool, args);
    no_canary_in_words(&reply);
    let judgment = reply["judgment"].as_str().unwrap_or_default();
    let reason = reply["reason"].as_str().unwrap_or_default();
    if reason != "UNKNOWN_TOOL" {
        assert_eq!(reply["version"], shop.session.version(), "{reply}");
        assert!(reply["youAreOn"].is_string(), "{reply}");
    }
    assert_eq!(*before.1, *shop.session.state(), "a call changes no state by itself");
    if reply["ok"] == false {
        assert_eq!(out, shop.session.awaiting_settlement(), "nothing fires: {reply}");
    }
    if matches!(judgment, "error" | "rejected" | "blocked") {
        assert!(reason.is_empty() == (judgment == "blocked"), "{reply}");
        let opened = u64::from(tool.contains("journey") && judgment == "rejected");
        if reason != "APPROVAL_STALE" {
            assert!(
                shop.session.version() <= before.0 + opened,
                "a refusal changes nothing: {reply}"
            );
            assert_eq!(before.2, asks(shop), "nor what a person is asked: {reply}");
        }
    }
    reply
}

fn asks(shop: &Served) -> Vec<(String, String)> {
    let cards = shop.session.asks();
    cards
        .iter()
        .map(|c| (c.ask_id.to_string(), format!("{:?}", c.is)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_call_is_answered(calls in proptest::collection::vec((sends::tool(), sends::args(), any::<bool>()), 1..16)) {
        let shop = served();
        let tools = shop.port.tools().json().to_owned();
        for (tool, args, fitting) in calls {
            let args = if fitting { sends::fitting(&tool, args) } else { args };
            check(&shop, &tool, &args);
            shop.host.run_until_idle();
        }
        prop_assert_eq!(shop.port.tools().json(), &tools);
        prop_assert_eq!(shop.session.__replays(), Some(true));
    }
}

#[test]
fn each_tool_takes_no_array_number_or_text() {
    let shop = served();
    for tool in sends::TOOLS {
        for args in [
            json!([]),
            json!([CANARY]),
            json!(1),
            json!(CANARY),
            json!(true),
            json!(1.5),
        ] {
            let reply = check(&shop, tool, &args);
            assert_eq!(reply["reason"], "ARGUMENT_INVALID", "{tool} {args}: {reply}");
        }
    }
}

#[test]
fn each_argument_of_a_wrong_type_is_refused() {
    let shop = served();
    let arguments = [
        (
            "shop.journey.purchase",
            ["step", "confirm", "decline", "instance"].as_slice(),
        ),
        ("shop.do_action", &["action", "confirm", "decline", "instance"]),
        ("shop.whats_here", &["sinceVersion", "routeTo"]),
        ("shop.why", &["key"]),
        ("shop.did_it_work", &["transitionId"]),
    ];
    for (tool, names) in arguments {
        for name in names {
            for wrong in [json!([CANARY]), json!({CANARY: CANARY}), json!(-1.5)] {
                let reply = check(&shop, tool, &json!({*name: wrong}));
                assert_eq!(reply["reason"], "ARGUMENT_INVALID", "{tool} {name} {wrong}: {reply}");
            }
        }
        let unknown = check(&shop, tool, &json!({CANARY: 1}));
        assert_eq!(unknown["reason"], "ARGUMENT_INVALID");
        let underscored = check(&shop, &tool.replace('.', "_"), &json!({CANARY: 1}));
        assert_eq!(underscored, unknown, "both spellings are one tool");
    }
    let both = check(
        &shop,
        "shop.do_action",
        &json!({"action": "add", "confirm": true, "decline": true}),
    );
    assert_eq!(both["reason"], "CONFIRM_AND_DECLINE");
}

#[test]
fn depth_and_length_are_no_trouble() {
    let shop = served();
    for levels in [10, 63, 64, 65, 200, 1_000] {
        for object in [true, false] {
            let input = sends::deep(levels, object);
            for action in ["search", "add", "wait", "empty"] {
                let reply = check(&shop, "shop.do_action", &json!({"action": action, "input": input}));
                assert_eq!(reply["ok"], false, "{action} {levels}: {reply}");
            }
            let more = json!({"action": "search", "input": {"text": CANARY, "more": {"deep": input}}});
            let reply = check(&shop, "shop.do_action", &more);
            assert_eq!(reply["ok"], levels < 61, "{levels}: {reply}");
        }
    }
    let long = CANARY.repeat((1 << 20) / CANARY.len());
    for (tool, name) in [
        ("shop.do_action", "action"),
        ("shop.why", "key"),
        ("shop.did_it_work", "transitionId"),
        ("shop.whats_here", "routeTo"),
        ("shop.journey.purchase", "step"),
    ] {
        let reply = check(&shop, tool, &json!({name: long}));
        assert_eq!(reply["judgment"], "error", "{tool}");
        assert!(reply.to_string().len() < 10_000, "{tool} does not send it back");
    }
    shop.host.run_until_idle();
    let searched = check(
        &shop,
        "shop.do_action",
        &json!({"action": "search", "input": {"text": long}}),
    );
    shop.host.run_until_idle();
    let found = check(
        &shop,
        "shop.did_it_work",
        &json!({"transitionId": searched["transitionId"]}),
    );
    assert_eq!(found["effectStatus"], "performed");
    assert!(found.to_string().len() < 10_000, "what is kept is bounded");
}

#[test]
fn an_id_is_one_text() {
    let shop = served();
    let add = json!({"action": "catalog.add", "input": {"dress": CANARY, "quantity": 1}});
    let fired = check(&shop, "shop.do_action", &add);
    assert_eq!(fired["transitionId"], "catalog.add#1");
    shop.host.run_until_idle();
    shop.session.sync("checkout").unwrap();
    let asked = check(
        &shop,
        "shop.do_action",
        &json!({"action": "place_order", "input": {"kind": "cash"}}),
    );
    assert_eq!(asked["askId"], "ask:1");
    let ask = |id: &str| check(&shop, "shop.did_it_work", &json!({"transitionId": id}));
    assert_eq!(ask("catalog.add#1")["settled"], true);
    assert_eq!(ask("ask:1")["judgment"], "awaiting-human");
    for near in [
        "catalog.add#01",
        "catalog.add#+1",
        "catalog.add# 1",
        "catalog.add#1 ",
        " catalog.add#1",
        "CATALOG.ADD#1",
        "add#1",
        "catalog.search#1",
        "checkout.add#1",
        "catalog.add#2",
        "catalog.add#0",
        "catalog.add##1",
        "catalog.add#1#1",
        "#1",
        "#",
        "catalog.add#\u{661}",
        "catalog.add#\u{ff11}",
        "catalog.add#4294967297",
        "catalog.add#-1",
        "ask:01",
        "ask:+1",
        "ask:1 ",
        "ask: 1",
        "ASK:1",
        "ask:",
        "ask:0",
        "ask:2",
        "ask:\u{661}",
        "ask:4294967297",
        "ask#1",
        "ask:1#1",
        "catalog.add:1",
    ] {
        assert_eq!(ask(near)["reason"], "UNKNOWN_TRANSITION", "{near:?}");
    }
    assert_eq!(ask("")["reason"], "TRANSITION_ID_REQUIRED");
}
