//! What the port says, arm by arm: every word, every gate, every answer to a question, every way of coming to rest.
#![allow(missing_docs, unreachable_pub, clippy::panic, clippy::unwrap_used)]

mod areas;
mod office;
mod restless;
mod stage;

mod words;
