//! What a yes covers.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use serde_json::json;

/// A yes to `action`, then a change of the world; whether the yes still holds.
fn holds(action: &str, more: &serde_json::Value, change: impl FnOnce(&mut Office)) -> bool {
    let s = Stage::new();
    s.staff.shows(json!({"rent": 1}));
    s.approved(action, more);
    s.update(change);
    let reply = s.confirm(action, more);
    if reply["ok"] == true {
        return true;
    }
    assert_eq!(reply["reason"], "APPROVAL_STALE", "{reply}");
    assert_eq!(reply["askId"], "ask:2", "the new card's");
    assert_eq!(s.session.transitions().len(), 0);
    false
}

#[test]
fn the_keys_that_the_card_reads() {
    assert!(!holds("sign", &json!({}), |o| o.total = 3));
    assert!(
        holds("sign", &json!({}), |o| o.total = 0),
        "the same value is no change"
    );
    assert!(
        holds("sign", &json!({}), |o| o.count = 3),
        "a key that the card does not show"
    );
}

#[test]
fn the_keys_of_its_conditions() {
    let pay = json!({"input": amount(1)});
    assert!(!holds("pay", &pay, |o| o.total = 3));
    let s = Stage::new();
    s.approved("pay", &pay);
    s.update(|o| o.shut = true);
    assert_eq!(
        s.confirm("pay", &pay)["reason"],
        "TOOL_DISABLED",
        "capability comes before authority"
    );
    s.update(|o| o.shut = false);
    assert_eq!(s.confirm("pay", &pay)["ok"], true, "all that was shown is as it was");
}

#[test]
fn every_key_if_the_app_wants_it() {
    let s = Stage::with(Office::default(), |b| b.refuse_when_world_moved(true));
    s.approved("sign", &json!({}));
    s.update(|o| o.letters = 9);
    assert_eq!(s.confirm("sign", &json!({}))["reason"], "APPROVAL_STALE");
}

#[test]
fn what_the_app_shows() {
    let s = Stage::new();
    s.staff.shows(json!({"rent": 900}));
    let asked = s.act("show");
    assert_eq!(asked["receipts"]["shows"], json!({"rent": 900}), "{asked}");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.staff.shows(json!({"rent": 901}));
    assert_eq!(s.confirm("show", &json!({}))["reason"], "APPROVAL_STALE");
    s.staff.shows(json!({"rent": 900}));
    assert_eq!(
        s.confirm("show", &json!({}))["ok"],
        false,
        "the old yes does not come back"
    );
}

#[test]
fn the_draft_as_it_was_shown() {
    let s = Stage::new();
    s.step("write", "find_address");
    s.run();
    let body = |words: &str| s.call("journey.write", json!({"step": "body", "input": {"body": words}}));
    body("Dear");
    let asked = s.step("write", "submit");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    body("Hello");
    let stale = s.call("journey.write", json!({"step": "submit", "confirm": true}));
    assert_eq!(stale["reason"], "APPROVAL_STALE", "{stale}");
    assert_eq!(s.staff.runs("send_letter"), 0);
}

#[test]
fn one_card_for_one_thing() {
    let s = Stage::new();
    let first = s.act("sign");
    for again in [
        s.act("sign"),
        s.step("lease", "sign"),
        s.act_with("sign", json!({"input": {}})),
        s.act_with("sign", json!({"input": ""})),
    ] {
        assert_eq!(again["askId"], first["askId"], "{again}");
    }
    assert_eq!(s.session.asks().len(), 1);
    let other = s.act_with("pay", json!({"input": amount(1)}));
    assert_ne!(other["askId"], first["askId"]);
    assert_ne!(s.act_with("pay", json!({"input": amount(2)}))["askId"], other["askId"]);
}

#[test]
fn a_card_says_the_whole_of_it() {
    let s = Stage::new();
    s.through("count_up");
    let asked = s.act_with("pay", json!({"input": amount(7)}));
    let receipts = &asked["receipts"];
    assert_eq!(receipts["willDo"], json!({"does": "Pay somebody.", "writes": ["paid"]}));
    assert_eq!(receipts["willUse"], json!({"input": amount(7)}));
    assert_eq!(receipts["because"][0]["key"], "shut", "{asked}");
    assert_eq!(
        receipts["recentSteps"],
        json!([{"what": "desk.count_up", "principal": "agent", "outcome": "committed"}])
    );
    assert_eq!(
        (&receipts["youAreOn"], receipts["version"].is_u64()),
        (&json!("desk"), true)
    );
    assert!(
        asked["why"]
            .as_str()
            .unwrap()
            .starts_with("Nothing has been done. This is a question for the human")
    );
}

#[test]
fn a_fire_that_names_another_question_does_not_use_this_ones_yes() {
    use nav_runtime::{FireOptions, NotFired, Principal};
    let s = Stage::new();
    let other = s.approved("show", &json!({}));
    let this = s.approved("sign", &json!({}));
    let by = || FireOptions::by(Principal::Agent);
    let refused = s.session.fire("desk.sign", by().ask_id(other));
    assert!(
        matches!(refused, Err(NotFired::Asked(ask)) if ask == this),
        "{refused:?}"
    );
    assert!(s.session.fire("desk.sign", by().ask_id(this)).is_ok());
}
