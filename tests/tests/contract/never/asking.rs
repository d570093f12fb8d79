//! About questions and their answers.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use nav_runtime::{Approval, PortOptions};
use serde_json::json;

#[test]
fn a_decline_that_fires() {
    for approval in [Approval::HumanDoor, Approval::ClientWord, Approval::AgentRelay] {
        for asks in [true, false] {
            let mut options = PortOptions::default();
            options.confirm_high_effect = asks;
            let s = Stage::served(Office::default(), |b| b.approval(approval), options);
            for args in [
                json!({"action": "sign", "decline": true}),
                json!({"action": "count_up", "decline": true}),
                json!({"action": "leave", "decline": true}),
            ] {
                let reply = s.call("do_action", args);
                assert_eq!(
                    (&reply["ok"], &reply["judgment"]),
                    (&json!(false), &json!("declined")),
                    "{reply}"
                );
            }
            if asks {
                let ask = Stage::ask(&s.act("sign"));
                s.session.approve(ask, "Ann").unwrap();
            }
            let reply = s.call("journey.lease", json!({"step": "sign", "decline": true}));
            assert_eq!(reply["judgment"], "declined", "{reply}");
            s.run();
            assert_eq!(s.staff.ran.lock().unwrap().len(), 0);
            assert_eq!((s.session.page(), s.session.transitions().len()), ("desk", 0));
        }
    }
}

#[test]
fn a_yes_for_one_input_used_for_another() {
    for other in [
        json!({"n": 2, "to": "Ann"}),
        json!({"n": 1, "to": "ann"}),
        json!({"n": 1}),
        json!({"n": 1, "to": ""}),
    ] {
        let s = Stage::new();
        s.approved("pay", &json!({"input": amount(1)}));
        let reply = s.confirm("pay", &json!({"input": other}));
        assert_eq!(reply["reason"], "APPROVAL_REQUIRED", "{other}: {reply}");
        assert_eq!(s.session.transitions().len(), 0);
    }
    let s = Stage::new();
    s.approved("pay", &json!({"input": {"to": "Ann", "n": 1}}));
    let fired = s.confirm("pay", &json!({"input": {"n": 1, "to": "Ann"}}));
    assert_eq!(
        fired["ok"], true,
        "the order of an object's fields says nothing: {fired}"
    );
}

#[test]
fn a_yes_for_one_instance_used_for_another() {
    let tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    s.approved("hand_over", &json!({"instance": "a"}));
    let reply = s.confirm("hand_over", &json!({"instance": "b"}));
    assert_eq!(reply["reason"], "APPROVAL_REQUIRED", "{reply}");
    assert_eq!(s.confirm("hand_over", &json!({"instance": "a"}))["ok"], true);
}

#[test]
fn a_yes_for_one_action_used_for_another() {
    let s = Stage::new();
    s.approved("sign", &json!({}));
    assert_eq!(s.confirm("show", &json!({}))["reason"], "APPROVAL_REQUIRED");
    assert_eq!(s.confirm("send_form", &json!({}))["reason"], "APPROVAL_REQUIRED");
}

#[test]
fn a_person_asked_before_a_check_that_then_refuses() {
    let shut = Office {
        shut: true,
        ..Office::default()
    };
    let s = Stage::from(shut);
    // switched off, of a wrong input, without an instance, on another page: each before anybody is asked
    assert_eq!(
        s.act_with("pay", json!({"input": amount(1)}))["reason"],
        "TOOL_DISABLED"
    );
    assert_eq!(s.act_with("pay", json!({"input": {}}))["reason"], "PAYLOAD_INVALID");
    assert_eq!(s.act("hand_over")["reason"], "INSTANCE_REQUIRED");
    assert_eq!(s.act_with("sign", json!({"input": 1}))["reason"], "PAYLOAD_INVALID");
    assert_eq!(s.step("write", "submit")["reason"], "DRAFT_INCOMPLETE");
    s.session.sync("yard").unwrap();
    assert_eq!(s.step("lease", "sign")["reason"], "NOT_ON_PAGE");
    s.session.sync("desk").unwrap();
    // one at a time, and once, also come first
    let tasks = [("a".to_owned(), 0)].into();
    s.update(|o| o.tasks = tasks);
    s.approved("hand_over", &json!({"instance": "a"}));
    s.confirm("hand_over", &json!({"instance": "a"}));
    assert_eq!(
        s.act_with("hand_over", json!({"instance": "a"}))["reason"],
        "PRIOR_FIRE_PENDING"
    );
    s.run();
    assert_eq!(
        s.act_with("hand_over", json!({"instance": "a"}))["reason"],
        "DUPLICATE_EXECUTION"
    );
    assert_eq!(s.session.asks().len(), 0);
    assert_eq!(s.session.confirms().len(), 3, "one was asked, answered and spent");
}

#[test]
fn an_approved_long_input_that_can_never_fire() {
    let words = |n: usize| json!({"input": {"n": 1, "to": "x".repeat(n)}});
    let s = Stage::new();
    let fits = words(16 * 1024 - r#"{"n":1,"to":""}"#.len());
    let asked = s.act_with("pay", fits.clone());
    assert_eq!(asked["receipts"]["willUse"], fits, "the card is served whole");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    let fired = s.confirm("pay", &fits);
    assert_eq!(fired["ok"], true, "{}", fired["reason"]);
    let too_long = s.act_with("pay", words(16 * 1024));
    assert_eq!(too_long["reason"], "PAYLOAD_INVALID");
    assert_eq!(
        s.session.asks().len(),
        0,
        "nobody is asked about what could not be shown"
    );
}
