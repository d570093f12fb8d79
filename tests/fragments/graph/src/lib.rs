//! A shop whose pages are declared elsewhere: the last of three crates that make one graph.

use nav_runtime::prelude::*;
use nav_tests_fragments_pages as pages;
use nav_tests_fragments_state::{Shop, find, help};

graph! {
    /// A shop made of pages from elsewhere.
    pub static SHOP: Graph<Shop>;
    pub mod ids;
    start = catalog;

    page pages::catalog;
    page pages::cart;
    page done {
        find as find_more;
        /// Start again.
        go again -> catalog;
    }
    on * { help; }

    /// Buy a dress.
    journey buy { catalog::more::add; catalog::open_cart; cart::order; again; }
    /// Look round.
    journey look { catalog::find; catalog::help; }
}
