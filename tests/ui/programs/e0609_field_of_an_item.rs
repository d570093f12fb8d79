//! A field of an item of `each`.

use nav_runtime::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Serialize)]
struct Ticket {
    open: bool,
}

#[derive(Clone, Serialize, NavState)]
struct Desk {
    tickets: BTreeMap<u32, Ticket>,
}

/// Claim a ticket.
#[action]
fn claim(_cx: Cx<Desk>, #[instance] _ticket: u32) {}

graph! {
    /// A desk.
    static DESK: Graph<Desk>;
    start = queue;
    page queue { each ticket in tickets when ticket.opne { claim; } }
}

fn main() {}
