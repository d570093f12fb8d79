//! An order that the type has not.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
enum Status { Open, Paid }
#[derive(Clone, Serialize, NavState)]
struct Order { status: Status }
/// Pay the order.
#[action(when(status > Status::Open))]
fn pay(_cx: Cx<Order>) {}

fn main() {}
