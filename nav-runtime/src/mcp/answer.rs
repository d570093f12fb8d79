//! The replies that only the server gives.

use super::{Deny, words};
use crate::{
    Authored,
    ledger::Reason,
    port::{Always, ErrorReply, Instead, Judgment, Reply, Tools},
    registry::RegistryError,
};
use serde::Serialize;

/// What a tool call comes back with.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// A conversation's reply, or why none was reached.
    Reply(Reply),
    /// The reply of a conversation that begins with it.
    Began(Box<Began>),
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

/// Why no conversation began.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotBegun {
    #[error(transparent)]
    Denied(#[from] Deny),
    #[error(transparent)]
    Full(#[from] RegistryError),
}

impl Answer {
    /// Turned away at the door: there is no position to tell.
    pub(super) fn turned(reason: Reason, why: Authored) -> Self {
        Answer::error(reason, why, Instead::default())
    }

    pub(super) fn no_such_tool(tools: &Tools) -> Self {
        let names = tools.iter().map(|tool| tool.name().to_owned()).collect();
        let instead = Instead {
            tools: Some(names),
            ..Instead::default()
        };
        Answer::error(Reason::UnknownTool, words::UNKNOWN_TOOL, instead)
    }

    fn error(reason: Reason, why: Authored, instead: Instead) -> Self {
        Answer::Reply(Reply::Error(Box::new(ErrorReply {
            ok: Always,
            judgment: Judgment::Error,
            reason,
            journey: None,
            why: Some(why),
            instead,
            you_are_on: None,
            version: None,
        })))
    }

    pub(super) fn denied(why: Authored) -> Self {
        Answer::turned(Reason::ConversationDenied, why)
    }

    /// Only what no agent could have asked for is an error to a client; a pause or a refusal is an answer.
    pub(super) fn is_error(&self) -> bool {
        match self {
            Answer::Reply(reply) => reply.is_unknown_tool(),
            Answer::Began(_) => false,
        }
    }
}

impl From<NotBegun> for Answer {
    fn from(why: NotBegun) -> Self {
        match why {
            NotBegun::Denied(Deny::NotAllowed) => Answer::denied(words::NOT_ALLOWED),
            NotBegun::Full(RegistryError::TooMany) => Answer::turned(Reason::TooManyConversations, words::TOO_MANY),
            NotBegun::Denied(Deny::Unavailable)
            | NotBegun::Full(RegistryError::ShuttingDown | RegistryError::NoRandomness) => {
                Answer::denied(words::UNAVAILABLE)
            }
        }
    }
}
