//! A state whose end panics takes no call down, whoever lets go of it last.

use nav_runtime::{ManualHost, PortOptions, Session, prelude::*};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
};

type Looked = Arc<dyn Fn() + Send + Sync>;

thread_local! {
    static LOOKED: RefCell<Option<Looked>> = const { RefCell::new(None) };
}

#[derive(Clone, Default)]
struct Brittle(Arc<AtomicU32>);

impl Drop for Brittle {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
        panic!("meant: its end panics");
    }
}
impl PartialEq for Brittle {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Serialize for Brittle {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit()
    }
}

#[derive(Clone, Default, Serialize, NavState)]
pub struct Vase {
    n: u32,
    brittle: Brittle,
}

fn looked() -> bool {
    if let Some(looked) = LOOKED.take() {
        looked();
    }
    true
}

/// Turn the vase.
#[action(writes(n), when(|_| looked()), parallel)]
async fn turn(cx: Cx<Vase>) {
    cx.update(|v| v.n += 1);
}

graph! {
    /// A shelf.
    pub static SHELF: Graph<Vase>;
    start = shelf;
    page shelf terminal { turn; }
    /// Turn it.
    journey turning { turn; }
}

fn shelf() -> (Session<Vase>, ManualHost, Arc<AtomicU32>) {
    std::panic::set_hook(Box::new(|info| {
        let said = info.payload_as_str().unwrap_or_default();
        if !said.starts_with("meant") {
            eprintln!("{info}");
        }
    }));
    let (host, ends) = (ManualHost::new(), Arc::new(AtomicU32::new(0)));
    let state = Vase {
        n: 0,
        brittle: Brittle(ends.clone()),
    };
    let session = SHELF.session(()).state(state).host(Arc::new(host.clone()));
    (session.open().unwrap(), host, ends)
}

#[test]
fn a_reader_lets_go_of_it_last() {
    for (tool, args) in [
        ("shelf.whats_here", json!({})),
        ("shelf.journey.turning", json!({})),
        ("shelf.do_action", json!({"action": "turn"})),
        ("shelf.do_action", json!({"action": "fly"})),
        ("shelf.why", json!({"key": "n"})),
    ] {
        let (session, host, ends) = shelf();
        let port = session.serve(PortOptions::default());
        // the state is replaced while the reader looks at it
        let mover = session.clone();
        LOOKED.set(Some(Arc::new(move || {
            mover.update(|v| v.n += 1);
        })));
        let before = ends.load(SeqCst);
        let reply = serde_json::to_value(port.call(tool, &args)).unwrap();
        assert!(reply["ok"].is_boolean(), "{reply}");
        LOOKED.set(None);
        host.run_until_idle();
        if tool != "shelf.why" {
            assert!(ends.load(SeqCst) > before, "{tool}: something ended");
        }
        let here: Value = serde_json::to_value(port.call("shelf.whats_here", &json!({}))).unwrap();
        assert_eq!(here["ok"], true);
    }
}

#[test]
fn the_last_handle_of_the_session_lets_go_of_it() {
    let (session, host, ends) = shelf();
    let port = session.serve(PortOptions::default());
    port.call("shelf.do_action", &json!({"action": "turn"}));
    host.run_until_idle();
    let before = ends.load(SeqCst);
    drop(port);
    drop(session);
    assert_eq!(ends.load(SeqCst), before + 1, "it ended, and nobody was taken down");
}

#[test]
fn an_update_that_panics_ends_its_copy_quietly() {
    let (session, _host, ends) = shelf();
    let before = ends.load(SeqCst);
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        session.update(|_| panic!("meant: an update panics"))
    }));
    assert!(failed.is_err(), "the app's own panic is the app's");
    assert_eq!(ends.load(SeqCst), before + 1);
    assert_eq!(session.update(|v| v.n = 4).changed, ["n"]);
    std::mem::forget(session.state());
}
