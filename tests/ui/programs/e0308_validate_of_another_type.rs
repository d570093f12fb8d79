//! A validator that judges something else.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
}

fn sound(_: &u32) -> bool {
    true
}

/// Put a dress in the cart.
#[action(writes(items), parallel, validate = sound)]
fn add(_cx: Cx<Shop>, _input: serde_json::Value) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {}
