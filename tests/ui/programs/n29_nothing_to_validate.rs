//! A validator of an action that takes no input.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
}

/// Put a dress in the cart.
#[action(writes(items), parallel, validate = sound)]
fn add(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {}
