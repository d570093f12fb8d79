//! Opening the file of the books: a new one is filled, and one that is no such books is told.

use crate::shop::seed::DRESSES;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

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

/// Why the file cannot be the shop's books.
#[derive(Debug, thiserror::Error)]
pub enum OpenStoreError {
    /// The folder is missing, the path is a folder, or the file may not be written.
    #[error("cannot open the database {}: {why}; name another with --db", .path.display())]
    Unopened {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: &'static str,
    },
    /// It is no SQLite file, or a damaged one.
    #[error("the database {} is damaged or is no SQLite file; name another with --db", .0.display())]
    Damaged(PathBuf),
    /// It is somebody else's database.
    #[error("the database {} belongs to another program; name another with --db", .0.display())]
    Foreign(PathBuf),
}

/// Opens the file, creating and filling it when it is new.
pub(super) fn open(path: &Path) -> Result<Connection, OpenStoreError> {
    let unopened = |why| OpenStoreError::Unopened {
        path: path.to_owned(),
        why,
    };
    let sort = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => OpenStoreError::Damaged(path.to_owned()),
        Some(ErrorCode::CannotOpen) => unopened("its folder does not exist, or it is not a file"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => unopened("it may not be written"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => unopened("another program keeps it locked"),
        Some(ErrorCode::DiskFull) => unopened("the disk is full"),
        _ => unopened("the system could not read it"),
    };
    let mut books = Connection::open(path).map_err(sort)?;
    match prepare(&mut books).map_err(sort)? {
        Books::Ours => Ok(books),
        Books::Damaged => Err(OpenStoreError::Damaged(path.to_owned())),
        Books::Foreign => Err(OpenStoreError::Foreign(path.to_owned())),
    }
}

enum Books {
    Ours,
    Damaged,
    Foreign,
}

fn prepare(books: &mut Connection) -> rusqlite::Result<Books> {
    books.busy_timeout(Duration::from_secs(5))?;
    books.pragma_update(None, "foreign_keys", true)?;
    let making = books.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = making.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        making.execute_batch(SCHEMA)?;
        seed(&making)?;
        making.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    let owner: i32 = making.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let health: String = making.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    making.commit()?;
    Ok(match (owner, health.as_str()) {
        (APPLICATION_ID, "ok") => Books::Ours,
        (APPLICATION_ID, _) => Books::Damaged,
        _ => Books::Foreign,
    })
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
