//! `once` and `single_flight`: what stands in the way of another fire, and for how long.

use crate::world::{Stage, says};
use serde_json::{Value, json};

fn pays(stage: &Stage) {
    stage.app().acts(|cx| async move {
        cx.update(|w| w.paid = true);
        Ok(Value::Null)
    });
}

#[test]
fn once_is_remembered_however_many_fires_come_after() {
    let stage = Stage::inline();
    pays(&stage);
    assert_eq!(stage.act("act_once")["ok"], true);
    for _ in 0..5_000 {
        stage.act("add");
    }
    let again = stage.act("act_once");
    assert_eq!(again["reason"], "DUPLICATE_EXECUTION", "{again}");
    assert_eq!(again["priorTransitionId"], "here.act_once#1");
    assert_eq!(
        stage.ask("here.act_once#1")["effectStatus"],
        "performed",
        "it can be read too"
    );
    assert_eq!(stage.ask("here.add#2")["reason"], "FORGOTTEN");
}

#[test]
fn once_reopens_after_a_failure_and_when_another_undoes_it() {
    for stage in Stage::each() {
        stage.app().acts(|_| async { Err(says("no")) });
        assert_eq!(stage.through("act_once")["effectStatus"], "refused");
        pays(&stage);
        assert_eq!(stage.through("act_once")["effectStatus"], "performed", "it had failed");
        assert_eq!(stage.act("act_once")["reason"], "DUPLICATE_EXECUTION");
        stage.update(|w| w.paid = false);
        assert_eq!(
            stage.through("act_once")["effectStatus"],
            "performed",
            "it had been undone"
        );
        assert_eq!(stage.act("act_once")["reason"], "DUPLICATE_EXECUTION");
        assert_eq!(stage.session.__replays(), Some(true));
    }
}

#[test]
fn one_at_a_time_under_eight_threads() {
    let stage = Stage::queued();
    stage.app().acts(|_| std::future::pending());
    let accepted = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                for action in ["act_alone", "act_once"] {
                    let reply = stage.act(action);
                    if reply["ok"] == true {
                        accepted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                    } else {
                        assert_eq!(reply["reason"], "PRIOR_FIRE_PENDING", "{reply}");
                        assert_eq!(reply["scope"], json!("action"));
                    }
                }
            });
        }
    });
    assert_eq!(accepted.into_inner(), 2, "one of each");
}
