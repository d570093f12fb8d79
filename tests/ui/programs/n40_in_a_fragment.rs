//! A guard in a page of its own that can never hold.

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
        pub page catalog: Shop when items < 3 {
            add when items > 5;
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
}

fn main() {}
