//! A page on which two entries end alike.

use nav_runtime::{ManualHost, Port, PortOptions, prelude::*};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

#[derive(Clone, Default, Serialize, NavState)]
pub struct Board {
    ticks: u32,
}

/// Tick.
#[action(writes(ticks), parallel)]
async fn tick(cx: Cx<Board>) {
    cx.update(|b| b.ticks += 1);
}

graph! {
    /// Two areas.
    pub static AREAS: Graph<Board>;
    start = board;
    page board terminal {
        area left { tick; }
        area right { tick; }
    }
    /// Both.
    journey both { left::tick; right::tick; }
}

pub struct Areas(Port);

pub fn open() -> Areas {
    let session = AREAS
        .session(())
        .state(Board::default())
        .host(Arc::new(ManualHost::new()));
    Areas(session.open().unwrap().serve(PortOptions::default()))
}

impl Areas {
    pub fn call(&self, tool: &str, args: Value) -> Value {
        let reply = serde_json::to_value(self.0.call(tool, &args)).unwrap();
        nav_tests::replies::fits(&reply);
        reply
    }
}
