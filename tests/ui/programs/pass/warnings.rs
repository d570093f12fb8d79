//! Every warning, with what makes it unnecessary, or allowed.
#![deny(warnings)]

use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, NavState)]
pub struct Shop {
    pub items: u32,
    #[nav(from_app)]
    pub signed_in: bool,
    pub stock: Reported<u32>,
    #[nav(from_app)]
    pub account: Account,
    pub open: bool,
}

#[derive(Clone, PartialEq, Serialize, NavState)]
pub struct Account {
    pub age: u32,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub struct Amount {
    /// How much.
    pub cents: u32,
}

/// Two are two.
#[action(writes(items), parallel)]
pub fn add(_cx: Cx<Shop>) {}

/// One at a time.
#[action(writes(items), single_flight)]
pub fn remove(_cx: Cx<Shop>) {}

/// Once.
#[action(writes(items), once)]
pub fn open_account(_cx: Cx<Shop>) {}

/// Never by an agent.
#[action(writes(items), may_invoke(user, system))]
pub fn set(_cx: Cx<Shop>) {}

/// Allowed.
#[allow(deprecated)]
#[action(confirm, writes(items))]
pub fn reset(_cx: Cx<Shop>) {}

/// There is nothing to show.
#[action(confirm, reads())]
pub fn ring(_cx: Cx<Shop>) {}

/// The input is shown.
#[action(confirm)]
pub fn pay(_cx: Cx<Shop>, _input: Amount) {}

graph! {
    /// A shop.
    #[allow(deprecated)]
    pub static SHOP: Graph<Shop>;
    start = catalog;
    page catalog {
        add;
        remove;
        open_account;
        set;
        reset;
        ring;
        pay;
        /// Open the cart.
        go open_cart -> cart;
        /// Go on.
        go on -> hall;
    }
    page cart when items > 0 && signed_in && stock > 2 && account.age >= 18 { add as more; }
    page hall when open { add as again; }
    page called synced when open { add as once_more; }
    journey j0 { add; }
    journey j1 { add; }
    journey j2 { add; }
    journey j3 { add; }
    journey j4 { add; }
    journey j5 { add; }
    journey j6 { add; }
    journey j7 { add; }
    journey j8 { add; }
    journey j9 { add; }
    journey j10 { add; }
    journey j11 { add; }
    journey j12 { add; }
    journey j13 { add; }
    journey j14 { add; }
    journey j15 { add; }
    journey j16 { add; }
    journey j17 { add; }
    journey j18 { add; }
    journey j19 { add; }
    journey j20 { add; }
    journey j21 { add; }
    journey j22 { add; }
    journey j23 { add; }
    journey j24 { add; }
    journey j25 { add; }
    journey j26 { add; }
    journey j27 { add; }
    journey j28 { add; }
    journey j29 { add; }
    journey j30 { add; }
}

fn main() {
    assert_eq!(SHOP.data().journeys.len(), 31);
}
