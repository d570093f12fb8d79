//! The shop: everything that a plain graph is made of.
#![deny(warnings)]
#![allow(dead_code)]

use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineId(u32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub dress: String,
    pub quantity: u32,
}

pub struct ShopApp;

#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[nav(app = ShopApp)]
#[serde(rename_all = "camelCase")]
pub struct Shop {
    pub cart_items: u32,
    pub cart_lines: BTreeMap<LineId, Line>,
    pub signed_in: bool,
    pub order_id: Option<String>,
    pub stock: Reported<u32>,
}

#[derive(Deserialize, JsonSchema)]
pub struct FindDresses {
    pub query: String,
}
#[derive(Serialize)]
pub struct Dress {
    pub name: String,
}
#[derive(Deserialize, JsonSchema)]
pub struct AddToCart {
    pub dress: String,
    pub quantity: u32,
}
#[derive(Deserialize, JsonSchema)]
pub struct Why {
    pub reason: String,
}
#[derive(Serialize)]
pub struct Receipt {
    pub order: String,
}
#[derive(Debug)]
pub struct ShopError;
impl std::fmt::Display for ShopError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no")
    }
}

/// Search dresses by name or colour and return the matches.
#[action]
pub async fn find_dresses(_cx: Cx<Shop>, _input: FindDresses) -> Result<Vec<Dress>, ShopError> {
    Ok(vec![])
}
/// Put a dress in the cart.
#[action(writes(cart_items, cart_lines), parallel)]
pub async fn add_to_cart(_cx: Cx<Shop>, _input: AddToCart) -> Result<(), ShopError> {
    Ok(())
}
/// Take one line out of the cart.
#[action(writes(cart_items, cart_lines), parallel)]
pub async fn remove_line(_cx: Cx<Shop>, #[instance] _line: LineId) -> Result<(), ShopError> {
    Ok(())
}
/// Place the order.
#[action(confirm, reads(cart_lines), shows = order_preview, writes(order_id, cart_items),
         enabled_when(cart_items > 0), verify(order_id.is_some()))]
pub async fn place_order(_cx: Cx<Shop>) -> Result<Receipt, ShopError> {
    Err(ShopError)
}
async fn order_preview(_cx: Cx<Shop>) -> Receipt {
    Receipt { order: String::new() }
}
/// Ask a person to look at the order.
#[action]
pub async fn call_a_human(cx: Cx<Shop>, input: Why) -> bool;

graph! {
    /// A dress shop: find a dress, fill the cart, check out.
    pub static SHOP: Graph<Shop>;
    pub mod ids;
    start = catalog;

    page catalog at "/catalog" {
        find_dresses;
        add_to_cart;
        /// Open the cart.
        go open_cart -> cart;
    }
    page cart at "/cart" when cart_items > 0 {
        each line in cart_lines { remove_line; }
        /// Go on to the checkout.
        go check_out -> checkout when signed_in;
    }
    page checkout at "/checkout" { place_order -> receipt; call_a_human; }
    page receipt at "/receipt" {
        /// Start another order.
        go again -> catalog;
    }

    /// Buy a dress end to end.
    journey purchase { add_to_cart; open_cart; check_out; place_order; }
}

fn main() {
    let data = SHOP.data();
    assert_eq!(data.id, "shop");
    assert_eq!(data.pages.len(), 4);
    let ids: Vec<_> = data.actions.iter().map(|a| a.id).collect();
    assert_eq!(
        ids,
        [
            "catalog.find_dresses",
            "catalog.add_to_cart",
            "catalog.open_cart",
            "cart.line.remove_line",
            "cart.check_out",
            "checkout.place_order",
            "checkout.call_a_human",
            "receipt.again"
        ]
    );
    assert_eq!(data.journeys[0].steps, [1, 2, 4, 5]);
    assert_eq!(data.pages[0].journeys, [0]);
    assert!(data.by_id.is_sorted());
    assert_eq!(data.keys[0].wire, "cartItems");
    assert_eq!(ids::cart::line::REMOVE_LINE.as_str(), "cart.line.remove_line");
    assert_eq!(ids::catalog::PAGE.as_str(), "catalog");
    assert_eq!(ids::catalog::FIND_DRESSES.as_str(), "catalog.find_dresses");
    assert_eq!(ids::journey::PURCHASE.as_str(), "purchase");
    let place_order = data.actions[5].facts.map(|f| (f.meta.confirm, f.meta.verified, f.meta.does, f.writes.len()));
    assert_eq!(place_order, Some((true, true, "Place the order.", 2)));
}
