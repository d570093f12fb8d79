//! A handler may borrow across an await, and stays a function.
#![deny(warnings)]
#![allow(dead_code)]

use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Status {
    #[default]
    Open,
    Paid,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, NavState)]
pub struct Order {
    pub status: Status,
    pub number: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, NavState)]
pub struct Shop {
    pub items: u32,
    pub r#type: String,
    pub letter: char,
    pub balance: i64,
    pub order: Option<Order>,
    pub stock: Reported<u32>,
    pub tag: Option<String>,
}

/// A.
#[action]
async fn add(cx: Cx<Shop>) -> std::result::Result<u32, std::io::Error> {
    let borrowed = &cx;
    std::future::ready(()).await;
    let _ = borrowed;
    Ok(1)
}
/// B.
#[action(state = Shop, when(items > 3))]
fn ping() {}
async fn helper<T: Default>(_: &Cx<Shop>) -> T {
    T::default()
}
/// C.
#[action]
async fn take(cx: Cx<Shop>) -> Vec<u8> {
    helper(&cx).await
}
graph! { /** A shop. */ pub static SHOP: Graph<Shop>; start = a; page a { add; take; ping; } }

fn main() {
    let _ = (add as fn(_) -> _, ping as fn());
}
