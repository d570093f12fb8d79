//! The shop's books: catalogue and orders in one SQLite file.

mod file;

use crate::books::OpenBooksError;

use super::dress::{Cents, Dress, DressId, Line, OrderId, OrderRow, Receipt, Size, total};
use rusqlite::{
    Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Why the books refuse.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such dress.
    #[error("there is no dress {}", .0.0)]
    NoSuchDress(DressId),
    /// The dress does not come in that size.
    #[error("{name} does not come in {}", .size.word())]
    NoSuchSize {
        /// The dress.
        name: String,
        /// The size asked for.
        size: Size,
    },
    /// There are not that many left.
    #[error("only {left} of {name} ({colour}) left")]
    OutOfStock {
        /// The dress.
        name: String,
        /// Its colour.
        colour: String,
        /// How many there are.
        left: i64,
    },
    /// The price moved since the dress went into the cart.
    #[error("{name} now costs {now}; take the line out and add it again")]
    PriceChanged {
        /// The dress.
        name: String,
        /// Its price now.
        now: Cents,
    },
    /// The customer has no such order.
    #[error("there is no order {} of yours", .0.0)]
    NoSuchOrder(OrderId),
    /// There is nothing to order.
    #[error("the cart is empty")]
    NothingToOrder,
    /// The database did not answer.
    #[error("the shop's books do not answer")]
    Books(#[from] rusqlite::Error),
}

/// What to look for; an empty search finds everything.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Part of a name, a colour or a fabric; every word has to be found in one of them.
    pub words: String,
    /// A size that it must come in.
    pub size: Option<Size>,
    /// The most that it may cost.
    pub at_most: Option<Cents>,
}

/// The shop's books.
pub struct Store {
    books: Mutex<Connection>,
}

impl Store {
    /// Opens the file, creating and filling it when it is new.
    ///
    /// # Errors
    /// If it cannot be opened, is damaged, or is another program's.
    pub fn open(path: &Path) -> Result<Self, OpenBooksError> {
        let books = file::open(path)?;
        Ok(Store {
            books: Mutex::new(books),
        })
    }

    fn books(&self) -> MutexGuard<'_, Connection> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The dresses that fit a search, cheapest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub fn find(&self, search: &Search) -> Result<Vec<Dress>, StoreError> {
        let books = self.books();
        let mut all = books.prepare_cached(
            "SELECT id, name, colour, smallest, largest, fabric, price_cents, stock FROM dresses
             WHERE price_cents <= ?1 AND smallest <= ?2 AND largest >= ?3 ORDER BY price_cents, name, colour",
        )?;
        let (from, to) = search.size.map_or((5, 0), |size| (size as i64, size as i64));
        let rows = all.query_map(params![search.at_most.map_or(i64::MAX, |c| c.0), from, to], dress_of)?;
        let words: Vec<String> = search.words.split_whitespace().map(str::to_lowercase).collect();
        let mut found = Vec::new();
        for dress in rows {
            let dress = dress?;
            let text = format!("{} {} {}", dress.name, dress.colour, dress.fabric).to_lowercase();
            if words.iter().all(|word| text.contains(word)) {
                found.push(dress);
            }
        }
        Ok(found)
    }

    /// One dress.
    ///
    /// # Errors
    /// If there is none of that id, or the database does not answer.
    pub fn dress(&self, id: DressId) -> Result<Dress, StoreError> {
        dress(&self.books(), id)
    }

    /// A cart line for a dress, if it comes in that size and there are that many.
    ///
    /// # Errors
    /// If not, or the database does not answer.
    pub fn line(&self, id: DressId, size: Size, quantity: u32) -> Result<Line, StoreError> {
        let dress = self.dress(id)?;
        if !dress.sizes.contains(&size) {
            return Err(StoreError::NoSuchSize { name: dress.name, size });
        }
        if dress.stock < i64::from(quantity) {
            return Err(StoreError::OutOfStock {
                name: dress.name,
                colour: dress.colour,
                left: dress.stock,
            });
        }
        Ok(Line {
            dress: id,
            name: dress.name,
            colour: dress.colour,
            size,
            quantity,
            price_cents: dress.price_cents,
        })
    }

    /// Writes an order and takes its dresses out of stock, all in one transaction or not at all.
    ///
    /// # Errors
    /// If a dress is gone or costs something else by now; nothing is written then.
    pub fn place(&self, customer: &str, lines: &[Line]) -> Result<Receipt, StoreError> {
        if lines.is_empty() {
            return Err(StoreError::NothingToOrder);
        }
        let mut books = self.books();
        let writing = books.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for line in lines {
            take_from_stock(&writing, line)?;
        }
        writing.execute(
            "INSERT INTO orders (customer, total_cents) VALUES (?1, ?2)",
            params![customer, total(lines).0],
        )?;
        let order = OrderId(writing.last_insert_rowid());
        for (at, line) in (1_i64..).zip(lines) {
            writing.execute(
                "INSERT INTO order_lines (order_id, line, dress_id, name, colour, size, quantity, price_cents)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    order.0,
                    at,
                    line.dress.0,
                    line.name,
                    line.colour,
                    line.size.word(),
                    line.quantity,
                    line.price_cents
                ],
            )?;
        }
        let receipt = receipt(&writing, customer, order)?;
        writing.commit()?;
        Ok(receipt)
    }

    /// A customer's order.
    ///
    /// # Errors
    /// If the customer has none of that id, or the database does not answer.
    pub fn receipt(&self, customer: &str, order: OrderId) -> Result<Receipt, StoreError> {
        receipt(&self.books(), customer, order)
    }

    /// A customer's orders, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub fn orders(&self, customer: &str) -> Result<Vec<OrderRow>, StoreError> {
        let books = self.books();
        let mut list = books.prepare_cached(
            "SELECT id, placed_at, total_cents, (SELECT sum(quantity) FROM order_lines WHERE order_id = id)
             FROM orders WHERE customer = ?1 ORDER BY id DESC",
        )?;
        let rows = list.query_map([customer], |row| {
            Ok(OrderRow {
                order: OrderId(row.get(0)?),
                placed_at: row.get(1)?,
                total_cents: row.get(2)?,
                dresses: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl FromSql for Size {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Size::of_word(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

fn dress_of(row: &Row<'_>) -> rusqlite::Result<Dress> {
    let (smallest, largest): (i64, i64) = (row.get(3)?, row.get(4)?);
    Ok(Dress {
        dress: DressId(row.get(0)?),
        name: row.get(1)?,
        colour: row.get(2)?,
        sizes: (Size::ALL.into_iter())
            .filter(|size| (smallest..=largest).contains(&(*size as i64)))
            .collect(),
        fabric: row.get(5)?,
        price_cents: row.get(6)?,
        stock: row.get(7)?,
    })
}

fn dress(books: &Connection, id: DressId) -> Result<Dress, StoreError> {
    books
        .prepare_cached(
            "SELECT id, name, colour, smallest, largest, fabric, price_cents, stock FROM dresses WHERE id = ?1",
        )?
        .query_row([id.0], dress_of)
        .optional()?
        .ok_or(StoreError::NoSuchDress(id))
}

fn take_from_stock(writing: &Transaction<'_>, line: &Line) -> Result<(), StoreError> {
    let now = dress(writing, line.dress)?;
    if now.price_cents != line.price_cents {
        return Err(StoreError::PriceChanged {
            name: now.name,
            now: Cents(now.price_cents),
        });
    }
    if now.stock < i64::from(line.quantity) {
        return Err(StoreError::OutOfStock {
            name: now.name,
            colour: now.colour,
            left: now.stock,
        });
    }
    writing.execute(
        "UPDATE dresses SET stock = stock - ?2 WHERE id = ?1",
        params![line.dress.0, line.quantity],
    )?;
    Ok(())
}

fn receipt(books: &Connection, customer: &str, order: OrderId) -> Result<Receipt, StoreError> {
    let head: Option<(String, i64)> = books
        .prepare_cached("SELECT placed_at, total_cents FROM orders WHERE id = ?1 AND customer = ?2")?
        .query_row(params![order.0, customer], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (placed_at, total_cents) = head.ok_or(StoreError::NoSuchOrder(order))?;
    let mut lines = books.prepare_cached(
        "SELECT dress_id, name, colour, size, quantity, price_cents FROM order_lines WHERE order_id = ?1 ORDER BY line",
    )?;
    let lines = lines
        .query_map([order.0], |row| {
            Ok(Line {
                dress: DressId(row.get(0)?),
                name: row.get(1)?,
                colour: row.get(2)?,
                size: row.get(3)?,
                quantity: row.get(4)?,
                price_cents: row.get(5)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(Receipt {
        order,
        placed_at,
        customer: customer.to_owned(),
        lines,
        total_cents,
    })
}
