//! Asking a call to stop: only an explicit wish reaches a handler, and only one that listens.

use crate::{
    kiln::{House, post},
    pipe::Pipe,
};
use nav_runtime::{
    mcp::NavServer,
    registry::{Conversation, Limits},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

const LONG: Duration = Duration::from_secs(60);

fn patient(server: NavServer) -> NavServer {
    server.settle_within(LONG)
}

/// What became of the only conversation's first fire, once it is at rest.
async fn became(house: &House, pipe: &mut Pipe, fire: &str) -> Value {
    house.registry.settled().await;
    pipe.call(90, "kiln_did_it_work", json!({"transitionId": fire})).await
}

async fn until_it_works(house: &House) {
    loop {
        let conversations = house.registry.conversations();
        let working = |c: &Arc<Conversation>| !c.session().awaiting_settlement().is_empty();
        if conversations.iter().any(working) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_explicit_cancel_reaches_a_handler_that_listens() {
    let house = House::with(Limits::default(), patient);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    pipe.start(1, "kiln_do_action", json!({"action": "stepwise"}), true)
        .await;
    assert_eq!(pipe.read().await["method"], "notifications/progress");
    pipe.notify("notifications/cancelled", json!({"requestId": 1, "reason": "enough"}))
        .await;
    let told = became(&house, &mut pipe, "room.stepwise#1").await;
    assert_eq!(told["effectStatus"], "refused", "{told}");
    assert_eq!(told["error"], "stopped");
}

#[tokio::test]
async fn a_handler_that_does_not_listen_runs_on() {
    let house = House::with(Limits::default(), patient);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    pipe.start(1, "kiln_do_action", json!({"action": "slow"}), false).await;
    until_it_works(&house).await;
    pipe.notify("notifications/cancelled", json!({"requestId": 1})).await;
    let pending = pipe
        .call(2, "kiln_did_it_work", json!({"transitionId": "room.slow#1"}))
        .await;
    assert_eq!(pending["judgment"], "still-pending");
    house.app.gate.notify_one();
    let told = became(&house, &mut pipe, "room.slow#1").await;
    assert_eq!(told["effectStatus"], "performed", "{told}");
}

#[tokio::test]
async fn an_answered_call_is_linked_to_nothing() {
    let house = House::new(Limits::default());
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    let pending = pipe.call(1, "kiln_do_action", json!({"action": "stepwise"})).await;
    assert_eq!(pending["effectStatus"], "pending");
    pipe.notify("notifications/cancelled", json!({"requestId": 1})).await;
    for id in 2..=5 {
        let fire = json!({"transitionId": "room.stepwise#1"});
        assert_eq!(
            pipe.call(id, "kiln_did_it_work", fire).await["judgment"],
            "still-pending"
        );
        house.app.gate.notify_one();
    }
    let told = became(&house, &mut pipe, "room.stepwise#1").await;
    assert_eq!(told["effectStatus"], "performed", "{told}");
}

#[tokio::test]
async fn a_client_that_leaves_cancels_nothing() {
    let house = House::with(Limits::default(), patient);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    pipe.start(1, "kiln_do_action", json!({"action": "stepwise"}), true)
        .await;
    assert_eq!(pipe.read().await["method"], "notifications/progress");
    let conversation = house.registry.conversations().remove(0);
    let leaving = tokio::spawn(pipe.leave());
    for step in 1..=4 {
        house.app.gate.notify_one();
        while step < 4 && conversation.session().open_work()[0].progress != Some((step + 1, 4)) {
            conversation.session().changed().await;
        }
    }
    house.registry.settled().await;
    leaving.await.unwrap().unwrap();
    let settled = conversation
        .session()
        .settlement_if_known("room.stepwise#1")
        .unwrap()
        .unwrap();
    assert_eq!(serde_json::to_value(&settled).unwrap()["effectStatus"], "performed");
}

#[tokio::test]
async fn over_http_nobody_cancels_anybody() {
    let house = House::with(Limits::default(), patient);
    let conversation = house.begin("ann").await;
    let args = json!({"action": "stepwise", "conversation": conversation});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "kiln_do_action", "arguments": args
    }});
    let waiting = house.send(post("ann", call.to_string()));
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    {
        let mut waiting = std::pin::pin!(waiting);
        tokio::select! {
            _ = &mut waiting => panic!("it waits for its fire"),
            () = until_it_works(&house) => {}
        }
        assert_eq!(house.send(post("bob", cancel.to_string())).await.status(), 202);
    }
    // dropping the request is a closed connection
    let fire = json!({"transitionId": "room.stepwise#1", "conversation": conversation});
    for _ in 1..=4 {
        assert_eq!(
            house.call("kiln_did_it_work", fire.clone()).await["judgment"],
            "still-pending"
        );
        house.app.gate.notify_one();
        tokio::task::yield_now().await;
    }
    house.registry.settled().await;
    let told = house.call("kiln_did_it_work", fire).await;
    assert_eq!(told["effectStatus"], "performed", "{told}");
}

#[tokio::test]
async fn a_server_that_stops_takes_no_calls_and_still_answers_the_running_one() {
    let house = House::with(Limits::default(), patient);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    let conversation = house.begin("ann").await;
    pipe.start(1, "kiln_do_action", json!({"action": "slow"}), false).await;
    until_it_works(&house).await;
    let finishing = tokio::spawn({
        let registry = house.registry.clone();
        async move { registry.finish(LONG).await }
    });
    tokio::task::yield_now().await;
    let turned = pipe.call(2, "kiln_whats_here", json!({})).await;
    assert_eq!(turned["reason"], "CONVERSATION_DENIED", "{turned}");
    for args in [json!({}), json!({"conversation": conversation})] {
        let turned = house.call("kiln_whats_here", args).await;
        assert_eq!(turned["reason"], "CONVERSATION_DENIED", "{turned}");
        assert!(turned["why"].as_str().unwrap().contains("shutting down"));
    }
    house.app.gate.notify_one();
    assert!(finishing.await.unwrap().is_empty());
    pipe.stop.notify_one();
    let settled = crate::pipe::reply(&pipe.read().await);
    assert_eq!(settled["effectStatus"], "performed", "{settled}");
    pipe.leave().await.unwrap();
}
