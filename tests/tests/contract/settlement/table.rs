//! Every row of the table of endings: three axes, an outcome and a grade.

use crate::stage::Stage;
use nav_runtime::{FireOptions, Principal};
use serde_json::{Value, json};

struct Ends {
    status: &'static str,
    outcome: &'static str,
    verified: Option<Value>,
    observed: Option<bool>,
    held: Option<Value>,
    facts: &'static str,
}

#[track_caller]
fn ends(s: &Stage, did: &Value, ends: &Ends) {
    assert_eq!(
        (&did["effectStatus"], &did["outcome"]),
        (&json!(ends.status), &json!(ends.outcome)),
        "{did}"
    );
    assert_eq!(did.get("effectVerified").cloned(), ends.verified, "{did}");
    assert_eq!(
        did.get("writesObserved").cloned(),
        ends.observed.map(Value::from),
        "{did}"
    );
    assert_eq!(did.get("verifyHeld").cloned(), ends.held, "{did}");
    let facts = s.facts();
    let line = facts.lines().find(|l| l.starts_with('•')).unwrap();
    assert!(line.starts_with(&format!("• {} — ", ends.facts)), "{line}");
    // a settlement never changes
    let again = s.did(&s.session.transitions()[0].id.to_string().into());
    assert_eq!(&again, did);
}

#[test]
fn ok_and_all_declared_keys_changed() {
    let s = Stage::new();
    let did = s.through("both");
    ends(
        &s,
        &did,
        &Ends {
            status: "performed",
            outcome: "committed",
            verified: Some(json!(true)),
            observed: Some(true),
            held: None,
            facts: "DID happen",
        },
    );
}

#[test]
fn ok_and_an_update_came_with_the_same_values() {
    let s = Stage::new();
    s.staff.on("both", |cx| async move {
        cx.update(|o| o.count = 0);
        Ok(Value::Null)
    });
    let did = s.through("both");
    ends(
        &s,
        &did,
        &Ends {
            status: "performed",
            outcome: "committed",
            verified: Some(json!("unobservable")),
            observed: None,
            held: None,
            facts: "ran, but the effect was unobservable",
        },
    );
}

#[test]
fn ok_and_a_declared_key_was_never_reported() {
    let s = Stage::new();
    s.staff.on("both", |_| async { Ok(Value::Null) });
    let did = s.through("both");
    assert!(did["why"].as_str().unwrap().contains("never reported"), "{did}");
    ends(
        &s,
        &did,
        &Ends {
            status: "performed",
            outcome: "committed",
            verified: Some(json!(false)),
            observed: Some(false),
            held: None,
            facts: "ran, but the declared effect was NOT observed",
        },
    );
}

#[test]
fn ok_and_nothing_declared() {
    let s = Stage::new();
    let did = s.through("look_up");
    ends(
        &s,
        &did,
        &Ends {
            status: "performed",
            outcome: "committed",
            verified: Some(json!("unobservable")),
            observed: None,
            held: None,
            facts: "ran, but the effect was unobservable",
        },
    );
}

#[test]
fn failed_and_nothing_written() {
    for (action, outcome, verified) in [
        ("both", "rejected", None),
        ("look_up", "rolled-back", Some(json!("unobservable"))),
    ] {
        let s = Stage::new();
        s.staff.on(action, |_| async { Err("the till is closed".into()) });
        let did = s.through(action);
        assert_eq!(did["error"], "the till is closed");
        ends(
            &s,
            &did,
            &Ends {
                status: "refused",
                outcome,
                verified,
                observed: None,
                held: None,
                facts: "did NOT happen",
            },
        );
    }
}

#[test]
fn panicked_and_nothing_written() {
    std::panic::set_hook(Box::new(|_| ()));
    let s = Stage::new();
    s.staff.on("both", |_| async { panic!("meant: secret words") });
    let did = s.through("both");
    let _ = std::panic::take_hook();
    assert!(
        !did.to_string().contains("secret words"),
        "a panic's own words never cross: {did}"
    );
    assert_eq!(did["error"], "the handler panicked");
    ends(
        &s,
        &did,
        &Ends {
            status: "refused",
            outcome: "rejected",
            verified: None,
            observed: None,
            held: None,
            facts: "did NOT happen",
        },
    );
}

#[test]
fn failed_after_writing() {
    let s = Stage::new();
    s.staff.on("both", |cx| async move {
        cx.update(|o| o.count = 3);
        Err("half way".into())
    });
    let did = s.through("both");
    assert!(did["why"].as_str().unwrap().contains("that change stands"), "{did}");
    ends(
        &s,
        &did,
        &Ends {
            status: "refused",
            outcome: "committed",
            verified: Some(json!(false)),
            observed: Some(false),
            held: None,
            facts: "ran, but failed after writing",
        },
    );
}

#[test]
fn verify_held() {
    let s = Stage::new();
    let did = s.through("raise");
    ends(
        &s,
        &did,
        &Ends {
            status: "performed",
            outcome: "committed",
            verified: Some(json!(true)),
            observed: Some(true),
            held: Some(json!(true)),
            facts: "DID happen",
        },
    );
}

#[test]
fn verify_does_not_hold() {
    for (writes, outcome, verified, observed) in [
        (true, "committed", json!(false), Some(false)),
        (false, "rolled-back", json!("unobservable"), None),
    ] {
        let s = Stage::new();
        s.staff.on("raise", move |cx| async move {
            if writes {
                cx.update(|o| o.count = 3);
            }
            Ok(Value::Null)
        });
        let did = s.through("raise");
        assert!(
            did["why"].as_str().unwrap().contains("condition that must hold"),
            "{did}"
        );
        ends(
            &s,
            &did,
            &Ends {
                status: "refused",
                outcome,
                verified: Some(verified),
                observed,
                held: Some(json!(false)),
                facts: "did NOT happen",
            },
        );
    }
}

#[test]
fn interrupted() {
    let s = Stage::new();
    let fired = s.act("both");
    s.host.drop_all();
    let did = s.did(&fired["transitionId"]);
    assert_eq!(did["interrupted"], true);
    assert!(
        did["why"]
            .as_str()
            .unwrap()
            .contains("whether it took effect is not known"),
        "{did}"
    );
    ends(
        &s,
        &did,
        &Ends {
            status: "unobservable",
            outcome: "superseded",
            verified: None,
            observed: None,
            held: None,
            facts: "ran, but the outcome was never observed",
        },
    );
}

#[test]
fn timed_out() {
    let s = Stage::new();
    s.staff.on("sort", |_| std::future::pending());
    let fired = s.act("sort");
    s.run();
    s.advance(29);
    assert_eq!(s.did(&fired["transitionId"])["judgment"], "still-pending");
    s.advance(1);
    let did = s.did(&fired["transitionId"]);
    assert_eq!(did.get("interrupted"), None, "{did}");
    ends(
        &s,
        &did,
        &Ends {
            status: "unobservable",
            outcome: "superseded",
            verified: None,
            observed: None,
            held: None,
            facts: "ran, but the outcome was never observed",
        },
    );
}

#[test]
fn unbound() {
    for by in [Principal::User, Principal::System] {
        let s = Stage::new();
        let fired = s.session.fire("desk.ask_house", FireOptions::by(by)).unwrap();
        let did = s.did(&fired.transition_id.to_string().into());
        assert_eq!(did["materialized"], false);
        ends(
            &s,
            &did,
            &Ends {
                status: "unobservable",
                outcome: "committed",
                verified: Some(json!("unobservable")),
                observed: None,
                held: None,
                facts: "did NOT happen",
            },
        );
    }
}
