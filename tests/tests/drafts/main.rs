//! Draft journeys: gather, then one gate. One question of the seed a test, in the seed's order.
#![allow(missing_docs)]
#![allow(unreachable_pub, clippy::unwrap_used, clippy::panic)]

mod desk;
mod gate;
mod gathering;
mod sessions;
mod shapes;
