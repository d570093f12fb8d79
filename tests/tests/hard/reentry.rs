//! A handler may use its own session and port: it calls, fires, updates, waits and answers from inside.

use crate::world::{Driver, Stage, finishes};
use nav_runtime::{FireOptions, Principal};
use serde_json::{Value, json};

#[test]
fn a_handler_calls_every_tool_and_fires() {
    for stage in Stage::each() {
        let (session, port) = (stage.session.clone(), stage.port.clone());
        stage.app().acts(move |cx| {
            let (session, port) = (session.clone(), port.clone());
            async move {
                let id = cx.transition_id().unwrap().to_string();
                let own = serde_json::to_value(port.call("world.did_it_work", &json!({"transitionId": id}))).unwrap();
                assert_eq!(own["judgment"], "still-pending", "{own}");
                for tool in ["world.whats_here", "world.journey.counting", "world.journey.watched"] {
                    let reply = serde_json::to_value(port.call(tool, &Value::Null)).unwrap();
                    assert_eq!(reply["ok"], true, "{reply}");
                }
                cx.update(|w| w.count += 1);
                let fired = session.fire("here.add", FireOptions::by(Principal::Agent)).unwrap();
                session.update(|w| w.total += 1);
                assert!(session.state().total > 0);
                assert_eq!(cx.principal(), Principal::Agent);
                Ok(json!(fired.transition_id.to_string()))
            }
        });
        let end = stage.through("act");
        assert_eq!(end["effectStatus"], "performed", "{end}");
        assert_eq!(end["effectVerified"], true);
        let inner = stage.settle(end["data"].as_str().unwrap());
        assert_eq!(inner["effectStatus"], "performed");
        assert_eq!((stage.session.state().count, stage.session.state().total), (2, 1));
    }
}

#[test]
fn a_handler_waits_for_another_fire() {
    for stage in Stage::each() {
        let session = stage.session.clone();
        stage.app().acts(move |cx| {
            let session = session.clone();
            async move {
                let fired = session.fire("here.add", FireOptions::by(Principal::User)).unwrap();
                session.when_settled(&fired.transition_id.to_string()).unwrap().await;
                cx.update(|w| w.total = u64::from(w.count));
                Ok(Value::Null)
            }
        });
        assert_eq!(stage.through("act_unseen")["effectStatus"], "performed");
        assert_eq!(stage.session.state().total, 1, "it saw what it waited for");
    }
}

#[test]
fn a_handler_asks_and_answers() {
    for stage in Stage::each() {
        stage.update(|w| w.count = 1);
        let (session, port) = (stage.session.clone(), stage.port.clone());
        stage.app().acts(move |cx| {
            let (session, port) = (session.clone(), port.clone());
            async move {
                if cx.transition_id().unwrap().to_string().starts_with("here.pay") {
                    cx.update(|w| w.paid = true);
                    return Ok(Value::Null);
                }
                let pay = json!({"action": "pay", "input": {"n": 1}, "confirm": true});
                let asked = serde_json::to_value(port.call("world.do_action", &pay)).unwrap();
                session.approve(Stage::ask_id(&asked), "ann").unwrap();
                Ok(serde_json::to_value(port.call("world.do_action", &pay)).unwrap())
            }
        });
        let end = stage.through("act_unseen");
        let paid = stage.settle(end["data"]["transitionId"].as_str().unwrap());
        assert_eq!(paid["effectStatus"], "performed", "{paid}");
        assert!(stage.session.state().paid);
    }
}

#[test]
fn handlers_that_fire_each_other_come_to_an_end() {
    finishes(|| {
        for stage in Stage::each() {
            let session = stage.session.clone();
            stage.app().acts(move |cx| {
                let session = session.clone();
                async move {
                    cx.update(|w| w.count += 1);
                    if cx.state().count < 50 {
                        session.fire("here.act", FireOptions::by(Principal::Agent)).ok();
                    }
                    Ok(Value::Null)
                }
            });
            stage.act("act");
            if let Driver::Tokio(runtime) = &stage.driver {
                while stage.session.state().count < 50 && !stage.session.awaiting_settlement().is_empty() {
                    let changed = stage.session.changed();
                    if stage.session.state().count < 50 {
                        runtime.block_on(crate::world::within(changed));
                    }
                }
            } else {
                stage.host().run_until_idle();
            }
            // a host that runs inside `spawn` nests them: at most as many as may be out
            let count = stage.session.state().count;
            assert!(
                count == 50 || matches!(stage.driver, Driver::Inline(_)) && count >= 32,
                "{count}"
            );
        }
    });
}
