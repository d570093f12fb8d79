//! The replies that only the server gives.

use super::{Deny, words};
use crate::{Authored, ledger::Reason, port::Reply, registry::RegistryError};
use serde::Serialize;

/// What a tool call comes back with.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer<'a> {
    /// What the port said.
    Port(Reply),
    /// The same, of a conversation that begins with it.
    Began(Box<Began>),
    /// No conversation was reached.
    Turned(Turned<'a>),
}

/// A first look around, and the handle to go on with.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Began {
    pub(super) conversation: String,
    pub(super) conversation_is: New,
    pub(super) your_other_conversations: usize,
    pub(super) conversation_means: Authored,
    #[serde(flatten)]
    pub(super) reply: Reply,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum New {
    New,
}

/// Turned away at the door.
#[derive(Serialize)]
pub(super) struct Turned<'a> {
    ok: bool,
    judgment: Judgment,
    reason: Why,
    why: Authored,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Judgment {
    Error,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Why {
    Shared(Reason),
    Own(OwnReason),
}

/// The one reason that no port can have.
#[derive(Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum OwnReason {
    ConversationDenied,
}

impl<'a> Turned<'a> {
    pub(super) fn new(reason: Reason, why: Authored) -> Self {
        Turned { ok: false, judgment: Judgment::Error, reason: Why::Shared(reason), why, tools: Vec::new() }
    }

    pub(super) fn denied(why: Authored) -> Self {
        Turned { reason: Why::Own(OwnReason::ConversationDenied), ..Turned::new(Reason::ConversationEnded, why) }
    }

    pub(super) fn no_such_tool(tools: impl IntoIterator<Item = &'a str>) -> Self {
        Turned { tools: tools.into_iter().collect(), ..Turned::new(Reason::UnknownTool, words::UNKNOWN_TOOL) }
    }
}

/// Why no conversation began.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotBegun {
    #[error(transparent)]
    Denied(#[from] Deny),
    #[error(transparent)]
    Full(#[from] RegistryError),
}

impl From<NotBegun> for Turned<'_> {
    fn from(why: NotBegun) -> Self {
        match why {
            NotBegun::Denied(Deny::NotAllowed) => Turned::denied(words::NOT_ALLOWED),
            NotBegun::Full(RegistryError::TooMany) => Turned::new(Reason::TooManyConversations, words::TOO_MANY),
            NotBegun::Denied(Deny::Unavailable)
            | NotBegun::Full(RegistryError::ShuttingDown | RegistryError::NoRandomness) => {
                Turned::denied(words::UNAVAILABLE)
            }
        }
    }
}

impl Answer<'_> {
    /// Only what no agent could have asked for is an error to a client; a pause or a refusal is an answer.
    pub(super) fn is_error(&self) -> bool {
        match self {
            Answer::Port(reply) => reply.is_unknown_tool(),
            Answer::Began(began) => began.reply.is_unknown_tool(),
            Answer::Turned(turned) => matches!(turned.reason, Why::Shared(Reason::UnknownTool)),
        }
    }
}
