//! A session as the fixed tools: the Mode B port.
//!
//! A call is read top to bottom: arguments, prepare, gates, events, fold, look, typed reply, bytes, launch.

mod action;
mod args;
mod facts;
mod here;
mod in_process;
mod journey;
mod look;
mod of_graph;
mod reply;
mod route;
mod rows;
mod settled;
mod steps;
mod tools;
mod why;
pub(crate) mod words;

pub use in_process::{
    Available, Explanation, FrameRow, GroundTruthOptions, InputCheck, TransitionRow, UnknownJourney, UnknownKey,
    UnknownPlace,
};
pub use reply::*;
pub use tools::{Tool, ToolCells, Tools};

use crate::{
    Authored,
    graph::{GraphData, Principal},
    ledger::{Reason, TransitionId},
    session::{AnySession, Inner, Launch, UnknownTransition},
};
use args::Args;
use serde_json::Value;
use std::sync::Arc;
use tools::Which;

/// How journeys are served.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum JourneyTools {
    /// One tool a journey.
    #[default]
    PerJourney,
    /// One tool for all, which takes the journey's id: the array's size does not depend on the app.
    Single,
}

/// How the tools' names are spelled. A call accepts either spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ToolNames {
    /// `shop.whats_here`
    #[default]
    Dotted,
    /// `shop_whats_here`, for hosts that refuse dots.
    Underscored,
}

/// How a session is served.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PortOptions {
    /// Whether a high-effect action asks a human first. Default: `true`. A submit always asks.
    pub confirm_high_effect: bool,
    /// On whose part the port fires. Anything but an agent is for ports that your own code drives.
    pub source: Principal,
    /// How journeys are served.
    pub journey_tools: JourneyTools,
    /// How names are spelled.
    pub tool_names: ToolNames,
    /// Whether every tool also takes a `conversation`, which a server reads.
    pub conversation: bool,
    /// Where a human answers, as text for a human; it holds no secret.
    pub approve_at: Option<Arc<str>>,
}

impl Default for PortOptions {
    fn default() -> Self {
        PortOptions {
            confirm_high_effect: true,
            source: Principal::Agent,
            journey_tools: JourneyTools::PerJourney,
            tool_names: ToolNames::Dotted,
            conversation: false,
            approve_at: None,
        }
    }
}

/// A session as the fixed tools. Clones share it.
#[derive(Clone)]
pub struct Port {
    inner: Arc<Inner>,
    options: Arc<PortOptions>,
}

impl AnySession {
    /// Serves the session as the fixed tools.
    #[must_use]
    pub fn serve(&self, options: PortOptions) -> Port {
        if options.source == Principal::User {
            tracing::warn!(
                graph = self.0.data.id,
                "a port fires on the person's part: nothing it fires is asked about; never hand it to an agent"
            );
        }
        Port {
            inner: self.0.clone(),
            options: Arc::new(options),
        }
    }
}

impl Port {
    /// The tools: the same bytes for the life of every conversation.
    #[must_use]
    pub fn tools(&self) -> &'static Tools {
        self.inner.graph.tools().tools(self.inner.data, &self.options)
    }

    /// The protocol in a few sentences, for a host's `instructions`.
    #[must_use]
    pub fn instructions(&self) -> Authored {
        words::INSTRUCTIONS
    }

    /// The session behind it.
    #[must_use]
    pub fn session(&self) -> AnySession {
        AnySession(self.inner.clone())
    }

    /// Routes a call of a tool. It never blocks and never panics; every input, however wrong, gets a reply.
    pub fn call(&self, name: &str, args: &Value) -> Reply {
        let (reply, launch) = self.decide(name, args);
        launch.start();
        reply
    }

    /// The same, written as JSON behind what `out` holds. The handler starts after the reply is written.
    pub fn call_into(&self, name: &str, args: &Value, out: &mut Vec<u8>) {
        let (reply, launch) = self.decide(name, args);
        // writing our own types to memory does not fail
        let _ = serde_json::to_writer(out, &reply);
        launch.start();
    }

    /// Resolves once a fire has come to rest.
    ///
    /// # Errors
    /// At once, for an id that no settlement can exist for.
    pub fn when_settled(
        &self,
        transition_id: TransitionId,
    ) -> Result<impl Future<Output = ()> + Send + 'static + use<>, UnknownTransition> {
        self.session().when_settled(&transition_id.to_string())
    }

    fn data(&self) -> &'static GraphData {
        self.inner.data
    }

    fn decide(&self, name: &str, args: &Value) -> (Reply, Launch) {
        let index = self.inner.graph.tools().index(self.data());
        let Some(tool) = index.tool(name, self.options.journey_tools) else {
            return (self.unknown_tool(), Launch::default());
        };
        let args = match Args::read(args, tool, self.options.conversation) {
            Ok(args) => args,
            Err(wrong) => return (self.wrong_argument(wrong, tool), Launch::default()),
        };
        match tool {
            Which::WhatsHere => (self.whats_here(&args), Launch::default()),
            Which::Why => (self.why(args.key), Launch::default()),
            Which::DidItWork => (self.did_it_work(args.transition_id), Launch::default()),
            Which::DoAction => self.do_action(&args),
            Which::Journey(journey) => self.journey(journey, &args),
            Which::AnyJourney => match args.journey.filter(|j| !j.is_empty()) {
                None => (self.journey_required(), Launch::default()),
                Some(id) => match self.data().journey(id) {
                    Some(journey) => self.journey(journey, &args),
                    None => (self.unknown_journey(), Launch::default()),
                },
            },
        }
    }

    fn unknown_tool(&self) -> Reply {
        let tools = self.tools().iter().map(|t| t.name().to_owned()).collect();
        Reply::Error(Box::new(ErrorReply {
            ok: Always,
            judgment: Judgment::Error,
            reason: Reason::UnknownTool,
            journey: None,
            why: Some(words::why(Reason::UnknownTool)),
            instead: Instead {
                tools: Some(tools),
                ..Instead::default()
            }
            .cut(),
            you_are_on: None,
            version: None,
        }))
    }

    fn wrong_argument(&self, wrong: args::Wrong, tool: Which) -> Reply {
        let (reason, why) = match wrong {
            args::Wrong::Shape(why) => (Reason::ArgumentInvalid, why),
            args::Wrong::Both => (Reason::ConfirmAndDecline, words::why(Reason::ConfirmAndDecline)),
            args::Wrong::Missing => match tool {
                Which::DoAction => return self.action_required(),
                Which::Why => (Reason::KeyRequired, words::why(Reason::KeyRequired)),
                Which::DidItWork => return self.did_it_work(None),
                _ => return self.journey_required(),
            },
        };
        let look = self.look();
        let keys = (reason == Reason::KeyRequired).then(|| self.all_keys());
        self.error(
            &look,
            reason,
            Some(why),
            Instead {
                keys,
                ..Instead::default()
            },
        )
    }

    /// A reply about the call itself, with the position.
    fn error(&self, look: &look::Look, reason: Reason, why: Option<Authored>, instead: Instead) -> Reply {
        Reply::Error(Box::new(ErrorReply {
            ok: Always,
            judgment: Judgment::Error,
            reason,
            journey: None,
            why,
            instead: instead.cut(),
            you_are_on: Some(look.page_id(self.data())),
            version: Some(look.version),
        }))
    }
}
