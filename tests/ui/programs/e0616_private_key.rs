//! A key that this module cannot see.

use nav_runtime::prelude::*;

mod state {
    use super::*;
    #[derive(Clone, serde::Serialize, NavState)]
    pub struct Shop {
        pub items: u32,
        hidden: u32,
    }
}

/// Put a dress in the cart.
#[action(when(hidden > 1))]
fn add(_cx: Cx<state::Shop>) {}

fn main() {}
