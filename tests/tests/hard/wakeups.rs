//! Whoever waits for a fire is woken, however the threads fall.

use crate::world::{Driver, Stage, within};
use nav_runtime::{FireOptions, Principal};

#[test]
fn twenty_thousand_fires_are_each_waited_for() {
    let stage = Stage::tokio();
    let Driver::Tokio(runtime) = &stage.driver else {
        unreachable!()
    };
    runtime.block_on(within(async {
        for _ in 0..20_000 {
            let fired = stage
                .session
                .fire("here.add", FireOptions::by(Principal::Agent))
                .unwrap();
            stage.port.when_settled(fired.transition_id).unwrap().await;
        }
    }));
    assert_eq!(stage.session.state().count, 20_000);
    assert_eq!(stage.ask("here.add#20000")["effectVerified"], true);
    assert_eq!(stage.ask("here.add#1")["reason"], "FORGOTTEN");
    assert_eq!(stage.ask("here.add#20001")["reason"], "UNKNOWN_TRANSITION");
    assert!(stage.session.when_settled("here.add#20001").is_err(), "at once");
    runtime.block_on(within(stage.session.when_settled("here.add#1").unwrap()));
}

#[test]
fn many_wait_for_one_and_some_give_up() {
    for stage in Stage::each() {
        let (go, wait) = tokio::sync::watch::channel(false);
        stage.app().acts(move |cx| {
            let mut wait = wait.clone();
            async move {
                wait.wait_for(|go| *go).await.ok();
                cx.update(|w| w.count += 1);
                Ok(serde_json::Value::Null)
            }
        });
        stage.act("act");
        let waiters: Vec<_> = (0..100)
            .map(|_| stage.session.when_settled("here.act#1").unwrap())
            .collect();
        let elsewhere = crate::world::runtime(2);
        let tasks: Vec<_> = waiters.into_iter().map(|w| elsewhere.spawn(w)).collect();
        tasks.iter().step_by(3).for_each(tokio::task::JoinHandle::abort);
        go.send(true).unwrap();
        assert_eq!(stage.settle("here.act#1")["effectStatus"], "performed");
        for (n, task) in tasks.into_iter().enumerate() {
            if n % 3 != 0 {
                elsewhere.block_on(within(task)).unwrap();
            }
        }
    }
}

type Change = (&'static str, fn(&Stage));

#[test]
fn who_waits_for_any_change_is_woken_by_each_kind() {
    let stage = Stage::inline();
    let elsewhere = crate::world::runtime(1);
    let changes: [Change; 5] = [
        ("update", |s| s.update(|w| w.count += 1)),
        ("fire", |s| {
            s.act("add");
        }),
        ("sync", |s| {
            s.session.sync("there").unwrap();
        }),
        ("control", |s| s.session.control("here.add").unwrap().set_enabled(false)),
        ("close", |s| s.session.close()),
    ];
    for (what, change) in changes {
        let changed = elsewhere.spawn(stage.session.changed());
        let version = stage.session.version();
        change(&stage);
        assert!(stage.session.version() > version, "{what}");
        elsewhere.block_on(within(changed)).unwrap();
    }
}
