//! A public action that nothing lists.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
#[nav(app = ShopApp)]
pub struct Shop {
    pub items: u32,
}

pub struct ShopApp {
    stock: u32,
}

#[actions]
pub mod handlers {
    use super::Shop;
    use nav_runtime::prelude::*;

    /// Put a dress in the cart.
    #[action(writes(items), parallel)]
    pub fn add(_cx: Cx<Shop>) {}

    /// Take it out.
    #[action(writes(items), parallel)]
    pub fn remove(_cx: Cx<Shop>) {}
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { handlers::add; }
}

nav_runtime::assert_all_listed!(SHOP, handlers);

fn main() {
    let _ = ShopApp { stock: 1 }.stock;
}
