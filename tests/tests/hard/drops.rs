//! The end of an author's value is the author's code: it runs outside both locks, on every arm of a call.

use crate::world::{Hook, ON_INPUT_DROP, Stage, Touchy, finishes};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
};

/// Each arm on which an input that was read is let go of without having run.
fn every_arm(stage: &Stage) -> Vec<(&'static str, Value)> {
    let call = |action: &str, more: Value| {
        let mut args = json!({"action": action, "input": {"what": 1}});
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        stage.call("world.do_action", args)
    };
    stage.app().acts(|_| std::future::pending());
    let mut arms = vec![
        ("fired", call("take", json!({}))),
        ("refused", call("take", json!({}))),
        ("switched off", call("take_enabled", json!({}))),
        ("asked", call("take_confirmed", json!({}))),
        ("asked again", call("take_confirmed", json!({"confirm": true}))),
        ("declined", call("take_confirmed", json!({"decline": true}))),
    ];
    let ask = Stage::ask_id(&arms[3].1);
    stage.session.decline(ask, "ann", None).unwrap();
    arms.push(("declined by a person", call("take_confirmed", json!({"confirm": true}))));
    stage.session.reopen(ask, "ann").unwrap();
    stage.session.approve(ask, "ann").unwrap();
    arms.push(("spent", call("take_confirmed", json!({"confirm": true}))));
    arms.push(("spent already", call("take_confirmed", json!({"confirm": true}))));
    stage.session.close();
    arms.push(("ended", call("take_confirmed", json!({}))));
    arms
}

const ARMS: [(&str, &str); 10] = [
    ("fired", "null"),
    ("refused", "\"PRIOR_FIRE_PENDING\""),
    ("switched off", "\"TOOL_DISABLED\""),
    ("asked", "null"),
    ("asked again", "\"APPROVAL_REQUIRED\""),
    ("declined", "null"),
    ("declined by a person", "\"APPROVAL_DECLINED\""),
    ("spent", "null"),
    ("spent already", "\"APPROVAL_SPENT\""),
    ("ended", "\"CONVERSATION_ENDED\""),
];

fn check(arms: &[(&str, Value)]) {
    let told: Vec<_> = arms.iter().map(|(arm, r)| (*arm, r["reason"].to_string())).collect();
    let expected: Vec<_> = ARMS.iter().map(|(arm, reason)| (*arm, (*reason).to_owned())).collect();
    assert_eq!(told, expected);
}

/// Panics until the test is over: what the test itself drops is its own.
fn panics_while(armed: &Arc<AtomicBool>) -> Hook {
    let armed = armed.clone();
    Arc::new(move || {
        if armed.load(SeqCst) && !std::thread::panicking() {
            panic!("meant: its end panics");
        }
    })
}

fn with_input_hook<T>(hook: Hook, then: impl FnOnce() -> T) -> T {
    ON_INPUT_DROP.set(Some(hook));
    let t = then();
    ON_INPUT_DROP.set(None);
    t
}

#[test]
fn an_input_whose_end_enters_the_session() {
    finishes(|| {
        for stage in [Stage::queued(), Stage::inline()] {
            let dropped = Arc::new(AtomicUsize::new(0));
            let (session, port, n) = (stage.session.clone(), stage.port.clone(), dropped.clone());
            let hook: Hook = Arc::new(move || {
                n.fetch_add(1, SeqCst);
                assert!(session.state().count < 100);
                session.update(|w| w.total += 1);
                let here = serde_json::to_value(port.call("world.whats_here", &Value::Null)).unwrap();
                assert_eq!(here["ok"], true);
                let step = port.call("world.journey.counting", &Value::Null);
                assert!(serde_json::to_value(step).is_ok());
            });
            check(&with_input_hook(hook, || every_arm(&stage)));
            stage.host().drop_all();
            assert!(dropped.load(SeqCst) >= 10, "one an arm at least: {dropped:?}");
        }
    });
}

#[test]
fn an_input_whose_end_panics() {
    for stage in Stage::each() {
        let armed = Arc::new(AtomicBool::new(true));
        check(&with_input_hook(panics_while(&armed), || every_arm(&stage)));
        assert_eq!(stage.here()["ok"], true);
        armed.store(false, SeqCst);
    }
}

#[test]
fn an_old_state_whose_end_updates() {
    finishes(|| {
        for stage in Stage::each() {
            let (session, busy) = (stage.session.clone(), Arc::new(AtomicBool::new(false)));
            let ends = Arc::new(AtomicUsize::new(0));
            let n = ends.clone();
            stage.update(|w| {
                w.touchy = Touchy::on_drop(move || {
                    if !busy.swap(true, SeqCst) {
                        n.fetch_add(1, SeqCst);
                        session.update(|w| w.total += 1);
                        busy.store(false, SeqCst);
                    }
                });
            });
            stage.app().acts(|cx| async move {
                cx.update(|w| w.count += 1);
                Ok(Value::Null)
            });
            assert_eq!(stage.through("act")["effectStatus"], "performed");
            assert!(ends.load(SeqCst) > 0);
            assert_eq!(
                stage.session.state().total as usize,
                ends.load(SeqCst),
                "none of its updates was refused"
            );
        }
    });
}

#[test]
fn an_old_state_whose_end_panics() {
    for stage in Stage::each() {
        let armed = Arc::new(AtomicBool::new(true));
        let hook = panics_while(&armed);
        stage.update(|w| w.touchy = Touchy::on_drop(move || hook()));
        stage.app().acts(|cx| async move {
            cx.update(|w| w.count += 1);
            Ok(Value::Null)
        });
        assert_eq!(stage.through("act")["effectStatus"], "performed");
        assert_eq!(stage.session.state().count, 1);
        armed.store(false, SeqCst);
    }
}

#[test]
fn a_bound_handler_whose_end_enters_the_session() {
    finishes(|| {
        let stage = Stage::queued();
        let session = stage.session.clone();
        struct Enters(nav_runtime::AnySession);
        impl Drop for Enters {
            fn drop(&mut self) {
                assert!(self.0.version() > 0);
            }
        }
        let held = Arc::new(Enters(nav_runtime::AnySession::clone(&session)));
        let bind = |held: Arc<Enters>| {
            let handler = move |_, _| {
                let _held = &held;
                async { Ok::<u32, String>(1) }
            };
            stage.session.bind("here.bound", handler).unwrap();
        };
        bind(held);
        bind(Arc::new(Enters(nav_runtime::AnySession::clone(&session))));
        assert_eq!(stage.through("bound")["data"], 1);
    });
}
