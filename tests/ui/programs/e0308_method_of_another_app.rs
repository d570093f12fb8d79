//! A method of a type that is not the app.

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

pub struct Other;

#[actions]
impl Other {
    /// Put a dress in the cart.
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
