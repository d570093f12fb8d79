//! A shared entry that all its pages exclude.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    price: f64,
    #[nav(from_app)]
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

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog when signed_in {
        add;
        /// Go on.
        go on -> cart;
    }
    page cart when signed_in && items > 3 { add as more; }
    on catalog, cart { add as again when !signed_in; }
}

fn main() {}
