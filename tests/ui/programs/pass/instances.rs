//! One row for many cards: maps, sets, vectors, below other keys, and a condition on the items.
#![deny(warnings)]
#![allow(dead_code)]

use nav_runtime::graph::Instance;
use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Status {
    Open,
    Held,
}
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ticket {
    pub id: u32,
    pub status: Status,
    pub owner: Option<String>,
}
impl Instance for Ticket {
    type Key = u32;
    fn key(&self) -> &u32 {
        &self.id
    }
}
#[derive(Clone, Debug, PartialEq, Serialize, NavState)]
pub struct Team {
    pub members: BTreeSet<String>,
}
#[derive(Clone, Debug, Serialize, NavState)]
pub struct Desk {
    pub tickets: BTreeMap<u32, Ticket>,
    pub list: Vec<Ticket>,
    pub by_name: HashMap<String, u8>,
    pub team: Option<Team>,
    pub old: Reported<Vec<String>>,
}
/// A.
#[action(writes(tickets), parallel)]
async fn claim(_cx: Cx<Desk>, #[instance] _ticket: u32) {}
/// B.
#[action]
async fn greet(_cx: Cx<Desk>, #[instance] _name: String) {}
/// C.
#[action]
async fn count() {}

graph! {
    /** A desk. */
    pub static DESK: Graph<Desk>;
    rename_all = "camelCase";
    start = queue;
    page queue {
        each ticket in tickets when ticket.status == Status::Open && ticket.owner.is_none() { claim; count; }
        each listed in list when !matches!(listed.status, Status::Held) { claim when team.is_some(); }
        each someone in by_name { greet; }
        each member in team.members { greet; }
        area top_bar { count; }
    }
    journey take_one { ticket::claim; queue::member::greet; top_bar::count; }
}

fn main() {
    let ids: Vec<_> = DESK.data().actions.iter().map(|a| (a.id, a.each)).collect();
    assert_eq!(
        ids,
        [
            ("queue.ticket.claim", true),
            ("queue.ticket.count", true),
            ("queue.listed.claim", true),
            ("queue.someone.greet", true),
            ("queue.member.greet", true),
            ("queue.topBar.count", false)
        ]
    );
    assert_eq!(desk::queue::top_bar::COUNT.as_str(), "queue.topBar.count");
    assert_eq!(desk::journey::TAKE_ONE.as_str(), "takeOne");
}
