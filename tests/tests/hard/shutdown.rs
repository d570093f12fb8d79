//! A host that goes away while fires are out: they come to rest as interrupted, and whoever waits is woken.

use crate::world::{Driver, EndsBadly, Stage, runtime, within};
use serde_json::{Value, json};
use std::sync::mpsc;

fn interrupted(end: &Value) {
    assert_eq!(end["effectStatus"], "unobservable", "{end}");
    assert_eq!(
        (&end["interrupted"], &end["outcome"]),
        (&json!(true), &json!("superseded")),
        "{end}"
    );
}

fn pends_for_ever(stage: &Stage) {
    stage.app().acts(|_| std::future::pending());
}

#[test]
fn a_runtime_that_shuts_down() {
    let stage = Stage::tokio();
    pends_for_ever(&stage);
    let ids: Vec<String> = (0..10)
        .map(|_| stage.act("act")["transitionId"].as_str().unwrap().to_owned())
        .collect();
    let waiters: Vec<_> = ids.iter().map(|id| stage.session.when_settled(id).unwrap()).collect();
    let Stage { session, port, driver } = stage;
    drop(driver);
    let elsewhere = runtime(1);
    for waiter in waiters {
        elsewhere.block_on(within(waiter));
    }
    let after = Stage {
        session,
        port,
        driver: Driver::Tokio(elsewhere),
    };
    ids.iter().for_each(|id| interrupted(&after.ask(id)));
    let facts = after.here()["facts"].as_str().unwrap().to_owned();
    assert!(facts.contains("ran, but the outcome was never observed"), "{facts}");
    // the session's own host is gone for good
    for action in ["add", "block", "over"] {
        let fired = after.act(action);
        assert_eq!(fired["effectStatus"], "pending", "{fired}");
        interrupted(&after.ask(fired["transitionId"].as_str().unwrap()));
    }
}

#[test]
fn a_manual_host_that_drops_its_work() {
    for polled in [false, true] {
        let stage = Stage::queued();
        pends_for_ever(&stage);
        stage.act("act");
        stage.act("block");
        if polled {
            stage.host().step();
        }
        let waiter = stage.session.when_settled("here.act#1").unwrap();
        assert_eq!(stage.host().drop_all(), 2);
        runtime(1).block_on(within(waiter));
        interrupted(&stage.ask("here.act#1"));
        interrupted(&stage.ask("here.block#2"));
        assert_eq!(
            stage.through("add")["effectStatus"],
            "performed",
            "the host is good for more"
        );
    }
}

#[test]
fn a_handle_on_a_manual_host_that_is_dropped_changes_nothing() {
    let stage = Stage::queued();
    stage.act("add");
    let Stage { session, port, driver } = stage;
    drop(driver);
    let pending = serde_json::to_value(port.call("world.did_it_work", &json!({"transitionId": "here.add#1"}))).unwrap();
    assert_eq!(pending["judgment"], "still-pending");
    let more = serde_json::to_value(port.call("world.do_action", &json!({"action": "add"}))).unwrap();
    assert_eq!(more["effectStatus"], "pending");
    assert_eq!(session.awaiting_settlement().len(), 2);
}

#[test]
fn a_future_whose_end_panics() {
    for stage in Stage::each() {
        let (polled, was_polled) = mpsc::channel();
        let polled = std::sync::Mutex::new(polled);
        stage.app().acts(move |_| {
            let polled = polled.lock().unwrap().clone();
            async move {
                let _held = EndsBadly;
                polled.send(()).unwrap();
                std::future::pending().await
            }
        });
        let id = stage.act("act")["transitionId"].as_str().unwrap().to_owned();
        let Stage { session, port, driver } = stage;
        match driver {
            Driver::Queued(host) | Driver::Inline(host) => {
                host.run_until_idle();
                was_polled.recv().unwrap();
                // an executor lets such a panic through
                let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| host.drop_all()));
            }
            Driver::Tokio(runtime) => {
                was_polled.recv().unwrap();
                drop(runtime);
            }
        }
        let end = serde_json::to_value(port.call("world.did_it_work", &json!({"transitionId": id}))).unwrap();
        interrupted(&end);
        assert_eq!(session.awaiting_settlement(), []);
    }
}

/// Ends at once, and panics when it is dropped.
struct ReadyAndBad(Option<EndsBadly>);

impl Future for ReadyAndBad {
    type Output = crate::world::Told;
    fn poll(self: std::pin::Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<Self::Output> {
        assert!(self.0.is_some());
        std::task::Poll::Ready(Ok(json!("done")))
    }
}

#[test]
fn a_future_that_ended_well_and_whose_end_panics() {
    for stage in Stage::each() {
        let session = stage.session.clone();
        stage
            .session
            .bind("here.bound", move |_, _| {
                let _ = &session;
                ReadyAndBad(Some(EndsBadly))
            })
            .unwrap();
        let end = stage.through("bound");
        assert_eq!(end["settled"], true, "{end}");
        assert_eq!(stage.session.awaiting_settlement(), []);
    }
}
