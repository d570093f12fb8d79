//! The desk's books: the rides that were requested, in one SQLite file.

use super::state::Ride;
use crate::books::{self, Books, OpenBooksError};
use rusqlite::{Connection, Row, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

const BOOKS: Books = Books {
    // the letters of "ride", read as a number
    application_id: 0x7269_6465,
    schema: "
        CREATE TABLE rides (
            id INTEGER PRIMARY KEY,
            requested_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
            rider TEXT NOT NULL,
            destination TEXT NOT NULL,
            province TEXT NOT NULL,
            pickup_at TEXT NOT NULL,
            fare_cents INTEGER NOT NULL CHECK (fare_cents > 0),
            note TEXT
        );
    ",
    fill: |_| Ok(()),
};

/// Names a booked ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BookingId(pub i64);

/// A ride that was requested.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Booking {
    /// Its id.
    pub ride: BookingId,
    /// Where it goes.
    pub destination: String,
    /// When it starts.
    pub pickup_at: String,
    /// What it costs, in cents.
    pub fare_cents: i64,
    /// What the driver should know.
    pub note: Option<String>,
}

/// Why the books refuse.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer.
    #[error("the desk's books do not answer")]
    Books(#[from] rusqlite::Error),
}

/// The desk's books.
pub struct Store {
    books: Mutex<Connection>,
}

impl Store {
    /// Opens the file, creating it when it is new.
    ///
    /// # Errors
    /// If it cannot be opened, is damaged, or is another program's.
    pub fn open(path: &Path) -> Result<Self, OpenBooksError> {
        Ok(Store {
            books: Mutex::new(books::open(path, &BOOKS)?),
        })
    }

    fn books(&self) -> MutexGuard<'_, Connection> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a request down.
    ///
    /// # Errors
    /// If the database does not answer.
    pub fn book(&self, rider: &str, ride: &Ride) -> Result<Booking, StoreError> {
        let place = &ride.destination;
        let books = self.books();
        books.execute(
            "INSERT INTO rides (rider, destination, province, pickup_at, fare_cents, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![rider, place.name, place.province, ride.pickup_at.as_str(), ride.fare.cents, ride.note],
        )?;
        Ok(Booking {
            ride: BookingId(books.last_insert_rowid()),
            destination: place.name.clone(),
            pickup_at: ride.pickup_at.as_str().to_owned(),
            fare_cents: ride.fare.cents,
            note: ride.note.clone(),
        })
    }

    /// A rider's bookings, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub fn bookings(&self, rider: &str) -> Result<Vec<Booking>, StoreError> {
        let books = self.books();
        let mut all = books.prepare(
            "SELECT id, destination, pickup_at, fare_cents, note FROM rides WHERE rider = ?1 ORDER BY id DESC",
        )?;
        let rows = all.query_map([rider], booking)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn booking(row: &Row<'_>) -> rusqlite::Result<Booking> {
    Ok(Booking {
        ride: BookingId(row.get(0)?),
        destination: row.get(1)?,
        pickup_at: row.get(2)?,
        fare_cents: row.get(3)?,
        note: row.get(4)?,
    })
}
