//! A dress shop: a catalogue and orders in SQLite, a cart, and one order that a human approves.

pub mod actions;
mod dress;
mod graph;
mod seed;
mod state;
mod store;

pub use dress::{Cents, Dress, DressId, Line, LineId, OrderId, OrderRow, Receipt, Size};
pub use graph::{SHOP, ids};
pub use state::{Shop, ShopApp};
pub use store::{Search, Store, StoreError};

use crate::{books::OpenBooksError, command_line::Example, service::Sessions};
use std::{path::Path, sync::Arc};

/// The shop on the command line.
pub const EXAMPLE: Example<Shop> = Example {
    name: "shop",
    about: "A dress shop that an agent can shop in, and where a person has the last word",
    books: "shop.db",
    graph: &SHOP,
    open,
};

/// Sessions over the books in that file, for one customer.
fn open(books: &Path, customer: String) -> Result<Sessions<Shop>, OpenBooksError> {
    let store = Arc::new(Store::open(books)?);
    Ok(Box::new(move |caller, approval| {
        let state = Shop {
            signed_in: !customer.is_empty(),
            ..Shop::default()
        };
        let (store, customer) = (store.clone(), customer.clone());
        let session = SHOP.session(ShopApp { store, customer }).state(state).caller(caller);
        Ok(session.approval(approval).open()?)
    }))
}
