//! A step that cannot run after what an earlier one promises.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    price: f64,
    signed_in: bool,
    colour: String,
    order_id: Option<String>,
    status: Status,
}

#[derive(Clone, PartialEq, Serialize)]
enum Status {
    Open,
    Held,
    Sold,
}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

/// Pay.
#[action(writes(items), verify(items == 0), parallel)]
fn empty(_cx: Cx<Shop>) {}

/// Pay.
#[action(enabled_when(items > 0))]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; empty; pay; }
    /// Buy what was thrown away.
    journey nothing { add; empty; pay; }
}

fn main() {}
