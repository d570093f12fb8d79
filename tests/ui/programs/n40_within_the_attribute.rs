//! An attribute whose own conditions exclude each other.

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
#[action(when(matches!(status, Status::Open | Status::Held)), enabled_when(status == Status::Sold))]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; pay; }
}

fn main() {}
