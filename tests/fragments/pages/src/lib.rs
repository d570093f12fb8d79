//! Two pages of a shop, for any graph over its state to take: the second of three crates that make one graph.

use nav_runtime::prelude::*;
use nav_tests_fragments_state::{Shop, add, find, order, remove};

page! {
    /// The dresses.
    pub page catalog: Shop at "/catalog" {
        find;
        add;
        area more {
            /// Put another one in the cart.
            add;
        }
        /// Open the cart.
        go open_cart -> cart when items > 0;
        /// Leave, or buy first.
        go leave -> cart | done;
    }
}

page! {
    /// The cart.
    pub page cart: Shop at "/cart" when items > 0 {
        each line in lines { remove; }
        order -> done;
    }
}
