//! The desk as a graph.

use super::{
    actions::*,
    state::{Desk, Ride},
};
use nav_runtime::prelude::*;

graph! {
    /// A ride desk in Utrecht: book a ride to any town of the country.
    pub static DESK: Graph<Desk>;
    pub mod ids;
    start = desk;

    page desk at "/desk" {
        list_rides;
    }

    page booked at "/booked" {
        list_rides as list_booked_rides;
        /// Book another ride.
        go book_again -> desk;
    }

    /// Book a ride to a destination the user gives.
    journey book_ride: Ride on desk {
        resolve_destination => destination;
        /// Set when the rider wants to be picked up.
        ask pickup_at;
        quote_fare(destination, pickup_at) => fare;
        /// Add what the driver should know.
        ask note;
        submit request_ride -> booked;
    }
}
