//! Everything that a session holds has an end.

use crate::world::{Driver, Stage, runtime, within};
use nav_runtime::{Approval, ManualHost};
use serde_json::{Value, json};

#[test]
fn data_that_is_kept_ends_at_a_mebibyte() {
    let stage = Stage::queued();
    stage.app().acts(|_| async { Ok(json!(vec!["x".repeat(200); 30])) });
    for _ in 0..400 {
        stage.act("act_unseen");
        stage.host().run_until_idle();
    }
    let (_, _, bytes) = stage.session.__kept();
    assert!(bytes <= 1 << 20, "{bytes}");
    assert!(stage.ask("here.act_unseen#400")["data"].is_array());
    let old = stage.ask("here.act_unseen#1");
    assert_eq!(
        (&old["settled"], &old["data"]),
        (&json!(true), &Value::Null),
        "the oldest went first: {old}"
    );
}

#[test]
fn events_and_fires_that_are_kept_end() {
    let stage = Stage::inline();
    for _ in 0..12_000 {
        stage.act("add");
    }
    let (events, fires, _) = stage.session.__kept();
    assert!(events <= 10_000 && fires <= 4_200, "{events} {fires}");
    assert_eq!(stage.session.version(), 1 + 12_000 * 3);
    assert_eq!(stage.session.__replays(), None, "what was dropped cannot be replayed");
    let facts = stage.here()["facts"].as_str().unwrap().to_owned();
    assert!(facts.contains("11980 earlier ones are left out"), "{facts}");
    let why = stage.call("world.why", json!({"key": "touchy"}));
    assert_eq!(why["slice"], json!([]));
}

#[test]
fn at_most_32_fires_are_out() {
    let stage = Stage::queued();
    for n in 1..=32 {
        assert_eq!(stage.act("add")["transitionId"], format!("here.add#{n}"));
    }
    let version = stage.session.version();
    let refused = stage.act("add");
    assert_eq!(refused["reason"], "TOO_MANY_PENDING", "{refused}");
    assert_eq!(refused["awaitingSettlement"].as_array().unwrap().len(), 32, "{refused}");
    assert_eq!(stage.session.version(), version);
    stage.host().step();
    assert_eq!(stage.act("add")["ok"], true, "one has ended");
}

#[test]
fn at_most_16_questions_are_open() {
    for stage in Stage::each() {
        stage.update(|w| w.count = 1);
        let ask = |n: u32| stage.call("world.do_action", json!({"action": "pay", "input": {"n": n}}));
        for n in 0..16 {
            assert_eq!(ask(n)["judgment"], "needs-confirm");
        }
        let refused = ask(16);
        assert_eq!(refused["reason"], "TOO_MANY_QUESTIONS", "{refused}");
        assert_eq!(refused["awaitingHuman"].as_array().unwrap().len(), 16, "{refused}");
        assert_eq!(ask(3)["askId"], "ask:4", "what was asked is still asked");
        stage.session.decline(Stage::ask_id(&ask(0)), "ann", None).unwrap();
        assert_eq!(ask(16)["judgment"], "needs-confirm");
    }
}

#[test]
fn a_fire_that_took_long_can_still_be_read() {
    let stage = Stage::queued();
    let (go, wait) = tokio::sync::watch::channel(false);
    stage.app().acts(move |cx| {
        let mut wait = wait.clone();
        async move {
            wait.wait_for(|go| *go).await.ok();
            cx.update(|w| w.total = 1);
            Ok(json!("late"))
        }
    });
    stage.act("act_unseen");
    stage.host().run_until_idle();
    for _ in 0..5_000 {
        stage.act("add");
        stage.host().run_until_idle();
    }
    assert_eq!(stage.ask("here.add#2")["reason"], "FORGOTTEN");
    let pending = stage.ask("here.act_unseen#1");
    assert_eq!(pending["judgment"], "still-pending", "{pending}");
    let waiter = stage.session.when_settled("here.act_unseen#1").unwrap();
    go.send(true).unwrap();
    stage.host().run_until_idle();
    runtime(1).block_on(within(waiter));
    let end = stage.ask("here.act_unseen#1");
    assert_eq!(
        (&end["effectStatus"], &end["data"]),
        (&json!("performed"), &json!("late")),
        "{end}"
    );
}

#[test]
fn a_question_that_the_agent_closes_itself_leaves_little_behind() {
    let host = ManualHost::new();
    let session = crate::world::WORLD
        .session(crate::world::App::default())
        .state(crate::world::World {
            count: 1,
            ..Default::default()
        })
        .approval(Approval::AgentRelay)
        .host(std::sync::Arc::new(host.clone()))
        .open()
        .unwrap();
    let port = session.serve(nav_runtime::PortOptions::default());
    let driver = Driver::Queued(host);
    let stage = Stage { session, port, driver };
    for n in 0..200 {
        let asked = stage.call("world.do_action", json!({"action": "pay", "input": {"n": n}}));
        assert_eq!(asked["judgment"], "needs-confirm");
        let declined = stage.call(
            "world.do_action",
            json!({"action": "pay", "input": {"n": n}, "decline": true}),
        );
        assert_eq!(
            (&declined["judgment"], &declined["askId"]),
            (&json!("declined"), &asked["askId"])
        );
    }
    let facts = stage.here()["facts"].as_str().unwrap().lines().count();
    assert!(facts < 100, "{facts} lines");
    assert_eq!(stage.session.asks().len(), 0);
}
