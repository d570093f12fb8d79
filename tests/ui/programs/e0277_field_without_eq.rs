//! Changes are seen by comparison.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize)]
struct Line;

#[derive(Clone, Serialize, NavState)]
struct Shop {
    line: Line,
}

fn main() {}
