//! The methods of a trait.

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

pub trait Sells {}

#[actions]
impl Sells for ShopApp {}

/// Put a dress in the cart.
#[action(writes(items), parallel)]
fn add(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {
    let _ = ShopApp { stock: 1 }.stock;
}
