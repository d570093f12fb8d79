//! Entries on several pages, pages that the app leads to, several outcomes.
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
async fn pay(_cx: Cx<Shop>) {}
graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    id = "the-shop";
    start = catalog;
    page catalog { pay -> receipt | failed; }
    page receipt terminal {}
    page failed { pay; }
    page alarm at "/alarm/:id" synced when items > 3 { pay -> catalog; }
    on * {
        /// Go home.
        go home -> catalog;
    }
    on catalog, failed { pay as pay_again; }
    journey buy { catalog::pay; home; }
}

fn main() {
    let data = SHOP.data();
    assert_eq!(data.id, "the-shop");
    let home = data.actions.iter().find(|a| a.id == "home").map(|a| a.pages);
    assert_eq!(home, Some([1, 2, 3].as_slice()));
    assert_eq!(the_shop::HOME.as_str(), "home");
    assert_eq!(the_shop::PAY_AGAIN.as_str(), "pay_again");
    assert!(data.pages[3].synced && data.pages[1].terminal);
    assert_eq!(data.pages[3].route, Some("/alarm/:id"));
}
