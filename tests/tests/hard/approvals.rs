//! A yes covers what its card showed, and is spent once.

use crate::world::{Driver, Stage, runtime, within};
use nav_runtime::AnswerError;
use serde_json::{Value, json};
use std::sync::{Barrier, Mutex};

fn pay(n: i64, confirm: bool) -> Value {
    if confirm {
        json!({"action": "pay", "input": {"n": n}, "confirm": true})
    } else {
        json!({"action": "pay", "input": {"n": n}})
    }
}

fn open(driver: Driver) -> Stage {
    let stage = Stage::on(
        driver,
        crate::world::World {
            count: 1,
            ..Default::default()
        },
    );
    stage.app().acts(|cx| async move {
        cx.update(|w| {
            w.paid = true;
            w.slots.entry("ran".into()).and_modify(|n| *n += 1).or_insert(1);
        });
        Ok(Value::Null)
    });
    stage
}

#[test]
fn eight_threads_spend_one_yes_once() {
    let shared = runtime(2);
    for round in 0..300 {
        let driver = Driver::Queued(nav_runtime::ManualHost::new());
        let mut stage = open(driver);
        if round % 2 == 0 {
            // half of the rounds on the runtime
            let host = std::sync::Arc::new(nav_runtime::TokioHost::new(shared.handle().clone()));
            let on_tokio = crate::world::WORLD.session(crate::world::App::default());
            let state = crate::world::World {
                count: 1,
                ..Default::default()
            };
            stage.session = on_tokio.state(state).host(host).open().unwrap();
            stage.port = stage.session.serve(nav_runtime::PortOptions::default());
        }
        let asked = stage.call("world.do_action", pay(round, false));
        assert_eq!(asked["judgment"], "needs-confirm", "{asked}");
        let too_early = stage.call("world.do_action", pay(round, true));
        assert_eq!(
            (&too_early["reason"], &too_early["askId"]),
            (&json!("APPROVAL_REQUIRED"), &asked["askId"])
        );
        let ask = Stage::ask_id(&asked);
        stage.session.approve(ask, "ann").unwrap();
        assert_eq!(stage.session.approve(ask, "bob"), Err(AnswerError::AlreadyAnswered));

        let (replies, go) = (Mutex::new(Vec::new()), Barrier::new(8));
        std::thread::scope(|threads| {
            for _ in 0..8 {
                threads.spawn(|| {
                    go.wait();
                    let reply = stage.call("world.do_action", pay(round, true));
                    replies.lock().unwrap().push(reply);
                });
            }
        });
        let replies = replies.into_inner().unwrap();
        let fired: Vec<_> = replies.iter().filter(|r| r["ok"] == true).collect();
        assert_eq!(fired.len(), 1, "{replies:?}");
        let spent = |r: &&Value| {
            // the reading of the state may have moved what the card showed once the handler had run
            r["reason"] == "APPROVAL_SPENT" && r["priorTransitionId"] == fired[0]["transitionId"]
        };
        assert_eq!(replies.iter().filter(spent).count(), 7, "{replies:?}");
        let settled = stage.session.when_settled("here.pay#1").unwrap();
        if round % 2 == 0 {
            shared.block_on(within(settled));
        } else {
            stage.host().run_until_idle();
        }
        assert_eq!(stage.ask(asked["askId"].as_str().unwrap())["effectStatus"], "performed");
        let other = stage.call("world.do_action", pay(-round - 1, true));
        assert_eq!(other["reason"], "PAYLOAD_INVALID", "an unsigned number: {other}");
        let other = stage.call("world.do_action", pay(round + 1, true));
        assert_eq!(
            (&other["reason"], &other["askId"]),
            (&json!("APPROVAL_REQUIRED"), &json!("ask:2")),
            "{other}"
        );
    }
}

#[test]
fn what_the_card_shows_has_changed() {
    for driver in [
        Driver::Queued(nav_runtime::ManualHost::new()),
        Driver::Tokio(runtime(1)),
    ] {
        let stage = open(driver);
        let asked = stage.call("world.do_action", pay(1, false));
        stage.session.approve(Stage::ask_id(&asked), "ann").unwrap();
        stage.update(|w| w.slots.insert("unseen".into(), 1).map_or((), |_| ()));
        stage.update(|w| w.total = 7);
        let stale = stage.call("world.do_action", pay(1, true));
        assert_eq!(stale["reason"], "APPROVAL_STALE", "{stale}");
        assert_eq!(stale["askId"], "ask:2", "the new card's");
        stage.update(|w| w.total = 0);
        let old = stage.call("world.do_action", pay(1, true));
        assert_eq!(old["ok"], false, "the old yes does not come back: {old}");
        assert_eq!(stage.session.awaiting_settlement(), []);
        let now = Stage::ask_id(&old);
        stage.session.approve(now, "ann").unwrap();
        let fired = stage.call("world.do_action", pay(1, true));
        assert_eq!(fired["ok"], true, "{fired}");
        assert_eq!(stage.settle("here.pay#1")["effectStatus"], "performed");
    }
}

#[test]
fn what_the_card_does_not_show_may_change() {
    let stage = open(Driver::Queued(nav_runtime::ManualHost::new()));
    let asked = stage.call("world.do_action", pay(1, false));
    stage.session.approve(Stage::ask_id(&asked), "ann").unwrap();
    stage.update(|w| w.paid = false);
    stage.update(|w| {
        w.slots.insert("unseen".into(), 1);
    });
    assert_eq!(stage.call("world.do_action", pay(1, true))["ok"], true);
}

#[test]
fn what_the_app_shows_is_covered() {
    for stage in Stage::each() {
        let shown = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(1));
        let n = shown.clone();
        stage
            .app()
            .previews(move |_| json!({"price": n.load(std::sync::atomic::Ordering::SeqCst)}));
        let asked = stage.act("show");
        assert_eq!(asked["receipts"]["shows"], json!({"price": 1}), "{asked}");
        stage.session.approve(Stage::ask_id(&asked), "ann").unwrap();
        shown.store(2, std::sync::atomic::Ordering::SeqCst);
        let stale = stage.call("world.do_action", json!({"action": "show", "confirm": true}));
        assert_eq!(
            (&stale["reason"], &stale["askId"]),
            (&json!("APPROVAL_STALE"), &json!("ask:2")),
            "{stale}"
        );
    }
}

#[test]
fn a_decline_never_fires() {
    for stage in Stage::each() {
        stage.update(|w| w.count = 1);
        for args in [
            json!({"action": "pay", "input": {"n": 1}, "decline": true}),
            json!({"action": "add", "decline": true}),
        ] {
            let reply = stage.call("world.do_action", args);
            assert_eq!(reply["ok"], false, "{reply}");
        }
        let asked = stage.call("world.do_action", pay(1, false));
        stage.session.approve(Stage::ask_id(&asked), "ann").unwrap();
        let declined = stage.call(
            "world.do_action",
            json!({"action": "pay", "input": {"n": 1}, "decline": true}),
        );
        assert_eq!(declined["judgment"], "declined", "{declined}");
        let both = stage.call(
            "world.do_action",
            json!({"action": "pay", "input": {"n": 1}, "confirm": true, "decline": true}),
        );
        assert_eq!(both["reason"], "CONFIRM_AND_DECLINE");
        assert_eq!(stage.session.awaiting_settlement(), []);
        assert!(!stage.session.state().paid);
    }
}
