//! What an app says of its controls, and what a row says of them.

mod principals;
mod repeats;
mod rows;
mod said;
mod stale;
