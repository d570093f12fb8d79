//! A handler may move between threads.

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
async fn add(_cx: Cx<Shop>) {
    let name = std::rc::Rc::new(1);
    std::future::ready(()).await;
    drop(name);
}

fn main() {}
