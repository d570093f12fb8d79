//! Questions for a human: who may answer, what a yes covers, and what becomes of it.

mod agents_word;
mod being_prepared;
mod covers;
mod fate;
mod grants;
mod journal;
mod levels;
mod on_approval;
