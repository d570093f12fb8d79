//! A step that names two entries of a page of its own.

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
            area more { add; }
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
    journey buy { catalog::add; }
}

fn main() {}
