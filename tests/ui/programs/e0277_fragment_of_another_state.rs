//! A page of its own over another state.

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

#[derive(Clone, Serialize, NavState)]
pub struct Other {
    pub items: u32,
}

graph! {
    /// A shop.
    static SHOP: Graph<Other>;
    start = catalog;
    page pages::catalog;
    page cart {
        /// Go back.
        go back -> catalog;
    }
}

fn main() {}
