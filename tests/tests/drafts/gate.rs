//! One gate: what is missing, then the human with the finished draft, then the write, and the draft is gone.

use crate::desk::{Talk, talk};
use nav_runtime::{Approval, PortOptions};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

#[test]
fn a_ride_is_booked_with_a_humans_yes() {
    let desk = talk();
    desk.gathers("rome", 5);
    let asked = desk.submits();
    assert_eq!(asked["judgment"], "needs-confirm", "{asked}");
    assert_eq!(
        asked["receipts"]["willUse"]["draft"],
        json!({"destination": {"name": "rome", "km": 4}, "pickupAt": 5, "fare": 405}),
        "the card shows the whole draft"
    );
    assert!(desk.sent().is_empty());
    desk.approves();
    let done = desk.settled(&desk.journey(json!({"step": "book_ride.request_ride", "confirm": true})));
    assert_eq!(
        (&done["effectStatus"], &done["data"]),
        (&json!("performed"), &json!("r1")),
        "{done}"
    );
    assert_eq!(desk.sent().len(), 1);
    let after = desk.journey(json!({}));
    assert_eq!(
        (&after["frame"], &after["judgment"], &after["youAreOn"]),
        (&json!("completed"), &json!("done"), &json!("receipt")),
        "{after}"
    );
    desk.tool("do_action", json!({"action": "again"}));
    desk.host.run_until_idle();
    let next = desk.journey(json!({}));
    assert_eq!(
        (&next["frame"], &next["draft"]["have"]),
        (&json!("open"), &json!([])),
        "{next}"
    );
}

/// What happens if I decline the confirmation?
#[test]
fn a_decline_leaves_the_draft_and_it_can_be_changed_and_sent() {
    let desk = talk();
    desk.gathers("rome", 5);
    let asked = desk.submits();
    let whole = desk.draft();
    desk.declines();
    let fate = desk.tool("did_it_work", json!({"transitionId": asked["askId"]}));
    assert!(
        fate["howToAct"]
            .as_str()
            .unwrap()
            .contains("The user declined this action"),
        "{fate}"
    );
    let refused = desk.journey(json!({"step": "submit", "confirm": true}));
    assert_eq!(refused["ok"], false, "{refused}");
    assert!(
        refused["why"]
            .as_str()
            .unwrap()
            .contains("The user declined this action"),
        "{refused}"
    );
    assert_eq!(desk.draft(), whole, "a decline touches nothing");
    assert!(desk.sent().is_empty());

    desk.asks_pickup(9);
    desk.quotes();
    let again = desk.journey(json!({"step": "submit", "confirm": true}));
    assert_eq!(
        (&again["judgment"], &again["receipts"]["willUse"]["draft"]["pickupAt"]),
        (&json!("needs-confirm"), &json!(9)),
        "the old no does not cover the new draft: {again}"
    );
    assert_ne!(again["askId"], asked["askId"]);
    desk.approves();
    let done = desk.settled(&desk.journey(json!({"step": "submit", "confirm": true})));
    assert_eq!(done["effectStatus"], "performed");
    assert_eq!(desk.sent()[0]["pickupAt"], 9);
}

#[test]
fn an_old_yes_does_not_cover_a_new_draft() {
    let desk = talk();
    desk.gathers("rome", 5);
    let asked = desk.submits();
    desk.approves();
    desk.asks_pickup(9);
    desk.quotes();
    let stale = desk.journey(json!({"step": "submit", "confirm": true}));
    assert_eq!(stale["ok"], false, "{stale}");
    assert_ne!(stale["askId"], asked["askId"], "{stale}");
    assert!(desk.sent().is_empty());
    desk.approves();
    desk.settled(&desk.journey(json!({"step": "submit", "confirm": true})));
    assert_eq!(desk.sent()[0]["pickupAt"], 9);
}

#[test]
fn the_same_value_put_again_is_asked_about_again() {
    let desk = talk();
    desk.gathers("rome", 5);
    desk.submits();
    desk.approves();
    desk.gathers("rome", 5);
    let again = desk.journey(json!({"step": "submit", "confirm": true}));
    assert_eq!(
        again["ok"], false,
        "a yes is about the values that were on the card: {again}"
    );
    assert!(desk.sent().is_empty());
}

#[test]
fn a_write_that_fails_keeps_the_draft_and_one_that_succeeds_clears_it() {
    let desk = talk();
    desk.gathers("rome", 5);
    desk.town.down.store(true, Ordering::SeqCst);
    let failed = desk.sends();
    assert_eq!(
        (&failed["effectStatus"], &failed["error"]),
        (&json!("refused"), &json!("the backend is down")),
        "{failed}"
    );
    let kept = desk.draft();
    assert_eq!(
        (&kept["stillNeeded"], &kept["values"]["fare"]),
        (&json!([]), &json!(405)),
        "{kept}"
    );

    desk.town.down.store(false, Ordering::SeqCst);
    let again = desk.journey(json!({"step": "submit", "confirm": true}));
    assert_eq!(again["ok"], false, "the yes was spent: {again}");
    let done = desk.sends();
    assert_eq!(done["effectStatus"], "performed", "{done}");
    assert_eq!(desk.sent().len(), 1);
    desk.tool("do_action", json!({"action": "again"}));
    desk.host.run_until_idle();
    desk.journey(json!({}));
    assert_eq!(desk.draft()["have"], json!([]));
}

#[test]
fn a_submit_waits_for_a_step_that_is_still_out() {
    let desk = talk();
    desk.gathers("rome", 5);
    desk.town.slow_quotes.store(true, Ordering::SeqCst);
    let quote = desk.journey(json!({"step": "quote_fare"}));
    desk.host.run_until_idle();
    let early = desk.submits();
    assert_eq!(
        (&early["reason"], &early["priorTransitionId"]),
        (&json!("PRIOR_FIRE_PENDING"), &quote["transitionId"]),
        "{early}"
    );
    desk.town.gates.release("quote");
    desk.settled(&quote);
    assert_eq!(desk.submits()["judgment"], "needs-confirm");
}

#[test]
fn a_submit_waits_for_another_submit() {
    let desk = talk();
    desk.gathers("late request", 5);
    desk.submits();
    desk.approves();
    let first = desk.journey(json!({"step": "submit", "confirm": true}));
    desk.host.run_until_idle();
    let second = desk.submits();
    assert_eq!(second["reason"], "PRIOR_FIRE_PENDING", "{second}");
    desk.town.gates.release("request");
    desk.settled(&first);
    assert_eq!(desk.sent().len(), 1);
}

/// A risky write is reachable through its journey only.
#[test]
fn the_submit_is_the_only_door_of_a_withheld_write() {
    let desk = talk();
    let here = desk.tool("whats_here", json!({}));
    assert!(!here["actions"].to_string().contains("request_ride"), "{here}");
    desk.gathers("rome", 5);
    for action in [
        "book_ride.request_ride",
        "request_ride",
        "submit",
        "desk.request_ride",
        "book_ride.pickup_at",
    ] {
        let refused = desk.tool(
            "do_action",
            json!({"action": action, "confirm": true, "input": {"pickupAt": 1}}),
        );
        assert_eq!(refused["ok"], false, "{action}: {refused}");
        assert_eq!(refused["reason"], "UNKNOWN_ACTION", "{action}: {refused}");
    }
    assert!(desk.session.asks().is_empty());
    assert!(desk.sent().is_empty());
}

/// A human click is the only way through.
#[test]
fn nothing_but_a_recorded_yes_opens_the_gate() {
    let mut never_asks = PortOptions::default();
    never_asks.confirm_high_effect = false;
    for options in [PortOptions::default(), never_asks] {
        for approval in [Approval::HumanDoor, Approval::AgentRelay] {
            let desk = Talk::with(|s| s.approval(approval), options.clone());
            desk.gathers("rome", 5);
            for attempt in 0..2 {
                let reply = desk.journey(json!({"step": "submit", "confirm": true}));
                assert_eq!(
                    (&reply["ok"], &reply["judgment"]),
                    (&json!(false), &json!("needs-confirm")),
                    "{approval:?}, attempt {attempt}: {reply}"
                );
                desk.host.run_until_idle();
                assert!(desk.sent().is_empty());
            }
            desk.approves();
            let done = desk.settled(&desk.journey(json!({"step": "submit", "confirm": true})));
            assert_eq!(done["effectStatus"], "performed", "{approval:?}: {done}");
        }
    }
}

#[test]
fn a_grant_does_not_open_the_gate() {
    let desk = talk();
    desk.gathers("rome", 5);
    let submit = crate::desk::ids::book_ride::REQUEST_RIDE;
    desk.session
        .always_approve(submit, "ann", nav_runtime::GrantTerms::default())
        .unwrap();
    let reply = desk.submits();
    assert_eq!(reply["judgment"], "needs-confirm", "{reply}");
    desk.host.run_until_idle();
    assert!(desk.sent().is_empty());
}

#[test]
fn the_journeys_condition_and_page_hold_its_steps() {
    let desk = talk();
    desk.tool("do_action", json!({"action": "to_lounge"}));
    desk.host.run_until_idle();
    let away = desk.asks_pickup(5);
    assert_eq!(away["reason"], "NOT_ON_PAGE", "{away}");
    desk.tool("do_action", json!({"action": "back"}));
    desk.host.run_until_idle();
    desk.session.update(|d| d.closed = true);
    let closed = desk.asks_pickup(5);
    assert_eq!(closed["judgment"], "blocked", "{closed}");
    desk.session.update(|d| d.closed = false);
    assert_eq!(desk.asks_pickup(5)["stored"], "pickupAt");
}

#[test]
fn the_app_itself_may_fill_and_send_a_draft() {
    let desk = talk();
    desk.gathers("rome", 5);
    let value: Value = desk.draft()["values"]["fare"].clone();
    assert_eq!(value, 405);
    let fired = desk.session.fire(
        crate::desk::ids::book_ride::REQUEST_RIDE,
        nav_runtime::FireOptions::default(),
    );
    assert!(fired.is_ok(), "{fired:?}");
    desk.host.run_until_idle();
    assert_eq!(desk.sent().len(), 1, "the app answers to no gate of its own");
}
