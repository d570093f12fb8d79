//! Update closures: what they may do, and that a failed one leaves nothing behind.

use crate::world::{Driver, Stage, finishes};
use nav_runtime::{CountsAs, FireOptions, Principal};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn reading_calling_and_firing_inside_a_closure_see_the_state_before_it() {
    for stage in Stage::each() {
        let (session, port) = (stage.session.clone(), stage.port.clone());
        stage.app().acts(move |cx| {
            let (session, port) = (session.clone(), port.clone());
            async move {
                let mut inner = String::new();
                cx.update(|w| {
                    w.count = 10;
                    assert_eq!(session.state().count, 0);
                    let here = serde_json::to_value(port.call("world.whats_here", &Value::Null)).unwrap();
                    assert_eq!(here["ok"], true);
                    let fired = session.fire("here.add", FireOptions::by(Principal::Agent)).unwrap();
                    inner = fired.transition_id.to_string();
                });
                Ok(json!(inner))
            }
        });
        let end = stage.through("act");
        assert_eq!(
            (&end["effectStatus"], &end["effectVerified"]),
            (&json!("performed"), &json!(true))
        );
        let inner = stage.settle(end["data"].as_str().unwrap());
        if matches!(stage.driver, Driver::Inline(_)) {
            // its handler ran inside the closure, so that its own update was one of an update
            assert_eq!(inner["effectStatus"], "refused", "{inner}");
            assert_eq!(stage.session.state().count, 10);
        } else {
            assert_eq!(inner["effectStatus"], "performed", "{inner}");
            assert_eq!(stage.session.state().count, 11);
        }
    }
}

#[test]
fn an_update_inside_an_update_is_caught_and_nothing_stays() {
    finishes(|| {
        for stage in Stage::each() {
            let other = Stage::queued();
            for same in [true, false] {
                let target = if same {
                    stage.session.clone()
                } else {
                    other.session.clone()
                };
                stage.app().acts(move |cx| {
                    let target = target.clone();
                    async move {
                        cx.update(|w| {
                            w.count += 1;
                            target.update(|w| w.count += 1);
                        });
                        Ok(Value::Null)
                    }
                });
                let end = stage.through("act");
                assert_eq!(
                    (&end["effectStatus"], &end["outcome"]),
                    (&json!("refused"), &json!("rejected"))
                );
                assert_eq!(end["error"], "the handler panicked");
            }
            assert_eq!((stage.session.state().count, other.session.state().count), (0, 0));
            stage.update(|w| w.count = 7);
            assert_eq!(stage.session.state().count, 7, "it still works");
        }
    });
}

#[test]
fn a_closure_that_catches_its_own_panic_is_still_inside() {
    let stage = Stage::queued();
    let session = stage.session.clone();
    stage.update(|w| {
        for _ in 0..2 {
            let nested = catch_unwind(AssertUnwindSafe(|| session.update(|w| w.count = 9)));
            assert!(nested.is_err());
        }
        w.count = 3;
    });
    assert_eq!(stage.session.state().count, 3);
}

#[test]
fn two_sessions_that_update_each_other_do_not_wait_for_ever() {
    finishes(|| {
        let (a, b) = (Stage::queued().session, Stage::queued().session);
        std::thread::scope(|threads| {
            for (x, y) in [(&a, &b), (&b, &a)] {
                threads.spawn(move || {
                    for _ in 0..2_000 {
                        let nested = catch_unwind(AssertUnwindSafe(|| {
                            x.update(|w| {
                                w.count += 1;
                                y.update(|w| w.count += 1);
                            })
                        }));
                        assert!(nested.is_err());
                    }
                });
            }
        });
        assert_eq!((a.state().count, b.state().count), (0, 0));
    });
}

#[test]
fn a_panic_in_a_closure_leaves_the_old_state_and_records_nothing() {
    for stage in Stage::each() {
        stage.update(|w| w.count = 1);
        let before = stage.session.version();
        let failed = catch_unwind(AssertUnwindSafe(|| {
            stage.update(|w| {
                w.count = 99;
                panic!("meant: in a closure");
            });
        }));
        assert!(failed.is_err());
        assert_eq!((stage.session.state().count, stage.session.version()), (1, before));
        stage.app().acts(|cx| async move {
            cx.update(|w| w.total = 4);
            cx.update(|w| {
                w.count = 99;
                panic!("meant: in a handler's closure");
            });
            Ok(Value::Null)
        });
        let end = stage.through("act");
        // what it wrote before stands, and is said
        assert_eq!(
            (&end["effectStatus"], &end["outcome"]),
            (&json!("refused"), &json!("committed")),
            "{end}"
        );
        assert_eq!((stage.session.state().count, stage.session.state().total), (1, 4));
    }
}

#[test]
fn updates_of_eight_threads_are_not_lost() {
    let stage = Stage::queued();
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| (0..5_000).for_each(|_| stage.update(|w| w.total += 1)));
        }
    });
    assert_eq!(stage.session.state().total, 40_000);
    assert_eq!(stage.session.version(), 40_001);
}

#[test]
fn a_report_after_the_end_is_the_world_moving() {
    for stage in Stage::each() {
        let (late, kept) = std::sync::mpsc::channel();
        let late = std::sync::Mutex::new(late);
        stage.app().acts(move |cx| {
            late.lock().unwrap().send(cx).unwrap();
            async { Ok(Value::Null) }
        });
        let end = stage.through("act");
        assert_eq!(
            (&end["effectStatus"], &end["effectVerified"]),
            (&json!("performed"), &json!(false))
        );
        let cx = kept.recv().unwrap();
        assert_eq!(cx.update(|w| w.count = 5).counts_as, CountsAs::Moved);
        assert_eq!(
            stage.ask("here.act#1")["effectVerified"],
            false,
            "the receipt is not rewritten"
        );
    }
}
