//! What a ride costs: a base, so much a kilometre, and more at night.

use super::{moment::Moment, places::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const BASE_CENTS: i64 = 450;
const CENTS_PER_KM: f64 = 165.0;
const NIGHT_FACTOR: f64 = 1.25;

/// The price of a ride.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fare {
    /// How far it is, in a straight line.
    pub km: f64,
    /// Whether the night rate applies: from 22 to 6 on the rider's clock.
    pub night: bool,
    /// What it costs, in cents.
    pub cents: i64,
}

impl Fare {
    /// The fare from one place to another, at that moment.
    #[must_use]
    pub fn of(from: &Place, to: &Place, at: &Moment) -> Self {
        let km = from.km_to(to);
        let night = !(6..22).contains(&at.hour());
        let rate = CENTS_PER_KM * if night { NIGHT_FACTOR } else { 1.0 };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "half the earth's circumference costs less than that"
        )]
        let distance_cents = (km * rate).round() as i64;
        Fare {
            km: (km * 10.0).round() / 10.0,
            night,
            cents: BASE_CENTS + distance_cents,
        }
    }
}
