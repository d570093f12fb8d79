//! What can be done, and how to get anywhere.

use crate::{
    office::{Office, ids},
    stage::Stage,
};
use nav_runtime::graph::Tri;
use serde_json::{Value, json};

fn told(of: impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap()
}

#[test]
fn available_is_what_whats_here_lists() {
    let s = Stage::new();
    s.act("count_up");
    let available = s.session.available();
    let rows: Vec<Value> = available.iter().map(|a| told(&a.row)).collect();
    assert_eq!(Value::from(rows), s.here()["actions"]);
    let pay = available.iter().find(|a| a.row.action == "desk.pay").unwrap();
    assert!(pay.input.check(Some(&json!({"n": 1}))).is_ok());
    assert!(
        pay.input.check(Some(&json!({"n": "1"}))).is_err(),
        "in process there is a live check beside it"
    );
}

#[test]
fn available_journeys_are_all_of_them() {
    let s = Stage::new();
    s.session.sync("yard").unwrap();
    let all: Vec<Value> = s.session.available_journeys().into_iter().map(told).collect();
    assert_eq!(all.len(), 10);
    let here = s.here();
    let listed = here["journeys"].as_array().unwrap();
    assert!(listed.iter().all(|j| all.contains(j)), "{here}");
    assert_eq!(
        here["journeysElsewhere"],
        all.len() - listed.len(),
        "what is left out is counted"
    );
    assert!(here["journeysElsewhereMeans"].as_str().unwrap().contains("routeTo"));
}

#[test]
fn frames_and_plans_are_what_the_journey_tools_say() {
    let s = Stage::new();
    s.step("round", "desk.count_up");
    s.run();
    s.step("stroll", "desk.count_up");
    s.run();
    let frames = s.session.frames();
    let told: Vec<_> = frames
        .iter()
        .map(|f| (f.journey, f.current, f.completed, f.done.clone()))
        .collect();
    assert_eq!(
        told,
        [
            ("round", false, false, vec!["desk.count_up"]),
            ("stroll", true, false, vec!["desk.count_up"])
        ]
    );
    let version = s.session.version();
    let plan = serde_json::to_value(s.session.journey_plan(ids::journey::ROUND).unwrap()).unwrap();
    assert_eq!(s.session.version(), version, "a plan opens nothing");
    let mut open = s.journey("round");
    for key in ["ok", "youAreOn", "version"] {
        open.as_object_mut().unwrap().remove(key);
    }
    assert_eq!(plan, open);
    assert!(s.session.journey_plan("moon").is_err());
}

#[test]
fn the_way_is_the_one_that_route_to_names() {
    let s = Stage::new();
    for place in ["yard", "desk", "attic", "round", "lease"] {
        let route = told(s.session.how_to_reach(place).unwrap());
        assert_eq!(route, s.call("whats_here", json!({"routeTo": place}))["routeTo"]);
    }
    assert_eq!(
        told(s.session.how_to_reach("desk").unwrap()),
        json!({"to": "desk", "alreadyHere": true})
    );
    let yard = told(s.session.how_to_reach("yard").unwrap());
    assert_eq!(yard["hops"], json!([{"action": "desk.walk", "to": "yard"}]), "{yard}");
    assert!(yard["means"].is_string());
    let attic = told(s.session.how_to_reach("attic").unwrap());
    assert!(
        attic["why"].is_string() && attic.get("hops").is_none(),
        "no declared way leads there: {attic}"
    );
}

#[test]
fn what_unblocks_is_what_the_row_says() {
    let s = Stage::new();
    let unblocks = told(s.session.what_unblocks(ids::desk::PRINT).unwrap());
    assert_eq!(unblocks, s.row("desk.print")["unblockedBy"]);
    assert_eq!(told(s.session.what_unblocks(ids::desk::COUNT_UP).unwrap()), json!([]));
    assert!(s.session.what_unblocks("desk.fly").is_err());
}

#[test]
fn explain_says_why_an_action_is_offered_or_not() {
    let s = Stage::new();
    let books = s.session.explain("desk.close_books").unwrap();
    assert_eq!(
        (books.guard, books.available, books.stands_here),
        (Tri::No, false, true)
    );
    assert_eq!(told(&books.evidence), s.act("desk.close_books")["evidence"]);
    let praise = s.session.explain("desk.praise").unwrap();
    assert_eq!(
        (praise.guard, praise.unevaluated, praise.available),
        (Tri::Unknown, vec!["rating".to_owned()], true)
    );
    let elsewhere = s.session.explain("yard.inspect").unwrap();
    assert_eq!(
        (elsewhere.stands_here, elsewhere.pages, elsewhere.available),
        (false, vec!["yard"], false)
    );
    let off = s.session.explain("desk.print").unwrap();
    assert_eq!((off.enabled, off.available), (false, false));
    s.act("clean");
    assert!(
        !s.session.explain("desk.clean").unwrap().available,
        "one at a time, and one is out"
    );
    s.session.close();
    assert!(s.session.is_closed());
}

#[test]
fn a_session_that_has_ended_still_answers() {
    let s = Stage::new();
    let fired = s.act("count_up");
    s.session.close();
    s.session.close();
    s.run();
    assert_eq!(
        s.did(&fired["transitionId"])["settled"],
        true,
        "what was out comes to rest"
    );
    assert_eq!(s.session.state().count, 0, "and changes nothing any more");
    assert_eq!(s.act("count_up")["reason"], "CONVERSATION_ENDED");
    assert_eq!(s.journey("lease")["reason"], "CONVERSATION_ENDED");
    assert_eq!(s.here()["ok"], true);
    assert_eq!(
        s.session.update(|o: &mut Office| o.count = 9).counts_as,
        nav_runtime::CountsAs::Closed
    );
    assert!(!s.session.sync("yard").unwrap().moved);
}
