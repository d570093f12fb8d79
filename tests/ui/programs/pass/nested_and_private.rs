//! Modules within modules, `pub(crate)`, `pub(in …)`, and an action under another name.
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

mod handlers {
    use super::*;
    #[derive(Deserialize, schemars::JsonSchema)]
    pub(crate) struct Secret {
        _x: u32,
    }
    /// A.
    #[action]
    pub(crate) async fn add(_cx: Cx<Shop>, _input: Secret) {}
    pub mod deep {
        /// B.
        #[nav_runtime::action]
        pub(in crate::handlers) fn look() {}
    }
    graph! { /** One. */ pub(crate) static ONE: Graph<Shop>; start = a; page a { add; self::deep::look; } }
    pub(crate) use self::add as plus;
}
graph! {
    /** Two. */
    static TWO: Graph<Shop>;
    start = a;
    page a { crate::handlers::plus; handlers::add as minus; }
}

fn main() {
    let ids: Vec<_> = TWO.data().actions.iter().map(|a| a.id).collect();
    assert_eq!(ids, ["a.plus", "a.minus"]);
    assert_eq!(handlers::ONE.data().actions[1].id, "a.look");
}
