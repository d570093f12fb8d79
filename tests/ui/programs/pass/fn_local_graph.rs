//! A graph inside a function.
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

/// Add.
#[action]
fn add(_cx: Cx<Shop>) {}

fn main() {
    graph! {
        /// A shop.
        static LOCAL: Graph<Shop>;
        start = catalog;
        page catalog { add; }
    }
    assert_eq!(LOCAL.data().pages.len(), 1);
    assert_eq!(local::catalog::ADD.as_str(), "catalog.add");
}
