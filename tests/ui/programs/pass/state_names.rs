//! Keys as Rust and as serde write them, nested, hidden, and which of them changed.
#![deny(warnings)]
#![allow(dead_code)]

use nav_runtime::prelude::*;
use nav_runtime::graph::{KeyMeta, KeySet};
use serde::Serialize;

#[derive(Clone, Default, PartialEq, Serialize, NavState)]
#[serde(rename_all = "camelCase")]
struct Order {
    line_count: u32,
    #[serde(rename = "no")]
    order_number: u32,
}
#[derive(Clone, Default, Serialize, NavState)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Shop {
    #[serde(default)]
    cart_items: u32,
    last_order: Option<Order>,
    old_order: Reported<Order>,
    card_number: Redacted<String>,
    spare_card: Option<Redacted<String>>,
}

fn names(keys: &'static [KeyMeta]) -> Vec<String> {
    keys.iter()
        .flat_map(|k| {
            let below = names(k.nested).into_iter().map(move |n| format!("{}.{n}", k.wire));
            std::iter::once(k.wire.to_owned()).chain(below)
        })
        .collect()
}

fn main() {
    assert_eq!(
        names(Shop::KEYS),
        [
            "cart-items",
            "last-order",
            "last-order.lineCount",
            "last-order.no",
            "old-order",
            "old-order.lineCount",
            "old-order.no",
            "card-number",
            "spare-card"
        ]
    );
    assert!(Shop::KEYS[3].redacted && Shop::KEYS[4].redacted && !Shop::KEYS[0].redacted);
    let before = Shop { last_order: Some(Order::default()), ..Shop::default() };
    let mut now = before.clone();
    now.cart_items = 3;
    now.last_order = Some(Order { order_number: 4, ..Order::default() });
    now.old_order = Order::default().into();
    let mut changed = KeySet::new();
    now.changed(&before, 0, &mut changed);
    assert_eq!(changed.iter().count(), 1 + 2 + 3);
}
