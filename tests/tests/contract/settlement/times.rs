//! Stopping a handler, and waiting for one.

use crate::stage::Stage;
use nav_runtime::NotCancelled;
use serde_json::{Value, json};

#[test]
fn only_a_cancellable_action_is_asked_to_stop() {
    let s = Stage::new();
    s.staff.on("sort", |cx| async move {
        cx.cancelled().await;
        Err("stopped".into())
    });
    let sorting = s.act("sort");
    let counting = s.act("count_up");
    let id = |fired: &Value| fired["transitionId"].as_str().unwrap().to_owned();
    assert_eq!(s.session.cancel(&id(&counting)), Err(NotCancelled::NotCancellable));
    assert_eq!(s.session.cancel("desk.sort#9"), Err(NotCancelled::UnknownTransition));
    s.run();
    assert_eq!(s.did(&sorting["transitionId"])["judgment"], "still-pending");
    s.session.cancel(&id(&sorting)).unwrap();
    s.run();
    assert_eq!(
        s.did(&sorting["transitionId"])["error"],
        "stopped",
        "how it ends is its handler's choice"
    );
    assert_eq!(s.session.cancel(&id(&sorting)), Err(NotCancelled::AtRest));
}

#[test]
fn waiting_ends_once_and_at_once_for_what_is_at_rest() {
    let s = Stage::new();
    let fired = s.act("count_up");
    let id = fired["transitionId"].as_str().unwrap();
    let (before, settled) = (
        s.session.when_settled(id).unwrap(),
        s.session.settlement_of(id).unwrap(),
    );
    let told = std::sync::Arc::new(std::sync::Mutex::new(0));
    let count = told.clone();
    use nav_runtime::Host;
    s.host.spawn(
        nav_runtime::FireInfo::new("test", 0),
        Box::pin(async move {
            before.await;
            assert!(settled.await.is_some());
            *count.lock().unwrap() += 1;
        }),
    );
    assert_eq!(*told.lock().unwrap(), 0);
    s.run();
    assert_eq!(*told.lock().unwrap(), 1);
    assert!(
        s.session.when_settled("desk.count_up#7").is_err(),
        "at once, for an id that nothing can have"
    );
    assert!(s.session.settlement_of("ask:1").is_err());
    assert_eq!(
        s.session
            .settlement_if_known(id)
            .unwrap()
            .map(|r| json!(r)["effectStatus"].clone()),
        Some(json!("performed"))
    );
}
