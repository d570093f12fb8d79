//! A word is a keyword only before a name.
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
fn go() {}
/// A.
#[action]
fn each() {}
/// A.
#[action]
fn area() {}
/// A.
#[action]
fn page() {}
graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    start = start;
    page start { each when items > 1; area as when; go -> page; }
    page page terminal {}
    journey journey { each; when; go; }
}

fn main() {}
