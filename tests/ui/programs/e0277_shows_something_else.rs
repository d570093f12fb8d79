//! `shows` takes a `Cx` and perhaps the input.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Place the order.
#[action(confirm, shows = preview)]
fn place(_cx: Cx<Shop>) {}
fn preview(items: u32) -> u32 { items }

fn main() {}
