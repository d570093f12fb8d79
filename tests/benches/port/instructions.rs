//! Instructions a call, counted by valgrind: the same at one page and at a thousand, after 20 fires and after 10,000.
//!
//! `cargo bench -p nav-tests --bench port -- instructions` runs itself under `valgrind --tool=callgrind`, once with some calls
//! and once with twice as many, so that whatever comes before them cancels out.
use crate::shop;
use std::{
    env,
    hint::black_box,
    process::{Command, ExitCode},
};

/// Calls of the shorter run.
const CALLS: u64 = 400;
/// The most that a call may cost of what it costs on one page after 20 fires.
const MOST: f64 = 1.2;
/// Pages and fires, the measure first.
const AT: [(usize, usize); 4] = [(1, 20), (1_000, 20), (1, 10_000), (1_000, 10_000)];

/// Does what was asked for: the table, or the work of one run of it. `None`: something else was asked for.
pub fn asked_for() -> Option<ExitCode> {
    let args: Vec<String> = env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name, pages, fires, calls] => {
            run(name, pages, fires, calls);
            Some(ExitCode::SUCCESS)
        }
        ["instructions"] => Some(match table() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => {
                eprintln!("something costs more than {MOST} times what it costs on one page after 20 fires");
                ExitCode::FAILURE
            }
            Err(why) => {
                eprintln!("instructions cannot be counted: {why}");
                ExitCode::FAILURE
            }
        }),
        _ => None,
    }
}

fn run(name: &str, pages: &str, fires: &str, calls: &str) {
    let number = |text: &str| text.parse().expect("a number");
    let mut work = shop::work(name, number(pages), number(fires));
    for _ in 0..number(calls) {
        black_box(work());
    }
}

/// Prints the table, and says whether every ratio is small enough.
fn table() -> Result<bool, String> {
    println!(
        "{:<28}{:>14}{:>22}{:>22}{:>22}",
        "instructions a call", "1 page, 20", "1,000 pages, 20", "1 page, 10,000", "1,000 pages, 10,000"
    );
    let mut flat = true;
    for name in shop::WORK {
        let mut row = format!("{name:<28}");
        let mut measure = 0.0;
        for (pages, fires) in AT {
            let each = instructions(name, pages, fires)?;
            if measure == 0.0 {
                measure = each;
                row += &format!("{each:>14.0}");
                continue;
            }
            let ratio = each / measure;
            flat &= ratio <= MOST;
            row += &format!("{each:>14.0} ({ratio:>4.2}x)");
        }
        println!("{row}");
    }
    Ok(flat)
}

fn instructions(name: &str, pages: usize, fires: usize) -> Result<f64, String> {
    let short = counted(name, pages, fires, CALLS)?;
    let long = counted(name, pages, fires, 2 * CALLS)?;
    Ok((long as f64 - short as f64) / CALLS as f64)
}

fn counted(name: &str, pages: usize, fires: usize, calls: u64) -> Result<u64, String> {
    let own = env::current_exe().map_err(|e| e.to_string())?;
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args([name, &pages.to_string(), &fires.to_string(), &calls.to_string()])
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    let collected = said.lines().find_map(|line| line.split("Collected : ").nth(1));
    let count = collected.and_then(|n| n.trim().parse().ok());
    count.ok_or_else(|| format!("valgrind said: {said}"))
}
