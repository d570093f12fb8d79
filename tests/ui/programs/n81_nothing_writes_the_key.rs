//! A page that nothing opens.
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

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog {
        add;
        /// Open the cart.
        go open_cart -> cart;
    }
    page cart when items > 0 && signed_in { add as more; }
}

fn main() {}
