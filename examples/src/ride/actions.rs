//! What can be done at the desk. Each is an ordinary function; its first doc paragraph is what the agent reads.

use super::{
    fare::Fare,
    moment::Moment,
    places::{LookupError, Place},
    state::{Desk, Ride},
    store::{Booking, StoreError},
};
use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// Where every ride starts.
const STAND: &str = "Utrecht";

/// A place's name.
#[derive(Deserialize, JsonSchema)]
pub struct NamePlace {
    /// The town's name.
    name: String,
    /// Its province, where two towns share a name.
    province: Option<String>,
}

/// Look up the town the rider wants to go to.
#[action]
pub fn resolve_destination(cx: Cx<Desk>, input: NamePlace) -> Result<Place, LookupError> {
    let places = &cx.app().places;
    places.find(&input.name, input.province.as_deref()).cloned()
}

/// Why there is no fare.
#[derive(Debug, thiserror::Error)]
pub enum FareError {
    /// The moment is over.
    #[error("that pickup time is over")]
    TooLate,
    /// The stand is not in the gazetteer.
    #[error(transparent)]
    Stand(#[from] LookupError),
}

/// Work out the fare from the distance and the hour.
#[action]
pub fn quote_fare(cx: Cx<Desk>, #[draft] destination: Place, #[draft] pickup_at: Moment) -> Result<Fare, FareError> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    if pickup_at.unix() < i64::try_from(now).unwrap_or(i64::MAX) {
        return Err(FareError::TooLate);
    }
    let stand = cx.app().places.find(STAND, Some(STAND))?;
    Ok(Fare::of(stand, &destination, &pickup_at))
}

/// Request the ride.
#[action(confirm, withheld, writes(booking), verify(booking.is_some()))]
pub fn request_ride(cx: Cx<Desk>, #[draft] ride: Ride) -> Result<Booking, StoreError> {
    let booking = cx.app().store.book(&cx.app().rider, &ride)?;
    cx.update(|desk| desk.booking = Some(booking.ride.0.to_string()));
    Ok(booking)
}

/// List the rides that are booked, newest first.
#[action]
pub fn list_rides(cx: Cx<Desk>) -> Result<Vec<Booking>, StoreError> {
    cx.app().store.bookings(&cx.app().rider)
}
