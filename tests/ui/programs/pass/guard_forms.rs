//! Every form of a condition.
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

const LIMIT: i64 = -5;
use Status::*;
/// A.
#[action(when(
    items >= 1 && items <= 0xff_u32 && letter == 'x' && balance > -3 && balance > LIMIT && balance != i64::MAX
    && matches!(order.status, Open | Paid) && !matches!(items, 1 | 2..=4 | 90..) && stock > 3 && tag == Some("x")
    && tag.is_some() && order.number < 4 && matches!(r#type, "a" | "b") && r#type < "z" && (items == 7)
    && order.is_some() && matches!(balance, -5 | -3..=-1 | 7)
))]
async fn add(_cx: Cx<Shop>) {}
/// B.
#[action(verify(|s: &Shop| s.items > 3 || s.balance == 0), writes(items, order.number, order), parallel)]
async fn take(_cx: Cx<Shop>) {}
graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    start = a;
    page a {
        add;
        take when order.status == Status::Open && !matches!(order.status, crate::Status::Paid);
    }
    journey j when |s: &Shop| s.items > 0 { take; }
}

fn main() {}
