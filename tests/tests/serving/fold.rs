//! A reply that waited for its fire answers as of the settlement.

use crate::kiln::House;
use nav_runtime::registry::Limits;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn house() -> (House, String) {
    let house = House::new(Limits::default());
    let conversation = house.begin("ann").await;
    (house, conversation)
}

async fn act(house: &House, conversation: &str, action: &str) -> Value {
    house
        .call(
            "kiln_do_action",
            json!({"action": action, "conversation": conversation}),
        )
        .await
}

#[tokio::test]
async fn a_settled_fire_is_answered_with_its_facts() {
    let (house, conversation) = house().await;
    let reply = act(&house, &conversation, "quick").await;
    assert_eq!(reply["effectStatus"], "performed");
    assert_eq!(reply["outcome"], "committed");
    assert_eq!(reply["effectVerified"], true);
    assert_eq!(reply["writesObserved"], true);
    assert_eq!(reply["data"], json!({"ok": true, "cone": 6}));
    assert_eq!(reply["youAreOn"], "room");
    assert!(reply["transitionId"].as_str().unwrap().starts_with("room.quick#"));
    for gone in ["howToSettle", "settleWith"] {
        assert_eq!(reply.get(gone), None, "{reply}");
    }
}

#[tokio::test]
async fn a_failed_fire_is_no_client_error() {
    let (house, conversation) = house().await;
    let args = json!({"action": "fail", "conversation": conversation});
    let (reply, is_error) = house.call_as("ann", "kiln_do_action", args).await;
    assert!(!is_error);
    assert_eq!(reply["effectStatus"], "refused");
    assert_eq!(reply["outcome"], "rolled-back");
    assert_eq!(reply["error"], "no");
}

#[tokio::test]
async fn a_fire_that_takes_longer_stays_pending_and_runs_on() {
    let (house, conversation) = house().await;
    let asked = Instant::now();
    let reply = act(&house, &conversation, "slow").await;
    assert!(
        asked.elapsed() >= Duration::from_millis(200),
        "it waits up to the ceiling"
    );
    assert_eq!(reply["effectStatus"], "pending");
    assert_eq!(reply["settleWith"]["arg"], "transitionId");
    let fire = json!({"transitionId": reply["transitionId"], "conversation": conversation});
    let pending = house.call("kiln_did_it_work", fire.clone()).await;
    assert_eq!(pending["judgment"], "still-pending");
    house.app.gate.notify_one();
    house.registry.settled().await;
    let settled = house.call("kiln_did_it_work", fire).await;
    assert_eq!(settled["outcome"], "committed");
}

#[tokio::test]
async fn a_question_is_answered_at_once() {
    let (house, conversation) = house().await;
    let asked = Instant::now();
    let reply = act(&house, &conversation, "big").await;
    assert!(
        asked.elapsed() < Duration::from_millis(200),
        "nobody waits for a person"
    );
    assert_eq!(reply["judgment"], "needs-confirm");
    assert_eq!(reply["askId"], "ask:1");
}

#[tokio::test]
async fn a_claimed_page_is_where_one_is() {
    let (house, conversation) = house().await;
    let reply = act(&house, &conversation, "nav").await;
    assert_eq!(reply["effectStatus"], "performed");
    assert_eq!(reply["arrival"], "claimed");
    assert_eq!(reply["toNode"], "yard");
    assert_eq!(reply["youAreOn"], "yard");
}

#[tokio::test]
async fn a_journey_stands_as_of_the_settlement() {
    let (house, conversation) = house().await;
    let step = |step: &'static str| json!({"step": step, "conversation": conversation});
    let first = house.call("kiln_journey_j", step("quick")).await;
    assert_eq!(first["frame"], "open");
    assert_eq!(first["judgment"], "one-ready-step");
    assert_eq!(first["readySteps"][0]["step"], "room.fail");
    assert_eq!(first["data"], json!({"ok": true, "cone": 6}));
    let second = house.call("kiln_journey_j", step("fail")).await;
    assert_eq!(second["frame"], "open", "a failed step completes nothing: {second}");
    assert_eq!(second["standing"], "failed");
    assert_eq!(second["error"], "no");
}

#[tokio::test]
async fn a_caller_that_hangs_up_stops_nothing() {
    let (house, conversation) = house().await;
    let call = act(&house, &conversation, "slow");
    assert!(tokio::time::timeout(Duration::from_millis(50), call).await.is_err());
    house.app.gate.notify_one();
    house.registry.settled().await;
    let here = house
        .call("kiln_whats_here", json!({"conversation": conversation}))
        .await;
    assert!(here["facts"].as_str().unwrap().contains("DID happen"), "{here}");
}
