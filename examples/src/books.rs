//! Opening the SQLite file of an example's books: a new one is filled, and one that is no such books is told.

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Why the file cannot be an example's books.
#[derive(Debug, thiserror::Error)]
pub enum OpenBooksError {
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

/// What an example keeps in its file.
pub struct Books {
    /// Marks the file as this example's.
    pub application_id: i32,
    /// The tables.
    pub schema: &'static str,
    /// Fills a new file.
    pub fill: fn(&Transaction<'_>) -> rusqlite::Result<()>,
}

/// Opens the file, creating and filling it when it is new.
///
/// # Errors
/// If it cannot be opened, is damaged, or is another program's.
pub fn open(path: &Path, of: &Books) -> Result<Connection, OpenBooksError> {
    let unopened = |why| OpenBooksError::Unopened {
        path: path.to_owned(),
        why,
    };
    let sort = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => OpenBooksError::Damaged(path.to_owned()),
        Some(ErrorCode::CannotOpen) => unopened("its folder does not exist, or it is not a file"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => unopened("it may not be written"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => unopened("another program keeps it locked"),
        Some(ErrorCode::DiskFull) => unopened("the disk is full"),
        _ => unopened("the system could not read it"),
    };
    let mut books = Connection::open(path).map_err(sort)?;
    match prepare(&mut books, of).map_err(sort)? {
        Is::Ours => Ok(books),
        Is::Damaged => Err(OpenBooksError::Damaged(path.to_owned())),
        Is::Foreign => Err(OpenBooksError::Foreign(path.to_owned())),
    }
}

enum Is {
    Ours,
    Damaged,
    Foreign,
}

fn prepare(books: &mut Connection, of: &Books) -> rusqlite::Result<Is> {
    books.busy_timeout(Duration::from_secs(5))?;
    books.pragma_update(None, "foreign_keys", true)?;
    let making = books.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = making.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        making.execute_batch(of.schema)?;
        (of.fill)(&making)?;
        making.pragma_update(None, "application_id", of.application_id)?;
    }
    let owner: i32 = making.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let health: String = making.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    making.commit()?;
    Ok(match (owner, health.as_str()) {
        (owner, "ok") if owner == of.application_id => Is::Ours,
        (owner, _) if owner == of.application_id => Is::Damaged,
        _ => Is::Foreign,
    })
}
