//! A desk that books rides: the destination is looked up, the time asked, the fare computed, and one request is sent
//! that a person approves.

pub mod actions;
mod fare;
mod graph;
mod moment;
mod places;
mod state;
mod store;

pub use fare::Fare;
pub use graph::{DESK, ids};
pub use moment::Moment;
pub use places::{Gazetteer, LookupError, Place};
pub use state::{Desk, DeskApp, Ride};
pub use store::{Booking, BookingId, Store, StoreError};

use crate::{books::OpenBooksError, command_line::Example, service::Sessions};
use std::{path::Path, sync::Arc};

/// The desk on the command line.
pub const EXAMPLE: Example<Desk> = Example {
    name: "ride",
    about: "A desk where an agent books a ride, and where a person has the last word",
    books: "ride.db",
    graph: &DESK,
    open,
};

/// Sessions over the books in that file, for one rider.
fn open(books: &Path, rider: String) -> Result<Sessions<Desk>, OpenBooksError> {
    let store = Arc::new(Store::open(books)?);
    let places = Arc::new(Gazetteer::shipped());
    Ok(Box::new(move |caller, approval| {
        let app = DeskApp {
            store: store.clone(),
            places: places.clone(),
            rider: rider.clone(),
        };
        let session = DESK.session(app).state(Desk::default()).caller(caller);
        Ok(session.approval(approval).open()?)
    }))
}
