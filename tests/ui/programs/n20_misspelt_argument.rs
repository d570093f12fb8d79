//! An argument that is none.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Put a dress in the cart.
#[action(confrim, writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

fn main() {}
