//! A state is a struct.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
enum Shop {
    Open,
    Closed,
}

fn main() {}
