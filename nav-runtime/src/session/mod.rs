//! One session: prepare, decide under one look, release.

mod context;
pub use context::{Context, Cx, RawCx};
