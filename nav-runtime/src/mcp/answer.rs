//! The replies that only the server gives.

use super::{
    Deny,
    ask::{Heard, means},
    words,
};
use crate::{
    Authored,
    ledger::Reason,
    port::{Always, Class, ErrorReply, Instead, Judgment, Reply, Tools},
    registry::RegistryError,
};
use rmcp::model::InputRequiredResult;
use serde::Serialize;

/// What a tool call comes back with.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// A conversation's reply, or why none was reached.
    Reply(Reply),
    /// The reply of a conversation that begins with it.
    Began(Box<Began>),
    /// A reply, and what came of asking the person through the client.
    Asked(Box<Asked>),
}

/// How a tool call ends.
pub(super) enum Outcome {
    /// With an answer.
    Answer(Answer),
    /// With a question that the client asks first.
    Ask(InputRequiredResult),
}

/// A reply, and what came of asking the person through the client.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asked {
    asked: Heard,
    asked_means: Authored,
    #[serde(flatten)]
    reply: Reply,
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

impl Outcome {
    /// How it ended, in one word for the log.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Outcome::Answer(Answer::Reply(reply)) => of_reply(reply),
            Outcome::Answer(Answer::Began(began)) => of_reply(&began.reply),
            Outcome::Answer(Answer::Asked(asked)) => of_reply(&asked.reply),
            Outcome::Ask(_) => "asks",
        }
    }
}

fn of_reply(reply: &Reply) -> &'static str {
    match (reply.reason(), reply.class()) {
        (Some(reason), _) => reason.word(),
        (None, Class::Settled) => "settled",
        (None, Class::Pending) => "pending",
        (None, Class::NeedsHuman) => "needs-human",
        (None, Class::Refused) => "refused",
        (None, Class::Here) => "here",
        (None, _) => "error",
    }
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

    /// The reply, with what came of asking: of a yes it speaks for itself.
    pub(super) fn asked(heard: Heard, reply: Reply) -> Self {
        match means(heard) {
            Some(asked_means) if reply.transition_id().is_none() => Answer::Asked(Box::new(Asked {
                asked: heard,
                asked_means,
                reply,
            })),
            _ => Answer::Reply(reply),
        }
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
            Answer::Began(_) | Answer::Asked(_) => false,
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

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        Outcome::Answer(answer)
    }
}

impl From<Reply> for Outcome {
    fn from(reply: Reply) -> Self {
        Outcome::Answer(Answer::Reply(reply))
    }
}
