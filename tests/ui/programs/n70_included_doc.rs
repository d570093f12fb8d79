//! What an agent reads is a literal.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

#[doc = include_str!("n70_included_doc.rs")]
#[action]
fn add(_cx: Cx<Shop>) {}

fn main() {}
