//! The ride desk's command line.

use nav_examples::{command_line, ride};
use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run(&ride::EXAMPLE)
}
