//! What only the app knows: switched off, busy, blocked, held, at work.

use crate::{
    office::{Office, amount, ids},
    stage::{Stage, later},
};
use nav_runtime::{authored, graph::ClearedBy};
use serde_json::json;

#[test]
fn switched_off() {
    let s = Stage::new();
    let control = s.session.control(ids::desk::SIGN).unwrap();
    assert_eq!(
        s.row("desk.sign").get("enabled"),
        None,
        "a control that can be used says nothing"
    );
    control.set_enabled(false);
    assert_eq!(s.row("desk.sign")["enabled"], false);
    let refused = s.act("sign");
    assert_eq!(
        (&refused["reason"], &refused["retriable"]),
        (&json!("TOOL_DISABLED"), &json!(true)),
        "{refused}"
    );
    assert_eq!(
        (s.session.asks().len(), refused.get("evidence")),
        (0, None),
        "no card, and no cause that nobody declared"
    );
    assert_eq!(later(&s.journey("lease"), "desk.sign")["status"], "switched-off");
    control.set_enabled(true);
    assert_eq!(s.act("sign")["judgment"], "needs-confirm");
}

#[test]
fn busy_gates_nothing_and_no_clock_ends_it() {
    let s = Stage::new();
    let control = s.session.control(ids::desk::COUNT_UP).unwrap();
    control.set_busy(Some("counting\nthe sheep"));
    s.advance(100_000);
    assert_eq!(s.row("desk.count_up")["busy"], "counting the sheep", "one line");
    assert_eq!(s.act("count_up")["ok"], true);
    s.run();
    let open = s.journey("stroll");
    assert_eq!(open["readySteps"][0]["busy"], "counting the sheep", "{open}");
    control.set_enabled(false);
    assert_eq!(
        s.act("count_up")["busy"],
        "counting the sheep",
        "a refusal carries the label too"
    );
    control.set_busy(None);
    assert_eq!(s.row("desk.count_up").get("busy"), None);
    control.set_busy(Some(&"x".repeat(500)));
    assert!(s.row("desk.count_up")["busy"].as_str().unwrap().chars().count() <= 81);
}

#[test]
fn blocked_because() {
    let s = Stage::new();
    let declared = json!({"says": "The printer is cold.", "clearedBy": "app"});
    assert_eq!(s.row("desk.print")["blockedBecause"], declared);
    let refused = s.act("print");
    assert_eq!(
        (&refused["blockedBecause"], &refused["evidence"][0]["key"]),
        (&declared, &json!("open")),
        "{refused}"
    );
    let control = s.session.control(ids::desk::PRINT).unwrap();
    control.set_blocked_because(authored!("There is no paper."), ClearedBy::User);
    let said = json!({"says": "There is no paper.", "clearedBy": "user"});
    assert_eq!(
        s.row("desk.print")["blockedBecause"],
        said,
        "the app's own word goes before the declared one"
    );
    assert_eq!(later(&s.journey("chores"), "desk.print")["blockedBecause"], said);
    s.update(|o| (o.open, o.total) = (true, 2));
    assert_eq!(
        s.row("desk.print").get("blockedBecause"),
        None,
        "a control that can be used is not blocked"
    );
}

#[test]
fn holds_is_a_reading_and_binds_nothing() {
    let s = Stage::new();
    let control = s.session.control(ids::desk::ORDER).unwrap();
    assert_eq!(s.row("desk.order").get("holds"), None);
    for reading in [json!(null), json!(""), json!({}), json!({"n": 3})] {
        let held = reading.clone();
        control.holds(move || held.clone());
        let row = s.row("desk.order");
        assert_eq!(row.get("holds"), Some(&reading), "{row}");
    }
    s.act_with("order", json!({"input": {"n": 5}}));
    s.run();
    assert_eq!(s.session.state().total, 5, "what the caller sends is what is done");
    control.holds(|| -> u32 { panic!("meant: a reading panics") });
    assert_eq!(s.row("desk.order").get("holds"), None);
    control.holds(|| (0..100).collect::<Vec<_>>());
    assert_eq!(s.row("desk.order")["holds"][30], "… 70 more omitted");
}

#[test]
fn open_work() {
    let s = Stage::new();
    let control = s.session.control(ids::desk::COUNT_UP).unwrap();
    let work = control.open_work("counting");
    work.progress(2, 5);
    let rows = s.session.open_work();
    assert_eq!(
        (rows.len(), &*rows[0].label, rows[0].action, rows[0].progress),
        (1, "counting", "desk.count_up", Some((2, 5)))
    );
    assert!(s.facts().contains("The app is still working on: desk.count_up."));
    assert_eq!(s.act("count_up")["ok"], true, "it gates nothing");
    drop(work);
    assert_eq!(s.session.open_work(), []);
    assert!(!s.facts().contains("still working"));
}

#[test]
fn a_fire_at_rest_may_still_have_work_open() {
    let s = Stage::new();
    s.staff.on("count_up", |cx| async move {
        let work = cx.working("sending");
        cx.app().gates.keep("work", work);
        cx.app().gates.wait("end").await;
        cx.update(|o| o.count += 1);
        Ok(json!(null))
    });
    let fired = s.act("count_up");
    s.run();
    let pending = s.did(&fired["transitionId"]);
    assert_eq!(
        (&pending["judgment"], &pending["stillWorking"]),
        (&json!("still-pending"), &json!(true)),
        "{pending}"
    );
    assert!(pending["stillWorkingMeans"].is_string());
    s.staff.gates.release("end");
    s.run();
    let settled = s.did(&fired["transitionId"]);
    assert_eq!(
        (&settled["settled"], &settled["stillWorking"]),
        (&json!(true), &json!(true)),
        "{settled}"
    );
    assert_eq!(
        s.session.open_work()[0].transition_id.unwrap().to_string(),
        fired["transitionId"]
    );
    s.staff.gates.release("work");
    assert_eq!(s.did(&fired["transitionId"]).get("stillWorking"), None);
}

#[test]
fn of_several_instances_one_is_told_apart() {
    let tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    let control = || s.session.control("desk.task.work_on").unwrap();
    control().instance("a").set_enabled(false);
    assert_eq!(s.row("desk.task.work_on").get("enabled"), None, "off only if all are");
    assert_eq!(
        s.act_with("work_on", json!({"instance": "a"}))["reason"],
        "TOOL_DISABLED"
    );
    assert_eq!(s.journey("tasks")["readySteps"][0]["instances"], json!(["b"]));
    assert_eq!(s.act_with("work_on", json!({"instance": "b"}))["ok"], true);
    s.run();
    control().instance("b").set_enabled(false);
    assert_eq!(s.row("desk.task.work_on")["enabled"], false);
    control().instance("a").set_enabled(true);
    assert_eq!(s.row("desk.task.work_on").get("enabled"), None);
    control().set_enabled(false);
    assert_eq!(
        s.act_with("work_on", json!({"instance": "a"}))["reason"],
        "TOOL_DISABLED",
        "all at once"
    );
}

#[test]
fn a_control_of_nothing() {
    let s = Stage::new();
    assert!(s.session.control("desk.fly").is_err());
    s.session.close();
    let control = s.session.control(ids::desk::SIGN).unwrap();
    control.set_enabled(false);
    assert_eq!(
        s.row("desk.sign").get("enabled"),
        None,
        "nothing is said of a session that has ended"
    );
    assert_eq!(
        s.act_with("pay", json!({"input": amount(1)}))["reason"],
        "CONVERSATION_ENDED"
    );
}
