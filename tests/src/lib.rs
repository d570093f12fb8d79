//! Tests of the workspace as a whole, and what they share.

pub mod case;
pub mod gates;
pub mod replies;
