//! Draft journeys: checked as dataflow, and expanded as steps that fill and take typed fields.

mod check;
mod expand;

pub(super) use check::check;
pub(super) use expand::{data, facts, facts_names, ids, items, journeys_on, typed};
