//! The conversations of a service.

use crate::kiln::{KILN, Kiln, KilnApp};
use nav_runtime::{
    Caller, FireOptions, ManualHost, PortOptions, Session,
    registry::{Limits, Registry, RegistryError},
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

fn session(host: &Arc<ManualHost>, caller: &str) -> Session<Kiln> {
    let session = KILN
        .session(KilnApp::default())
        .state(Kiln::default())
        .caller(Caller::new(caller.to_owned()));
    session.host(host.clone()).open().unwrap()
}

fn registry() -> (Registry, Arc<ManualHost>) {
    (
        Registry::new(Limits::default().idle(Duration::from_secs(60))),
        Arc::default(),
    )
}

#[test]
fn a_conversation_is_found_by_its_caller_only() {
    let (registry, host) = registry();
    let opened = registry.open(session(&host, "ann")).unwrap();
    let (ann, bob) = (Caller::new("ann"), Caller::new("bob"));
    assert!(registry.find(opened.handle.reveal(), &ann).is_some());
    assert!(registry.find(opened.handle.reveal(), &bob).is_none());
    let id = opened.conversation.id();
    assert!(
        registry.find(&id.to_string(), &ann).is_none(),
        "the public id opens nothing"
    );
    assert!(registry.get(id).is_some());
    assert_eq!(registry.with(id, |kiln: &Session<Kiln>| kiln.state().temp), Some(0));
    assert_eq!(registry.sessions_of(&ann).len(), 1);
    assert!(registry.sessions_of(&bob).is_empty());
    assert!(!format!("{opened:?} {registry:?}").contains(opened.handle.reveal()));
}

#[test]
fn an_idle_conversation_ends_unless_something_of_it_is_open() {
    let (registry, host) = registry();
    let ann = Caller::new("ann");
    let idle = registry.open(session(&host, "ann")).unwrap();
    let waits = registry.open(session(&host, "ann")).unwrap();
    let stays = registry.open_for_good(session(&host, "ann")).unwrap();
    let fire = |id| {
        registry.with(id, |kiln: &Session<Kiln>| {
            kiln.fire("room.slow", FireOptions::default()).is_ok()
        })
    };
    assert_eq!(fire(waits.conversation.id()), Some(true));
    host.advance(Duration::from_secs(59));
    assert_eq!(registry.evict_idle(), 0);
    assert!(
        registry.find(idle.handle.reveal(), &ann).is_some(),
        "which also counts as use"
    );
    host.advance(Duration::from_secs(59));
    assert!(registry.find(idle.handle.reveal(), &ann).is_some());
    host.advance(Duration::from_secs(60));
    assert!(registry.find(idle.handle.reveal(), &ann).is_none());
    assert!(
        registry.find(waits.handle.reveal(), &ann).is_some(),
        "its fire is still out"
    );
    assert!(registry.find(stays.handle.reveal(), &ann).is_some());
    assert!(idle.conversation.session().is_closed());
}

#[test]
fn a_full_registry_lets_go_of_what_never_did_anything() {
    let registry = Registry::new(Limits::default().per_caller(2).in_all(3));
    let host = Arc::<ManualHost>::default();
    let first = registry.open(session(&host, "ann")).unwrap();
    let second = registry.open(session(&host, "ann")).unwrap();
    assert_eq!(second.others, 1);
    let third = registry.open(session(&host, "ann")).unwrap();
    assert!(registry.get(first.conversation.id()).is_none());
    for opened in [&second, &third] {
        let id = opened.conversation.id();
        let fired = registry.with(id, |kiln: &Session<Kiln>| {
            kiln.fire("room.quick", FireOptions::default()).is_ok()
        });
        assert_eq!(fired, Some(true));
    }
    host.run_until_idle();
    assert_eq!(
        registry.open(session(&host, "ann")).unwrap_err(),
        RegistryError::TooMany
    );
    registry.open(session(&host, "bob")).unwrap();
    registry.open(session(&host, "cid")).unwrap_err();
    assert!(registry.evict(second.conversation.id()));
    assert!(!registry.evict(second.conversation.id()));
    registry.open(session(&host, "cid")).unwrap();
}

#[test]
fn shutting_down_takes_nothing_in_and_lists_what_runs() {
    let (registry, host) = registry();
    let opened = registry.open(session(&host, "ann")).unwrap();
    registry.open(session(&host, "bob")).unwrap();
    registry.with(opened.conversation.id(), |kiln: &Session<Kiln>| {
        kiln.fire("room.slow", FireOptions::default()).is_ok()
    });
    let left = registry.shutdown();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].conversation, opened.conversation.id());
    assert_eq!(
        left[0].fires.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["room.slow#1"]
    );
    assert_eq!(
        registry.open(session(&host, "ann")).unwrap_err(),
        RegistryError::ShuttingDown
    );
}

#[test]
fn a_question_of_any_conversation_is_told() {
    let (registry, host) = registry();
    let told = Arc::<Mutex<Vec<_>>>::default();
    let first = registry.open(session(&host, "ann")).unwrap();
    registry.on_ask({
        let told = told.clone();
        move |id, card| told.lock().unwrap().push((id, card.action))
    });
    let second = registry.open(session(&host, "bob")).unwrap();
    for opened in [&first, &second] {
        let port = opened.conversation.session().serve(PortOptions::default());
        let _ = port.call("kiln.do_action", &serde_json::json!({"action": "big"}));
    }
    let (one, two) = (first.conversation.id(), second.conversation.id());
    assert_eq!(*told.lock().unwrap(), [(one, "room.big"), (two, "room.big")]);
}

#[tokio::test]
async fn finishing_waits_for_handlers_and_then_lists_the_rest() {
    let (registry, host) = registry();
    let opened = registry.open(session(&host, "ann")).unwrap();
    let fire = |action: &'static str| {
        registry.with(opened.conversation.id(), |kiln: &Session<Kiln>| {
            kiln.fire(action, FireOptions::default()).is_ok()
        })
    };
    assert_eq!((fire("room.quick"), fire("room.slow")), (Some(true), Some(true)));
    let finishing = tokio::spawn({
        let registry = registry.clone();
        async move { registry.finish(Duration::from_secs(5)).await }
    });
    tokio::task::yield_now().await;
    assert!(registry.is_shut() && !finishing.is_finished());
    host.run_until_idle();
    tokio::task::yield_now().await;
    assert!(!finishing.is_finished(), "one still runs");
    host.advance(Duration::from_secs(5));
    let left = finishing.await.unwrap();
    let left: Vec<_> = left
        .iter()
        .flat_map(|left| &left.fires)
        .map(ToString::to_string)
        .collect();
    assert_eq!(left, ["room.slow#2"]);
}
