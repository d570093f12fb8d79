//! Pages of their own: what `page!` declares, and what a graph says that takes one.

mod declare;
mod taken;

pub(super) use declare::expand;
pub(super) use taken::{Place, Taken};
