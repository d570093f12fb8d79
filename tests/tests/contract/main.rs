//! What the port says, arm by arm: every word, every gate, every answer to a question, every way of coming to rest.
#![allow(missing_docs, unreachable_pub, clippy::panic, clippy::unwrap_used)]

mod areas;
mod office;
mod quiet_ends;
mod reads;
mod ready_steps;
mod redaction;
mod restless;
mod stage;

mod approvals;
mod controls;
mod never;
mod next_move;
mod settlement;
mod words;
