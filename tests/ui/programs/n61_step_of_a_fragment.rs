//! A step of a page of its own that an earlier step excludes.

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

    /// Empty the cart.
    #[action(writes(items), verify(items == 0), parallel)]
    pub fn empty(_cx: Cx<Shop>) {}

    page! {
        /// The dresses.
        pub page catalog: Shop {
            add;
            /// Open the cart.
            go open_cart -> cart;
            empty;
        }
    }
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page pages::catalog;
    page cart when items > 0 {
        pages::add as more;
        /// Go back.
        go back -> catalog;
    }
    journey buy { catalog::empty; catalog::open_cart; cart::more; }
}

fn main() {}
