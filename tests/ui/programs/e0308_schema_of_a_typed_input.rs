//! A schema beside an input that has its own.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
}

fn schema() -> serde_json::Value {
    serde_json::Value::Null
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Dress {
    /// Its number.
    number: u32,
}

/// Put a dress in the cart.
#[action(writes(items), parallel, input_schema = schema)]
fn add(_cx: Cx<Shop>, _input: Dress) {}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page catalog { add; }
}

fn main() {}
