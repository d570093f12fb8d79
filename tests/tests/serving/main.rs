//! Serving: the registry, and the server as a client of the protocol sees it.
#![allow(missing_docs)]

mod door;
mod fold;
mod kiln;
mod registry;
