//! A person who is asked, and shown nothing.
#![deny(deprecated)]

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

/// Pay.
#[action(confirm)]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; pay; }
}

fn main() {}
