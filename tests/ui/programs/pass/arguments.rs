//! Every argument of the attribute.
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
#[action(
    id = "put-in", confirm, withheld, cancellable, reported, single_flight(input), writes(items), reads(order.status),
    when(items > 1), enabled_when(balance > 0), verify(items > 0), blocked_because("Closed.", cleared_by = app),
    may_invoke(user, system), timeout = "30s", returns(max_items = 5), crate = nav_runtime
)]
async fn add(_cx: Cx<Shop>, _input: Input) -> Vec<u32> {
    vec![]
}
/// B.
#[action(once, observed, no_capture, writes(items))]
async fn take(_cx: Cx<Shop>) {}
graph! {
    /** A shop. */
    pub static SHOP: Graph<Shop>;
    start = a;
    page a { add; take; }
    journey j { add; }
}

fn main() {
    use nav_runtime::graph::{ClearedBy, Completion, Concurrency, Scope};
    let metas: Vec<_> = SHOP.data().actions.iter().filter_map(|a| a.facts).map(|f| f.meta).collect();
    let (add, take) = (&metas[0], &metas[1]);
    assert_eq!(add.id, "put-in");
    assert!(add.confirm && add.withheld && add.cancellable && add.verified && !add.no_capture);
    assert_eq!(add.completion, Completion::Reported);
    assert_eq!(add.concurrency, Concurrency::SingleFlight(Scope::Input));
    assert_eq!(add.blocked_because.map(|b| (b.says, b.cleared_by)), Some(("Closed.", ClearedBy::App)));
    assert_eq!(add.may_invoke.len(), 2);
    assert_eq!(add.timeout, Some(std::time::Duration::from_secs(30)));
    assert_eq!(add.returns.map(|caps| caps.max_items), Some(5));
    assert_eq!(take.concurrency, Concurrency::Once(Scope::Action));
    assert_eq!(take.completion, Completion::Observed);
    assert!(take.no_capture && take.returns.is_none());
}
