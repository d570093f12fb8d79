//! Conditions that can hold together, some of them narrowly.
#![deny(warnings)]

use nav_runtime::prelude::*;
use serde::Serialize;

const FEW: u32 = 3;
const MANY: u32 = 3;

#[derive(Clone, PartialEq, PartialOrd, Serialize)]
pub enum Size {
    Small,
    Large,
    Huge,
}

#[derive(Clone, Serialize, NavState)]
pub struct Shop {
    pub items: u32,
    pub price: f32,
    pub signed_in: bool,
    pub colour: String,
    pub order_id: Option<String>,
    pub discount: Option<u32>,
    pub size: Size,
}

/// Put a dress in the cart.
#[action(writes(items, size), enabled_when(items >= 3 && items <= 3), verify(items > FEW), parallel)]
pub fn add(_cx: Cx<Shop>) {}

/// Empty the cart.
#[action(writes(items), verify(items == 0), parallel)]
pub fn empty(_cx: Cx<Shop>) {}

/// Fill the cart as it was.
#[action(writes(items), parallel)]
pub fn refill(_cx: Cx<Shop>) {}

/// Pay.
#[action(
    when(items > 1 && items < 3 && items != 1),
    enabled_when(colour > "red" && colour <= "rust" && matches!(price, 1.0..=2.0) && price != 1.0)
)]
pub fn pay(_cx: Cx<Shop>) {}

/// Look at one.
#[action(when(items == FEW && items == MANY && size > Size::Small && size != Size::Large && size != Size::Huge))]
pub fn look(_cx: Cx<Shop>) {}

/// Take something off.
#[action(when(discount < Some(3) && discount.is_none()), enabled_when(order_id != Some("x") && order_id.is_none()))]
pub fn take_off(_cx: Cx<Shop>) {}

/// Cheer.
#[action(when(order_id < Some("m") && order_id.is_some() && order_id >= Some("b")))]
pub fn cheer(_cx: Cx<Shop>) {}

graph! {
    /// A shop.
    pub static SHOP: Graph<Shop>;
    start = catalog;
    page catalog when items < 9 {
        add;
        empty;
        refill;
        look when items <= FEW;
        take_off;
        cheer;
        /// Open the cart.
        go open_cart -> cart when items > 0;
    }
    page cart when items > 0 {
        pay;
        /// Go back.
        go back -> catalog;
    }
    on catalog, cart { empty as clear when items >= 9; }
    /// Start again: what is promised holds until something else writes the key.
    journey again when items < 5 { empty; refill; open_cart; pay; }
}

fn main() {
    assert_eq!(SHOP.data().pages.len(), 2);
}
