//! Every shape of what a card shows.
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
fn now(_cx: Cx<Shop>) -> u32 {
    1
}
async fn later(_cx: Cx<Shop>) -> Vec<u32> {
    vec![1]
}
fn now_with_input(_cx: Cx<Shop>, input: &Input) -> String {
    input.x.to_string()
}
async fn later_with_input(_cx: Cx<Shop>, input: &Input) -> u32 {
    std::future::ready(()).await;
    input.x
}
/// A.
#[action(confirm, shows = now)]
fn one(_cx: Cx<Shop>, _input: Input) {}
/// A.
#[action(confirm, shows = later)]
fn two(_cx: Cx<Shop>) {}
/// A.
#[action(confirm, shows = self::now_with_input)]
fn three(_cx: Cx<Shop>, _input: Input) {}
/// A.
#[action(confirm, shows = later_with_input)]
fn four(_cx: Cx<Shop>, _input: Input) {}
graph! { /** A shop. */ pub static SHOP: Graph<Shop>; start = a; page a { one; two; three; four; } }

fn main() {
    assert!(SHOP.data().actions.iter().all(|a| a.facts.is_some_and(|f| f.shows.is_some())));
}
