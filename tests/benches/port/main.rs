//! What a call of the port costs: on one page and among a thousand, early in a session and late.
#![allow(missing_docs)]
#![allow(unreachable_pub)]

mod instructions;
mod shop;

use divan::{Bencher, black_box};
use std::process::ExitCode;

fn main() -> ExitCode {
    instructions::asked_for().unwrap_or_else(|| {
        divan::main();
        ExitCode::SUCCESS
    })
}

#[divan::bench(args = shop::WORK)]
fn one_page(bencher: Bencher<'_, '_>, name: &str) {
    let mut work = shop::work(name, 1, 20);
    bencher.bench_local(|| black_box(work()));
}

#[divan::bench(args = shop::WORK)]
fn a_thousand_pages(bencher: Bencher<'_, '_>, name: &str) {
    let mut work = shop::work(name, 1_000, 20);
    bencher.bench_local(|| black_box(work()));
}

#[divan::bench(args = shop::WORK)]
fn after_ten_thousand_fires(bencher: Bencher<'_, '_>, name: &str) {
    let mut work = shop::work(name, 1, 10_000);
    bencher.bench_local(|| black_box(work()));
}
