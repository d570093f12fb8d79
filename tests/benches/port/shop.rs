//! What is measured: a page of five actions, alone and among a thousand, and a session with a history.

use nav_runtime::{ManualHost, Port, PortOptions, prelude::*};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Serialize, NavState)]
pub struct Shop {
    pub items: u32,
    pub paid: bool,
    pub address: String,
    pub total: u64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Order {
    /// What to write on the parcel.
    pub note: String,
}

#[derive(Serialize)]
pub struct Found {
    pub found: Vec<u32>,
}

/// Put one of the dress on this page into the cart.
#[action(writes(items), parallel)]
pub async fn add_to_cart(cx: Cx<Shop>) {
    cx.update(|s| s.items = s.items.wrapping_add(1));
}

/// Look up what the shop knows about the dress.
#[action(state = Shop, enabled_when(items > 0))]
pub async fn look_up() -> Found {
    Found { found: vec![1, 2, 3] }
}

/// Place the order and charge the card that is on file.
#[action(confirm, reads(total), writes(paid), when(items > 0))]
pub async fn place_order(cx: Cx<Shop>, input: Order) {
    drop(input.note);
    cx.update(|s| s.paid = true);
}

/// Say hello to the people who run this shop.
#[action]
pub async fn say_hello() {}

include!(concat!(env!("OUT_DIR"), "/pages_1.rs"));
include!(concat!(env!("OUT_DIR"), "/pages_1000.rs"));

pub struct Served {
    pub port: Port,
    pub host: ManualHost,
    /// The last reply.
    pub bytes: Vec<u8>,
}

/// A session over this many pages, after this many fires.
pub fn served(pages: usize, fires: usize) -> Served {
    let graph = if pages == 1 { &PAGES_1 } else { &PAGES_1000 };
    let host = ManualHost::new();
    let state = Shop {
        items: 1,
        ..Shop::default()
    };
    let session = graph
        .session(())
        .state(state)
        .host(Arc::new(host.clone()))
        .open()
        .expect("a session");
    let port = session.serve(PortOptions::default());
    let mut served = Served {
        port,
        host,
        bytes: Vec::with_capacity(1 << 14),
    };
    for _ in 0..fires {
        served.fire();
    }
    served
}

impl Served {
    pub fn call(&mut self, tool: &str, args: &Value) -> usize {
        self.bytes.clear();
        self.port.call_into(tool, args, &mut self.bytes);
        self.bytes.len()
    }

    pub fn fire(&mut self) {
        self.call("shop.do_action", &json!({"action": "add_to_cart"}));
        self.host.run_until_idle();
    }

    pub fn last_fire(&mut self) -> Value {
        self.fire();
        let reply: Value = serde_json::from_slice(&self.bytes).expect("a reply");
        json!({"transitionId": reply["transitionId"]})
    }
}

/// One thing to measure: made ready once, then done again and again.
pub type Work = Box<dyn FnMut() -> usize>;

/// Everything that is measured, by name.
pub const WORK: [&str; 8] = [
    "whats_here",
    "open a journey",
    "a journey's step that asks",
    "fire and settle",
    "needs-confirm",
    "did_it_work",
    "why",
    "why of what nobody wrote",
];

pub fn work(name: &str, pages: usize, fires: usize) -> Work {
    let mut s = served(pages, fires);
    match name {
        "whats_here" => Box::new(move || s.call("shop.whats_here", &Value::Null)),
        "open a journey" => {
            let mut turn = false;
            Box::new(move || {
                turn = !turn;
                s.call(
                    ["shop.journey.buy", "shop.journey.take_0"][usize::from(turn)],
                    &Value::Null,
                )
            })
        }
        "a journey's step that asks" => {
            let args = json!({"step": "place_order", "input": {"note": "x"}});
            Box::new(move || s.call("shop.journey.buy", &args))
        }
        "fire and settle" => Box::new(move || {
            s.fire();
            s.bytes.len()
        }),
        "needs-confirm" => {
            let args = json!({"action": "place_order", "input": {"note": "x"}});
            Box::new(move || s.call("shop.do_action", &args))
        }
        "did_it_work" => {
            let id = s.last_fire();
            Box::new(move || s.call("shop.did_it_work", &id))
        }
        _ => {
            let key = json!({"key": if name == "why" { "items" } else { "address" }});
            Box::new(move || s.call("shop.why", &key))
        }
    }
}
