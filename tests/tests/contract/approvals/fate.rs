//! What asking again is answered with, by the question's fate; and what did_it_work says of it.

use crate::{office::Office, stage::Stage};
use nav_runtime::{AnswerError, AskId, CardIs};
use serde_json::{Value, json};
use std::time::Duration;

fn fate(s: &Stage, asked: &Value) -> Value {
    let did = s.did(&asked["askId"]);
    assert_eq!((&did["ok"], &did["settled"]), (&json!(true), &json!(false)), "{did}");
    assert_eq!(
        (&did["performed"], &did["did"]),
        (&json!(false), &json!("desk.sign")),
        "{did}"
    );
    assert!(
        did["howToAct"]
            .as_str()
            .unwrap()
            .starts_with("Paused, not failed: no outcome exists because"),
        "{did}"
    );
    did["judgment"].clone()
}

#[test]
fn while_it_is_open() {
    let s = Stage::new();
    let asked = s.act("sign");
    assert_eq!(fate(&s, &asked), "awaiting-human");
    assert_eq!(s.act("sign")["askId"], asked["askId"]);
    assert!(s.facts().contains("Awaiting the human's decision: desk.sign (ask:1)."));
}

#[test]
fn while_it_is_approved() {
    let s = Stage::new();
    let asked = s.act("sign");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    assert_eq!(fate(&s, &asked), "approved-not-yet-done");
    let again = s.act("sign");
    assert_eq!(
        (&again["judgment"], &again["askId"]),
        (&json!("needs-confirm"), &asked["askId"]),
        "{again}"
    );
    assert!(
        again["howToAct"]
            .as_str()
            .unwrap()
            .contains("has approved exactly this"),
        "{again}"
    );
    assert!(
        s.facts()
            .contains("Approved by the human and not yet done: desk.sign (ask:1).")
    );
    let open = s.journey("lease");
    assert!(crate::stage::ready(&open).contains(&"desk.sign"), "{open}");
}

#[test]
fn once_it_is_spent() {
    let s = Stage::new();
    let asked = s.act("sign");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    let fired = s.confirm("sign", &json!({}));
    assert_eq!(s.did(&asked["askId"])["judgment"], "still-pending");
    s.run();
    let (by_ask, by_fire) = (s.did(&asked["askId"]), s.did(&fired["transitionId"]));
    assert_eq!(
        (&by_ask["effectStatus"], &by_ask["did"]),
        (&json!("performed"), &json!("desk.sign"))
    );
    assert_eq!(by_ask, by_fire);
    let spent = s.confirm("sign", &json!({}));
    assert_eq!(
        (&spent["reason"], &spent["askId"]),
        (&json!("APPROVAL_SPENT"), &asked["askId"]),
        "{spent}"
    );
    assert_eq!(s.act("sign")["askId"], "ask:2", "without confirm: a new card");
    assert_eq!(s.staff.runs("sign"), 1);
}

#[test]
fn once_it_is_declined() {
    let s = Stage::new();
    let asked = s.act("sign");
    let ask = Stage::ask(&asked);
    s.session.decline(ask, "Ann", None).unwrap();
    assert_eq!(fate(&s, &asked), "declined");
    for reply in [s.act("sign"), s.confirm("sign", &json!({}))] {
        assert_eq!(
            (&reply["reason"], &reply["askId"]),
            (&json!("APPROVAL_DECLINED"), &asked["askId"]),
            "{reply}"
        );
    }
    assert!(s.facts().contains("Declined by the human: desk.sign (ask:1)."));
    s.session.reopen(ask, "Ann").unwrap();
    assert_eq!(fate(&s, &asked), "awaiting-human");
    assert_eq!(s.act("sign")["askId"], asked["askId"], "the person took the no back");
}

#[test]
fn a_no_ends_when_something_shown_has_changed() {
    let s = Stage::new();
    let ask = Stage::ask(&s.step("lease", "sign"));
    s.session.decline(ask, "Ann", None).unwrap();
    assert_eq!(s.journey("lease")["standing"], "declined");
    s.update(|o| o.total = 7);
    let open = s.journey("lease");
    assert_eq!(open["standing"], "in-progress", "{open}");
    assert_eq!(crate::stage::ready(&open)[0], "desk.sign", "{open}");
    let anew = s.step("lease", "sign");
    assert_eq!(
        (&anew["judgment"], &anew["askId"]),
        (&json!("needs-confirm"), &json!("ask:2")),
        "{anew}"
    );
}

#[test]
fn once_the_yes_is_taken_back() {
    let s = Stage::new();
    let asked = s.act("sign");
    let ask = Stage::ask(&asked);
    s.session.approve(ask, "Ann").unwrap();
    s.session.revoke(ask, "Ann").unwrap();
    assert_eq!(fate(&s, &asked), "approval-withdrawn");
    assert_eq!(s.confirm("sign", &json!({}))["reason"], "APPROVAL_REVOKED");
    assert_eq!(s.act("sign")["askId"], "ask:2");
}

#[test]
fn once_the_yes_has_run_out_of_time() {
    let s = Stage::with(Office::default(), |b| b.expires_after(Duration::from_secs(60)));
    let asked = s.act("sign");
    s.advance(3_600);
    assert_eq!(
        fate(&s, &asked),
        "awaiting-human",
        "a question does not run out, a yes does"
    );
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.advance(59);
    assert_eq!(fate(&s, &asked), "approved-not-yet-done");
    s.advance(1);
    // whoever looks first is told the same
    let facts = s.facts();
    assert!(!facts.contains("Approved by the human"), "{facts}");
    assert_eq!(s.session.asks().len(), 0);
    assert_eq!(fate(&s, &asked), "approval-no-longer-valid");
    let stale = s.confirm("sign", &json!({}));
    assert_eq!(
        (&stale["reason"], &stale["askId"]),
        (&json!("APPROVAL_STALE"), &json!("ask:2")),
        "{stale}"
    );
    assert_eq!(s.staff.runs("sign"), 0);
}

#[test]
fn once_something_shown_has_changed() {
    let s = Stage::new();
    let asked = s.act("sign");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.update(|o| o.total = 7);
    assert_eq!(s.act("sign")["askId"], "ask:2", "without confirm: a new card");
    assert_eq!(fate(&s, &asked), "approval-no-longer-valid");
    assert_eq!(
        s.session.approve(Stage::ask(&asked), "Ann"),
        Err(AnswerError::AlreadyAnswered)
    );
}

#[test]
fn an_answer_is_taken_once_and_by_somebody() {
    let s = Stage::new();
    let ask = Stage::ask(&s.act("sign"));
    assert_eq!(s.session.approve(ask, "  "), Err(AnswerError::BlankApprover));
    assert_eq!(
        s.session.revoke(ask, "Ann"),
        Err(AnswerError::AlreadyAnswered),
        "there is no yes yet"
    );
    assert_eq!(
        s.session.reopen(ask, "Ann"),
        Err(AnswerError::AlreadyAnswered),
        "there is no no yet"
    );
    assert_eq!(
        s.session.approve(AskId::parse("ask:9").unwrap(), "Ann"),
        Err(AnswerError::UnknownAsk)
    );
    s.session.approve(ask, "Ann").unwrap();
    assert_eq!(s.session.approve(ask, "Bob"), Err(AnswerError::AlreadyAnswered));
    assert_eq!(s.session.decline(ask, "Bob", None), Err(AnswerError::AlreadyAnswered));
    assert_eq!(s.session.ask(ask).unwrap().is, CardIs::Approved);
    s.session.close();
    assert_eq!(s.session.revoke(ask, "Ann"), Err(AnswerError::Ended));
}

#[test]
fn a_yes_is_spent_once() {
    let s = Stage::new();
    s.approved("sign", &json!({}));
    let replies: Vec<_> = (0..4).map(|_| s.confirm("sign", &json!({}))["ok"].clone()).collect();
    assert_eq!(replies, [true, false, false, false]);
    s.run();
    assert_eq!(s.staff.runs("sign"), 1);
}
