//! An action that is greyed wherever it is shown.

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
#[action(enabled_when(order_id.is_some()))]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; pay when order_id.is_none(); }
}

fn main() {}
