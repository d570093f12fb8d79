//! Threads that do everything at once: every reply is whole, and a fire comes to rest once.

use crate::world::{Stage, finishes};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

#[test]
fn a_fire_settles_once_whoever_ends_it() {
    // its time runs out while its handler ends and while the host drops it
    for round in 0..300_u64 {
        let stage = Stage::queued();
        let (go, wait) = tokio::sync::watch::channel(false);
        stage.app().acts(move |cx| {
            let mut wait = wait.clone();
            async move {
                wait.wait_for(|go| *go).await.ok();
                cx.update(|w| w.count += 1);
                Ok(Value::Null)
            }
        });
        stage.act("act_soon");
        let host = stage.host().clone();
        host.run_until_idle();
        let start = std::sync::Barrier::new(3);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                start.wait();
                host.advance(Duration::from_secs(60));
                host.run_until_idle();
            });
            threads.spawn(|| {
                start.wait();
                go.send(true).unwrap();
                host.run_until_idle();
            });
            threads.spawn(|| {
                start.wait();
                if round % 2 == 0 {
                    host.drop_all();
                }
            });
        });
        host.run_until_idle();
        let first = stage.ask("here.act_soon#1");
        assert_eq!(first["settled"], true, "{first}");
        host.drop_all();
        let again = stage.ask("here.act_soon#1");
        assert_eq!(first, again, "a settlement never changes");
        assert_eq!(stage.session.__replays(), Some(true));
    }
}

#[test]
fn eight_threads_do_everything_at_once() {
    finishes(|| {
        for stage in [Stage::inline(), Stage::tokio()] {
            let stage = Arc::new(stage);
            let stop = Arc::new(AtomicBool::new(false));
            let calls = Arc::new(AtomicU64::new(0));
            let settled: Arc<Mutex<HashMap<String, Value>>> = Arc::default();
            std::thread::scope(|threads| {
                for thread in 0..8_u64 {
                    let (stage, stop, calls, settled) = (&stage, &stop, &calls, &settled);
                    threads.spawn(move || {
                        let mut seed = thread * 7_919 + 1;
                        while !stop.load(SeqCst) {
                            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                            one_thing(stage, seed >> 33, settled);
                            if calls.fetch_add(1, SeqCst) > 20_000 {
                                stop.store(true, SeqCst);
                            }
                        }
                    });
                }
            });
            assert_eq!(stage.here()["ok"], true);
        }
    });
}

fn one_thing(stage: &Stage, what: u64, settled: &Mutex<HashMap<String, Value>>) {
    let reply = match what % 10 {
        0 => stage.act("add"),
        1 => stage.act("act_alone"),
        2 => stage.call(
            "world.do_action",
            json!({"action": "pay", "input": {"n": what % 3}, "confirm": true}),
        ),
        3 => {
            for card in stage.session.asks() {
                let _ = stage.session.approve(card.ask_id, "ann");
            }
            return;
        }
        4 => return stage.update(|w| w.count = w.count.wrapping_add(1).max(1)),
        5 => stage.call("world.journey.counting", json!({})),
        6 => {
            stage.session.sync(["here", "there"][(what / 10 % 2) as usize]).unwrap();
            return;
        }
        7 => stage.act("act_once"),
        8 => stage.call("world.why", json!({"key": "count"})),
        _ => stage.here(),
    };
    assert!(reply["ok"].is_boolean() && reply["version"].is_u64(), "{reply}");
    assert_ne!(reply["effectStatus"], "performed", "{reply}");
    if let Some(id) = reply["transitionId"].as_str() {
        let end = stage.ask(id);
        if end["settled"] == true {
            let facts = json!([end["effectStatus"], end["outcome"], end["effectVerified"]]);
            let first = settled
                .lock()
                .unwrap()
                .entry(id.to_owned())
                .or_insert_with(|| facts.clone())
                .clone();
            assert_eq!(first, facts, "a settlement never changes");
        }
    }
}
