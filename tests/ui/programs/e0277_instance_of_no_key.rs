//! An instance key is read from a text.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    items: u32,
    signed_in: bool,
    order_id: Option<String>,
}

struct Line;
/// Take one line out.
#[action]
fn remove(_cx: Cx<Shop>, #[instance] _line: Line) {}

fn main() {}
