//! What is returned is shown.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

struct Receipt;
/// Place the order.
#[action]
fn place(_cx: Cx<Shop>) -> Receipt { Receipt }

fn main() {}
