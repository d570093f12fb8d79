//! A journey that passes a shared entry: it stands on a page with a way on, but not where the journey is by then.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

/// Ask for help.
#[action]
fn help() {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog {
        add -> done;
        /// Open the cart.
        go open_cart -> cart;
    }
    page cart {
        /// Go on.
        go check_out -> done;
    }
    page done { }
    on catalog, done { help; }
    /// Buy.
    journey buy { add; help; check_out; }
}

fn main() {}
