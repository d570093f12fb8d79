//! A purchase, from the first look to the receipt.
#![allow(missing_docs)]

use nav_runtime::{Approval, ManualHost, PortOptions, prelude::*};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[serde(rename_all = "camelCase")]
pub struct Shop {
    pub cart_items: u32,
    pub order_id: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub struct AddToCart {
    /// Which dress.
    pub dress: String,
}

/// Put a dress in the cart.
#[action(writes(cart_items), parallel)]
pub async fn add_to_cart(cx: Cx<Shop>, input: AddToCart) -> String {
    cx.update(|s| s.cart_items += 1);
    input.dress
}

/// Place the order.
#[action(confirm, reads(cart_items), writes(order_id, cart_items), enabled_when(cart_items > 0), verify(order_id.is_some()))]
pub async fn place_order(cx: Cx<Shop>) -> Result<String, String> {
    cx.update(|s| {
        s.order_id = Some("o1".into());
        s.cart_items = 0;
    });
    Ok("o1".into())
}

graph! {
    /// A dress shop.
    pub static SHOP: Graph<Shop>;
    pub mod ids;
    start = catalog;

    page catalog {
        add_to_cart;
        /// Go on to the checkout.
        go check_out -> checkout when cart_items > 0;
    }
    page checkout { place_order -> receipt; }
    page receipt {
        /// Start another order.
        go again -> catalog;
    }
    /// Buy a dress.
    journey purchase { add_to_cart; check_out; place_order; }
}

#[test]
fn a_purchase() {
    let host = Arc::new(ManualHost::new());
    let session = SHOP
        .session(())
        .state(Shop::default())
        .approval(Approval::HumanDoor)
        .host(host.clone())
        .open()
        .unwrap();
    let port = session.serve(PortOptions::default());
    let call = |name: &str, args: Value| {
        let reply = serde_json::to_value(port.call(name, &args)).unwrap();
        host.run_until_idle();
        reply
    };
    let here = call("shop.whats_here", json!({}));
    assert_eq!(here["actions"][0]["action"], "catalog.add_to_cart");
    let open = call("shop.journey.purchase", json!({}));
    assert_eq!(open["judgment"], "one-ready-step");
    let f = call(
        "shop.journey.purchase",
        json!({"step": "add_to_cart", "input": {"dress": "red"}}),
    );
    let added = call("shop.did_it_work", json!({"transitionId": f["transitionId"]}));
    assert_eq!(added["data"], "red");
    call("shop.journey.purchase", json!({"step": "check_out"}));
    let q = call("shop.journey.purchase", json!({"step": "place_order"}));
    assert_eq!(q["judgment"], "needs-confirm");
    session.approve(session.asks()[0].ask_id, "ann").unwrap();
    let asked = call("shop.did_it_work", json!({"transitionId": q["askId"]}));
    assert_eq!(asked["judgment"], "approved-not-yet-done");
    call("shop_journey_purchase", json!({"step": "place_order", "confirm": true}));
    let done = call("shop.did_it_work", json!({"transitionId": q["askId"]}));
    assert_eq!(
        (&done["effectStatus"], &done["data"]),
        (&json!("performed"), &json!("o1"))
    );
    assert_eq!(call("shop.journey.purchase", json!({}))["frame"], "completed");
    let why = call("shop.why", json!({"key": "orderId"}));
    assert_eq!(
        why["slice"][1]["wrote"],
        json!([{"key": "cartItems"}]),
        "an overwritten value is not known any more"
    );
    let end = call("shop.whats_here", json!({"routeTo": "checkout"}));
    assert_eq!(end["youAreOn"], "receipt");
}
