//! For an app's own tests: an agent in the process, on a clock that the test moves.
//!
//! ```
//! use nav_runtime::{prelude::*, testing::Agent};
//! use serde_json::json;
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
//! # pub struct Shop { pub items: u32 }
//! # /// Put a dress in the cart.
//! # #[action(writes(items), parallel)]
//! # pub async fn add(cx: Cx<Shop>) { cx.update(|shop| shop.items += 1); }
//! # /// Order it all.
//! # #[action(confirm, writes(items))]
//! # pub async fn order(cx: Cx<Shop>) { cx.update(|shop| shop.items = 0); }
//! # graph! {
//! #     /// A shop.
//! #     pub static SHOP: Graph<Shop>;
//! #     pub mod ids;
//! #     start = catalog;
//! #     page catalog terminal { add; order; }
//! # }
//!
//! let agent = Agent::of(SHOP.session(()).state(Shop::default()));
//! agent.act("add", None).has("/effectStatus", "performed");
//! agent.act("order", None).has("/judgment", "needs-confirm");
//! agent.approve();
//! agent.act_with(json!({"action": "order", "confirm": true})).has("/outcome", "committed");
//! agent.assert_fact("agent fired catalog.order");
//! assert_eq!(agent.session().state().items, 0);
//! ```

mod pinned;
mod said;

pub use pinned::pinned;
pub use said::Said;

use crate::{
    host::ManualHost,
    ledger::AskId,
    port::{Port, PortOptions, Reply},
    session::{Session, SessionBuilder},
    state::NavState,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// Who answers an [`Agent`]'s questions, as the journal of decisions names them.
const PERSON: &str = "the test";

/// An agent in the process. It calls the tools as one over the protocol does; handlers run when it is told to, and time
/// passes when it is told to.
pub struct Agent<S> {
    session: Session<S>,
    port: Port,
    host: Arc<ManualHost>,
}

impl<S: NavState> Agent<S> {
    /// An agent of that session, which runs on a clock of its own.
    ///
    /// # Panics
    /// If the session does not open.
    #[must_use]
    #[track_caller]
    pub fn of(session: SessionBuilder<S>) -> Self {
        Agent::with(session, PortOptions::default())
    }

    /// The same, served otherwise.
    ///
    /// # Panics
    /// If the session does not open.
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "a test's assertion")]
    pub fn with(session: SessionBuilder<S>, options: PortOptions) -> Self {
        let host = Arc::<ManualHost>::default();
        match session.host(host.clone()).open() {
            Ok(session) => Agent {
                port: session.serve(options),
                session,
                host,
            },
            Err(why) => panic!("the session does not open: {why}"),
        }
    }

    /// The session, for what only the app sees.
    #[must_use]
    pub fn session(&self) -> &Session<S> {
        &self.session
    }

    /// What runs its handlers.
    #[must_use]
    pub fn host(&self) -> &ManualHost {
        &self.host
    }

    /// Calls a tool by its last name, such as `whats_here` or `journey.purchase`, and runs nothing.
    pub fn call(&self, tool: &str, args: Value) -> Said {
        Said::of(&self.called(tool, &args))
    }

    fn called(&self, tool: &str, args: &Value) -> Reply {
        let tool = format!("{}.{tool}", self.session.graph_id());
        self.port.call(&tool, args)
    }

    /// Calls a tool and lets its fire come to rest: what a client of a server is told that waited.
    pub fn settled(&self, tool: &str, args: Value) -> Said {
        let reply = self.called(tool, &args);
        self.run();
        Said::of(&self.port.fold(reply))
    }

    /// Looks around.
    pub fn here(&self) -> Said {
        self.call("whats_here", json!({}))
    }

    /// Does something that is offered here, to its end.
    pub fn act(&self, action: &str, input: Option<Value>) -> Said {
        self.act_with(with_input(json!({"action": action}), input))
    }

    /// The same, with whatever arguments.
    pub fn act_with(&self, args: Value) -> Said {
        self.settled("do_action", args)
    }

    /// Opens a journey, or returns to it.
    pub fn journey(&self, journey: &str) -> Said {
        self.call(&format!("journey.{journey}"), json!({}))
    }

    /// Takes a step of a journey, to its end.
    pub fn step(&self, journey: &str, step: &str, input: Option<Value>) -> Said {
        self.step_with(journey, with_input(json!({"step": step}), input))
    }

    /// The same, with whatever arguments.
    pub fn step_with(&self, journey: &str, args: Value) -> Said {
        self.settled(&format!("journey.{journey}"), args)
    }

    /// Asks what became of a fire or a question.
    pub fn did_it_work(&self, id: &str) -> Said {
        self.call("did_it_work", json!({"transitionId": id}))
    }

    /// Runs handlers until none has anything to do.
    pub fn run(&self) {
        self.host.run_until_idle();
    }

    /// Lets time pass, and what waited for it run.
    pub fn advance(&self, time: Duration) {
        self.host.advance(time);
        self.run();
    }

    /// The person says yes to the oldest question.
    ///
    /// # Panics
    /// If there is none, or the answer is not taken.
    #[track_caller]
    pub fn approve(&self) {
        let answered = self.session.approve(self.asked(), PERSON);
        assert!(answered.is_ok(), "the yes was not taken: {answered:?}");
    }

    /// The person says no to the oldest question.
    ///
    /// # Panics
    /// If there is none, or the answer is not taken.
    #[track_caller]
    pub fn decline(&self) {
        let answered = self.session.decline(self.asked(), PERSON, None);
        assert!(answered.is_ok(), "the no was not taken: {answered:?}");
    }

    #[track_caller]
    #[expect(clippy::panic, reason = "a test's assertion")]
    fn asked(&self) -> AskId {
        let open = self
            .session
            .asks()
            .into_iter()
            .find(|card| card.is == crate::CardIs::Open);
        match open {
            Some(card) => card.ask_id,
            None => panic!("nothing waits for a person"),
        }
    }

    /// What the facts say contains this.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn assert_fact(&self, part: &str) {
        let facts = self.facts();
        assert!(facts.contains(part), "the facts do not say {part:?}:\n{facts}");
    }

    /// What the facts say does not contain this.
    ///
    /// # Panics
    /// If it does.
    #[track_caller]
    pub fn assert_no_fact(&self, part: &str) {
        let facts = self.facts();
        assert!(!facts.contains(part), "the facts say {part:?}:\n{facts}");
    }

    fn facts(&self) -> String {
        self.session
            .ground_truth(crate::port::GroundTruthOptions::default())
            .to_string()
    }
}

impl<S> std::fmt::Debug for Agent<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

fn with_input(mut args: Value, input: Option<Value>) -> Value {
    if let Some(input) = input {
        args["input"] = input;
    }
    args
}
