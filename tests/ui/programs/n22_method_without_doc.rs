//! A method that does not say what it does.

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
impl ShopApp {
    #[action(writes(items), parallel)]
    fn add(&self, _cx: Cx<Shop>) {}
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {
    let _ = ShopApp { stock: 1 }.stock;
}
