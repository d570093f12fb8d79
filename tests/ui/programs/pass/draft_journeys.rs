//! Draft journeys: handlers of every shape, optional fields, second uses, reads, names in Rust and on the wire.
#![deny(warnings)]

use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Answer<T> = std::result::Result<T, String>;

#[derive(Clone, Debug, Default, Serialize, NavState)]
pub struct Desk {
    pub rides: u32,
    pub closed: bool,
}

mod places {
    use super::*;
    #[derive(Clone, Serialize, Deserialize, JsonSchema)]
    pub(crate) struct Place {
        pub(crate) name: String,
    }
    /// Look up a place.
    #[action]
    pub(crate) async fn resolve(cx: Cx<Desk>, input: Place) -> Answer<Option<Place>> {
        let _ = cx.state().rides;
        Ok(Some(input))
    }
}
use places::Place;

#[derive(Draft)]
#[serde(rename_all = "camelCase")]
struct Ride {
    to: Place,
    from: Option<Place>,
    pickup_at: u64,
    r#type: u8,
    #[serde(rename = "price")]
    fare: u64,
}

/// Tell the time.
#[action]
fn now() -> u64 {
    5
}
/// Work out the fare.
#[action]
async fn quote(#[draft] Place { name }: Place, #[draft] from: Option<Place>, #[draft] at: u64) -> Answer<u64> {
    Ok(name.len() as u64 + from.map_or(0, |f| f.name.len() as u64) + at)
}
/// Sum it up.
#[action]
fn sum_up(#[draft] to: Place, #[draft] from: Option<Place>) -> String {
    to.name + &from.map(|f| f.name).unwrap_or_default()
}
/// Send it.
#[action(confirm, withheld, writes(rides), enabled_when(rides < 9))]
async fn send(cx: Cx<Desk>, #[draft] Ride { to, from, pickup_at, r#type, fare }: Ride) -> Answer<u64> {
    cx.update(|d| d.rides += 1);
    Ok(to.name.len() as u64 + from.map_or(0, |_| 1) + pickup_at + u64::from(r#type) + fare)
}
/// Ask.
#[action]
fn ask() {}
/// Submit.
#[action]
fn submit() -> u8 {
    1
}

graph! {
    /// A desk.
    static DESK: Graph<Desk>;
    rename_all = "camelCase";
    start = desk;
    page desk { ask; submit; now; }
    page done terminal { }
    /// Book a ride.
    journey book_ride: Ride on desk when closed == false {
        places::resolve as set_to => to;
        /// Where the ride starts.
        places::resolve as set_from => from;
        now => pickup_at;
        submit as kind => r#type;
        quote(to, from, pickup_at) => fare;
        sum_up(to, from);
        /// Look at it once more.
        sum_up(to, from) as again;
        ask as greeting;
        submit send -> done;
    }
    /// Look around.
    journey look { ask; now; }
}

fn main() {
    let data = DESK.data();
    let ids: Vec<_> = data.actions.iter().skip(3).map(|a| (a.id, a.does().as_str())).collect();
    assert_eq!(
        ids,
        [
            ("bookRide.setTo", "Look up a place."),
            ("bookRide.setFrom", "Where the ride starts."),
            ("bookRide.now", "Tell the time."),
            ("bookRide.kind", "Submit."),
            ("bookRide.quote", "Work out the fare."),
            ("bookRide.sumUp", "Sum it up."),
            ("bookRide.again", "Look at it once more."),
            ("bookRide.greeting", "Ask."),
            ("bookRide.send", "Send it."),
        ]
    );
    assert_eq!(desk::book_ride::SET_FROM.as_str(), "bookRide.setFrom");
    assert_eq!(desk::journey::BOOK_RIDE.as_str(), "bookRide");
    let fields: Vec<_> = data.journeys[0].draft.unwrap().fields.iter().map(|f| (f.wire, f.optional)).collect();
    assert_eq!(
        fields,
        [("to", false), ("from", true), ("pickupAt", false), ("type", false), ("price", false)]
    );
    assert_eq!(data.pages[0].journeys, [0, 1]);
}
