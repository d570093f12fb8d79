//! A step of a page of its own, without the page.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
pub struct Shop {
    pub items: u32,
}

mod pages {
    use super::*;

    /// Put a dress in the cart.
    #[action(writes(items), parallel)]
    pub fn add(_cx: Cx<Shop>) {}

    page! {
        /// The dresses.
        pub page catalog: Shop {
            add;
            /// Open the cart.
            go open_cart -> cart;
        }
    }
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page pages::catalog;
    page cart {
        pages::add as more;
        /// Go back.
        go back -> catalog;
    }
    journey buy { add; }
}

fn main() {}
