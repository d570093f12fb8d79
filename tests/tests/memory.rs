//! What sessions weigh, read from the process's resident memory. One test, so that nothing else moves it.
#![allow(missing_docs)]
#![cfg(target_os = "linux")]

use nav_runtime::{FireOptions, ManualHost, Principal, Session, prelude::*};
use serde::Serialize;
use std::{fs, sync::Arc};

#[derive(Clone, Debug, Default, Serialize, NavState)]
struct Tally {
    count: u32,
}

/// Count one more.
#[action(writes(count), parallel)]
async fn add(cx: Cx<Tally>) {
    cx.update(|tally| tally.count = tally.count.wrapping_add(1));
}

graph! {
    /// A tally.
    static TALLY: Graph<Tally>;
    mod ids;
    start = desk;
    page desk terminal { add; }
}

/// The process's resident memory, in bytes.
fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").expect("the process's memory");
    let pages: u64 = pages
        .split(' ')
        .nth(1)
        .expect("a second number")
        .parse()
        .expect("a number");
    pages * 4096
}

fn open(host: &Arc<ManualHost>) -> Session<Tally> {
    TALLY
        .session(())
        .state(Tally::default())
        .host(host.clone())
        .open()
        .expect("a session")
}

#[test]
fn a_hundred_thousand_sessions_and_ten_thousand_fires_fit() {
    let host = Arc::new(ManualHost::new());
    let _warm = open(&host);
    let before = resident();
    let sessions: Vec<_> = (0..100_000).map(|_| open(&host)).collect();
    let each = (resident() - before) / 100_000;
    println!("an idle session: {each} bytes");
    assert!(each <= 800, "an idle session weighs {each} bytes");

    // what is kept of a fire: up to the bounds, nothing more than that grows
    let busy = &sessions[..20];
    let before = resident();
    for session in busy {
        for _ in 0..3_000 {
            session
                .fire(ids::desk::ADD, FireOptions::by(Principal::Agent))
                .expect("a fire");
            host.run_until_idle();
        }
    }
    let each = (resident() - before) / (20 * 3_000);
    println!("a recorded fire: {each} bytes");
    assert!(each <= 200, "a recorded fire weighs {each} bytes");
}
