//! About what came of a fire, and where a journey stands.

use crate::stage::{Stage, later, ready};
use serde_json::{Value, json};

#[test]
fn a_journey_called_done_before_its_handler_ran() {
    let s = Stage::new();
    s.step("stroll", "desk.count_up");
    s.run();
    let fired = s.step("stroll", "walk");
    assert_eq!(
        (&fired["frame"], &fired["judgment"]),
        (&json!("open"), &json!("navigate-or-wait")),
        "{fired}"
    );
    assert_eq!(fired["awaitingState"], json!(["desk.walk"]));
    let open = s.journey("stroll");
    assert_eq!(
        (&open["frame"], &open["standing"]),
        (&json!("open"), &json!("in-progress")),
        "{open}"
    );
    s.run();
    assert_eq!(s.journey("stroll")["frame"], "completed");
}

#[test]
fn a_journey_called_done_after_its_handler_failed() {
    for fails in ["failed", "not held", "cut off"] {
        let s = Stage::new();
        s.step("stroll", "desk.count_up");
        s.run();
        s.staff.on("walk", move |_| async move {
            if fails == "cut off" {
                std::future::pending::<()>().await;
            }
            Err("no".into())
        });
        s.step("stroll", "walk");
        s.run();
        s.host.drop_all();
        let open = s.journey("stroll");
        assert_eq!(
            (&open["frame"], &open["standing"]),
            (&json!("open"), &json!("failed")),
            "{fails}: {open}"
        );
        assert_eq!(ready(&open), ["desk.walk"], "it can be taken again");
    }
}

#[test]
fn facts_saying_ran_while_the_fire_is_pending() {
    let s = Stage::new();
    s.staff.on("count_up", |cx| async move {
        cx.update(|o| o.count = 1);
        cx.app().gates.wait("end").await;
        Ok(Value::Null)
    });
    let fired = s.act("count_up");
    for _ in 0..2 {
        let facts = s.facts();
        assert!(facts.contains("• not yet known — agent fired desk.count_up"), "{facts}");
        assert!(!facts.contains("• ran") && !facts.contains("DID"), "{facts}");
        assert!(
            facts.contains("Awaiting the app's report: desk.count_up (desk.count_up#1)."),
            "{facts}"
        );
        assert_eq!(s.did(&fired["transitionId"])["judgment"], "still-pending");
        s.run();
    }
    s.staff.gates.release("end");
    s.run();
    assert!(s.facts().contains("• DID happen"));
}

#[test]
fn an_error_lost_because_the_handler_had_already_reported() {
    let s = Stage::new();
    s.staff.on("count_up", |cx| async move {
        cx.update(|o| o.count = 1);
        Err("the second half failed".into())
    });
    let did = s.through("count_up");
    assert_eq!(did["error"], "the second half failed", "{did}");
    assert_eq!(
        (&did["effectStatus"], &did["outcome"]),
        (&json!("refused"), &json!("committed"))
    );
    assert!(s.facts().contains("ran, but failed after writing"));
}

#[test]
fn a_step_list_that_invites_a_call_the_gate_refuses() {
    let s = Stage::new();
    // a journey whose own condition stopped holding invites to nothing
    let open = s.journey("paying");
    assert_eq!(ready(&open), ["desk.pay", "desk.count_up"]);
    s.act("leave");
    s.act("back");
    s.update(|o| o.shut = true);
    let plan = s.session.journey_plan("paying").unwrap();
    let plan = serde_json::to_value(plan).unwrap();
    assert_eq!((ready(&plan), &plan["standing"]), (vec![], &json!("blocked")), "{plan}");
    assert_eq!(later(&plan, "desk.count_up")["because"][0]["key"], "shut", "{plan}");
    assert_eq!(s.journey("paying")["judgment"], "blocked");
    s.update(|o| o.shut = false);
    // nothing more can be fired while so many are out
    for _ in 0..32 {
        s.act("count_up");
    }
    let full = s.journey("lease");
    assert_eq!(ready(&full), Vec::<&str>::new(), "{full}");
    assert!(later(&full, "desk.sign")["why"].is_string());
    assert_eq!(s.step("lease", "look_up")["reason"], "TOO_MANY_PENDING");
    s.run();
    assert_eq!(ready(&s.journey("lease")), ["desk.sign", "desk.look_up"]);
    // nor asked while so many questions are open
    for n in 0..16 {
        s.act_with("pay", json!({"input": crate::office::amount(n)}));
    }
    let full = s.journey("lease");
    assert_eq!(ready(&full), ["desk.look_up"], "{full}");
    assert_eq!(s.step("lease", "sign")["reason"], "TOO_MANY_QUESTIONS");
    // what is done once and for all is done
    s.through("name_it");
    assert_eq!(ready(&s.journey("naming")), ["desk.ring"]);
}

#[test]
fn a_step_list_that_names_an_instance_the_gate_refuses() {
    let tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into();
    let s = Stage::from(crate::office::Office {
        tasks,
        ..Default::default()
    });
    let instances = |reply: &Value| reply["readySteps"][0]["instances"].clone();
    assert_eq!(instances(&s.journey("tasks")), json!(["a", "b"]));
    s.act_with("work_on", json!({"instance": "a"}));
    let open = s.journey("handing");
    assert_eq!(instances(&open), json!(["a", "b"]), "{open}");
    let tasks_left = serde_json::to_value(s.session.journey_plan("tasks").unwrap()).unwrap();
    assert_eq!(
        tasks_left["awaitingState"],
        json!(["desk.task.work_on"]),
        "{tasks_left}"
    );
    s.run();
    // once for each: what was handed over is not offered again
    s.approved("hand_over", &json!({"instance": "a"}));
    s.confirm("hand_over", &json!({"instance": "a"}));
    s.run();
    s.journey("handing");
    let again = s.journey("handing");
    assert_eq!(instances(&again), json!(["b"]), "{again}");
    let ask = Stage::ask(&s.act_with("hand_over", json!({"instance": "b"})));
    assert_eq!(ready(&s.journey("handing")), Vec::<&str>::new(), "it is asked about");
    s.session.decline(ask, "Ann", None).unwrap();
    let declined = s.journey("handing");
    assert_eq!(ready(&declined), Vec::<&str>::new(), "{declined}");
    assert_eq!(
        later(&declined, "desk.task.hand_over")["status"],
        "blocked",
        "{declined}"
    );
    assert_eq!(
        s.act_with("hand_over", json!({"instance": "b"}))["reason"],
        "APPROVAL_DECLINED"
    );
}

#[test]
fn progress_lost_by_looking_at_another_journey() {
    let s = Stage::new();
    s.step("stroll", "desk.count_up");
    s.run();
    s.journey("lease");
    s.step("paint", "nothing of that name");
    s.journey("round");
    let back = s.journey("stroll");
    assert_eq!(later(&back, "desk.count_up")["status"], "done", "{back}");
    assert_eq!(ready(&back), ["desk.walk"]);
    // a closed door does not switch what is open
    s.update(|o| o.shut = true);
    let shut = s.journey("paying");
    assert_eq!(
        (&shut["judgment"], &shut["keptFrame"]),
        (&json!("blocked"), &json!("stroll")),
        "{shut}"
    );
    // and neither does a draft lose what it holds
    s.step("write", "find_address");
    s.run();
    s.journey("stroll");
    assert_eq!(s.journey("write")["draft"]["have"], json!(["to"]));
}
