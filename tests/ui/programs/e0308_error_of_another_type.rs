//! A teller of another error.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
}

fn tell(_: &String) -> nav_runtime::Authored {
    authored!("It did not work.")
}

/// Put a dress in the cart.
#[action(writes(items), parallel, error = tell)]
fn add(_cx: Cx<Shop>) -> Result<(), u32> {
    Ok(())
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {}
