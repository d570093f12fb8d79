//! A card whose content the app takes its time over.

use crate::{office::Office, stage::Stage};
use nav_runtime::{AnswerError, Approval};
use serde_json::{Value, json};

fn asked(s: &Stage) -> Value {
    s.staff.shows(json!({"rent": 900}));
    let asked = s.act("show_slowly");
    assert!(asked["why"].as_str().unwrap().contains("still preparing"), "{asked}");
    assert_eq!(asked["receipts"].get("shows"), None);
    s.run();
    asked
}

fn prepared(s: &Stage) -> Value {
    let asked = asked(s);
    s.staff.gates.release("lease");
    s.run();
    asked
}

#[test]
fn nobody_can_approve_what_is_not_there_yet() {
    let s = Stage::new();
    let ask = Stage::ask(&asked(&s));
    assert!(s.session.ask(ask).unwrap().being_prepared);
    assert_eq!(s.session.approve(ask, "Ann"), Err(AnswerError::NotReady));
    s.staff.gates.release("lease");
    s.run();
    let card = s.session.ask(ask).unwrap();
    assert_eq!(
        (card.being_prepared, card.receipts.shows.clone()),
        (false, Some(json!({"rent": 900})))
    );
    let again = s.act("show_slowly");
    assert_eq!(again["receipts"]["shows"], json!({"rent": 900}), "{again}");
    s.session.approve(ask, "Ann").unwrap();
}

#[test]
fn a_relay_cannot_bring_a_yes_to_what_nobody_has_seen() {
    let s = Stage::with(Office::default(), |b| b.approval(Approval::AgentRelay));
    s.staff.shows(json!(1));
    let first = s.confirm("show_slowly", &json!({}));
    assert_eq!(
        (&first["judgment"], &first["reason"]),
        (&json!("needs-confirm"), &json!("APPROVAL_REQUIRED")),
        "{first}"
    );
    let early = s.confirm("show_slowly", &json!({}));
    assert_eq!(
        (&early["judgment"], &early["askId"]),
        (&json!("needs-confirm"), &first["askId"]),
        "{early}"
    );
    s.run();
    s.staff.gates.release("lease");
    s.run();
    let fired = s.confirm("show_slowly", &json!({}));
    assert_eq!(fired["ok"], true, "{fired}");
    s.run();
    s.staff.gates.release("lease");
    s.run();
    assert_eq!(
        s.staff.runs("show_slowly"),
        1,
        "made again before the launch, it is the same"
    );
}

#[test]
fn it_is_made_again_before_the_launch() {
    let s = Stage::new();
    s.session.approve(Stage::ask(&prepared(&s)), "Ann").unwrap();
    let fired = s.confirm("show_slowly", &json!({}));
    assert_eq!(fired["effectStatus"], "pending", "{fired}");
    s.run();
    assert_eq!(s.staff.runs("show_slowly"), 0, "it waits for what the card shows now");
    s.staff.gates.release("lease");
    s.run();
    assert_eq!(s.did(&fired["transitionId"])["effectStatus"], "performed");
}

#[test]
fn nothing_runs_if_it_has_changed() {
    let s = Stage::new();
    s.session.approve(Stage::ask(&prepared(&s)), "Ann").unwrap();
    s.staff.shows(json!({"rent": 1_900}));
    let fired = s.confirm("show_slowly", &json!({}));
    s.run();
    s.staff.gates.release("lease");
    s.run();
    let did = s.did(&fired["transitionId"]);
    assert_eq!(
        (&did["effectStatus"], &did["outcome"]),
        (&json!("refused"), &json!("rejected")),
        "{did}"
    );
    assert!(did["error"].as_str().unwrap().contains("nothing was run"), "{did}");
    assert_eq!((s.staff.runs("show_slowly"), s.session.state().paid), (0, false));
    assert!(s.facts().contains("• did NOT happen — agent fired desk.show_slowly"));
}

#[test]
fn a_maker_that_is_dropped_makes_the_card_stale() {
    let s = Stage::new();
    let asked = asked(&s);
    s.host.drop_all();
    assert_eq!(s.did(&asked["askId"])["judgment"], "approval-no-longer-valid");
    assert_eq!(s.session.asks().len(), 0);
    assert_eq!(s.act("show_slowly")["askId"], "ask:2", "asking again asks anew");
}

#[test]
fn a_person_may_say_no_without_waiting() {
    let s = Stage::new();
    let asked = asked(&s);
    s.session.decline(Stage::ask(&asked), "Ann", None).unwrap();
    s.staff.gates.release("lease");
    s.run();
    assert_eq!(s.did(&asked["askId"])["judgment"], "declined");
}
