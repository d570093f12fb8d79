//! Following the record.

use crate::stage::Stage;
use nav_runtime::{FireInfo, Host, RecordKind};
use serde_json::json;
use std::sync::{Arc, Mutex};

#[test]
fn it_brings_what_is_recorded_from_then_on() {
    let s = Stage::new();
    s.through("count_up");
    let mut cursor = s.session.subscribe();
    assert_eq!(cursor.try_next(), Some(vec![]));
    s.through("both");
    let rows = cursor.try_next().unwrap();
    let kinds: Vec<_> = rows.iter().map(|r| r.kind).collect();
    assert_eq!(kinds, [RecordKind::Fired, RecordKind::Reported, RecordKind::Settled]);
    assert_eq!(rows[1].keys, ["count", "total"]);
    let (all, lost) = s.session.records(0, 1_000);
    assert_eq!(
        (lost, all[all.len() - 3..].to_vec()),
        (0, rows),
        "the same rows as the record has"
    );
    assert_eq!(cursor.lag(), 0);
}

#[test]
fn it_counts_what_it_was_too_slow_for() {
    let s = Stage::new();
    let mut cursor = s.session.subscribe();
    for n in 0..10_500 {
        s.update(|o| o.letters = n);
    }
    let mut rows = 0;
    while let Some(more) = cursor.try_next().filter(|m| !m.is_empty()) {
        rows += more.len() as u64;
    }
    assert_eq!((rows + cursor.lag(), rows), (10_500, 10_000));
}

/// Follows a session on its host until the cursor ends, and tells what came.
fn follow(s: &Stage) -> Arc<Mutex<(Vec<RecordKind>, bool)>> {
    let told: Arc<Mutex<(Vec<RecordKind>, bool)>> = Arc::default();
    let (list, mut cursor) = (told.clone(), s.session.subscribe());
    s.host.spawn(
        FireInfo::new("test", 0),
        Box::pin(async move {
            while let Some(rows) = cursor.next().await {
                list.lock().unwrap().0.extend(rows.iter().map(|r| r.kind));
            }
            list.lock().unwrap().1 = true;
        }),
    );
    s.run();
    told
}

#[test]
fn it_ends_when_the_session_has_ended_and_all_is_at_rest() {
    let s = Stage::new();
    s.staff.on("count_up", |cx| async move {
        cx.app().gates.wait("end").await;
        Ok(json!(null))
    });
    s.act("count_up");
    let told = follow(&s);
    s.session.close();
    s.run();
    assert_eq!(
        *told.lock().unwrap(),
        (vec![RecordKind::Closed], false),
        "a fire is still out"
    );
    s.staff.gates.release("end");
    s.run();
    assert_eq!(
        *told.lock().unwrap(),
        (vec![RecordKind::Closed, RecordKind::Settled], true)
    );
}

#[test]
fn it_holds_no_session_alive() {
    let s = Stage::new();
    let told = follow(&s);
    let mut idle = s.session.subscribe();
    let Stage {
        session, port, host, ..
    } = s;
    drop((session, port));
    host.run_until_idle();
    assert!(told.lock().unwrap().1, "it ended");
    assert_eq!(idle.try_next(), None);
}
