//! The few facts that an agent plans by, and what the handlers work with.

use super::{
    dress::{Line, LineId, total},
    store::Store,
};
use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// One customer's way through the shop.
#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[nav(app = ShopApp)]
pub struct Shop {
    /// How many dresses are in the cart.
    pub cart_items: u32,
    /// What is in the cart.
    pub cart_lines: BTreeMap<LineId, Line>,
    /// What the cart costs.
    pub total_cents: i64,
    /// Whether the shop knows whom it serves.
    pub signed_in: bool,
    /// The order that was placed last.
    pub order_id: Option<String>,
}

/// What the handlers work with: the shop's books and the customer.
pub struct ShopApp {
    /// The books.
    pub store: Arc<Store>,
    /// Whom this session serves.
    pub customer: String,
}

impl Shop {
    /// Puts a line into the cart, beside the same dress in the same size if it is there.
    pub(super) fn put(&mut self, new: Line) {
        let same =
            |line: &&mut Line| (line.dress, line.size, line.price_cents) == (new.dress, new.size, new.price_cents);
        match self.cart_lines.values_mut().find(same) {
            Some(line) => line.quantity = line.quantity.saturating_add(new.quantity),
            None => {
                let last = self.cart_lines.last_key_value().map_or(0, |(id, _)| id.0);
                self.cart_lines.insert(LineId(last.saturating_add(1)), new);
            }
        }
        self.count();
    }

    /// Takes a line out of the cart.
    pub(super) fn take_out(&mut self, line: LineId) {
        self.cart_lines.remove(&line);
        self.count();
    }

    /// Empties the cart.
    pub(super) fn empty(&mut self) {
        self.cart_lines.clear();
        self.count();
    }

    fn count(&mut self) {
        self.cart_items = self.cart_lines.values().map(|line| line.quantity).sum();
        self.total_cents = total(self.cart_lines.values()).0;
    }
}
