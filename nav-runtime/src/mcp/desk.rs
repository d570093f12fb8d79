//! A tool call from arguments to answer, whatever it came in by.

use super::{
    answer::{Answer, Began, New, NotBegun, Outcome},
    ask::Seals,
    line::{Line, Patience},
    words,
};
use crate::{
    Authored,
    graph::BoxFuture,
    ledger::Reason,
    port::{Port, PortOptions, Reply, Tools},
    registry::{Conversation, Opened, Registry},
    session::Caller,
};
use rmcp::model::InputResponses;
use serde_json::{Map, Value};
use std::{sync::Arc, time::Duration};

/// Opens a session for a caller and takes it into the registry, for good or until it is idle.
pub(super) type Begin = Arc<dyn Fn(Caller, bool) -> BoxFuture<'static, Result<Opened, NotBegun>> + Send + Sync>;

/// The property of every tool over HTTP.
const CONVERSATION: &str = "conversation";

/// What every door of a server shares.
#[derive(Clone)]
pub(super) struct Desk {
    pub(super) registry: Registry,
    pub(super) begin: Begin,
    pub(super) tools_of: Arc<dyn Fn(&PortOptions) -> &'static Tools + Send + Sync>,
    pub(super) options: PortOptions,
    pub(super) patience: Patience,
    /// How long a call of an older client waits for its person, if the app lets it.
    pub(super) elicits: Option<Duration>,
    pub(super) seals: Seals,
    pub(super) id: &'static str,
    pub(super) does: &'static str,
    pub(super) instructions: Authored,
    /// The tool that a conversation begins with, in either spelling.
    pub(super) whats_here: String,
    pub(super) version: String,
}

/// A tool call, without what the protocol wraps around it.
pub(super) struct Call {
    pub(super) tool: String,
    pub(super) args: Map<String, Value>,
    /// What a client brings back from its person.
    pub(super) back: Option<Back>,
}

/// What a client brings back: the state that it was given with the question, and the answer.
pub(super) struct Back {
    pub(super) state: String,
    pub(super) answers: Option<InputResponses>,
}

impl Desk {
    /// The same, with its tools taking a `conversation` or not.
    pub(super) fn with_conversations(&self, taken: bool) -> Self {
        let mut desk = self.clone();
        desk.options.conversation = taken;
        desk
    }

    pub(super) fn tools(&self) -> &'static Tools {
        (self.tools_of)(&self.options)
    }

    /// A call in a conversation that the caller names, or begins with a look around.
    pub(super) async fn named(&self, caller: Caller, mut call: Call, line: &Line<'_>) -> Outcome {
        let tools = self.tools();
        if !tools.iter().any(|tool| same_tool(tool.name(), &call.tool)) {
            return Answer::no_such_tool(tools).into();
        }
        if self.registry.is_shut() {
            return Answer::denied(words::STOPPING).into();
        }
        match call.args.remove(CONVERSATION) {
            Some(Value::String(handle)) => match self.registry.find(&handle, &caller) {
                Some(conversation) => self.within(&conversation, call, line).await,
                None => Answer::turned(Reason::ConversationEnded, words::ENDED).into(),
            },
            Some(Value::Null) | None if same_tool(&self.whats_here, &call.tool) => {
                self.begun(caller, call).await.unwrap_or_else(Answer::from).into()
            }
            Some(Value::Null) | None => Answer::turned(Reason::ConversationRequired, words::REQUIRED).into(),
            Some(_) => Answer::turned(Reason::ArgumentInvalid, words::NOT_TEXT).into(),
        }
    }

    async fn begun(&self, caller: Caller, call: Call) -> Result<Answer, NotBegun> {
        let opened = (self.begin)(caller, false).await?;
        let port = opened.conversation.session().serve(self.options.clone());
        Ok(Answer::Began(Box::new(Began {
            conversation: opened.handle.reveal().to_owned(),
            conversation_is: New::New,
            your_other_conversations: opened.others,
            conversation_means: words::NEW,
            reply: port.call(&call.tool, &Value::Object(call.args)),
        })))
    }

    /// A call in that conversation.
    pub(super) async fn within(&self, of: &Conversation, call: Call, line: &Line<'_>) -> Outcome {
        tracing::Span::current().record("conversation", tracing::field::display(of.id()));
        let port = of.session().serve(self.options.clone());
        match call.back {
            Some(_) => self.come_back(of, &port, call, line).await,
            None => self.first(of, &port, call, line).await,
        }
    }

    /// A call that asks nobody through the client: it waits for its fire, but never for a person.
    pub(super) async fn made(&self, port: &Port, call: &mut Call, line: &Line<'_>) -> Reply {
        let args = Value::Object(std::mem::take(&mut call.args));
        let reply = port.call(&call.tool, &args);
        if let Value::Object(args) = args {
            call.args = args;
        }
        self.folded(port, reply, line).await
    }

    /// The reply as of its fire's settlement, if that comes soon. Giving up stops the waiting only: the handler runs on.
    async fn folded(&self, port: &Port, reply: Reply, line: &Line<'_>) -> Reply {
        let Some(fire) = reply.transition_id() else {
            return reply;
        };
        if let Ok(settled) = port.when_settled(fire) {
            line.wait(settled, &port.session(), fire, self.patience).await;
        }
        port.fold(reply)
    }
}

/// A tool has two spellings, with dots and without, and no two tools share one.
fn same_tool(one: &str, other: &str) -> bool {
    let spelled = |name: &str| {
        name.bytes()
            .map(|byte| if byte == b'.' { b'_' } else { byte })
            .collect::<Vec<_>>()
    };
    one.len() == other.len() && spelled(one) == spelled(other)
}
