//! A method is no action by itself.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

struct App;
impl App {
    /// Put a dress in the cart.
    #[action]
    fn add(&self) {}
}

fn main() {}
