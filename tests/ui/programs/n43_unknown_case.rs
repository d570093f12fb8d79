//! `rename_all` takes serde's words.

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

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    rename_all = "kebap-case";
    page catalog { add; }
}

fn main() {}
