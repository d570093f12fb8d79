//! A yes that launches what was asked for.

use crate::{
    office::{Office, amount},
    stage::Stage,
};
use serde_json::{Value, json};

fn stage() -> Stage {
    Stage::with(Office::default(), |b| b.fire_on_approval(true))
}

#[test]
fn with_the_input_it_was_asked_with() {
    let s = stage();
    s.staff.on("pay", |cx| async move {
        cx.update(|o| o.paid = true);
        Ok(json!("paid"))
    });
    let asked = s.act_with("pay", json!({"input": amount(3)}));
    s.run();
    assert_eq!(s.session.transitions().len(), 0);
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.run();
    let did = s.did(&asked["askId"]);
    assert_eq!(
        (&did["effectStatus"], &did["data"]),
        (&json!("performed"), &json!("paid")),
        "{did}"
    );
    assert_eq!(
        s.confirm("pay", &json!({"input": amount(3)}))["reason"],
        "APPROVAL_SPENT",
        "the agent's own call is too late"
    );
    assert_eq!(s.session.transitions().len(), 1);
}

#[test]
fn a_gate_may_still_turn_it_away() {
    let s = stage();
    let asked = s.act_with("pay", json!({"input": amount(3)}));
    s.update(|o| o.shut = true);
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.run();
    assert_eq!(s.did(&asked["askId"])["judgment"], "approved-not-yet-done");
    assert!(s.facts().contains("fire of desk.pay was refused: TOOL_DISABLED"));
}

#[test]
fn what_the_card_showed_has_changed_by_then() {
    let s = stage();
    let asked = s.act("sign");
    s.update(|o| o.total = 8);
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.run();
    assert_eq!(s.staff.runs("sign"), 0);
    assert_eq!(s.did(&asked["askId"])["judgment"], "approval-no-longer-valid");
    assert_eq!(s.session.asks()[0].ask_id.to_string(), "ask:2", "the new card waits");
}

#[test]
fn it_moves_its_journey_on() {
    let s = stage();
    let asked = s.step("lease", "sign");
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    assert_eq!(s.journey("lease")["awaitingState"], json!(["desk.sign"]));
    s.run();
    let open = s.journey("lease");
    assert_eq!(crate::stage::later(&open, "desk.sign")["status"], "done");
}

#[test]
fn the_hidden_part_of_the_input_arrives_unhidden() {
    let hidden = nav_runtime::RedactedFields::default().payload("card");
    let s = Stage::with(Office::default(), |b| b.fire_on_approval(true).redacted_fields(hidden));
    let asked = s.act_with("send_form", json!({"input": {"card": "4111", "n": 1}}));
    assert_eq!(
        asked["receipts"]["willUse"]["input"],
        json!({"card": "[REDACTED]", "n": 1}),
        "{asked}"
    );
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.run();
    assert_eq!(s.did(&asked["askId"])["effectStatus"], "performed");
    let other: Value = s.confirm("send_form", &json!({"input": {"card": "4112", "n": 1}}));
    assert_eq!(
        other["reason"], "APPROVAL_REQUIRED",
        "a yes covers what was hidden too: {other}"
    );
}
