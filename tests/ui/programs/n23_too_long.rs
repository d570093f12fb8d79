//! A row has one short sentence.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

/// Put a dress in the cart, and then go on, at some length, about everything that may happen afterwards, what the shop
/// thinks of it, what the weather is like, and why a sentence that an agent reads on every single row should be short.
#[action]
fn add(_cx: Cx<Shop>) {}

fn main() {}
