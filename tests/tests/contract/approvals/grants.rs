//! A yes given ahead.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use nav_runtime::{AnswerError, GrantError, GrantTerms, RecordKind};
use serde_json::json;
use std::time::Duration;

#[test]
fn it_covers_every_input_of_the_action_and_no_other_action() {
    let s = Stage::new();
    s.session
        .always_approve("desk.pay", "Ann", GrantTerms::default())
        .unwrap();
    for n in 0..3 {
        assert_eq!(s.act_with("pay", json!({"input": amount(n)}))["ok"], true);
    }
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
    assert_eq!(s.session.asks().len(), 1);
}

#[test]
fn it_covers_so_many_fires() {
    let s = Stage::new();
    s.session
        .always_approve("desk.sign", "Ann", GrantTerms::default().uses(2))
        .unwrap();
    assert_eq!(s.session.grants(), [("desk.sign", "Ann".into())]);
    assert_eq!(s.act("sign")["ok"], true);
    assert_eq!(s.act("sign")["ok"], true);
    assert_eq!(s.session.grants(), []);
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
    let kinds: Vec<_> = s.session.confirms().iter().map(|c| c.record.kind).collect();
    assert_eq!(kinds, [RecordKind::Granted, RecordKind::GrantEnded, RecordKind::Asked]);
}

#[test]
fn a_refused_call_uses_none_of_it() {
    let s = Stage::new();
    s.session
        .always_approve("desk.pay", "Ann", GrantTerms::default().uses(1))
        .unwrap();
    s.update(|o| o.shut = true);
    assert_eq!(
        s.act_with("pay", json!({"input": amount(1)}))["reason"],
        "TOOL_DISABLED"
    );
    s.update(|o| o.shut = false);
    assert_eq!(s.act_with("pay", json!({"input": amount(1)}))["ok"], true);
}

#[test]
fn it_runs_out_of_time() {
    let s = Stage::new();
    let hour = GrantTerms::default().expires_after(Duration::from_secs(3_600));
    s.session.always_approve("desk.sign", "Ann", hour).unwrap();
    s.advance(3_599);
    assert_eq!(s.act("sign")["ok"], true);
    s.advance(1);
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
    assert_eq!(s.session.grants(), []);
}

#[test]
fn it_covers_one_instance() {
    let tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    s.session
        .always_approve("desk.task.hand_over", "Ann", GrantTerms::default().instance("a"))
        .unwrap();
    assert_eq!(
        s.act_with("hand_over", json!({"instance": "b"}))["judgment"],
        "needs-confirm"
    );
    assert_eq!(s.act_with("hand_over", json!({"instance": "a"}))["ok"], true);
}

#[test]
fn it_never_sends_a_draft() {
    let s = Stage::new();
    s.session
        .always_approve("write.send_letter", "Ann", GrantTerms::default())
        .unwrap_or_else(|e| panic!("{e}"));
    s.step("write", "find_address");
    s.run();
    s.call("journey.write", json!({"step": "body", "input": {"body": "Dear"}}));
    assert_eq!(s.step("write", "submit")["judgment"], "needs-confirm");
}

#[test]
fn it_is_taken_back() {
    let s = Stage::new();
    s.session
        .always_approve("desk.sign", "Ann", GrantTerms::default())
        .unwrap();
    assert_eq!(s.session.revoke_always_approve("desk.sign"), Ok(1));
    assert_eq!(s.session.revoke_always_approve("desk.sign"), Ok(0));
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
}

#[test]
fn it_is_given_by_somebody_and_ends_with_the_session() {
    let s = Stage::new();
    let blank = s.session.always_approve("desk.sign", " ", GrantTerms::default());
    assert_eq!(blank, Err(GrantError::Answer(AnswerError::BlankApprover)));
    assert!(matches!(
        s.session.always_approve("desk.fly", "Ann", GrantTerms::default()),
        Err(GrantError::UnknownAction(_))
    ));
    s.session
        .always_approve("desk.sign", "Ann", GrantTerms::default())
        .unwrap();
    let of_another = Stage::new();
    assert_eq!(
        of_another.act("sign")["judgment"],
        "needs-confirm",
        "another conversation has none of it"
    );
    s.session.close();
    assert_eq!(s.act("sign")["reason"], "CONVERSATION_ENDED");
    let late = s.session.always_approve("desk.sign", "Ann", GrantTerms::default());
    assert_eq!(late, Err(GrantError::Answer(AnswerError::Ended)));
}
