//! Declared now, bound later.
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

#[derive(Deserialize, schemars::JsonSchema)]
pub struct Why {
    reason: String,
}
/// Ask a person.
#[action(confirm, writes(items, order.number))]
pub async fn call(cx: Cx<Shop>, input: Why) -> bool;
graph! { /** A shop. */ pub static SHOP: Graph<Shop>; start = a; page a { call; } }

fn main() {
    assert_eq!(SHOP.data().actions[0].facts.map(|f| f.meta.has_body), Some(false));
}
