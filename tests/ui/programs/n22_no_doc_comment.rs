//! The agent reads what an action does.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

fn main() {}
