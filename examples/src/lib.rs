//! Examples of services that serve a navigation graph to an agent, each on real parts.

pub mod notes;
pub mod person;
pub mod shop;
