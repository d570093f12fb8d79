//! The shop's command line.

use nav_examples::{command_line, shop};
use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run(&shop::EXAMPLE)
}
