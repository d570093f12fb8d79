//! `nav` takes two arguments.

use nav_runtime::prelude::*;
use serde::Serialize;

#[derive(Clone, Serialize, NavState)]
#[nav(ap = ())]
struct Shop {
    items: u32,
}

fn main() {}
