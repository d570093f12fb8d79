//! The replies, as types. The order of fields is the order on the wire.

mod asked;
mod error;
mod fired;
mod here;
mod journey;
mod settled;
mod why;
mod word;

pub use asked::{About, Declined, NeedsConfirm, Paused};
pub use error::{AwaitedAction, ErrorReply, Instead};
pub use fired::{FiredKeys, FiredReply, RejectedKeys, RejectedReply, SettleWith};
pub use here::{ActionRow, BlockedWords, Hop, JourneyRow, Route, Unblocker, WhatsHere};
pub use journey::{
    AwaitedStep, Blocked, DraftKeys, FrameKeys, HumanStep, JourneyReply, LaterRow, Made, StepOutcome, StepRow,
};
pub use settled::{SettledFacts, SettledReply, StillPending, VerifyHeld};
pub use why::{SliceRow, Why, WroteKey};
pub use word::{Arrival, FrameIs, Grade, Judgment, Standing, StepStatus};

use crate::ledger::{AskId, Reason, TransitionId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// What a call is answered with. Its JSON is what crosses the wire.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// Where one is and what can be done.
    WhatsHere(Box<WhatsHere>),
    /// A journey as it stands.
    Journey(Box<JourneyReply>),
    /// Something is on its way.
    Fired(Box<FiredReply>),
    /// A human is asked.
    NeedsConfirm(Box<NeedsConfirm>),
    /// The caller says that the human said no.
    Declined(Box<Declined>),
    /// A gate turned it away.
    Rejected(Box<RejectedReply>),
    /// A journey's own condition does not hold.
    Blocked(Box<Blocked>),
    /// A fire at rest.
    Settled(Box<SettledReply>),
    /// A fire that is out.
    StillPending(Box<StillPending>),
    /// A question's fate.
    Paused(Box<Paused>),
    /// Where a value comes from.
    Why(Box<Why>),
    /// The call itself was wrong.
    Error(Box<ErrorReply>),
}

/// The kinds of reply that a caller has to tell apart; it stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A position, a journey or a slice: nothing was fired.
    Here,
    /// It came to rest.
    Settled,
    /// It is on its way.
    Pending,
    /// A human decides.
    NeedsHuman,
    /// A gate, a closed door or the human turned it away.
    Refused,
    /// The call was wrong.
    Error,
}

impl Reply {
    /// What kind it is.
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Reply::WhatsHere(_) | Reply::Why(_) => Class::Here,
            Reply::Journey(j) => match &j.step {
                None => Class::Here,
                Some(StepOutcome::Fired(f)) => f.class(),
                Some(StepOutcome::Rejected(_)) => Class::Refused,
            },
            Reply::Fired(f) => f.fired.class(),
            Reply::NeedsConfirm(_) | Reply::Paused(_) => Class::NeedsHuman,
            Reply::Declined(_) | Reply::Rejected(_) | Reply::Blocked(_) => Class::Refused,
            Reply::Settled(_) => Class::Settled,
            Reply::StillPending(_) => Class::Pending,
            Reply::Error(_) => Class::Error,
        }
    }

    /// The JSON Schema of every reply, generated from these types; each kind of reply is one of its `anyOf`.
    #[must_use]
    pub fn json_schema() -> Value {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        settings.into_generator().into_root_schema_for::<Reply>().to_value()
    }

    /// The fire that this reply is about, if it started one.
    #[must_use]
    pub fn transition_id(&self) -> Option<TransitionId> {
        self.fired().map(|f| f.transition_id)
    }

    pub(in crate::port) fn fired(&self) -> Option<&FiredKeys> {
        match self {
            Reply::Fired(f) => Some(&f.fired),
            Reply::Journey(j) => match &j.step {
                Some(StepOutcome::Fired(f)) => Some(f),
                _ => None,
            },
            _ => None,
        }
    }

    /// The question that this reply is about, if it asks one.
    #[must_use]
    pub fn ask_id(&self) -> Option<AskId> {
        match self {
            Reply::NeedsConfirm(n) => Some(n.ask_id),
            Reply::Paused(p) => Some(p.ask_id),
            _ => None,
        }
    }

    /// Whether the tool's name is none that this port has.
    #[must_use]
    pub fn is_unknown_tool(&self) -> bool {
        matches!(self, Reply::Error(e) if e.reason == Reason::UnknownTool)
    }

    /// The word that says why nothing was done, if nothing was.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Reply::Rejected(r) => Some(r.rejected.reason),
            Reply::Journey(j) => match &j.step {
                Some(StepOutcome::Rejected(r)) => Some(r.reason),
                _ => None,
            },
            Reply::Error(e) => Some(e.reason),
            Reply::NeedsConfirm(n) => n.reason,
            _ => None,
        }
    }
}

fn is_false(b: &bool) -> bool {
    !*b
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// `true` or `false`, always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Always<const B: bool>;

impl<const B: bool> Serialize for Always<B> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(B)
    }
}

impl<const B: bool> JsonSchema for Always<B> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        if B { "true" } else { "false" }.into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": B })
    }
}
