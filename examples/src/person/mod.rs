//! The person's own page, `/asks`: the questions that wait for a human, each with everything a yes would cover.
//!
//! Plain forms, no script. The page opens only with a key that is printed on the person's terminal, so that an agent
//! that reaches the tools cannot answer its own questions; or behind a service's own login, for each user's own.

mod html;
mod keys;
mod page;
mod routes;

pub use routes::{Login, Person, cookies, router};
