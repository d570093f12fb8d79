//! The shop as a graph: where one can be, and what can be done there.

use super::{actions::*, state::Shop};
use nav_runtime::prelude::*;

graph! {
    /// A dress shop: find a dress, fill the cart, check out.
    pub static SHOP: Graph<Shop>;
    pub mod ids;
    start = catalog;

    page catalog at "/catalog" {
        find_dresses;
        show_dress;
        add_to_cart;
        list_orders;
        repeat_order;
        /// Open the cart.
        go open_cart -> cart when cart_items > 0;
    }

    page cart at "/cart" {
        show_cart;
        each line in cart_lines {
            remove_line;
        }
        /// Go on to the checkout.
        go check_out -> checkout when signed_in && cart_items > 0;
        /// Go back to the catalogue.
        go keep_shopping -> catalog;
    }

    page checkout at "/checkout" {
        place_order -> receipt;
        /// Go back to the cart.
        go back_to_cart -> cart;
    }

    page receipt at "/receipt" {
        show_receipt;
        list_orders as list_past_orders;
        /// Start another order.
        go shop_again -> catalog;
    }

    /// Buy dresses: put them in the cart, check out and place the order.
    journey purchase {
        add_to_cart;
        open_cart;
        check_out;
        place_order;
    }

    /// Order again what was ordered before.
    journey reorder {
        repeat_order;
        open_cart;
        check_out;
        place_order;
    }
}
