//! A desk that books rides: one field looked up, one asked, one computed, one optional.

use nav_runtime::{Approval, ManualHost, Port, PortOptions, Session, SessionBuilder, prelude::*};
use nav_tests::gates::Gates;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

/// The app behind the desk.
#[derive(Clone, Default)]
pub struct Town(Arc<Inside>);

#[derive(Default)]
pub struct Inside {
    /// Where a lookup of a place whose name starts with `slow` waits, and every quote while `slow_quotes` is set.
    pub gates: Gates,
    pub slow_quotes: AtomicBool,
    /// Whether the backend turns requests away.
    pub down: AtomicBool,
    /// What reached the backend.
    pub sent: Mutex<Vec<Value>>,
}

impl std::ops::Deref for Town {
    type Target = Inside;
    fn deref(&self) -> &Inside {
        &self.0
    }
}

#[derive(Clone, Debug, Default, Serialize, NavState)]
#[nav(app = Town)]
pub struct Desk {
    pub rides: u32,
    pub closed: bool,
    pub arrived: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct Query {
    /// The place's name.
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    pub name: String,
    pub km: u64,
}

#[derive(Clone, Debug, Serialize, Draft)]
#[serde(rename_all = "camelCase")]
pub struct Ride {
    pub destination: Place,
    pub pickup_at: u64,
    pub fare: u64,
    #[serde(rename = "wish")]
    pub note: Option<String>,
}

/// Look up the place the rider wants to go to.
#[action]
pub async fn resolve_destination(cx: Cx<Desk>, input: Query) -> Result<Option<Place>, String> {
    let name = input.name;
    if name.starts_with("slow") {
        cx.app().gates.wait(&name).await;
    }
    match name.as_str() {
        "unknown" => Err("no such place".into()),
        "nowhere" => Ok(None),
        _ => Ok(Some(Place {
            km: name.len() as u64,
            name,
        })),
    }
}

/// Work out the fare.
#[action]
pub async fn quote_fare(cx: Cx<Desk>, #[draft] destination: Place, #[draft] pickup_at: u64) -> u64 {
    if cx.app().slow_quotes.load(Ordering::SeqCst) {
        cx.app().gates.wait("quote").await;
    }
    destination.km * 100 + pickup_at
}

/// Tell how the ride looks so far.
#[action]
pub fn sum_up(#[draft] destination: Place, #[draft] note: Option<String>) -> String {
    format!("to {}, {}", destination.name, note.unwrap_or_else(|| "no wish".into()))
}

/// Request the ride.
#[action(confirm, withheld, writes(rides), verify(rides > 0))]
pub async fn request_ride(cx: Cx<Desk>, #[draft] ride: Ride) -> Result<String, String> {
    if ride.destination.name == "late request" {
        cx.app().gates.wait("request").await;
    }
    if cx.app().down.load(Ordering::SeqCst) {
        return Err("the backend is down".into());
    }
    cx.app().sent.lock().unwrap().push(json!(ride));
    cx.update(|d| d.rides += 1);
    Ok("r1".into())
}

/// Show the rides.
#[action]
pub fn show_rides(cx: Cx<Desk>) -> u32 {
    cx.state().rides
}

graph! {
    /// A desk that books rides.
    pub static DESK: Graph<Desk>;
    pub mod ids;
    start = desk;
    page desk {
        show_rides;
        /// Go to the lounge.
        go to_lounge -> lounge;
    }
    page lounge {
        /// Go back to the desk.
        go back -> desk;
    }
    page receipt {
        /// Book another ride.
        go again -> desk;
    }

    /// Book a ride to a destination the user gives.
    journey book_ride: Ride on desk when closed == false {
        resolve_destination => destination;
        /// Set when the rider wants to be picked up.
        ask pickup_at;
        quote_fare(destination, pickup_at) => fare;
        /// Add a wish of the rider's.
        ask note;
        sum_up(destination, note);
        submit request_ride -> receipt;
    }
}

/// One conversation at the desk.
pub struct Talk {
    pub session: Session<Desk>,
    pub port: Port,
    pub host: ManualHost,
    pub town: Town,
}

pub fn talk() -> Talk {
    Talk::with(|s| s.approval(Approval::HumanDoor), PortOptions::default())
}

impl Talk {
    pub fn with(session: impl FnOnce(SessionBuilder<Desk>) -> SessionBuilder<Desk>, options: PortOptions) -> Self {
        let (host, town) = (ManualHost::new(), Town::default());
        let opening = DESK.session(town.clone()).host(Arc::new(host.clone()));
        let session = session(opening.state(Desk::default())).open().unwrap();
        Talk {
            port: session.serve(options),
            session,
            host,
            town,
        }
    }

    #[allow(clippy::needless_pass_by_value)]
    pub fn tool(&self, tool: &str, args: Value) -> Value {
        serde_json::to_value(self.port.call(&format!("desk.{tool}"), &args)).unwrap()
    }

    pub fn journey(&self, args: Value) -> Value {
        self.tool("journey.book_ride", args)
    }

    pub fn settled(&self, fired: &Value) -> Value {
        self.host.run_until_idle();
        assert_eq!(fired["ok"], true, "it did not fire: {fired}");
        self.tool("did_it_work", json!({"transitionId": fired["transitionId"]}))
    }

    /// Fires a step and waits until it has come to rest.
    pub fn step(&self, step: &str, input: Value) -> Value {
        let fired = self.journey(json!({"step": step, "input": input}));
        self.settled(&fired)
    }

    pub fn resolves(&self, place: &str) -> Value {
        self.step("resolve_destination", json!({"name": place}))
    }

    pub fn asks_pickup(&self, at: u64) -> Value {
        self.journey(json!({"step": "pickup_at", "input": {"pickupAt": at}}))
    }

    pub fn quotes(&self) -> Value {
        self.settled(&self.journey(json!({"step": "quote_fare"})))
    }

    /// Fills every required field.
    pub fn gathers(&self, place: &str, at: u64) {
        self.resolves(place);
        self.asks_pickup(at);
        assert_eq!(self.quotes()["says"], "Stored. The journey is ready.");
    }

    pub fn submits(&self) -> Value {
        self.journey(json!({"step": "submit"}))
    }

    /// Submits, says yes as a person, submits again and waits.
    pub fn sends(&self) -> Value {
        let asked = self.submits();
        assert_eq!(asked["judgment"], "needs-confirm", "{asked}");
        self.approves();
        self.settled(&self.journey(json!({"step": "submit", "confirm": true})))
    }

    pub fn approves(&self) {
        self.session.approve(self.session.asks()[0].ask_id, "ann").unwrap();
    }

    pub fn declines(&self) {
        self.session
            .decline(self.session.asks()[0].ask_id, "ann", None)
            .unwrap();
    }

    pub fn draft(&self) -> Value {
        self.journey(json!({}))["draft"].clone()
    }

    pub fn sent(&self) -> Vec<Value> {
        self.town.sent.lock().unwrap().clone()
    }
}
