//! A service that was there before any agent: notes of several users, with a login of its own. It mounts `/mcp` for
//! their agents, with a token for each, and `/asks` for the users themselves, behind the login.

pub mod graph;
mod service;
mod users;

pub use service::Service;
pub use users::{Users, UsersError};
