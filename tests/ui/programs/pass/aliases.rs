//! Types under other names: the graph, the `Cx`, the result.
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

type Walk = Graph<Shop>;
mod handlers {
    use super::*;
    pub type Cx = nav_runtime::Cx<Shop>;
    pub type Res<T> = std::result::Result<T, String>;
    /// A.
    #[action(when(items > 1), writes(items), parallel)]
    pub async fn add(_cx: Cx) -> Res<u32> {
        Ok(1)
    }
    /// B.
    #[action]
    pub async fn take(mut cx: Cx, Pair { a, .. }: Pair) -> Res<Option<u32>> {
        cx = cx.clone();
        let _ = cx;
        Ok(Some(a))
    }
    #[derive(Deserialize, schemars::JsonSchema)]
    pub struct Pair {
        pub a: u32,
        pub b: u32,
    }
}
graph! { /** A shop. */ pub static SHOP: Walk; start = a; page a { handlers::add; handlers::take; } }

fn main() {}
