//! Examples of services that serve a navigation graph to an agent, each on real parts.

pub mod books;
pub mod command_line;
pub mod notes;
pub mod person;
pub mod ride;
pub mod service;
pub mod shop;
