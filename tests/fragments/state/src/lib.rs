//! A shop's state and what can be done in it: the first of three crates that make one graph.

use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The shop.
#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
pub struct Shop {
    /// How many dresses are in the cart.
    pub items: u32,
    /// The lines of the cart.
    pub lines: BTreeMap<u32, String>,
    /// The order that was placed last.
    pub order: Option<String>,
}

/// What to look for.
#[derive(Deserialize, schemars::JsonSchema)]
pub struct Find {
    /// Words of its name.
    pub words: String,
}

/// Search dresses by name.
#[action]
pub fn find(_cx: Cx<Shop>, input: Find) -> String {
    input.words
}

/// Put a dress in the cart.
#[action(writes(items, lines), verify(items > 0), parallel)]
pub fn add(cx: Cx<Shop>) {
    cx.update(|shop| {
        shop.items += 1;
        shop.lines.insert(shop.items, "a dress".into());
    });
}

/// Take a line out of the cart.
#[action(writes(items, lines), single_flight(instance))]
pub fn remove(cx: Cx<Shop>, #[instance] line: u32) {
    cx.update(|shop| {
        shop.lines.remove(&line);
        shop.items -= 1;
    });
}

/// Place the order.
#[action(writes(order), once, enabled_when(items > 0), verify(order.is_some()))]
pub fn order(cx: Cx<Shop>) {
    cx.update(|shop| shop.order = Some("1".into()));
}

/// Ask for help.
#[action]
pub fn help() -> &'static str {
    "Here I am."
}
