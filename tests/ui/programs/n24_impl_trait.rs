//! What an action returns has a name.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Put a dress in the cart.
#[action]
fn add(_cx: Cx<Shop>) -> impl Serialize { 1 }

fn main() {}
