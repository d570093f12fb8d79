//! A panic of the author's code, wherever it is, ends in an answer.

use crate::world::{EndsBadly, Stage, Touchy, Words, says};
use nav_runtime::Cx;
use serde_json::{Value, json};
use std::panic::panic_any;

type Handler = fn(Cx<crate::world::World>) -> crate::world::Doing;

#[test]
fn a_handler_that_panics_before_it_has_written() {
    let handlers: [(&str, Handler); 4] = [
        ("before its future is made", |_| panic!("meant: at once")),
        ("in its future", |_| Box::pin(async { panic!("meant: later") })),
        ("with a payload whose end panics", |_| {
            Box::pin(async { panic_any(EndsBadly) })
        }),
        ("while its error is displayed", |_| {
            Box::pin(async { Err(Words(Box::new(|| panic!("meant: in Display")))) })
        }),
    ];
    for stage in Stage::each() {
        for (when, handler) in handlers {
            stage.app().acts_boxed(handler);
            let end = stage.through("act");
            assert_eq!(end["effectStatus"], "refused", "{when}: {end}");
            assert_eq!(
                (&end["outcome"], &end["error"]),
                (&json!("rejected"), &json!("the handler panicked")),
                "{when}"
            );
            assert_eq!(stage.here()["ok"], true, "{when}");
        }
        assert_eq!(stage.session.awaiting_settlement(), []);
    }
}

#[test]
fn a_handler_that_panics_after_it_has_written() {
    let handlers: [Handler; 2] = [
        |cx| {
            Box::pin(async move {
                cx.update(|w| w.count += 1);
                panic!("meant: after writing")
            })
        },
        |cx| {
            Box::pin(async move {
                cx.update(|w| w.count += 1);
                Err(Words(Box::new(|| panic_any(EndsBadly))))
            })
        },
    ];
    for stage in Stage::each() {
        for handler in handlers {
            stage.app().acts_boxed(handler);
            let end = stage.through("act");
            assert_eq!(
                (&end["effectStatus"], &end["outcome"]),
                (&json!("refused"), &json!("committed")),
                "{end}"
            );
        }
        assert_eq!(stage.session.state().count, 2);
    }
}

#[test]
fn a_plain_function_that_panics() {
    for stage in Stage::each() {
        stage.app().blocks(|_| panic_any(EndsBadly));
        let end = stage.through("block");
        assert_eq!(
            (&end["effectStatus"], &end["error"]),
            (&json!("refused"), &json!("the handler panicked"))
        );
        stage.app().blocks(|_| Err(says("no")));
        assert_eq!(stage.through("block")["error"], "no", "the thread is still good");
    }
}

#[test]
fn serialising_what_a_handler_returns() {
    for stage in Stage::each() {
        stage
            .app()
            .gives(Touchy::on_serialize(|| panic!("meant: in Serialize")));
        let end = stage.through("give");
        assert_eq!(end["effectStatus"], "refused", "{end}");
        stage.app().gives(Touchy::default());
        assert_eq!(stage.through("give")["data"], 0);
    }
}

#[test]
fn serialising_the_state() {
    for stage in Stage::each() {
        stage.update(|w| w.touchy = Touchy::on_serialize(|| panic!("meant: in Serialize")));
        let why = stage.call("world.why", json!({"key": "touchy"}));
        assert_eq!(why["ok"], true, "{why}");
        assert!(why["holds"].is_null(), "{why}");
        assert_eq!(
            stage.call("world.why", json!({"key": "count"}))["holds"],
            0,
            "the others are read"
        );
    }
}

#[test]
fn comparing_in_a_guard_is_unevaluated() {
    for stage in Stage::each_with(|| Touchy::on_eq(|| panic_any(EndsBadly)).into()) {
        let here = stage.here();
        let row = here["actions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|a| a["action"] == "here.act_guarded");
        assert!(row.is_some(), "an unevaluated condition does not hide: {here}");
        assert_eq!(stage.call("world.journey.watched", json!({}))["ok"], true);
        let fired = stage.act("act_guarded");
        assert_eq!(fired["ok"], true, "{fired}");
        let verified = stage.act("act_verified");
        assert_eq!(verified["ok"], true, "{verified}");
        let end = stage.settle(verified["transitionId"].as_str().unwrap());
        assert_eq!(end["settled"], true, "{end}");
    }
}

#[test]
fn comparing_in_an_update_leaves_the_old_state() {
    for stage in Stage::each_with(|| Touchy::on_eq(|| panic!("meant: in ==")).into()) {
        let end = stage.through("act");
        assert_eq!(
            (&end["effectStatus"], &end["outcome"]),
            (&json!("refused"), &json!("rejected")),
            "{end}"
        );
        assert_eq!(stage.session.state().count, 0);
    }
}

#[test]
fn reading_an_input_is_a_refusal_of_it() {
    for stage in Stage::each() {
        let version = stage.session.version();
        let reply = stage.call("world.do_action", json!({"action": "read", "input": {"what": "x"}}));
        assert_eq!(reply["reason"], "PAYLOAD_INVALID", "{reply}");
        assert_eq!(stage.session.version(), version);
    }
}

#[test]
fn what_a_card_shows_is_empty_if_making_it_panics() {
    for stage in Stage::each() {
        stage.app().previews(|_| panic!("meant: in shows"));
        let asked = stage.act("show");
        assert_eq!(asked["judgment"], "needs-confirm", "{asked}");
        stage.app().previews(|_| panic_any(EndsBadly));
        assert_eq!(stage.act("show")["askId"], asked["askId"], "it shows the same: nothing");
        stage.session.approve(Stage::ask_id(&asked), "ann").unwrap();
        let fired = stage.call("world.do_action", json!({"action": "show", "confirm": true}));
        assert_eq!(fired["ok"], true, "{fired}");
        let settled: Value = stage.settle(fired["transitionId"].as_str().unwrap());
        assert_eq!(settled["effectStatus"], "performed");
    }
}
