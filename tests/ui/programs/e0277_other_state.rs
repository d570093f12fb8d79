//! A graph lists actions over its own state.

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

#[derive(Clone, Serialize, NavState)]
struct Desk { tickets: u32 }
/// Claim a ticket.
#[action(writes(tickets), parallel)]
fn claim(_cx: Cx<Desk>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; claim; }
}

fn main() {}
