//! What was judged may have moved by the time it is decided on: then it is judged again.

use crate::world::{Driver, Stage, Touchy, World, finishes, runtime};
use nav_runtime::{ManualHost, Session};
use serde_json::json;
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
};

/// A stage on each host whose comparison changes the state, as often as it may.
fn each_writing(most: usize, change: fn(&mut World)) -> Vec<(Stage, Arc<AtomicUsize>)> {
    let mut all = Vec::new();
    for which in 0..3 {
        let (times, inside) = (Arc::new(AtomicUsize::new(0)), AtomicBool::new(false));
        let session: Arc<OnceLock<Session<World>>> = Arc::default();
        let (n, known) = (times.clone(), session.clone());
        let touchy = Touchy::on_eq(move || {
            let Some(session) = known.get() else { return };
            if n.load(SeqCst) < most && !inside.swap(true, SeqCst) {
                n.fetch_add(1, SeqCst);
                let _leaves = Leaves(&inside);
                session.update(change);
            }
        });
        let driver = match which {
            0 => Driver::Queued(ManualHost::new()),
            1 => Driver::Inline(ManualHost::inline()),
            _ => Driver::Tokio(runtime(2)),
        };
        let stage = Stage::on(driver, touchy.into());
        session.set(stage.session.clone()).unwrap();
        all.push((stage, times));
    }
    all
}

/// Says that a hook is over, also when it panics.
struct Leaves<'a>(&'a AtomicBool);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.store(false, SeqCst);
    }
}

#[test]
fn a_condition_that_breaks_between_the_judgement_and_the_look() {
    for (stage, times) in each_writing(1, |w| w.touchy.n = 9) {
        let reply = stage.act("act_guarded");
        assert_eq!(times.load(SeqCst), 1);
        assert_eq!(reply["reason"], "GUARD_FAILED", "{reply}");
        assert_eq!(stage.session.awaiting_settlement(), []);
    }
}

#[test]
fn a_guard_that_writes_whenever_it_is_judged_is_answered() {
    finishes(|| {
        for (stage, times) in each_writing(usize::MAX, |w| w.total += 1) {
            let fired = stage.act("act_guarded");
            assert!(times.load(SeqCst) > 1, "it was judged again");
            assert_eq!(fired["ok"], true, "{fired}");
            let opened = stage.call("world.journey.watched", json!({}));
            assert_eq!(opened["ok"], true, "{opened}");
            let step = stage.call("world.journey.watched", json!({"step": "add"}));
            assert_eq!(step["ok"], true, "{step}");
            let verified = stage.act("act_verified");
            let end = stage.settle(verified["transitionId"].as_str().unwrap());
            assert_eq!(end["settled"], true);
        }
    });
}

#[test]
fn a_thread_that_never_stops_writing_starves_nobody() {
    finishes(|| {
        let stage = Stage::inline();
        stage.update(|w| w.count = 1);
        let stop = AtomicBool::new(false);
        std::thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| {
                    while !stop.load(SeqCst) {
                        stage.update(|w| w.count = w.count.wrapping_add(1).max(1));
                    }
                });
            }
            for n in 0..2_000 {
                let reply = match n % 3 {
                    0 => stage.act("act_while"),
                    1 => stage.call("world.do_action", json!({"action": "pay", "input": {"n": 1}})),
                    _ => stage.call("world.journey.watched", json!({})),
                };
                assert!(reply["version"].as_u64() > Some(0), "{reply}");
                assert_ne!(reply["reason"], "GUARD_FAILED", "it always held: {reply}");
            }
            stop.store(true, SeqCst);
        });
    });
}

#[test]
fn an_instance_that_goes_away_before_the_look_is_not_fired_at() {
    for stage in Stage::each() {
        stage.update(|w| w.slots.extend([("a".to_owned(), 1), ("b".to_owned(), 2)]));
        let fired = stage.call("world.do_action", json!({"action": "free", "instance": "a"}));
        assert_eq!(fired["ok"], true, "{fired}");
        stage.settle("here.slot.free#1");
        let gone = stage.call("world.do_action", json!({"action": "free", "instance": "a"}));
        assert_eq!(
            (&gone["reason"], &gone["instances"]),
            (&json!("INSTANCE_UNKNOWN"), &json!(["b"])),
            "{gone}"
        );
    }
}

#[test]
fn each_instance_is_freed_by_one_of_many_threads() {
    // a gate that looks at the instances decides on those that are there when it fires
    let stage = Stage::inline();
    for round in 0..200 {
        let key = format!("k{round}");
        stage.update(|w| {
            w.slots.insert(key.clone(), 0);
        });
        let accepted = AtomicUsize::new(0);
        let args = json!({"action": "free", "instance": key});
        let go = std::sync::Barrier::new(4);
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    go.wait();
                    // the handler runs inside the call, so that who comes after it sees the instance gone
                    let reply = stage.call("world.do_action", args.clone());
                    if reply["ok"] == true {
                        accepted.fetch_add(1, SeqCst);
                    } else {
                        assert_eq!(reply["reason"], "INSTANCE_UNKNOWN", "{reply}");
                    }
                });
            }
        });
        assert!(accepted.load(SeqCst) >= 1);
        assert!(stage.session.state().slots.is_empty());
    }
}
