//! Hosts that do not keep their word.

use crate::world::{App, Stage, WORLD, World, finishes, quiet};
use nav_runtime::{FireInfo, Host, PortOptions};
use serde_json::json;
use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    time::{Duration, SystemTime},
};

type Boxed = Pin<Box<dyn Future<Output = ()> + Send>>;

#[derive(Clone, Copy)]
enum Does {
    Drops,
    Panics,
    Forgets,
}

struct Bad {
    does: Does,
    sleeps: bool,
}

impl Bad {
    fn with<T>(&self, work: T) {
        match self.does {
            Does::Drops => drop(work),
            Does::Panics => {
                let _work = work;
                panic!("meant: no thread to be had");
            }
            Does::Forgets => std::mem::forget(work),
        }
    }
}

impl Host for Bad {
    fn spawn(&self, _: FireInfo, work: Boxed) {
        self.with(work);
    }
    fn spawn_blocking(&self, _: FireInfo, work: Box<dyn FnOnce() + Send>) {
        self.with(work);
    }
    fn now(&self) -> SystemTime {
        // before the session was opened, and ever earlier
        static CALLS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let calls = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - calls)
    }
    fn sleep(&self, _: Duration) -> Boxed {
        assert!(self.sleeps, "meant: no timer");
        Box::pin(std::future::pending())
    }
}

fn stage(does: Does, sleeps: bool) -> Stage {
    quiet();
    let host = Arc::new(Bad { does, sleeps });
    let session = WORLD
        .session(App::default())
        .state(World::default())
        .host(host)
        .open()
        .unwrap();
    let port = session.serve(PortOptions::default());
    Stage {
        session,
        port,
        driver: crate::world::Driver::Queued(nav_runtime::ManualHost::new()),
    }
}

#[test]
fn work_that_is_dropped_or_never_taken_is_interrupted() {
    for does in [Does::Drops, Does::Panics] {
        let stage = stage(does, true);
        for action in ["add", "block", "over", "act_soon"] {
            stage.session.sync("here").unwrap();
            let fired = stage.act(action);
            assert_eq!(fired["effectStatus"], "pending", "{action}: {fired}");
            let end = stage.ask(fired["transitionId"].as_str().unwrap());
            assert_eq!(end["interrupted"], true, "{action}: {end}");
        }
        assert_eq!(stage.session.awaiting_settlement(), []);
    }
}

#[test]
fn a_host_without_a_timer_interrupts_what_has_a_time_limit() {
    let stage = stage(Does::Drops, false);
    let fired = stage.act("act_soon");
    assert_eq!(fired["effectStatus"], "pending");
    assert_eq!(stage.ask("here.act_soon#1")["interrupted"], true);
}

#[test]
fn work_that_is_forgotten_stays_out_and_nothing_waits_for_it() {
    finishes(|| {
        let stage = stage(Does::Forgets, true);
        let id = stage.act("add")["transitionId"].as_str().unwrap().to_owned();
        assert_eq!(stage.ask(&id)["judgment"], "still-pending");
        stage.session.close();
        assert_eq!(stage.ask(&id)["judgment"], "still-pending");
        assert_eq!(stage.here()["ok"], true);
        assert_eq!(stage.call("world.journey.counting", json!({}))["youAreOn"], "here");
    });
}
