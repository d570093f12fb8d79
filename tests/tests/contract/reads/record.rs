//! What has happened.

use crate::{office::amount, stage::Stage};
use nav_runtime::{EffectStatus, FireOutcome, Principal, port::GroundTruthOptions};
use serde_json::{Value, json};

fn ids(list: &[nav_runtime::TransitionId]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

#[test]
fn ground_truth_and_brief_are_those_of_whats_here() {
    let s = Stage::new();
    s.through("count_up");
    s.act("print");
    s.step("lease", "sign");
    s.act("both");
    let here = s.here();
    assert_eq!(
        s.session.ground_truth(GroundTruthOptions::default()).to_string(),
        here["facts"]
    );
    assert_eq!(s.session.brief().to_string(), here["brief"]);
    let brief = here["brief"].as_str().unwrap();
    assert!(
        brief.contains("Journey lease: 0 of 2 steps done.") && brief.contains("Waiting for the human: 1."),
        "{brief}"
    );
}

#[test]
fn facts_are_cut_at_the_newest_and_count_the_rest() {
    let s = Stage::new();
    for _ in 0..30 {
        s.through("count_up");
    }
    let facts = s.facts();
    assert_eq!(facts.matches('•').count(), 20);
    assert!(facts.contains("(10 earlier ones are left out)"), "{facts}");
    let few = s
        .session
        .ground_truth(GroundTruthOptions::default().max_attempts(3))
        .to_string();
    assert!(
        few.matches('•').count() == 3 && few.contains("(27 earlier ones are left out)"),
        "{few}"
    );
    let all = s
        .session
        .ground_truth(GroundTruthOptions::default().max_attempts(100))
        .to_string();
    assert_eq!(all.matches('•').count(), 30);
}

#[test]
fn facts_since_a_version() {
    let s = Stage::new();
    s.through("count_up");
    let version = s.here()["version"].as_u64().unwrap();
    assert_eq!(s.act("print")["version"], version, "a refusal raises nothing");
    let since = |version: u64| {
        let here = s.call("whats_here", json!({"sinceVersion": version}));
        here["facts"].as_str().unwrap().to_owned()
    };
    let facts = since(version);
    assert!(
        facts.contains("desk.print was refused: TOOL_DISABLED") && !facts.contains("count_up"),
        "{facts}"
    );
    assert!(facts.contains("(1 earlier ones are hidden by sinceVersion)"), "{facts}");
    s.through("both");
    let facts = since(version + 1);
    assert!(facts.contains("both") && !facts.contains("print"), "{facts}");
    let in_process = s
        .session
        .ground_truth(GroundTruthOptions::default().since_version(version + 1));
    assert_eq!(in_process.to_string(), facts);
    let ahead = s.call("whats_here", json!({"sinceVersion": 1_000}));
    assert_eq!(ahead["reason"], "ARGUMENT_INVALID");
}

#[test]
fn nothing_has_happened_yet() {
    let facts = Stage::new().facts();
    let lines: Vec<_> = facts.lines().collect();
    assert_eq!(
        lines[1..],
        [
            "You are on: desk.",
            "No actions have been performed in this app this session."
        ]
    );
}

#[test]
fn a_call_that_was_wrong_is_no_attempt() {
    let s = Stage::new();
    s.act("fly");
    s.step("round", "fly");
    s.act_with("sign", json!({"confirm": true, "decline": true}));
    s.update(|o| o.shut = true);
    s.journey("paying");
    assert!(s.facts().contains("No actions have been performed"), "{}", s.facts());
}

#[test]
fn what_is_out_by_three_names() {
    let s = Stage::new();
    let count = s.act("count_up")["transitionId"].clone();
    let look = s.act("look_up")["transitionId"].clone();
    let asked = s.act("sign");
    let wrong = s.did(&"nothing".into());
    assert_eq!(wrong["pending"], json!([count]), "those that declared writes");
    assert_eq!(wrong["awaitingSettlement"], json!([count, look]), "every open one");
    assert_eq!(
        wrong["awaitingHuman"],
        json!([{"askId": asked["askId"], "action": "desk.sign"}])
    );
    assert_eq!(json!(ids(&s.session.pending())), wrong["pending"]);
    assert_eq!(
        json!(ids(&s.session.awaiting_settlement())),
        wrong["awaitingSettlement"]
    );
    assert_eq!(s.session.asks()[0].ask_id.to_string(), asked["askId"]);
}

#[test]
fn transitions_are_as_did_it_work_says() {
    let s = Stage::from(crate::office::Office {
        tasks: [("a".to_owned(), 0)].into(),
        ..Default::default()
    });
    s.act_with("work_on", json!({"instance": "a"}));
    s.run();
    s.act("both");
    let rows = s.session.transitions();
    assert_eq!(
        (rows[0].instance.as_deref(), rows[0].changed.as_slice()),
        (Some("a"), &["tasks".to_owned()][..])
    );
    assert_eq!(
        (rows[0].effect_status, rows[0].outcome),
        (EffectStatus::Performed, Some(FireOutcome::Committed))
    );
    assert_eq!((rows[1].effect_status, rows[1].outcome), (EffectStatus::Pending, None));
    for row in &rows {
        let did = s.did(&row.id.to_string().into());
        assert_eq!(
            (&did["did"], row.outcome.map(FireOutcome::word)),
            (&json!(row.action), did["outcome"].as_str())
        );
        let known = s
            .session
            .settlement_if_known(&row.id.to_string())
            .unwrap()
            .map(|k| serde_json::to_value(k).unwrap());
        assert_eq!(known.unwrap_or(Value::Null)["outcome"], did["outcome"]);
    }
    assert!(s.session.settlement_if_known("moon#1").is_err());
}

#[test]
fn why_is_the_backward_slice() {
    let s = Stage::new();
    let why = |key: &str| s.call("why", json!({"key": key}));
    let untouched = why("total");
    assert_eq!(
        (&untouched["slice"], &untouched["holds"]),
        (&json!([]), &json!(0)),
        "{untouched}"
    );
    assert!(untouched["why"].as_str().unwrap().contains("the session began with"));
    let counted = s.act("count_up");
    s.run();
    let closed = s.act("close_books");
    s.run();
    s.session.update_by(Principal::User, |o| o.letters = 1);
    let total = why("total");
    let rows = total["slice"].as_array().unwrap();
    assert_eq!(
        (&rows[0]["transitionId"], &rows[1]["transitionId"]),
        (&closed["transitionId"], &counted["transitionId"])
    );
    assert_eq!(
        (&rows[0]["reads"], &rows[0]["wrote"]),
        (&json!(["count"]), &json!([{"key": "total", "value": 1}]))
    );
    assert_eq!(
        serde_json::to_value(s.session.why("total").unwrap()).unwrap()["slice"],
        total["slice"]
    );
    let letters = why("letters");
    assert_eq!(
        (&letters["slice"][0]["stimulus"], &letters["slice"][0]["principal"]),
        (&json!(true), &json!("user")),
        "{letters}"
    );
    assert!(s.session.why("moon").is_err());
}

#[test]
fn what_it_returned() {
    let s = Stage::new();
    s.staff.on("look_up", |_| async { Ok(json!({"found": 3})) });
    s.staff.on("glance", |_| async { Ok(json!({"found": 3})) });
    let did = s.through("look_up");
    assert_eq!(did["data"], json!({"found": 3}));
    assert_eq!(
        s.session.produced_for("desk.look_up#1").unwrap().get(),
        r#"{"found":3}"#
    );
    assert_eq!(s.through("glance").get("data"), None, "it is declared to keep nothing");
    assert_eq!(s.through("count_up").get("data"), None, "null is no data");
    assert!(s.session.produced_for("desk.glance#2").is_none() && s.session.produced_for("moon#1").is_none());
    let quiet = Stage::with(Default::default(), |b| b.capture_produced(false));
    quiet.staff.on("look_up", |_| async { Ok(json!({"found": 3})) });
    assert_eq!(quiet.through("look_up").get("data"), None);
    assert!(quiet.session.produced_for("desk.look_up#1").is_none());
}

#[test]
fn keys_that_changed_since() {
    let s = Stage::new();
    s.through("count_up");
    let version = s.session.version();
    s.through("both");
    s.session.update_by(Principal::User, |o| o.letters = 1);
    let changed = |since, by| s.session.keys_changed_since(since, by);
    assert_eq!(changed(version, None), ["count", "total", "letters"]);
    assert_eq!(
        changed(version, Some(Principal::Agent)),
        ["letters"],
        "by anybody but the agent"
    );
    assert_eq!(changed(version, Some(Principal::User)), ["count", "total"]);
    assert_eq!(changed(s.session.version(), None), Vec::<String>::new());
}

#[test]
fn a_version_counts_every_recorded_change_and_no_refusal() {
    let s = Stage::new();
    let mut last = s.session.version();
    let mut rises = |what: &str, by: u64| {
        let now = s.session.version();
        assert_eq!(now - last, by, "{what}");
        last = now;
    };
    s.here();
    rises("a look", 0);
    s.act("print");
    s.act("fly");
    s.did(&"moon#1".into());
    rises("a refusal", 0);
    s.act_with("pay", json!({"input": amount(1)}));
    rises("a question", 1);
    s.act_with("pay", json!({"input": amount(1)}));
    rises("the same question", 0);
    s.journey("round");
    s.journey("round");
    rises("a journey opened once", 1);
    s.through("count_up");
    rises("fired, reported, settled", 3);
    s.session.sync("desk").unwrap();
    rises("where the user was known to be", 0);
    assert_eq!(s.here()["version"], last);
}
