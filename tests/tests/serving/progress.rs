//! A client that asked for it hears how far its call is, and waits longer.

use crate::{
    kiln::{House, post},
    pipe::{Pipe, reply},
};
use http_body_util::BodyExt;
use nav_runtime::registry::Limits;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[tokio::test]
async fn over_a_pipe_progress_comes_from_inside_the_call() {
    let house = House::new(Limits::default());
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    let begun = Instant::now();
    pipe.start(1, "kiln_do_action", json!({"action": "stepwise"}), true)
        .await;
    for done in 1..=4 {
        let told = pipe.read().await;
        assert_eq!(told["method"], "notifications/progress", "{told}");
        let wanted = json!({"progressToken": 1, "progress": f64::from(done), "total": 4.0, "message": "heating"});
        assert_eq!(told["params"], wanted);
        house.app.gate.notify_one();
    }
    let settled = reply(&pipe.read().await);
    assert_eq!(settled["effectStatus"], "performed", "{settled}");
    assert!(begun.elapsed() >= Duration::from_millis(750), "four a second at most");
    let here = pipe.call(2, "kiln_whats_here", json!({})).await;
    assert_eq!(here["ok"], true, "nothing came after the call: {here}");
    pipe.leave().await.unwrap();
}

#[tokio::test]
async fn who_did_not_ask_hears_nothing_and_waits_no_longer() {
    let house = House::new(Limits::default());
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    let pending = pipe.call(1, "kiln_do_action", json!({"action": "stepwise"})).await;
    assert_eq!(pending["effectStatus"], "pending");
    assert!(pending["howToSettle"].is_string());
    pipe.start(2, "kiln_do_action", json!({"action": "slow"}), true).await;
    let silent = reply(&pipe.read().await);
    assert_eq!(
        silent["effectStatus"], "pending",
        "a handler that says nothing is waited for no longer"
    );
}

#[tokio::test]
async fn progress_extends_the_wait_up_to_its_own_ceiling() {
    let house = House::with(Limits::default(), |server| {
        server.settle_within_progress(Duration::from_millis(400))
    });
    let mut pipe = Pipe::of(&house, "2025-11-25", json!({})).await;
    let begun = Instant::now();
    pipe.start(1, "kiln_do_action", json!({"action": "stepwise"}), true)
        .await;
    assert_eq!(pipe.read().await["params"]["progress"], 1.0);
    let pending = reply(&pipe.read().await);
    assert_eq!(pending["effectStatus"], "pending", "{pending}");
    assert!(begun.elapsed() >= Duration::from_millis(400));
    assert_eq!(
        house.registry.conversations()[0].session().open_work().len(),
        1,
        "it runs on"
    );
}

#[tokio::test]
async fn over_http_the_answer_becomes_a_stream() {
    let house = House::new(Limits::default());
    let conversation = house.begin("ann").await;
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {
        "name": "kiln_do_action", "arguments": {"action": "stepwise", "conversation": conversation},
        "_meta": {"progressToken": "t"}
    }});
    let response = house.send(post("ann", call.to_string())).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let (mut body, mut seen, mut done) = (response.into_body(), String::new(), Vec::new());
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.unwrap().into_data() else { continue };
        seen.push_str(std::str::from_utf8(&data).unwrap());
        while let Some((event, rest)) = seen.split_once("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            let message: Option<Value> = data.and_then(|data| serde_json::from_str(data).ok());
            if let Some(message) = message {
                if message["method"] == "notifications/progress" {
                    house.app.gate.notify_one();
                }
                done.push(message);
            }
            seen = rest.to_owned();
        }
    }
    let told: Vec<_> = done.iter().map(|m| m["params"]["progress"].as_f64()).collect();
    assert_eq!(told, [Some(1.), Some(2.), Some(3.), Some(4.), None]);
    assert_eq!(reply(&done[4])["effectStatus"], "performed");
}
