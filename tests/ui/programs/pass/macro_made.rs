//! Actions and graphs made by an author's own macros.
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

macro_rules! make {
    ($name:ident, $says:literal, $key:ident) => {
        #[doc = $says]
        #[action(writes($key), when($key > 3), parallel)]
        pub async fn $name(_cx: Cx<Shop>) {}
    };
}
make!(add, "Add.", items);

macro_rules! graph_of {
    ($name:ident, $state:ty, $page:ident, $($entry:path),*) => {
        graph! {
            /// A shop.
            pub static $name: Graph<$state>;
            start = $page;
            page $page when items >= 0 { $($entry;)* }
        }
    };
}
graph_of!(SHOP, Shop, catalog, add);

fn main() {
    assert_eq!(shop::catalog::ADD.as_str(), "catalog.add");
}
