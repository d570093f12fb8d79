//! Whatever is sent to a port is answered, changes nothing that it should not, and never reaches a sentence.
#![allow(missing_docs)]
#![allow(unreachable_pub, clippy::unwrap_used, clippy::panic)]

mod bad_calls;
mod sends;
mod shop;
mod walks;
