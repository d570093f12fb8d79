//! A session over the scripted graph on each kind of host, and what keeps a test from hanging.

use crate::world::{App, WORLD, World};
use nav_runtime::{AskId, ManualHost, Port, PortOptions, Session, TokioHost};
use serde_json::{Value, json};
use std::sync::Arc;

/// A session, its port and what drives its handlers.
pub struct Stage {
    pub session: Session<World>,
    pub port: Port,
    pub driver: Driver,
}

pub enum Driver {
    Queued(ManualHost),
    Inline(ManualHost),
    Tokio(tokio::runtime::Runtime),
}

impl Stage {
    pub fn on(driver: Driver, state: World) -> Stage {
        quiet();
        let session = WORLD.session(App::default()).state(state);
        let session = match &driver {
            Driver::Queued(host) | Driver::Inline(host) => session.host(Arc::new(host.clone())),
            Driver::Tokio(runtime) => session.host(Arc::new(TokioHost::new(runtime.handle().clone()))),
        };
        let session = session.open().unwrap();
        let port = session.serve(PortOptions::default());
        Stage { session, port, driver }
    }

    pub fn queued() -> Stage {
        Stage::on(Driver::Queued(ManualHost::new()), World::default())
    }
    pub fn inline() -> Stage {
        Stage::on(Driver::Inline(ManualHost::inline()), World::default())
    }
    pub fn tokio() -> Stage {
        Stage::on(Driver::Tokio(runtime(2)), World::default())
    }
    /// The same on each kind of host.
    pub fn each() -> [Stage; 3] {
        Stage::each_with(World::default)
    }
    pub fn each_with(state: impl Fn() -> World) -> [Stage; 3] {
        [
            Stage::on(Driver::Queued(ManualHost::new()), state()),
            Stage::on(Driver::Inline(ManualHost::inline()), state()),
            Stage::on(Driver::Tokio(runtime(2)), state()),
        ]
    }

    pub fn host(&self) -> &ManualHost {
        match &self.driver {
            Driver::Queued(host) | Driver::Inline(host) => host,
            Driver::Tokio(_) => panic!("a tokio stage has no manual host"),
        }
    }

    pub fn app(&self) -> Arc<App> {
        self.session.app()
    }

    pub fn call(&self, tool: &str, args: Value) -> Value {
        serde_json::to_value(self.port.call(tool, &args)).unwrap()
    }
    /// Fires through the port, as an agent does.
    pub fn act(&self, action: &str) -> Value {
        self.call("world.do_action", json!({"action": action}))
    }
    pub fn ask(&self, id: &str) -> Value {
        self.call("world.did_it_work", json!({"transitionId": id}))
    }
    pub fn here(&self) -> Value {
        self.call("world.whats_here", json!({}))
    }
    pub fn update(&self, change: impl FnOnce(&mut World)) {
        self.session.update(change);
    }
    pub fn ask_id(reply: &Value) -> AskId {
        AskId::parse(
            reply["askId"]
                .as_str()
                .unwrap_or_else(|| panic!("no question: {reply}")),
        )
        .unwrap()
    }

    /// Lets every handler go as far as it goes by itself, until this fire is at rest.
    pub fn settle(&self, id: &str) -> Value {
        let settled = self.session.when_settled(id).unwrap();
        match &self.driver {
            Driver::Queued(host) | Driver::Inline(host) => {
                host.run_until_idle();
            }
            Driver::Tokio(runtime) => runtime.block_on(within(settled)),
        }
        let answer = self.ask(id);
        assert_eq!(answer["settled"], true, "{id}: {answer}");
        answer
    }

    /// Fires through the port and comes back with how it ended.
    pub fn through(&self, action: &str) -> Value {
        let fired = self.act(action);
        let id = fired["transitionId"]
            .as_str()
            .unwrap_or_else(|| panic!("{action}: {fired}"));
        self.settle(id)
    }
}

/// Fails instead of hanging.
pub fn finishes(what: impl FnOnce() + Send + 'static) {
    let (tell, told) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(what));
        let _ = tell.send(());
        if let Err(payload) = end {
            std::panic::resume_unwind(payload);
        }
    });
    let ended = told.recv_timeout(std::time::Duration::from_secs(120));
    assert!(ended.is_ok(), "it hangs");
    if let Err(payload) = thread.join() {
        std::panic::resume_unwind(payload);
    }
}

/// Fails instead of hanging.
pub async fn within<T>(what: impl Future<Output = T>) -> T {
    let most = std::time::Duration::from_secs(60);
    tokio::time::timeout(most, what)
        .await
        .unwrap_or_else(|_| panic!("it hangs"))
}

pub fn runtime(threads: usize) -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .unwrap()
}

/// The panics of these tests are meant; what they say is not printed.
pub fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let said = info.payload_as_str().unwrap_or_default();
            if !said.starts_with("meant") {
                usual(info);
            }
        }));
    });
}

/// A panic payload, or a local, whose end panics.
pub struct EndsBadly;

impl Drop for EndsBadly {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("meant: its end panics");
        }
    }
}
