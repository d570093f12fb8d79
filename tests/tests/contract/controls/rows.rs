//! What a row says, in its order, and only where it says something.

use crate::{
    office::{Office, ids},
    stage::{Stage, later},
};
use nav_runtime::Reported;
use serde_json::{Value, json};

/// A row as it is written, key by key.
fn keys(s: &Stage, action: &str) -> Vec<String> {
    let mut bytes = Vec::new();
    s.port.call_into("office.whats_here", &json!({}), &mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let start = text.find(&format!("{{\"action\":\"{action}\"")).unwrap();
    let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Box<serde_json::value::RawValue>>();
    let row = stream.next().unwrap().unwrap();
    // the keys of the outermost object, as they come
    let (mut names, mut depth, mut rest) = (Vec::new(), 0, row.get());
    while let Some(c) = rest.chars().next() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '"' => {
                let mut one = serde_json::Deserializer::from_str(rest).into_iter::<String>();
                let name = one.next().unwrap().unwrap();
                rest = &rest[one.byte_offset()..];
                if depth == 1 && rest.starts_with(':') {
                    names.push(name);
                }
                continue;
            }
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    names
}

#[test]
fn a_plain_row_says_what_it_is_and_what_it_takes() {
    let s = Stage::new();
    assert_eq!(keys(&s, "desk.count_up"), ["action", "does", "expects"]);
    assert_eq!(
        s.row("desk.count_up"),
        json!({"action": "desk.count_up", "does": "Count one up.", "expects": "none"})
    );
}

#[test]
fn a_row_that_says_everything_says_it_in_order() {
    let s = Stage::new();
    s.here();
    let control = s.session.control(ids::desk::PRINT).unwrap();
    control.holds(|| 1);
    control.set_busy(Some("warming up"));
    s.update(|o| (o.open, o.total) = (true, 2));
    s.act("print");
    s.update(|o| (o.open, o.count) = (false, 9));
    assert_eq!(
        keys(&s, "desk.print"),
        [
            "action",
            "does",
            "holds",
            "enabled",
            "blockedBecause",
            "unblockedBy",
            "staleWrites",
            "priorFireUnsettled",
            "busy",
            "expects",
        ]
    );
    assert_eq!(
        keys(&s, "desk.walk"),
        ["action", "does", "goesTo", "staleWrites", "expects"]
    );
    assert_eq!(
        keys(&s, "desk.ask_house"),
        ["action", "does", "staleWrites", "materialized", "expects"]
    );
    assert_eq!(
        keys(&s, "desk.set_rent"),
        ["action", "does", "mayInvoke", "staleWrites", "expects"]
    );
    assert_eq!(keys(&s, "desk.choose"), ["action", "does", "humanDecides", "expects"]);
    assert_eq!(
        keys(&s, "desk.sign"),
        ["action", "does", "highEffect", "staleReads", "expects"]
    );
    assert_eq!(
        keys(&s, "desk.praise"),
        ["action", "does", "guardUnevaluated", "staleWrites", "expects"]
    );
}

#[test]
fn unblocked_by_is_derived_from_what_the_failed_condition_reads() {
    let s = Stage::new();
    let row = s.row("desk.print");
    let by: Vec<_> = row["unblockedBy"]
        .as_array()
        .unwrap()
        .iter()
        .map(|u| (u["action"].as_str().unwrap(), u["writes"].clone()))
        .collect();
    assert!(by.contains(&("desk.raise", json!(["open"]))), "{row}");
    assert!(by.contains(&("desk.both", json!(["total"]))), "{row}");
    assert!(
        !by.iter().any(|(a, _)| *a == "desk.count_up" || *a == "desk.print"),
        "{row}"
    );
    let fired = s.act("raise");
    let row = s.row("desk.print");
    let raise = row["unblockedBy"]
        .as_array()
        .unwrap()
        .iter()
        .find(|u| u["action"] == "desk.raise")
        .unwrap();
    assert_eq!(raise["inFlight"], true, "{row}");
    s.run();
    assert_eq!(s.did(&fired["transitionId"])["settled"], true);
    let row = s.row("desk.print");
    assert!(
        !row["unblockedBy"].to_string().contains("raise"),
        "what holds it now is the other condition: {row}"
    );
    s.update(|o| o.total = 2);
    assert_eq!(s.row("desk.print").get("unblockedBy"), None);
}

#[test]
fn prior_fire_unsettled_while_it_is_out() {
    let s = Stage::new();
    let fired = s.act("count_up");
    assert_eq!(s.row("desk.count_up")["priorFireUnsettled"], fired["transitionId"]);
    assert_eq!(s.row("desk.both").get("priorFireUnsettled"), None);
    s.run();
    assert_eq!(s.row("desk.count_up").get("priorFireUnsettled"), None);
}

#[test]
fn a_guard_over_a_value_that_was_never_reported() {
    let s = Stage::new();
    assert_eq!(s.row("desk.praise")["guardUnevaluated"], json!(["rating"]));
    let fired = s.act("praise");
    assert_eq!(
        (&fired["ok"], &fired["guardUnevaluated"]),
        (&json!(true), &json!(["rating"])),
        "{fired}"
    );
    s.update(|o| o.rating = Reported(Some(2)));
    assert!(!s.here()["actions"].to_string().contains("praise"));
    s.update(|o| o.rating = Reported(Some(5)));
    assert_eq!(s.row("desk.praise").get("guardUnevaluated"), None);
}

#[test]
fn an_action_that_is_bound_later() {
    let s = Stage::new();
    assert_eq!(s.row("desk.ask_house")["materialized"], false);
    assert_eq!(s.act("ask_house")["reason"], "NOT_MATERIALIZED");
    assert_eq!(later(&s.journey("chores"), "desk.ask_house")["status"], "unwired");
    let by_the_app = s
        .session
        .fire("desk.ask_house", nav_runtime::FireOptions::default())
        .unwrap();
    assert!(
        !by_the_app.materialized,
        "the app may report what nothing is bound to do"
    );
    let did = s.did(&by_the_app.transition_id.to_string().into());
    assert_eq!(
        (&did["effectStatus"], &did["materialized"]),
        (&json!("unobservable"), &json!(false)),
        "{did}"
    );
    assert!(s.facts().contains("• did NOT happen — system fired desk.ask_house"));
    s.session
        .bind("desk.ask_house", |cx: nav_runtime::Cx<Office>, _| async move {
            cx.update(|o| o.count = 4);
            Ok::<_, String>(4_u32)
        })
        .unwrap();
    assert_eq!(s.row("desk.ask_house").get("materialized"), None);
    assert_eq!(s.through("ask_house")["data"], 4);
}

#[test]
fn instances_are_cut_with_a_total() {
    let tasks = (0..120).map(|n| (format!("t{n:03}"), 0)).collect();
    let s = Stage::from(Office {
        tasks,
        ..Office::default()
    });
    let row = s.row("desk.task.work_on");
    assert_eq!(
        (row["instances"].as_array().unwrap().len(), &row["instancesTotal"]),
        (50, &json!(120))
    );
    let refused = s.act("work_on");
    assert_eq!(
        (
            refused["instances"].as_array().unwrap().len(),
            &refused["instancesTotal"]
        ),
        (50, &json!(120))
    );
    assert_eq!(
        s.act_with("work_on", json!({"instance": "t119"}))["ok"],
        true,
        "one that is not listed is there too"
    );
    s.run();
    assert_eq!(s.session.state().tasks["t119"], 1, "and its key reached the handler");
    s.update(|o| o.tasks = [("x".repeat(200), 0), ("y".to_owned(), 0)].into());
    let row = s.row("desk.task.work_on");
    assert_eq!(
        (&row["instances"], &row["instancesTotal"]),
        (&json!(["y"]), &json!(2)),
        "a key that is too long is counted"
    );
}

#[test]
fn a_choice_that_belongs_to_a_person() {
    let s = Stage::new();
    assert_eq!(s.row("desk.choose")["humanDecides"], true);
    let open = s.journey("paint");
    assert_eq!(
        open["withTheHuman"],
        json!([{"step": "desk.choose", "made": false, "about": "The colour of the door."}]),
        "{open}"
    );
    assert!(
        open["withTheHumanMeans"].is_string() && open.get("awaitingHuman").is_none(),
        "no card and no id: {open}"
    );
    assert_eq!(
        (&open["standing"], s.session.asks().len()),
        (&json!("with-the-human"), 0)
    );
    s.update(|o| o.colour = Some("red".into()));
    let open = s.journey("paint");
    assert_eq!(open["withTheHuman"][0]["made"], true, "{open}");
    assert_eq!(
        open["standing"], "in-progress",
        "the flow moves because the state moved"
    );
    s.step("paint", "desk.count_up");
    s.run();
    assert_eq!(s.journey("paint")["frame"], "completed");
}

#[test]
fn already_true_runs_all_the_same() {
    let s = Stage::from(Office {
        open: true,
        ..Office::default()
    });
    let reply = s.port.call("office.do_action", &json!({"action": "raise"}));
    let fired = serde_json::to_value(&reply).unwrap();
    assert_eq!(fired["alreadyTrue"][0]["key"], "open", "{fired}");
    assert!(matches!(fired["alreadyTrue"], Value::Array(_)) && fired["effectStatus"] == "pending");
    s.run();
    assert_eq!(
        (
            s.did(&fired["transitionId"])["alreadyTrue"].clone(),
            s.staff.runs("raise")
        ),
        (json!(true), 1)
    );
    assert!(s.facts().contains("(it was true already)"));
    let folded = serde_json::to_string(&s.port.fold(reply)).unwrap();
    assert_eq!(folded.matches("alreadyTrue").count(), 1, "no key comes twice: {folded}");
    nav_tests::replies::fits(&serde_json::from_str(&folded).unwrap());
}
