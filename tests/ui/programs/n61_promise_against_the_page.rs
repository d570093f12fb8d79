//! A step on a page that an earlier step closes.

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
#[action(writes(status), verify(status == Status::Sold), parallel)]
fn sell(_cx: Cx<Shop>) {}

/// Pay.
#[action(may_invoke(agent))]
fn pay(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog {
        add;
        sell;
        /// Open it.
        go open -> window;
    }
    page window when matches!(status, Status::Open | Status::Held) { pay; }
    /// Sell, then pay.
    journey sale { sell; open; pay; }
}

fn main() {}
