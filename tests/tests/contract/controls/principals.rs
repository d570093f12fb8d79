//! Who may.

use crate::{
    office::Office,
    stage::{Stage, later},
};
use nav_runtime::{FireOptions, NotFired, PortOptions, Principal, Reason};
use serde_json::json;

#[test]
fn only_those_whom_the_author_names() {
    let s = Stage::new();
    assert_eq!(s.row("desk.set_rent")["mayInvoke"], json!(["user", "system"]));
    let refused = s.act("set_rent");
    assert_eq!(
        (&refused["reason"], &refused["required"], &refused["attempted"]),
        (
            &json!("PRINCIPAL_NOT_ALLOWED"),
            &json!(["user", "system"]),
            &json!("agent")
        ),
        "{refused}"
    );
    let step = later(&s.journey("chores"), "desk.set_rent").clone();
    assert_eq!(
        (&step["status"], step["why"].is_string()),
        (&json!("blocked"), true),
        "{step}"
    );
    assert!(
        s.session
            .fire("desk.set_rent", FireOptions::by(Principal::User))
            .is_ok()
    );
    let agent = s.session.fire("desk.set_rent", FireOptions::by(Principal::Agent));
    assert!(matches!(agent, Err(NotFired::Refused(r)) if r.reason == Reason::PrincipalNotAllowed));
}

#[test]
fn a_port_fires_on_the_part_it_was_made_for() {
    let mut options = PortOptions::default();
    options.source = Principal::User;
    let s = Stage::served(Office::default(), |b| b, options);
    assert_eq!(s.act("set_rent")["ok"], true);
    assert_eq!(s.act("sign")["ok"], true, "a person is not asked about their own act");
    s.run();
    assert!(s.facts().contains("user fired desk.sign"));
    let unbound = s.act("ask_house");
    assert_eq!(
        (&unbound["ok"], &unbound["materialized"]),
        (&json!(true), &json!(false)),
        "{unbound}"
    );
}

#[test]
fn the_other_gates_hold_for_everybody() {
    let s = Stage::from(Office {
        shut: true,
        ..Office::default()
    });
    for by in [Principal::User, Principal::System] {
        let fire = |action: &'static str, input| {
            let mut options = FireOptions::by(by);
            options.input = input;
            match s.session.fire(action, options) {
                Err(NotFired::Refused(refusal)) => refusal.reason,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(fire("desk.close_books", None), Reason::GuardFailed);
        assert_eq!(fire("yard.inspect", None), Reason::NotOnPage);
        assert_eq!(fire("desk.task.work_on", None), Reason::InstanceRequired);
        assert_eq!(fire("desk.pay", Some(json!({}))), Reason::PayloadInvalid);
        assert_eq!(fire("desk.pay", Some(json!({"n": 1}))), Reason::ToolDisabled);
    }
}
