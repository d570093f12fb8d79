//! The gazetteer: a few hundred places of one country, in a file beside the code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const FILE: &str = include_str!("places.tsv");

/// The earth's mean radius, in kilometres.
const EARTH_KM: f64 = 6371.0088;

/// A place that a ride can go to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its province.
    pub province: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

impl Place {
    /// How far it is along the great circle, by the haversine formula.
    #[must_use]
    pub fn km_to(&self, other: &Place) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let north = (to - from) / 2.0;
        let east = (other.longitude - self.longitude).to_radians() / 2.0;
        let chord = north.sin().powi(2) + from.cos() * to.cos() * east.sin().powi(2);
        2.0 * EARTH_KM * chord.sqrt().min(1.0).asin()
    }
}

/// Why a place is not found.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// There is no such place.
    #[error("there is no place of that name in the gazetteer")]
    Unknown,
    /// There are several.
    #[error("several places fit: {0}; say the province too")]
    Several(String),
}

/// The places, by name.
pub struct Gazetteer(Vec<Place>);

impl Gazetteer {
    /// Those that ship with the example.
    #[must_use]
    pub fn shipped() -> Self {
        Gazetteer(FILE.lines().filter_map(place).collect())
    }

    /// Every place.
    #[must_use]
    pub fn all(&self) -> &[Place] {
        &self.0
    }

    /// The place of that name, spelt in any case; the province tells two of one name apart.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, name: &str, province: Option<&str>) -> Result<&Place, LookupError> {
        let same = |is: &str, said: &str| is.to_lowercase() == said.trim().to_lowercase();
        let fits: Vec<&Place> = (self.0.iter())
            .filter(|p| same(&p.name, name) && province.is_none_or(|said| same(&p.province, said)))
            .collect();
        match fits.as_slice() {
            [one] => Ok(one),
            [] => Err(LookupError::Unknown),
            several => {
                let names: Vec<_> = several
                    .iter()
                    .map(|p| format!("{} in {}", p.name, p.province))
                    .collect();
                Err(LookupError::Several(names.join(", ")))
            }
        }
    }
}

/// A line of the file: name, province, latitude, longitude.
fn place(line: &str) -> Option<Place> {
    let mut columns = line.split('\t');
    Some(Place {
        name: columns.next()?.to_owned(),
        province: columns.next()?.to_owned(),
        latitude: columns.next()?.parse().ok()?,
        longitude: columns.next()?.parse().ok()?,
    })
}
