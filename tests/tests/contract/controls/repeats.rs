//! One at a time, and once.

use crate::{office::Office, stage::Stage};
use nav_runtime::{FireOutcome, Principal};
use serde_json::{Value, json};

fn refused(reply: &Value, reason: &str, scope: &str, prior: &Value) {
    assert_eq!(
        (&reply["reason"], &reply["scope"]),
        (&json!(reason), &json!(scope)),
        "{reply}"
    );
    assert_eq!(&reply["priorTransitionId"], prior, "{reply}");
}

#[test]
fn one_at_a_time() {
    let s = Stage::new();
    let first = s.act("clean");
    refused(&s.act("clean"), "PRIOR_FIRE_PENDING", "action", &first["transitionId"]);
    s.run();
    assert_eq!(s.act("clean")["ok"], true);
}

#[test]
fn one_at_a_time_for_each_instance() {
    let tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    let on = |task: &str| s.act_with("work_on", json!({"instance": task}));
    let a = on("a");
    refused(&on("a"), "PRIOR_FIRE_PENDING", "instance", &a["transitionId"]);
    assert_eq!(on("b")["ok"], true);
}

#[test]
fn once() {
    let s = Stage::new();
    let first = s.act("name_it");
    refused(
        &s.act("name_it"),
        "PRIOR_FIRE_PENDING",
        "action",
        &first["transitionId"],
    );
    s.run();
    assert_eq!(s.row("desk.name_it")["alreadyPerformed"], true);
    refused(
        &s.act("name_it"),
        "DUPLICATE_EXECUTION",
        "action",
        &first["transitionId"],
    );
}

#[test]
fn once_for_each_input() {
    let s = Stage::new();
    let order = |n: u32| s.act_with("order", json!({"input": {"n": n}}));
    let three = order(3);
    s.run();
    refused(&order(3), "DUPLICATE_EXECUTION", "input", &three["transitionId"]);
    assert_eq!(order(4)["ok"], true);
    assert_eq!(
        s.row("desk.order").get("alreadyPerformed"),
        None,
        "with another input it can be done"
    );
}

#[test]
fn once_opens_again_after_a_failure() {
    let s = Stage::new();
    s.staff.on("name_it", |_| async { Err("no".into()) });
    s.through("name_it");
    assert_eq!(s.act("name_it")["ok"], true);
}

#[test]
fn once_opens_again_after_a_rollback() {
    let s = Stage::new();
    let first = s.act("name_it");
    s.run();
    let id = first["transitionId"].as_str().unwrap();
    s.session.reject(id, "the registry said no").unwrap();
    assert_eq!(s.row("desk.name_it").get("alreadyPerformed"), None);
    assert_eq!(s.act("name_it")["ok"], true);
    let s = Stage::new();
    let first = s.act("name_it");
    s.run();
    s.session
        .observe(
            first["transitionId"].as_str().unwrap(),
            "registry",
            FireOutcome::Superseded,
        )
        .unwrap();
    assert_eq!(s.act("name_it")["ok"], true);
}

#[test]
fn once_opens_again_when_somebody_else_changes_what_it_wrote() {
    let s = Stage::new();
    s.through("name_it");
    s.session.update_by(Principal::Agent, |o| o.count = 50);
    assert_eq!(
        s.act("name_it")["reason"],
        "DUPLICATE_EXECUTION",
        "the same principal's change does not count"
    );
    s.session.update_by(Principal::User, |o| o.count = 60);
    assert_eq!(s.act("name_it")["ok"], true);
}

#[test]
fn what_takes_no_input_tells_no_two_calls_apart() {
    let s = Stage::new();
    assert_eq!(s.act_with("ring", json!({"input": {}}))["ok"], true);
    s.run();
    for input in [json!(""), json!({})] {
        let again = s.act_with("ring", json!({"input": input}));
        assert_eq!(again["reason"], "DUPLICATE_EXECUTION", "{again}");
    }
}
