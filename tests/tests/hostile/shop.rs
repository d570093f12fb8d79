//! A shop whose every value holds a word that no sentence may ever hold.

use nav_runtime::{ManualHost, Port, PortOptions, Session, authored, prelude::*};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// In every input, state value, produced value, instance key, error and label of these tests.
pub const CANARY: &str = "yellowbird";

#[derive(Clone, Debug, Default, PartialEq, Serialize, NavState)]
#[serde(rename_all = "camelCase")]
pub struct Shop {
    pub cart_items: u32,
    pub note: String,
    pub lines: BTreeMap<String, u32>,
    pub order_id: Option<String>,
    pub card_number: Redacted<String>,
    pub person: Person,
    pub stock: Reported<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, NavState)]
pub struct Person {
    pub name: String,
    pub vip: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct Query {
    /// What to look for.
    pub text: String,
    /// Only these.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Anything else.
    #[serde(default)]
    pub more: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Add {
    /// Which dress.
    pub dress: String,
    /// How many.
    pub quantity: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Pays {
    Cash,
    Card { number: String },
}

/// Search dresses.
#[action]
pub async fn search(_cx: Cx<Shop>, input: Query) -> BTreeMap<String, Vec<String>> {
    let more = input.more.into_keys().collect();
    BTreeMap::from([
        (input.text.clone(), input.tags),
        (CANARY.into(), vec![input.text]),
        ("more".into(), more),
    ])
}

/// Put a dress in the cart.
#[action(writes(cart_items, lines, note), parallel)]
pub async fn add(cx: Cx<Shop>, input: Add) -> Result<String, String> {
    if input.quantity == 0 {
        return Err(format!("none of {CANARY} {}", input.dress));
    }
    cx.update(|s| {
        s.cart_items = s.cart_items.saturating_add(u32::from(input.quantity));
        s.note = format!("{CANARY} {}", input.dress);
        s.lines
            .insert(format!("{CANARY}-{}", s.lines.len() % 5), u32::from(input.quantity));
    });
    Ok(input.dress)
}

/// Take a line out of the cart.
#[action(writes(lines), parallel)]
pub async fn remove(cx: Cx<Shop>, #[instance] line: String) {
    cx.update(|s| {
        s.lines.remove(&line);
    });
}

/// Empty the cart.
#[action(writes(cart_items, lines), enabled_when(cart_items > 0), blocked_because("The cart is empty.", cleared_by = app), parallel)]
pub async fn empty(cx: Cx<Shop>) {
    cx.update(|s| {
        s.cart_items = 0;
        s.lines.clear();
    });
}

/// Fail after writing.
#[action(writes(note), parallel)]
pub async fn stumble(cx: Cx<Shop>) -> Result<(), String> {
    cx.update(|s| s.note = format!("{CANARY}{}", s.note.len() % 7));
    Err(format!("{CANARY}\u{202e}\u{7}\nand more"))
}

/// Break down.
#[action(writes(note), parallel)]
pub async fn explode(cx: Cx<Shop>) {
    assert!(cx.state().note == "never", "meant: {CANARY}");
}

/// Claim what is not so.
#[action(writes(order_id), verify(order_id == Some("never")), parallel)]
pub async fn claim(cx: Cx<Shop>) {
    cx.update(|s| s.order_id = Some(CANARY.into()));
}

/// Never come back.
#[action(single_flight)]
pub async fn wait(_cx: Cx<Shop>) {
    std::future::pending::<()>().await;
}

/// Take the gift of this session.
#[action(writes(note), once)]
pub async fn gift(cx: Cx<Shop>) {
    cx.update(|s| s.note = format!("{CANARY} gift {}", s.cart_items));
}

/// Place the order.
#[action(confirm, reads(note, card_number), shows = preview, writes(order_id), enabled_when(cart_items > 0))]
pub async fn place_order(cx: Cx<Shop>, input: Pays) -> Result<String, String> {
    match input {
        Pays::Cash => cx.update(|s| s.order_id = Some(format!("{CANARY}-cash"))),
        Pays::Card { number } => cx.update(|s| s.order_id = Some(number)),
    };
    Ok(CANARY.into())
}

fn preview(cx: Cx<Shop>) -> Vec<String> {
    cx.state().lines.keys().cloned().collect()
}

/// Ask somebody.
#[action]
pub async fn call_somebody(cx: Cx<Shop>, input: Query) -> bool;

/// Only the app may do this.
#[action(may_invoke(system))]
pub async fn restock(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    pub static SHOP: Graph<Shop>;
    pub mod ids;
    start = catalog;

    page catalog at "/catalog" {
        search;
        add;
        each line in lines { remove; }
        empty;
        stumble;
        explode;
        claim;
        wait;
        gift;
        restock;
        /// Go on to the checkout.
        go check_out -> checkout when cart_items > 0;
    }
    page checkout at "/checkout" {
        place_order -> receipt;
        call_somebody;
        add;
        /// Look around again.
        go back -> catalog;
    }
    page receipt {
        /// Start another order.
        go again -> catalog;
    }
    /// Buy a dress.
    journey purchase { catalog::add; check_out; place_order; again; }
    /// Take what is free.
    journey freebies when cart_items > 0 { gift; search; wait; }
    /// Tidy up.
    journey tidy { remove; empty; stumble; claim; restock; call_somebody; }
}

pub struct Served {
    pub session: Session<Shop>,
    pub port: Port,
    pub host: ManualHost,
}

pub fn served() -> Served {
    quiet();
    let host = ManualHost::new();
    let state = Shop {
        cart_items: 1,
        note: CANARY.into(),
        lines: BTreeMap::from([(format!("{CANARY}-line"), 1)]),
        order_id: Some(CANARY.into()),
        card_number: Redacted::new(CANARY.to_owned()),
        person: Person {
            name: CANARY.into(),
            vip: true,
        },
        stock: Reported::NEVER,
    };
    let session = SHOP
        .session(())
        .state(state)
        .host(Arc::new(host.clone()))
        .open()
        .unwrap();
    let label = format!("{CANARY} is busy");
    session.control(ids::catalog::SEARCH).unwrap().set_busy(Some(&label));
    session
        .control(ids::catalog::EMPTY)
        .unwrap()
        .set_blocked_because(authored!("Not now."), nav_runtime::graph::ClearedBy::User);
    let port = session.serve(PortOptions::default());
    Served { session, port, host }
}

impl Served {
    /// The reply's bytes, as one object with `ok`.
    pub fn call(&self, tool: &str, args: &Value) -> Value {
        let mut bytes = Vec::new();
        self.port.call_into(tool, args, &mut bytes);
        let reply: Value = serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{tool}: not JSON: {e}"));
        assert!(reply.is_object() && reply["ok"].is_boolean(), "{tool}: {reply}");
        reply
    }
}

fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !info.payload_as_str().unwrap_or_default().starts_with("meant") {
                usual(info);
            }
        }));
    });
}

/// Fields that hold data; everything else is a sentence, an id or a word of ours.
const DATA: [&str; 11] = [
    "data",
    "error",
    "busy",
    "instances",
    "actualSummary",
    "threshold",
    "holds",
    "shows",
    "willUse",
    "value",
    "note",
];

/// Fails if a sentence, an id or the name of a field holds the canary.
pub fn no_canary_in_words(of: &Value) {
    match of {
        Value::String(s) => assert!(!s.contains(CANARY), "a word of ours holds data: {s:?}"),
        Value::Array(items) => items.iter().for_each(no_canary_in_words),
        Value::Object(fields) => {
            for (name, value) in fields {
                assert!(!name.contains(CANARY), "the name of a field holds data: {name:?}");
                if !DATA.contains(&name.as_str()) {
                    no_canary_in_words(value);
                }
            }
        }
        _ => {}
    }
}
