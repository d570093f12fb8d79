//! A graph walks a state.

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

struct NoState;
/// Say hello.
#[action]
fn ping() {}

graph! {
    /// A shop.
    static SHOP: Graph<NoState>;
    start = catalog;
    page catalog { ping; }
}

fn main() {}
