//! A handler may end before the reply about it is written: the reply is still that of the moment it was fired.

use crate::world::{Stage, within};
use serde_json::json;

#[test]
fn the_reply_is_as_of_the_fire_however_early_the_handler_ends() {
    for stage in Stage::each() {
        for action in ["add", "act", "act_unseen", "block", "over"] {
            stage.session.sync("here").unwrap();
            let before = stage.session.version();
            let fired = stage.act(action);
            assert_eq!(fired["effectStatus"], "pending", "{action}: {fired}");
            assert_eq!(fired["version"], before + 1, "{action}: {fired}");
            let end = stage.settle(fired["transitionId"].as_str().unwrap());
            assert_eq!(end["effectStatus"], "performed", "{action}: {end}");
        }
    }
}

#[test]
fn so_is_a_journey_step() {
    for stage in Stage::each() {
        let fired = stage.call("world.journey.counting", json!({"step": "add"}));
        assert_eq!(fired["effectStatus"], "pending");
        assert_eq!(fired["awaitingState"], json!(["here.add"]), "{fired}");
        stage.settle("here.add#1");
        let place = stage.call("world.journey.counting", json!({}));
        assert_eq!(place["laterSteps"][0]["status"], "done", "{place}");
    }
}

#[test]
fn written_into_bytes_too() {
    let stage = Stage::inline();
    let mut bytes = Vec::new();
    stage
        .port
        .call_into("world.do_action", &json!({"action": "add"}), &mut bytes);
    let reply: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(reply["effectStatus"], "pending");
    assert_eq!(stage.ask("here.add#1")["effectStatus"], "performed");
}

#[test]
fn many_threads_of_a_runtime_never_get_ahead_of_the_reply() {
    let stage = Stage::tokio();
    let mut fired = 0;
    let mut last = String::new();
    for _ in 0..20_000 {
        let reply = stage.act("add");
        if reply["reason"] == "TOO_MANY_PENDING" {
            continue;
        }
        assert_eq!(reply["effectStatus"], "pending", "{reply}");
        fired += 1;
        last = reply["transitionId"].as_str().unwrap().to_owned();
    }
    stage.settle(&last);
    let crate::world::Driver::Tokio(runtime) = &stage.driver else {
        unreachable!()
    };
    for id in stage.session.awaiting_settlement() {
        runtime.block_on(within(stage.port.when_settled(id).unwrap()));
    }
    assert_eq!(stage.session.state().count, fired, "each that was accepted ran once");
}
