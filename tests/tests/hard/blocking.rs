//! Plain functions run where they may block, and never hold up a call.

use crate::world::{App, Driver, Stage, WORLD, World, says, within};
use nav_runtime::{PortOptions, TokioHost};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, mpsc};

fn one_blocking_thread() -> (Stage, mpsc::Sender<()>, mpsc::Receiver<()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let host = Arc::new(TokioHost::new(runtime.handle().clone()));
    let session = WORLD
        .session(App::default())
        .state(World::default())
        .host(host)
        .open()
        .unwrap();
    let port = session.serve(PortOptions::default());
    let (go, wait) = mpsc::channel::<()>();
    let (tell, began) = mpsc::channel::<()>();
    let (wait, tell) = (Mutex::new(wait), Mutex::new(tell));
    session.app().blocks(move |cx| {
        tell.lock().unwrap().send(()).ok();
        if wait.lock().unwrap().recv().is_err() {
            return Err(says("nobody lets it go on"));
        }
        cx.update(|w| w.count += 1);
        Ok(Value::Null)
    });
    let driver = Driver::Tokio(runtime);
    (Stage { session, port, driver }, go, began)
}

#[test]
fn a_full_pool_keeps_the_others_waiting_and_no_call() {
    let (stage, go, began) = one_blocking_thread();
    let ids: Vec<_> = (0..5)
        .map(|_| stage.act("block")["transitionId"].as_str().unwrap().to_owned())
        .collect();
    began.recv().unwrap();
    assert_eq!(stage.here()["actions"][0]["action"], "here.act");
    assert_eq!(
        stage.through("add")["effectStatus"],
        "performed",
        "what does not block runs"
    );
    assert_eq!(stage.ask(&ids[4])["judgment"], "still-pending");
    (0..5).for_each(|_| go.send(()).unwrap());
    for id in &ids {
        assert_eq!(stage.settle(id)["effectStatus"], "performed");
    }
    assert_eq!(stage.session.state().count, 6);
}

#[test]
fn what_runs_and_queues_when_the_runtime_ends_comes_to_rest() {
    let (stage, go, began) = one_blocking_thread();
    let ids: Vec<_> = (0..3)
        .map(|_| stage.act("block")["transitionId"].as_str().unwrap().to_owned())
        .collect();
    began.recv().unwrap();
    let Stage { session, port, driver } = stage;
    let Driver::Tokio(runtime) = driver else { unreachable!() };
    let waiters: Vec<_> = ids.iter().map(|id| session.when_settled(id).unwrap()).collect();
    runtime.shutdown_background();
    go.send(()).unwrap();
    drop(go);
    let elsewhere = crate::world::runtime(1);
    waiters.into_iter().for_each(|w| elsewhere.block_on(within(w)));
    let ask = |id: &str| serde_json::to_value(port.call("world.did_it_work", &json!({"transitionId": id}))).unwrap();
    assert_eq!(ask(&ids[0])["effectStatus"], "performed", "what had begun ended");
    // a pool that is busy takes what it has queued before it ends
    for id in &ids[1..] {
        assert!(
            matches!(ask(id)["effectStatus"].as_str(), Some("refused" | "unobservable")),
            "{}",
            ask(id)
        );
    }
    port.call("world.do_action", &json!({"action": "block"}));
    assert_eq!(
        ask("here.block#4")["interrupted"],
        true,
        "what comes after is not taken"
    );
}

#[test]
fn a_handler_bound_in_its_place_may_wait() {
    for stage in Stage::each() {
        let (go, wait) = tokio::sync::watch::channel(false);
        stage
            .session
            .bind("here.bound", move |cx, _| {
                let mut wait = wait.clone();
                async move {
                    wait.wait_for(|go| *go).await.map_err(|e| e.to_string())?;
                    cx.update(|w| w.count += 1);
                    Ok::<u32, String>(cx.state().count)
                }
            })
            .unwrap();
        let fired = stage.act("bound");
        if !matches!(stage.driver, Driver::Tokio(_)) {
            stage.host().run_until_idle();
        }
        assert_eq!(stage.ask("here.bound#1")["judgment"], "still-pending", "{fired}");
        go.send(true).unwrap();
        let end = stage.settle("here.bound#1");
        assert_eq!(
            (&end["effectStatus"], &end["data"]),
            (&json!("performed"), &json!(1)),
            "{end}"
        );
    }
}
