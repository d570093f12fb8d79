//! More journeys than an agent tells apart.
#![deny(deprecated)]

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
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

fn main() {}
