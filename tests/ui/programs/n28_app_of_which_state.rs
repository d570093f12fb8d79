//! A method that does not say over which state.

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
    /// Put a dress in the cart.
    #[action]
    fn add(&self) {}
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
