//! The file of the shop's books, and what a new one is filled with.

use crate::{
    books::{self, Books, OpenBooksError},
    shop::seed::DRESSES,
};
use rusqlite::{Connection, Transaction, params};
use std::path::Path;

/// Marks the file as a shop's: the first four letters of "dress", read as a number.
const APPLICATION_ID: i32 = 0x6472_6573;

const SCHEMA: &str = "
    CREATE TABLE dresses (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        colour TEXT NOT NULL,
        smallest INTEGER NOT NULL,
        largest INTEGER NOT NULL,
        fabric TEXT NOT NULL,
        price_cents INTEGER NOT NULL CHECK (price_cents > 0),
        stock INTEGER NOT NULL CHECK (stock >= 0),
        UNIQUE (name, colour)
    );
    CREATE TABLE orders (
        id INTEGER PRIMARY KEY,
        placed_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        customer TEXT NOT NULL,
        total_cents INTEGER NOT NULL
    );
    CREATE TABLE order_lines (
        order_id INTEGER NOT NULL REFERENCES orders (id),
        line INTEGER NOT NULL,
        dress_id INTEGER NOT NULL REFERENCES dresses (id),
        name TEXT NOT NULL,
        colour TEXT NOT NULL,
        size TEXT NOT NULL,
        quantity INTEGER NOT NULL CHECK (quantity > 0),
        price_cents INTEGER NOT NULL,
        PRIMARY KEY (order_id, line)
    );
";

/// Opens the file, creating and filling it when it is new.
pub(super) fn open(path: &Path) -> Result<Connection, OpenBooksError> {
    let of = Books {
        application_id: APPLICATION_ID,
        schema: SCHEMA,
        fill: seed,
    };
    books::open(path, &of)
}

fn seed(making: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut insert = making.prepare(
        "INSERT INTO dresses (name, colour, smallest, largest, fabric, price_cents, stock)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for &(name, colour, (smallest, largest), fabric, price_cents, stock) in DRESSES {
        let (smallest, largest) = (smallest as i64, largest as i64);
        insert.execute(params![name, colour, smallest, largest, fabric, price_cents, stock])?;
    }
    Ok(())
}
