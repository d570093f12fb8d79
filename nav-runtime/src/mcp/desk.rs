//! A tool call from arguments to answer, whatever it came in by.

use super::{
    answer::{Answer, Began, New, NotBegun},
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
use serde_json::{Map, Value};
use std::sync::Arc;

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
    pub(super) id: &'static str,
    pub(super) does: &'static str,
    pub(super) instructions: Authored,
    /// The tool that a conversation begins with, in either spelling.
    pub(super) whats_here: String,
    pub(super) version: String,
}

/// The arguments of a tool call.
pub(super) type Args = Map<String, Value>;

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
    pub(super) async fn named(&self, caller: Caller, name: &str, mut args: Args, line: &Line<'_>) -> Answer {
        let tools = self.tools();
        if !tools.iter().any(|tool| same_tool(tool.name(), name)) {
            return Answer::no_such_tool(tools);
        }
        if self.registry.is_shut() {
            return Answer::denied(words::STOPPING);
        }
        match args.remove(CONVERSATION) {
            Some(Value::String(handle)) => match self.registry.find(&handle, &caller) {
                Some(conversation) => Answer::Reply(self.within(&conversation, name, args, line).await),
                None => Answer::turned(Reason::ConversationEnded, words::ENDED),
            },
            Some(Value::Null) | None if same_tool(&self.whats_here, name) => {
                self.begun(caller, name, args, line).await.unwrap_or_else(Answer::from)
            }
            Some(Value::Null) | None => Answer::turned(Reason::ConversationRequired, words::REQUIRED),
            Some(_) => Answer::turned(Reason::ArgumentInvalid, words::NOT_TEXT),
        }
    }

    async fn begun(&self, caller: Caller, name: &str, args: Args, line: &Line<'_>) -> Result<Answer, NotBegun> {
        let opened = (self.begin)(caller, false).await?;
        Ok(Answer::Began(Box::new(Began {
            conversation: opened.handle.reveal().to_owned(),
            conversation_is: New::New,
            your_other_conversations: opened.others,
            conversation_means: words::NEW,
            reply: self.within(&opened.conversation, name, args, line).await,
        })))
    }

    /// A call in that conversation.
    pub(super) async fn within(&self, of: &Conversation, name: &str, args: Args, line: &Line<'_>) -> Reply {
        let port = of.session().serve(self.options.clone());
        let reply = port.call(name, &Value::Object(args));
        self.folded(&port, reply, line).await
    }

    /// The reply as of its fire's settlement, if that comes soon. Nobody waits for a person, and giving up stops the
    /// waiting only: the handler runs on.
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
