//! A key below a key.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, PartialEq, Serialize, NavState)]
struct Order {
    number: u32,
}

#[derive(Clone, Serialize, NavState)]
struct Shop {
    order: Option<Order>,
}

/// Pay the order.
#[action(writes(order.nmber), parallel)]
fn pay(_cx: Cx<Shop>) {}

fn main() {}
