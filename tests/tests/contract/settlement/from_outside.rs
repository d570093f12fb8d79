//! Settled from outside, by id.

use crate::stage::{Stage, later};
use nav_runtime::{FireOutcome, port::Class};
use serde_json::{Value, json};

fn out(s: &Stage, action: &str) -> String {
    let fired = s.act(action);
    assert_eq!(fired["ok"], true, "{fired}");
    s.run();
    fired["transitionId"].as_str().unwrap().to_owned()
}

#[test]
fn a_reported_action_waits_for_its_report() {
    let s = Stage::new();
    let id = out(&s, "call_courier");
    assert_eq!(
        s.did(&json!(id))["judgment"],
        "still-pending",
        "its handler is done, and that settles nothing"
    );
    let (_, updated) = s.session.report(&id, |o| o.total = 12).unwrap();
    assert_eq!(updated.changed, ["total"]);
    let did = s.did(&json!(id));
    assert_eq!(
        (&did["effectStatus"], &did["effectVerified"]),
        (&json!("performed"), &json!(true)),
        "{did}"
    );
    assert_eq!(did["settledBy"], "external-report");
    assert!(did["settledByMeans"].is_string());
    assert!(s.facts().contains("• DID happen — agent fired desk.call_courier"));
}

#[test]
fn no_report_settles_another_fire() {
    let s = Stage::new();
    let (first, second) = (out(&s, "call_courier"), out(&s, "call_courier"));
    s.session.report(&second, |o| o.total = 1).unwrap();
    assert_eq!(s.did(&json!(first))["judgment"], "still-pending");
    assert_eq!(s.did(&json!(second))["settled"], true);
    s.update(|o| o.total = 9);
    assert_eq!(
        s.did(&json!(first))["judgment"],
        "still-pending",
        "the world moving settles nothing"
    );
    assert!(s.session.report("desk.call_courier#9", |o| o.total = 0).is_err());
    assert_eq!(s.session.state().total, 9, "and a wrong id changes nothing");
}

#[test]
fn an_observed_action_is_settled_by_any_writer_of_its_keys() {
    let s = Stage::new();
    let id = out(&s, "await_post");
    s.update(|o| o.count = 1);
    assert_eq!(s.did(&json!(id))["judgment"], "still-pending", "another key");
    s.update(|o| o.total = 1);
    let did = s.did(&json!(id));
    assert_eq!(
        (&did["effectStatus"], &did["writesObserved"]),
        (&json!("performed"), &json!(true)),
        "{did}"
    );
}

#[test]
fn rejected_from_outside() {
    let s = Stage::new();
    let id = out(&s, "call_courier");
    s.session.reject(&id, "no courier today").unwrap();
    let did = s.did(&json!(id));
    assert_eq!(
        (&did["effectStatus"], &did["error"]),
        (&json!("refused"), &json!("no courier today")),
        "{did}"
    );
    assert_eq!(did["settledBy"], "external-report");
}

#[test]
fn somebody_else_saw_it() {
    for (outcome, status) in [
        (FireOutcome::Committed, "performed"),
        (FireOutcome::RolledBack, "refused"),
        (FireOutcome::Superseded, "unobservable"),
    ] {
        let s = Stage::new();
        let id = out(&s, "call_courier");
        s.session.observe(&id, "the front desk", outcome).unwrap();
        let did = s.did(&json!(id));
        assert_eq!(
            (&did["effectStatus"], &did["reportedBy"]),
            (&json!(status), &json!("the front desk")),
            "{did}"
        );
    }
}

#[test]
fn the_receipt_stays_and_what_became_of_it_rides_beside_it() {
    let s = Stage::new();
    let fired = s.act("both");
    s.run();
    let id = fired["transitionId"].as_str().unwrap();
    let before = s.did(&fired["transitionId"]);
    s.session.reject(id, "taken back").unwrap();
    let after = s.did(&fired["transitionId"]);
    assert_eq!(
        (&after["outcome"], &after["outcomeNow"]),
        (&json!("committed"), &json!("rolled-back")),
        "{after}"
    );
    assert!(after["howToAct"].as_str().unwrap().contains("whats_here"), "{after}");
    for key in ["effectStatus", "outcome", "effectVerified", "writesObserved"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    assert!(
        s.facts()
            .contains("• did NOT happen — agent fired desk.both (changed after it came to rest)")
    );
    s.session.observe(id, "ledger", FireOutcome::Committed).unwrap();
    assert_eq!(s.did(&fired["transitionId"]).get("outcomeNow"), None, "it agrees again");
}

#[test]
fn a_journey_steps_back() {
    let s = Stage::new();
    let fired = s.step("round", "desk.count_up");
    s.run();
    assert_eq!(later(&s.journey("round"), "desk.count_up")["status"], "done");
    s.session
        .reject(fired["transitionId"].as_str().unwrap(), "taken back")
        .unwrap();
    let open = s.journey("round");
    assert_eq!(
        (&open["standing"], crate::stage::ready(&open)[0]),
        (&json!("failed"), "desk.count_up"),
        "{open}"
    );
}

#[test]
fn a_journey_does_not_step_back_over_a_later_fire_that_stands() {
    let s = Stage::new();
    let first = s.step("round", "desk.count_up");
    s.run();
    s.step("round", "desk.count_up");
    s.run();
    s.session
        .reject(first["transitionId"].as_str().unwrap(), "taken back")
        .unwrap();
    assert_eq!(later(&s.journey("round"), "desk.count_up")["status"], "done");
}

#[test]
fn the_first_ending_wins() {
    let s = Stage::new();
    let id = out(&s, "call_courier");
    s.session.report(&id, |o| o.total = 1).unwrap();
    s.session.report(&id, |o| o.total = 2).unwrap();
    s.host.drop_all();
    let did = s.did(&json!(id));
    assert_eq!(did["effectStatus"], "performed");
    assert_eq!(
        s.session
            .records(0, 100)
            .0
            .iter()
            .filter(|r| r.outcome.is_some())
            .count(),
        1,
        "it settled once"
    );
}

#[test]
fn a_fold_is_as_of_the_settlement() {
    let s = Stage::new();
    s.staff.on("walk", |cx| async move {
        cx.update(|o| o.count += 1);
        Ok(json!("walked"))
    });
    s.step("stroll", "desk.count_up");
    s.run();
    let fired = s.port.call("office.journey.stroll", &json!({"step": "walk"}));
    assert_eq!(fired.class(), Class::Pending);
    let early = serde_json::to_value(s.port.fold(fired.clone())).unwrap();
    assert_eq!(early["effectStatus"], "pending", "nothing is invented");
    s.run();
    let folded = serde_json::to_value(s.port.fold(fired)).unwrap();
    nav_tests::replies::fits(&folded);
    assert_eq!(
        (&folded["effectStatus"], &folded["data"], &folded["frame"]),
        (&json!("performed"), &json!("walked"), &json!("completed")),
        "{folded}"
    );
    assert_eq!(
        (folded.get("howToSettle"), folded.get("settleWith"), &folded["youAreOn"]),
        (None, None, &Value::from("yard"))
    );
}
