//! What an agent says of the human's no.

use crate::{office::Office, stage::Stage};
use nav_runtime::Approval;
use serde_json::json;

#[test]
fn an_agents_decline_is_its_report_and_closes_nothing() {
    let s = Stage::new();
    let asked = s.act("sign");
    let declined = s.act_with("sign", json!({"decline": true}));
    assert_eq!(
        (&declined["judgment"], &declined["recordedAs"], &declined["askId"]),
        (&json!("declined"), &json!("your-report"), &asked["askId"]),
        "{declined}"
    );
    assert_eq!(
        s.did(&asked["askId"])["judgment"],
        "awaiting-human",
        "the card stays open"
    );
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.act_with("sign", json!({"decline": true}));
    assert_eq!(
        s.did(&asked["askId"])["judgment"],
        "approved-not-yet-done",
        "a yes is not lost by it either"
    );
    assert_eq!(s.confirm("sign", &json!({}))["ok"], true);
}

#[test]
fn a_relayed_decline_closes_the_card() {
    let s = Stage::with(Office::default(), |b| b.approval(Approval::AgentRelay));
    let asked = s.act("sign");
    let declined = s.act_with("sign", json!({"decline": true}));
    assert_eq!(
        (declined.get("recordedAs"), &declined["askId"]),
        (None, &asked["askId"]),
        "{declined}"
    );
    assert!(
        declined["why"]
            .as_str()
            .unwrap()
            .starts_with("The user declined this action")
    );
    assert_eq!(s.did(&asked["askId"])["judgment"], "declined");
    assert_eq!(s.confirm("sign", &json!({}))["reason"], "APPROVAL_DECLINED");
}

#[test]
fn the_gates_run_before_a_decline() {
    let s = Stage::from(Office {
        shut: true,
        ..Office::default()
    });
    let reply = s.act_with("pay", json!({"input": crate::office::amount(1), "decline": true}));
    assert_eq!(reply["reason"], "TOOL_DISABLED", "{reply}");
}

#[test]
fn a_decline_where_nothing_was_asked() {
    let s = Stage::new();
    let reply = s.act_with("count_up", json!({"decline": true}));
    assert_eq!(
        (&reply["action"], reply.get("askId")),
        (&json!("desk.count_up"), None),
        "{reply}"
    );
    let step = s.call("journey.lease", json!({"step": "sign", "decline": true}));
    assert_eq!(
        (&step["journey"], &step["step"]),
        (&json!("lease"), &json!("desk.sign")),
        "{step}"
    );
}

#[test]
fn the_persons_note_is_passed_on_as_data() {
    let s = Stage::new();
    let ask = Stage::ask(&s.act("sign"));
    s.session.decline(ask, "Ann", Some("too dear")).unwrap();
    let reply = s.act_with("sign", json!({"decline": true}));
    assert_eq!(
        (&reply["note"], reply.get("recordedAs")),
        (&json!("too dear"), None),
        "{reply}"
    );
}
