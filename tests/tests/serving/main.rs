//! Serving: the registry, and the server as a client of the protocol sees it.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::panic)]

mod asking;
mod crowd;
mod door;
mod fold;
mod kiln;
mod pipe;
mod progress;
mod registry;
mod stop;
mod testing;
