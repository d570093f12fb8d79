//! Fields of a draft exist in a draft journey only.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

/// Work out the price.
#[action]
fn quote(_cx: Cx<Shop>, #[draft] _quantity: u32) -> u32 { 1 }

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; quote; }
}

fn main() {}
