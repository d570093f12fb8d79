//! Three conditions of which any two can hold.

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
#[action(when(items < 3))]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog when items > 1 { add; pay when items != 2; }
}

fn main() {}
