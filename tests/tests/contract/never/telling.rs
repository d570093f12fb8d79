//! About what is said, and what it is called.

use crate::stage::Stage;
use nav_runtime::{AskId, Redacted};
use serde_json::{Value, json};

#[test]
fn a_redacted_value_visible_in_a_threshold() {
    let s = Stage::from(crate::office::Office {
        pin: Redacted::new("0000".to_owned()),
        ..Default::default()
    });
    let reply = s.act("desk.open_safe");
    let row = &reply["evidence"][0];
    assert_eq!(
        (&row["key"], &row["threshold"], &row["actualSummary"], &row["redacted"]),
        (&json!("pin"), &json!("[REDACTED]"), &json!("[REDACTED]"), &json!(true)),
        "{reply}"
    );
    assert!(
        !reply.to_string().contains("sesame") && !reply.to_string().contains("0000"),
        "{reply}"
    );
}

#[test]
fn an_array_cut_twice_so_that_its_count_lies() {
    let s = Stage::new();
    s.staff
        .on("look_up", |_| async { Ok(json!((0..100).collect::<Vec<_>>())) });
    s.staff.on("few", |_| async { Ok(json!((0..100).collect::<Vec<_>>())) });
    for (action, kept, left_out) in [("look_up", 30, "… 70 more omitted"), ("few", 3, "… 97 more omitted")] {
        let did = s.through(action);
        let again = s.did(&json!(did_id(&s)));
        let produced = s.session.produced_for(&did_id(&s)).unwrap();
        let produced: Value = serde_json::from_str(produced.get()).unwrap();
        for data in [&did["data"], &again["data"], &produced] {
            let items = data.as_array().unwrap();
            assert_eq!((items.len(), &items[kept]), (kept + 1, &json!(left_out)));
        }
    }
    let fired = s.act("look_up");
    s.run();
    let fired_again = s
        .port
        .call("office.did_it_work", &json!({"transitionId": fired["transitionId"]}));
    let folded = serde_json::to_value(s.port.fold(fired_again)).unwrap();
    assert_eq!(folded["data"][30], "… 70 more omitted", "{folded}");
}

fn did_id(s: &Stage) -> String {
    s.session.transitions().last().unwrap().id.to_string()
}

#[test]
fn a_call_that_throws_on_an_unknown_page() {
    let s = Stage::new();
    let reply = s.call("whats_here", json!({"routeTo": "moon"}));
    assert_eq!(
        (&reply["judgment"], &reply["reason"]),
        (&json!("error"), &json!("UNKNOWN_PAGE"))
    );
    assert_eq!(reply["pages"], json!(["desk", "yard", "attic"]));
    assert!(s.session.sync("moon").is_err() && s.session.sync_path("/moon").is_err());
    assert!(s.session.how_to_reach("moon").is_err());
    assert_eq!(s.session.page(), "desk");
}

#[test]
fn an_id_that_two_objects_share() {
    let s = Stage::new();
    let (mut fires, mut asks) = (Vec::new(), Vec::new());
    for n in 0..5 {
        fires.push(s.act("count_up")["transitionId"].clone());
        fires.push(s.act("look_up")["transitionId"].clone());
        asks.push(s.act_with("pay", json!({"input": crate::office::amount(n)}))["askId"].clone());
    }
    let mut all: Vec<String> = fires.iter().chain(&asks).map(ToString::to_string).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 15, "{all:?}");
    // the two grammars cannot meet, and neither has a second spelling
    for id in [
        "ask:01",
        "ask: 1",
        "ask:+1",
        "ASK:1",
        "ask:1 ",
        "desk.count_up#01",
        "count_up#1",
        "desk.look_up#1",
    ] {
        assert_eq!(s.did(&id.into())["reason"], "UNKNOWN_TRANSITION", "{id}");
    }
    assert!(fires.iter().all(|f| AskId::parse(f.as_str().unwrap()).is_none()));
    let of_another = Stage::new();
    assert_eq!(of_another.did(&asks[0])["reason"], "UNKNOWN_TRANSITION");
}
