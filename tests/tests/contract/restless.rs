//! Guards that move what they judge: the call gives up, truthfully, and nothing hangs.

use nav_runtime::{AnySession, ManualHost, Port, PortOptions, Session, prelude::*};
use serde::Serialize;
use serde_json::{Value, json};
use std::{cell::RefCell, sync::Arc};

type Move = Arc<dyn Fn()>;

thread_local! {
    static MOVE: RefCell<Option<Move>> = const { RefCell::new(None) };
}

fn moves() -> bool {
    let next = MOVE.with_borrow(Clone::clone);
    if let Some(next) = next {
        next();
    }
    true
}

#[derive(Clone, Default, Serialize, NavState)]
pub struct Weather {
    wind: u32,
    sail: bool,
}

/// Set the sail while the wind is steady.
#[action(writes(sail), when(|w: &Weather| w.wind < 1_000 && moves()), parallel)]
async fn set_sail(cx: Cx<Weather>) {
    cx.update(|w| w.sail = true);
}

/// Blow.
#[action(writes(wind), parallel)]
async fn blow(cx: Cx<Weather>) {
    cx.update(|w| w.wind += 1);
}

/// Sail, and see whether it held.
#[action(writes(sail), verify(|w: &Weather| w.wind < 1_000 && moves()), parallel)]
async fn sail(cx: Cx<Weather>) {
    cx.update(|w| w.sail = true);
}

graph! {
    /// The sea.
    pub static SEA: Graph<Weather>;
    pub mod sea;
    start = deck;
    page deck {
        set_sail;
        blow;
        sail;
        /// Go below.
        go below -> hold;
    }
    page hold {
        /// Come up.
        go up -> deck;
    }
    /// Sail while the wind is steady.
    journey trip when |w: &Weather| w.wind < 1_000 && moves() { set_sail; blow; }
}

struct Boat {
    session: Session<Weather>,
    port: Port,
    host: ManualHost,
}

/// Opens it, and says what happens whenever a guard is judged.
fn boat(next: impl Fn(&Session<Weather>, &Port) + 'static) -> Boat {
    let host = ManualHost::new();
    let session = SEA.session(()).state(Weather::default()).host(Arc::new(host.clone()));
    let session = session.open().unwrap();
    let port = session.serve(PortOptions::default());
    let (s, p) = (session.clone(), port.clone());
    MOVE.set(Some(Arc::new(move || next(&s, &p))));
    Boat { session, port, host }
}

impl Boat {
    fn call(&self, tool: &str, args: Value) -> Value {
        let reply = serde_json::to_value(self.port.call(tool, &args)).unwrap();
        nav_tests::replies::fits(&reply);
        reply
    }
}

impl Drop for Boat {
    fn drop(&mut self) {
        MOVE.set(None);
    }
}

/// A guard that says something of a control whenever it is judged.
fn busy_boat() -> Boat {
    boat(|session, _| {
        session.control(sea::deck::BLOW).unwrap().set_busy(Some("blowing"));
    })
}

pub fn a_guard_that_moves_what_it_judges() -> Value {
    busy_boat().call("sea.do_action", json!({"action": "deck.set_sail"}))
}

#[test]
fn a_guard_that_says_where_the_user_is() {
    let boat = boat(|session, _| {
        let page = if session.page() == "deck" { "hold" } else { "deck" };
        session.sync(page).unwrap();
    });
    let reply = boat.call("sea.do_action", json!({"action": "deck.set_sail"}));
    assert_eq!(reply["ok"], false, "{reply}");
    assert_eq!(boat.session.awaiting_settlement(), [], "nothing was fired");
}

#[test]
fn a_guard_that_switches_a_control() {
    let boat = busy_boat();
    let reply = boat.call("sea.do_action", json!({"action": "set_sail"}));
    assert_eq!(
        (&reply["judgment"], &reply["reason"]),
        (&json!("error"), &json!("TOO_MANY_CHANGES")),
        "{reply}"
    );
    assert_eq!(boat.session.awaiting_settlement(), [], "nothing was fired");
    let facts = boat.call("sea.whats_here", json!({}))["facts"].to_string();
    assert!(
        !facts.contains("TOO_MANY_CHANGES"),
        "no gate of the session refused it: {facts}"
    );
    MOVE.set(None);
    let fired = boat.call("sea.do_action", json!({"action": "set_sail"}));
    assert_eq!(fired["ok"], true, "it was no verdict on the action: {fired}");
}

#[test]
fn a_guard_that_updates() {
    let boat = boat(|session, _| {
        session.update(|w| w.wind += 1);
    });
    let reply = boat.call("sea.do_action", json!({"action": "set_sail"}));
    // within the writers' turn its own update panics, which makes it a guard that nobody could judge
    assert!(reply["guardUnevaluated"].is_array(), "{reply}");
    let wind = boat.session.state().wind;
    assert!(wind < 200, "it was given up soon: {wind}");
}

#[test]
fn a_guard_that_fires() {
    let boat = boat(|session, _| {
        let _ = session.fire(sea::deck::BLOW, nav_runtime::FireOptions::default());
    });
    let reply = boat.call("sea.do_action", json!({"action": "set_sail"}));
    assert!(reply["ok"].is_boolean(), "{reply}");
    boat.host.run_until_idle();
}

#[test]
fn a_guard_that_asks_for_its_own_judgement() {
    let boat = boat(|session, port| {
        let session: &AnySession = session;
        let _ = session.available();
        port.call("sea.do_action", &json!({"action": "set_sail"}));
    });
    let reply = boat.call("sea.whats_here", json!({}));
    assert_eq!(reply["ok"], true, "{reply}");
    let reply = boat.call("sea.do_action", json!({"action": "set_sail"}));
    assert!(reply["ok"].is_boolean(), "{reply}");
}

#[test]
fn a_journeys_condition_that_moves_what_it_judges() {
    let boat = boat(|session, _| {
        session.update(|w| w.wind += 1);
    });
    let reply = boat.call("sea.journey.trip", json!({}));
    assert_eq!(reply["frame"], "open", "nobody could judge it: {reply}");
    let wind = boat.session.state().wind;
    assert!(wind < 500, "it was given up soon: {wind}");
}

#[test]
fn a_verify_that_moves_what_it_judges_settles_as_one_that_nobody_can_judge() {
    let boat = boat(|session, _| {
        session.update(|w| w.wind += 1);
    });
    let fired = boat.call("sea.do_action", json!({"action": "sail"}));
    let id = fired["transitionId"].clone();
    boat.host.run_until_idle();
    MOVE.set(None);
    if id.is_string() {
        let did = boat.call("sea.did_it_work", json!({"transitionId": id}));
        assert_eq!(
            (&did["settled"], &did["verifyHeld"]),
            (&json!(true), &json!("unevaluable")),
            "{did}"
        );
    } else {
        assert_eq!(fired["reason"], "TOO_MANY_CHANGES", "{fired}");
    }
}
