//! A variant that is none.

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
#[action(when(status == Status::Opne))]
fn pay(_cx: Cx<Order>) {}

fn main() {}
