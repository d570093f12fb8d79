//! What was seen in comparable systems and does not happen here; each is a test by name.

mod asking;
mod following;
mod telling;
