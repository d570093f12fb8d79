//! How fires come to rest.

mod from_outside;
mod table;
mod times;
mod where_it_led;
