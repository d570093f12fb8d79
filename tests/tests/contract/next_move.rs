//! A refusal names a next move, and the gates accept it.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use serde_json::{Value, json};

fn says(reply: &Value, words: &str) {
    let why = reply["why"].as_str().unwrap_or_default();
    assert!(why.contains(words), "{words:?} is not in {why:?}");
}

#[test]
fn change_the_condition_that_evidence_names() {
    let s = Stage::new();
    let refused = s.step("chores", "close_books");
    says(&refused, "evidence names it");
    assert_eq!(refused["evidence"][0]["key"], "count");
    s.through("count_up");
    assert_eq!(s.step("chores", "close_books")["ok"], true);
}

#[test]
fn go_where_route_to_leads() {
    let s = Stage::new();
    let refused = s.step("round", "inspect");
    says(&refused, "routeTo");
    assert_eq!(refused["page"], "desk");
    let page = crate::stage::later(&refused, "yard.inspect")["page"].clone();
    let here = s.call("whats_here", json!({"routeTo": page}));
    for hop in here["routeTo"]["hops"].as_array().unwrap() {
        assert_eq!(s.act(hop["action"].as_str().unwrap())["ok"], true);
        s.run();
    }
    assert_eq!(s.step("round", "inspect")["ok"], true);
}

#[test]
fn call_again_with_one_of_the_instances() {
    let tasks = [("a".to_owned(), 0)].into();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    for refused in [s.act("work_on"), s.act_with("work_on", json!({"instance": "x"}))] {
        says(&refused, "one of instances");
        let one = refused["instances"][0].clone();
        assert_eq!(refused["instancesTotal"], 1);
        assert_eq!(s.act_with("work_on", json!({"instance": one}))["ok"], true);
        s.run();
    }
    let refused = s.act_with("count_up", json!({"instance": "a"}));
    assert_eq!(
        (&refused["reason"], &refused["instances"]),
        (&json!("INSTANCE_UNKNOWN"), &json!([]))
    );
    says(&refused, "without naming one");
    assert_eq!(s.act("count_up")["ok"], true);
    s.update(|o| o.tasks.clear());
    let refused = s.act("work_on");
    says(&refused, "none of it right now");
}

#[test]
fn call_again_with_an_input_that_expects_describes() {
    let s = Stage::new();
    let refused = s.act_with("order", json!({"input": {"n": "many"}}));
    assert_eq!(refused["issues"][0]["path"], "n", "{refused}");
    says(&refused, "expects describes");
    assert_eq!(refused["expects"]["properties"]["n"]["type"], "integer", "{refused}");
    assert_eq!(s.act_with("order", json!({"input": {"n": 3}}))["ok"], true);
    let refused = s.act_with("count_up", json!({"input": 1}));
    says(&refused, "without one");
    assert_eq!(
        (&refused["expects"], &s.act("count_up")["ok"]),
        (&json!("none"), &json!(true))
    );
}

#[test]
fn fill_what_is_missing() {
    let s = Stage::new();
    let refused = s.step("write", "submit");
    assert_eq!(refused["missing"], json!(["to", "body"]));
    says(&refused, "what missing names");
    s.step("write", "find_address");
    s.run();
    s.call("journey.write", json!({"step": "body", "input": {"body": "Dear"}}));
    assert_eq!(s.step("write", "submit")["judgment"], "needs-confirm");
}

#[test]
fn ask_did_it_work_about_the_fire_that_is_in_the_way() {
    let s = Stage::new();
    s.act("clean");
    let refused = s.act("clean");
    says(&refused, "did_it_work");
    let prior = refused["priorTransitionId"].clone();
    assert_eq!(s.did(&prior)["judgment"], "still-pending");
    s.run();
    assert_eq!(s.did(&prior)["settled"], true);
    assert_eq!(s.act("clean")["ok"], true);
    s.run();
    s.through("name_it");
    let refused = s.act("name_it");
    assert_eq!(s.did(&refused["priorTransitionId"])["settled"], true);
}

#[test]
fn ask_anew_after_a_yes_was_spent_or_taken_back() {
    let s = Stage::new();
    s.approved("sign", &json!({}));
    let fired = s.confirm("sign", &json!({}));
    s.run();
    let spent = s.confirm("sign", &json!({}));
    says(&spent, "call without confirm");
    assert_eq!(
        (&spent["reason"], &spent["priorTransitionId"]),
        (&json!("APPROVAL_SPENT"), &fired["transitionId"])
    );
    assert_eq!(s.did(&spent["priorTransitionId"])["settled"], true);
    let anew = s.act("sign");
    assert_eq!(anew["judgment"], "needs-confirm");
    s.session.approve(Stage::ask(&anew), "Ann").unwrap();
    s.session.revoke(Stage::ask(&anew), "Ann").unwrap();
    let revoked = s.confirm("sign", &json!({}));
    says(&revoked, "call without confirm");
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
}

#[test]
fn wait_for_the_new_card_of_a_stale_yes() {
    let s = Stage::new();
    s.approved("sign", &json!({}));
    s.update(|o| o.total = 5);
    let stale = s.confirm("sign", &json!({}));
    says(&stale, "A new card");
    assert_eq!(s.did(&stale["askId"])["judgment"], "awaiting-human");
    s.session.approve(Stage::ask(&stale), "Ann").unwrap();
    assert_eq!(s.confirm("sign", &json!({}))["ok"], true);
}

#[test]
fn one_of_the_lists_that_a_wrong_name_is_answered_with() {
    let s = Stage::new();
    let tools = s.call("fly", json!({}))["tools"].clone();
    let tool = tools[0].as_str().unwrap();
    assert_eq!(serde_json::to_value(s.port.call(tool, &json!({}))).unwrap()["ok"], true);
    let actions = s.act("fly")["actions"].clone();
    assert_eq!(s.act(actions[0].as_str().unwrap())["ok"], true);
    let steps = s.step("round", "fly")["steps"].clone();
    assert_eq!(s.step("round", steps[0].as_str().unwrap())["ok"], true);
    let keys = s.call("why", json!({"key": "moon"}))["keys"].clone();
    for key in keys.as_array().unwrap() {
        assert_eq!(s.call("why", json!({"key": key}))["ok"], true);
    }
    assert_eq!(s.call("why", json!({}))["keys"], keys);
    let pages = s.call("whats_here", json!({"routeTo": "moon"}))["pages"].clone();
    for page in pages.as_array().unwrap() {
        assert_eq!(s.call("whats_here", json!({"routeTo": page}))["ok"], true);
    }
}

#[test]
fn an_unknown_action_is_told_which_true_thing_is_the_case() {
    let s = Stage::new();
    let invented = s.act("desk.fly");
    assert_eq!(invented.get("why"), None, "nothing is explained that was never seen");
    let elsewhere = s.act("yard.inspect");
    says(&elsewhere, "on another page");
    let unmet = s.act("desk.close_books");
    says(&unmet, "do not hold");
    assert_eq!(unmet["evidence"][0]["key"], "count");
    let withheld = s
        .session
        .journey_plan("write")
        .unwrap()
        .later_steps
        .last()
        .unwrap()
        .step;
    let not_offered = s.act(withheld);
    says(&not_offered, "does not offer it by itself");
    for reply in [invented, elsewhere, unmet, not_offered] {
        assert_eq!(
            (&reply["reason"], &reply["actions"].is_array()),
            (&json!("UNKNOWN_ACTION"), &true)
        );
    }
}

#[test]
fn what_is_open_when_there_is_no_room() {
    let s = Stage::new();
    for _ in 0..32 {
        s.act("count_up");
    }
    let full = s.act("count_up");
    let out = full["awaitingSettlement"].as_array().unwrap();
    assert_eq!(out.len(), 32);
    s.run();
    for id in out {
        assert_eq!(s.did(id)["settled"], true);
    }
    assert_eq!(s.act("count_up")["ok"], true);
    for n in 0..16 {
        s.act_with("pay", json!({"input": amount(n)}));
    }
    let full = s.act("sign");
    assert_eq!(full["awaitingHuman"].as_array().unwrap().len(), 16, "{full}");
    s.session
        .decline(nav_runtime::AskId::parse("ask:1").unwrap(), "Ann", None)
        .unwrap();
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
}
