//! A `submit` asks a person.

use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, NavState)]
struct Desk {
    rides: u32,
    closed: bool,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Place {
    name: String,
}

#[derive(Draft)]
struct Ride {
    place: Place,
    at: u64,
    fare: u64,
    note: Option<String>,
}

/// Look up the place.
#[action]
fn resolve(input: Place) -> Option<Place> {
    Some(input)
}

/// Work out the fare.
#[action]
fn quote(#[draft] place: Place, #[draft] at: u64) -> u64 {
    place.name.len() as u64 + at
}

/// Request the ride.
#[action(withheld, writes(rides), parallel)]
fn request(_cx: Cx<Desk>, #[draft] ride: Ride) {
    let _ = (ride.place, ride.at, ride.fare, ride.note);
}

/// Show the rides.
#[action]
fn show(cx: Cx<Desk>) -> u32 {
    cx.state().rides
}

graph! {
    /// A desk.
    static DESK: Graph<Desk>;
    start = desk;
    page desk { show; }
    journey book: Ride on desk {
        resolve => place;
        /// When.
        ask at;
        quote(place, at) => fare;
        submit request;
    }
}

fn main() {}
