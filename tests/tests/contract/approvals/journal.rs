//! The record of what people decided.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use nav_runtime::{CardIs, RecordKind, SessionLimits};
use serde_json::json;

#[test]
fn from_the_question_to_the_fire() {
    let s = Stage::new();
    let asked = s.act("sign");
    let ask = Stage::ask(&asked);
    s.act_with("sign", json!({"decline": true}));
    s.session.decline(ask, "Ann", Some("not now")).unwrap();
    s.session.reopen(ask, "Bob").unwrap();
    s.advance(5);
    s.session.approve(ask, "Cleo").unwrap();
    let fired = s.confirm("sign", &json!({}));
    let journal = s.session.confirms();
    let kinds: Vec<_> = journal.iter().map(|c| c.record.kind).collect();
    use RecordKind::{Approved, Asked, Declined, Reopened, ReportedDeclined, Spent};
    assert_eq!(kinds, [Asked, ReportedDeclined, Declined, Reopened, Approved, Spent]);
    let last = journal.last().unwrap();
    assert_eq!(last.record.transition_id.unwrap().to_string(), fired["transitionId"]);
    assert!(journal.iter().all(|c| c.record.ask_id == Some(ask)));
    assert!(journal.windows(2).all(|w| w[0].record.version < w[1].record.version));
    let decided = s.session.decisions();
    assert_eq!(
        (decided.len(), &*decided[0].approver, decided[0].after_ms),
        (1, "Cleo", 5_000)
    );
    assert!(matches!(decided[0].is, CardIs::Spent { .. }));
}

#[test]
fn every_answer_keeps_its_own_person_and_note() {
    let s = Stage::new();
    let ask = Stage::ask(&s.act("sign"));
    s.session.decline(ask, "Ann", Some("not now")).unwrap();
    s.session.reopen(ask, "Bob").unwrap();
    s.session.approve(ask, "Cleo").unwrap();
    s.session.revoke(ask, "Dan").unwrap();
    let said: Vec<_> = (s.session.confirms().iter())
        .map(|c| {
            (
                c.record.kind,
                c.approver.as_deref().map(str::to_owned),
                c.note.as_deref().map(str::to_owned),
            )
        })
        .collect();
    let by = |kind, who: &str, note: Option<&str>| (kind, Some(who.to_owned()), note.map(str::to_owned));
    assert_eq!(
        said[1..],
        [
            by(RecordKind::Declined, "Ann", Some("not now")),
            by(RecordKind::Reopened, "Bob", None),
            by(RecordKind::Approved, "Cleo", None),
            by(RecordKind::Revoked, "Dan", None),
        ]
    );
}

#[test]
fn the_app_is_told_of_every_question() {
    let s = Stage::new();
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let (list, session) = (told.clone(), s.session.clone());
    s.session.on_ask(move |card| {
        // the session may be used from inside
        assert_eq!(session.asks().len(), 1 + list.lock().unwrap().len());
        list.lock().unwrap().push((card.ask_id, card.action));
    });
    let first = Stage::ask(&s.act("sign"));
    s.act("sign");
    s.confirm("sign", &json!({}));
    let second = Stage::ask(&s.act("show"));
    assert_eq!(*told.lock().unwrap(), [(first, "desk.sign"), (second, "desk.show")]);
}

#[test]
fn cards_are_bounded_and_what_is_gone_is_called_forgotten() {
    let mut limits = SessionLimits::default();
    limits.questions = 4;
    let s = Stage::with(Office::default(), |b| b.limits(limits));
    let kept = s.approved("sign", &json!({}));
    for n in 0..700 {
        let ask = Stage::ask(&s.act_with("pay", json!({"input": amount(n)})));
        s.session.decline(ask, "Ann", None).unwrap();
    }
    assert_eq!(s.did(&"ask:2".into())["reason"], "FORGOTTEN");
    assert_eq!(s.did(&"ask:700".into())["judgment"], "declined");
    assert_eq!(s.did(&"ask:702".into())["reason"], "UNKNOWN_TRANSITION");
    assert_eq!(
        s.session.ask(kept).unwrap().is,
        CardIs::Approved,
        "a yes that nothing used is never let go of"
    );
    assert_eq!(s.confirm("sign", &json!({}))["ok"], true);
}
