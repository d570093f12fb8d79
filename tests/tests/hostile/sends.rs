//! What is sent: right calls, wrong ones, and everything between.

use crate::shop::CANARY;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

pub const TOOLS: [&str; 7] = [
    "shop.journey.purchase",
    "shop.journey.freebies",
    "shop.journey.tidy",
    "shop.whats_here",
    "shop.why",
    "shop.do_action",
    "shop.did_it_work",
];

/// Names of tools: right ones in both spellings, and near misses.
pub fn tool() -> impl Strategy<Value = String> {
    let right = proptest::sample::select(&TOOLS[..]);
    prop_oneof![
        6 => right.clone().prop_map(str::to_owned),
        3 => right.clone().prop_map(|n| n.replace('.', "_")),
        1 => right.prop_map(|n| n.to_uppercase()),
        1 => proptest::sample::select(&["", "shop", "shop.", "shop.journey", "shop_journey.purchase", "shop.do_action ", CANARY][..])
            .prop_map(str::to_owned),
    ]
}

/// Texts that look like names and ids of others, or are hard to hold.
pub fn text() -> impl Strategy<Value = String> {
    const KNOWN: [&str; 60] = [
        "catalog.add",
        "checkout.add",
        "add",
        "catalog.search",
        "search",
        "catalog.line.remove",
        "remove",
        "line.remove",
        "empty",
        "stumble",
        "explode",
        "claim",
        "wait",
        "gift",
        "restock",
        "check_out",
        "place_order",
        "call_somebody",
        "back",
        "again",
        "submit",
        "catalog",
        "checkout",
        "receipt",
        "purchase",
        "freebies",
        "tidy",
        "cartItems",
        "note",
        "lines",
        "orderId",
        "cardNumber",
        "person",
        "person.name",
        "person.vip",
        "person.",
        ".name",
        "cart_items",
        "stock",
        "catalog.add#1",
        "catalog.add#01",
        "catalog.add#+1",
        "catalog.add# 1",
        "CATALOG.ADD#1",
        "add#1",
        "#1",
        "#",
        "",
        "ask:1",
        "ask:+1",
        "ask:1 ",
        "ASK:1",
        "ask:",
        "ask:01",
        "ask:-1",
        "ask:4294967296",
        "catalog.add#99999999999",
        "catalog.add#\u{661}",
        "ask:\u{ff11}",
        "yellowbird-line",
    ];
    prop_oneof![
        12 => proptest::sample::select(&KNOWN[..]).prop_map(str::to_owned),
        2 => ".{0,12}".prop_map(|s| format!("{CANARY}{s}")),
        1 => "\\PC{0,20}",
        1 => Just(format!("{CANARY}\0\u{202e}\u{feff}\r\n\t\"\\")),
        1 => Just(CANARY.repeat((1 << 20) / CANARY.len())),
    ]
}

/// JSON nested this deep, made without recursion.
pub fn deep(levels: usize, object: bool) -> Value {
    let mut value = json!(CANARY);
    for _ in 0..levels {
        value = if object {
            Value::Object(Map::from_iter([(CANARY.to_owned(), value)]))
        } else {
            Value::Array(vec![value])
        };
    }
    value
}

/// Any value.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
        (50_usize..=200, any::<bool>()).prop_map(|(levels, object)| deep(levels, object)),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            proptest::collection::vec((field(), inner), 0..6).prop_map(|f| Value::Object(f.into_iter().collect())),
        ]
    })
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => proptest::sample::select(
            &["text", "tags", "more", "dress", "quantity", "kind", "number", "Text", "__proto__", "$ref", ""][..]
        )
        .prop_map(str::to_owned),
        1 => text(),
    ]
}

/// Inputs that fit, mostly.
pub fn input() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"text": CANARY, "tags": [CANARY], "more": {CANARY: CANARY}})),
        Just(json!({"dress": CANARY, "quantity": 2})),
        Just(json!({"dress": CANARY, "quantity": 0})),
        Just(json!({"kind": "cash"})),
        Just(json!({"kind": "card", "number": CANARY})),
        Just(json!({"dress": CANARY, "quantity": 2, CANARY: 1})),
        Just(json!({"dress": CANARY, "quantity": CANARY})),
        Just(json!({})),
        value(),
    ]
}

/// The arguments of a call: sometimes right, never surely.
pub fn args() -> impl Strategy<Value = Value> {
    let maybe = |weight, name: &'static str, value: BoxedStrategy<Value>| {
        proptest::option::weighted(weight, value).prop_map(move |v| v.map(|v| (name.to_owned(), v)))
    };
    let words = || prop_oneof![9 => text().prop_map(Value::from), 1 => value()].boxed();
    let flag = || prop_oneof![6 => any::<bool>().prop_map(Value::from), 1 => value()].boxed();
    let fields = (
        maybe(0.5, "action", words()),
        maybe(0.3, "step", words()),
        maybe(0.4, "input", input().boxed()),
        maybe(0.2, "confirm", flag()),
        maybe(0.1, "decline", flag()),
        maybe(0.2, "instance", words()),
        maybe(0.2, "key", words()),
        maybe(0.2, "transitionId", words()),
        maybe(
            0.1,
            "sinceVersion",
            prop_oneof![(0_u64..40).prop_map(Value::from), value()].boxed(),
        ),
        maybe(0.1, "routeTo", words()),
        (
            maybe(0.02, CANARY, value().boxed()),
            maybe(0.02, "conversation", words()),
        ),
    );
    let object = fields.prop_map(|(a, b, c, d, e, f, g, h, i, j, (k, l))| {
        Value::Object([a, b, c, d, e, f, g, h, i, j, k, l].into_iter().flatten().collect())
    });
    prop_oneof![30 => object, 1 => Just(Value::Null), 1 => value()]
}

/// Only the arguments that a tool takes, so that more than the first check is reached.
pub fn fitting(tool: &str, args: Value) -> Value {
    let Value::Object(mut fields) = args else { return args };
    let tool = tool.to_lowercase().replace('_', ".");
    let takes: &[&str] = if tool.contains("journey") {
        &["step", "input", "confirm", "decline", "instance"]
    } else if tool.ends_with("do.action") {
        &["action", "input", "confirm", "decline", "instance"]
    } else if tool.ends_with("whats.here") {
        &["sinceVersion", "routeTo"]
    } else if tool.ends_with("why") {
        &["key"]
    } else {
        &["transitionId"]
    };
    fields.retain(|name, _| takes.contains(&name.as_str()) || name == CANARY);
    if fields.get("confirm") == Some(&json!(true)) && fields.get("decline") == Some(&json!(true)) {
        fields.remove("decline");
    }
    Value::Object(fields)
}
