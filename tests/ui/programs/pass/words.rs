//! What the agent reads of a comment.
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

/// Füge «ein Kleid» hinzu, für 5 €, zum [`Korb`](Shop) oder zur [Liste][Order],
/// mit `Farbe`.
///
/// The agent reads none of this.
#[action]
async fn add() {}
/**
 * Take it out.
 *
 * Or not.
 */
#[action]
async fn take() {}
graph! { /** A shop. */ pub static SHOP: Graph<Shop>; start = a; page a { add; take; } }

fn main() {
    let says: Vec<_> = SHOP.data().actions.iter().map(|a| a.does().as_str()).collect();
    assert_eq!(
        says,
        ["Füge «ein Kleid» hinzu, für 5 €, zum Korb oder zur Liste, mit Farbe.", "Take it out."]
    );
}
