//! An action over instances stands in an `each`.

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

/// Take one line out.
#[action]
fn remove(_cx: Cx<Shop>, #[instance] _line: u32) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; remove; }
}

fn main() {}
