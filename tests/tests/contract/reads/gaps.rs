//! Where an agent wanted something and did not get it.

use crate::stage::Stage;
use nav_runtime::{FireInfo, GapKind, Host};
use serde_json::json;
use std::sync::{Arc, Mutex};

#[test]
fn refusals_are_noted_with_their_gate() {
    let s = Stage::new();
    s.act("print");
    s.act("print");
    s.act("set_rent");
    let gaps = s.session.gaps();
    let told: Vec<_> = (gaps.iter())
        .map(|g| match &g.kind {
            GapKind::FireRejected {
                action,
                reason,
                evidence,
                ..
            } => (*action, reason.word(), evidence.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        told,
        [
            ("desk.print", "TOOL_DISABLED", 2),
            ("desk.print", "TOOL_DISABLED", 2),
            ("desk.set_rent", "PRINCIPAL_NOT_ALLOWED", 0)
        ]
    );
    assert!(gaps.iter().all(|g| g.page == "desk" && g.version == 1));
    assert_eq!(
        s.session.refusals_by_reason(),
        [("PRINCIPAL_NOT_ALLOWED", 1), ("TOOL_DISABLED", 2)].into()
    );
}

#[test]
fn a_write_that_is_not_declared_is_noted_and_kept() {
    let s = Stage::new();
    s.staff.on("count_up", |cx| async move {
        cx.update(|o| (o.count, o.letters) = (1, 5));
        Ok(json!(null))
    });
    assert_eq!(s.through("count_up")["effectStatus"], "performed");
    assert_eq!(s.session.state().letters, 5);
    let gaps = s.session.gaps();
    assert!(
        matches!(&gaps[0].kind, GapKind::UndeclaredWrite { action: "desk.count_up", keys, .. } if *keys == ["letters"]),
        "{gaps:?}"
    );
}

#[test]
fn a_gap_that_somebody_reports() {
    let s = Stage::new();
    s.session.report_gap("the agent looked for a\nprinter");
    let gaps = s.session.gaps();
    assert!(
        matches!(&gaps[0].kind, GapKind::Reported { request, .. } if &**request == "the agent looked for a printer"),
        "{gaps:?}"
    );
}

#[test]
fn a_subscription_follows_them() {
    let s = Stage::new();
    s.act("print");
    let told: Arc<Mutex<(Vec<u64>, bool)>> = Arc::default();
    let (list, mut cursor) = (told.clone(), s.session.subscribe_to_gaps());
    s.host.spawn(
        FireInfo::new("test", 0),
        Box::pin(async move {
            while let Some(gaps) = cursor.next().await {
                list.lock().unwrap().0.extend(gaps.iter().map(|g| g.number));
            }
            list.lock().unwrap().1 = true;
        }),
    );
    s.run();
    assert!(told.lock().unwrap().0.is_empty());
    s.act("print");
    s.run();
    assert_eq!(
        told.lock().unwrap().0,
        [2],
        "a refusal wakes it though it raises no version"
    );
    s.session.report_gap("more");
    s.session.close();
    s.run();
    assert_eq!(*told.lock().unwrap(), (vec![2, 3], true));
}

#[test]
fn what_a_slow_cursor_missed_is_counted() {
    let s = Stage::new();
    let mut cursor = s.session.subscribe_to_gaps();
    for _ in 0..100 {
        s.act("print");
    }
    let gaps = cursor.try_next().unwrap();
    assert_eq!((gaps.len(), cursor.lag()), (64, 36));
    assert_eq!(cursor.try_next().unwrap(), []);
    drop(s.session);
    drop(s.port);
    assert!(cursor.try_next().is_none());
}
