//! Nothing is kept, so nothing is capped.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Find dresses.
#[action(no_capture, returns(max_items = 5))]
fn find(_cx: Cx<Shop>) -> Vec<String> { vec![] }

fn main() {}
