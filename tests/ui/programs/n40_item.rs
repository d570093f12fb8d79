//! A condition on items that no item satisfies.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, PartialEq, Serialize)]
struct Ticket {
    seat: u32,
}

#[derive(Clone, Serialize, NavState)]
struct Hall {
    tickets: std::collections::BTreeMap<u32, Ticket>,
}

/// Claim a seat.
#[action]
fn claim(_cx: Cx<Hall>, #[instance] _ticket: u32) {}

graph! {
    /// A hall.
    static HALL: Graph<Hall>;
    start = seats;
    page seats {
        each t in tickets when t.seat > 9 && t.seat < 10 { claim; }
    }
}

fn main() {}
