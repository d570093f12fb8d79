//! Names that are words of Rust.
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
#[action(writes(r#type), when(r#type != "x"), parallel)]
async fn r#move(_cx: Cx<Shop>) {}
graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    start = r#loop;
    page r#loop { r#move; area r#in { r#move; } }
    journey r#for { r#loop::r#in::r#move; }
}

fn main() {
    assert_eq!(shop::r#loop::MOVE.as_str(), "loop.move");
    assert_eq!(shop::r#loop::r#in::MOVE.as_str(), "loop.in.move");
    assert_eq!(shop::journey::FOR.as_str(), "for");
    assert_eq!(SHOP.data().actions[0].facts.map(|f| f.meta.id), Some("move"));
}
