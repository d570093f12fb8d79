//! Every shape of a handler.
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
pub struct Input {
    x: u32,
}
/// A.
#[action]
fn nothing() {}
/// A.
#[action]
async fn only_cx(_cx: Cx<Shop>) {}
/// A.
#[action]
async fn only_input(_input: Input) -> Option<u32> {
    None
}
/// A.
#[action]
fn other_order(_input: Input, _cx: Cx<Shop>) -> Result<(), String> {
    Ok(())
}
/// A.
#[action]
async fn instance(#[instance] _line: u32, _input: Input, _cx: Cx<Shop>) {}
/// A.
#[action]
async fn text_instance(#[instance] _line: String) {}

graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    start = a;
    page a { nothing; only_cx; only_input; other_order; }
}

fn main() {
    let metas: Vec<_> = SHOP.data().actions.iter().filter_map(|a| a.facts).map(|f| f.meta.blocking).collect();
    assert_eq!(metas, [true, false, false, true]);
}
