//! Whose yes counts.

use crate::{office::Office, stage::Stage};
use nav_runtime::{Approval, PortOptions};
use serde_json::json;

#[test]
fn only_the_persons_door_gives_a_yes() {
    for approval in [Approval::HumanDoor, Approval::ClientWord] {
        let s = Stage::with(Office::default(), |b| b.approval(approval));
        for _ in 0..3 {
            let reply = s.confirm("sign", &json!({}));
            assert_eq!(
                (&reply["judgment"], &reply["reason"], &reply["performed"]),
                (&json!("needs-confirm"), &json!("APPROVAL_REQUIRED"), &json!(false)),
                "{reply}"
            );
        }
        assert_eq!((s.session.asks().len(), s.session.transitions().len()), (1, 0));
        assert!(s.facts().contains("was refused: APPROVAL_REQUIRED"));
        s.session.approve(s.session.asks()[0].ask_id, "Ann").unwrap();
        assert_eq!(s.confirm("sign", &json!({}))["ok"], true);
    }
}

#[test]
fn the_default_is_the_persons_door() {
    assert_eq!(Approval::default(), Approval::HumanDoor);
    assert_eq!(Stage::new().confirm("sign", &json!({}))["reason"], "APPROVAL_REQUIRED");
}

#[test]
fn a_relay_brings_the_yes() {
    let s = Stage::with(Office::default(), |b| b.approval(Approval::AgentRelay));
    let asked = s.act("sign");
    assert!(asked["howToAct"].as_str().unwrap().contains("confirm: true"), "{asked}");
    let fired = s.confirm("sign", &json!({}));
    assert_eq!(fired["ok"], true, "{fired}");
    s.run();
    assert_eq!(
        s.did(&asked["askId"])["effectStatus"],
        "performed",
        "a spent question forwards to its fire"
    );
    let by: Vec<_> = s.session.decisions().iter().map(|d| d.approver.to_string()).collect();
    assert_eq!(by, ["agent"], "and the record says whose word it was");
}

#[test]
fn a_relay_may_bring_question_and_yes_in_one() {
    let s = Stage::with(Office::default(), |b| b.approval(Approval::AgentRelay));
    assert_eq!(s.confirm("sign", &json!({}))["ok"], true);
    assert_eq!(
        s.session.confirms().len(),
        3,
        "asked, answered and spent are on record all the same"
    );
}

#[test]
fn a_relays_yes_never_sends_a_draft() {
    let mut options = PortOptions::default();
    options.confirm_high_effect = false;
    let s = Stage::served(Office::default(), |b| b.approval(Approval::AgentRelay), options);
    s.step("write", "find_address");
    s.run();
    s.call("journey.write", json!({"step": "body", "input": {"body": "Dear"}}));
    let sent = s.call("journey.write", json!({"step": "submit", "confirm": true}));
    assert_eq!(sent["reason"], "APPROVAL_REQUIRED", "{sent}");
    assert_eq!(
        sent["receipts"]["willUse"]["draft"],
        json!({"to": "the landlord", "body": "Dear"})
    );
    s.session.approve(Stage::ask(&sent), "Ann").unwrap();
    let sent = s.call("journey.write", json!({"step": "submit", "confirm": true}));
    assert_eq!(sent["ok"], true, "{sent}");
}

#[test]
fn without_asking_a_high_effect_action_fires_at_once() {
    let mut options = PortOptions::default();
    options.confirm_high_effect = false;
    let port = Stage::served(Office::default(), |b| b, options);
    assert_eq!(port.act("sign")["ok"], true);
    let session = Stage::with(Office::default(), |b| b.confirm_high_effect(false));
    assert_eq!(session.act("sign")["ok"], true);
}

#[test]
fn a_person_and_the_app_are_not_asked() {
    let s = Stage::new();
    for by in [nav_runtime::Principal::User, nav_runtime::Principal::System] {
        let fired = s.session.fire("desk.sign", nav_runtime::FireOptions::by(by));
        assert!(fired.is_ok(), "{fired:?}");
    }
    let agent = s
        .session
        .fire("desk.sign", nav_runtime::FireOptions::by(nav_runtime::Principal::Agent));
    assert!(matches!(agent, Err(nav_runtime::NotFired::Asked(_))), "{agent:?}");
}
