//! A dress shop: a catalogue and orders in SQLite, a cart, and one order that a human approves.

pub mod actions;
mod dress;
mod graph;
mod seed;
mod serve;
mod state;
mod store;

pub use dress::{Cents, Dress, DressId, Line, LineId, OrderId, OrderRow, Receipt, Size};
pub use graph::{SHOP, ids};
pub use serve::{ByHandError, Serve, ServeError, by_hand, serve};
pub use state::{Shop, ShopApp};
pub use store::{OpenStoreError, Search, Store, StoreError};
