//! What an agent plans by, what a ride is made of, and what the handlers work with.

use super::{
    fare::Fare,
    moment::Moment,
    places::{Gazetteer, Place},
    store::Store,
};
use nav_runtime::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One rider at the desk.
#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[nav(app = DeskApp)]
pub struct Desk {
    /// The ride that was booked last.
    pub booking: Option<String>,
}

/// A ride before it is booked. Nothing of it leaves the conversation until a person says yes.
#[derive(Clone, Debug, Draft)]
pub struct Ride {
    /// Where it goes.
    pub destination: Place,
    /// When it starts.
    pub pickup_at: Moment,
    /// What it costs.
    pub fare: Fare,
    /// What the driver should know.
    pub note: Option<String>,
}

/// What the handlers work with.
pub struct DeskApp {
    /// The books.
    pub store: Arc<Store>,
    /// The places.
    pub places: Arc<Gazetteer>,
    /// Whom this session serves.
    pub rider: String,
}
