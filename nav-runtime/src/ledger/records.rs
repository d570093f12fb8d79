//! The records that events fold into: fires, cards, frames.

use super::event::Detail;
use crate::graph::{ActionIx, JourneyIx, KeySet, PageIx, Principal, Scope, Tri};
use crate::vocabulary::words;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::{fmt, sync::Arc};

/// A fire's number in its session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FireNo(pub(crate) u32);

/// A question's number in its session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct CardNo(pub(crate) u32);

/// A fire's id: `<action>#<n>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TransitionId {
    pub(crate) action: &'static str,
    pub(crate) n: FireNo,
}

/// A question's id: `ask:<n>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AskId(pub(crate) CardNo);

impl AskId {
    /// Reads `ask:<n>`; anything else is no question's id.
    #[must_use]
    pub fn parse(text: &str) -> Option<AskId> {
        number(text.strip_prefix("ask:")?).map(|n| AskId(CardNo(n)))
    }
}

/// Digits only, and only as they are written here: two texts never name one id.
pub(crate) fn number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    plain.then(|| digits.parse().ok()).flatten()
}

impl fmt::Display for TransitionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.action, self.n.0)
    }
}
impl fmt::Display for AskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ask:{}", self.0.0)
    }
}
impl Serialize for TransitionId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
impl Serialize for AskId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl JsonSchema for TransitionId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TransitionId".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[^#]+#[1-9][0-9]*$" })
    }
}
impl JsonSchema for AskId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AskId".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^ask:[1-9][0-9]*$" })
    }
}

words! {
    /// Whether anybody performed it.
    pub enum EffectStatus {
        /// Nobody has, yet.
        Pending = "pending",
        /// The app did.
        Performed = "performed",
        /// The app did not.
        Refused = "refused",
        /// It cannot be known.
        Unobservable = "unobservable",
    }

    /// What became of it.
    pub enum FireOutcome {
        /// It stands.
        Committed = "committed",
        /// It was turned down before anything was written.
        Rejected = "rejected",
        /// Nothing of it remains.
        RolledBack = "rolled-back",
        /// Something else came before it came to rest.
        Superseded = "superseded",
    }
}

/// How a fire came to rest. Three axes are read off it; none is averaged into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Every declared key changed.
    Observed,
    /// An update came, but a declared key has the value it had.
    Unchanged,
    /// Keys were declared and no update came.
    NotReported,
    /// Nothing is declared.
    NothingDeclared,
    /// It failed, and nothing was written.
    Failed { declared: bool },
    /// It failed after it had written.
    FailedAfterWriting { observed: Option<bool> },
    /// It finished, and its `verify` does not hold.
    VerifyFailed { wrote: bool, observed: Option<bool> },
    /// Its future was dropped.
    Interrupted,
    /// It took longer than declared.
    TimedOut,
    /// Nothing is bound to run it.
    Unbound,
    /// Somebody else saw it take effect.
    Seen,
    /// Something else came before it came to rest.
    Superseded,
}

impl Ending {
    pub(crate) fn status(self) -> EffectStatus {
        match self {
            Ending::Observed | Ending::Unchanged | Ending::NotReported | Ending::NothingDeclared | Ending::Seen => {
                EffectStatus::Performed
            }
            Ending::Failed { .. } | Ending::FailedAfterWriting { .. } | Ending::VerifyFailed { .. } => {
                EffectStatus::Refused
            }
            Ending::Interrupted | Ending::TimedOut | Ending::Unbound | Ending::Superseded => EffectStatus::Unobservable,
        }
    }

    pub(crate) fn outcome(self) -> FireOutcome {
        match self {
            Ending::Observed
            | Ending::Unchanged
            | Ending::NotReported
            | Ending::NothingDeclared
            | Ending::FailedAfterWriting { .. }
            | Ending::VerifyFailed { wrote: true, .. }
            | Ending::Unbound
            | Ending::Seen => FireOutcome::Committed,
            Ending::Failed { declared: true } => FireOutcome::Rejected,
            Ending::Failed { declared: false } | Ending::VerifyFailed { wrote: false, .. } => FireOutcome::RolledBack,
            Ending::Interrupted | Ending::TimedOut | Ending::Superseded => FireOutcome::Superseded,
        }
    }

    /// Whether the declared writes were observed; `Err` if there is nothing to say it about.
    pub(crate) fn verified(self) -> Option<Verified> {
        match self {
            Ending::Observed => Some(Verified::Yes),
            Ending::NotReported => Some(Verified::No),
            Ending::FailedAfterWriting { observed } | Ending::VerifyFailed { observed, .. } => {
                Some(observed.map_or(Verified::Unobservable, |o| if o { Verified::Yes } else { Verified::No }))
            }
            Ending::Failed { declared: true } | Ending::Interrupted | Ending::TimedOut | Ending::Superseded => None,
            Ending::Unchanged
            | Ending::NothingDeclared
            | Ending::Failed { declared: false }
            | Ending::Unbound
            | Ending::Seen => Some(Verified::Unobservable),
        }
    }

    /// Done as a journey's step.
    pub(crate) fn is_done(self) -> bool {
        self.status() == EffectStatus::Performed
    }
}

/// Whether the declared writes were observed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verified {
    /// They were.
    Yes,
    /// They were not.
    No,
    /// There is nothing to check it against.
    Unobservable,
}

impl JsonSchema for Verified {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verified".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "enum": [true, false, "unobservable"] })
    }
}

impl Serialize for Verified {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Verified::Yes => to.serialize_bool(true),
            Verified::No => to.serialize_bool(false),
            Verified::Unobservable => to.serialize_str("unobservable"),
        }
    }
}

/// What became of a declared destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    /// None is declared, or it has not been claimed yet.
    None,
    /// The cursor stands there because the action says so; it came from this page.
    Claimed { from: PageIx },
    /// The app has said so too.
    Observed,
    /// The fire was refused and the cursor went back.
    WalkedBack,
}

/// One fire. Small: thousands of them are kept.
#[derive(PartialEq, Debug)]
pub(crate) struct Fire {
    pub(crate) n: FireNo,
    pub(crate) action: ActionIx,
    pub(crate) page: PageIx,
    pub(crate) by: Principal,
    /// When it was fired.
    pub(crate) version: u64,
    /// When it was last heard of.
    pub(crate) touched: u64,
    pub(crate) ending: Option<Ending>,
    pub(crate) verify: Option<Tri>,
    /// Whether it left data or words, which may have been dropped since.
    pub(crate) left: bool,
    /// Who settled it from outside.
    pub(crate) settled_by: Option<Principal>,
    /// What has become of it since, where that differs from its receipt.
    pub(crate) outcome_now: Option<FireOutcome>,
    pub(crate) claim: Claim,
    pub(crate) already_true: bool,
    /// Whether any update of its own came.
    pub(crate) reported: bool,
    pub(crate) changed: KeySet,
    pub(crate) detail: Option<Arc<Detail>>,
}

impl Fire {
    /// Whether a fire of an action would count as the same as this one.
    pub(crate) fn is_same(&self, action: ActionIx, scope: Scope, detail: Option<&Detail>) -> bool {
        let mine = self.detail.as_deref();
        self.action == action
            && match scope {
                Scope::Action => true,
                Scope::Instance => mine.and_then(|d| d.instance.as_ref()) == detail.and_then(|d| d.instance.as_ref()),
                Scope::Input => mine.map(|d| d.input) == detail.map(|d| d.input),
            }
    }
}

/// Where a question stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardIs {
    /// Nobody has decided.
    Open,
    /// A yes is on record and nothing has fired.
    Approved,
    /// The yes was used, by a fire.
    #[non_exhaustive]
    Spent {
        /// The fire's number.
        fire: u32,
    },
    /// The person said no.
    Declined,
    /// The yes was taken back.
    Revoked,
    /// It ran out of time.
    Expired,
    /// Something that the card showed is no longer so.
    Stale,
}

/// What happened to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Approved,
    Declined,
    Revoked,
    Expired,
    Stale,
    Reopened,
    /// An agent says that the person declined; it decides nothing.
    ReportedDeclined,
}

/// A journey that was opened.
#[derive(PartialEq, Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) journey: JourneyIx,
    pub(crate) steps: Box<[StepIs]>,
    /// The step that sends the draft, if the journey has one: it alone completes it.
    pub(crate) submit: Option<u16>,
    /// Its completion has been told; the next call opens it afresh.
    pub(crate) closed: bool,
}

impl Frame {
    pub(crate) fn done(&self) -> usize {
        self.steps.iter().filter(|s| **s == StepIs::Done).count()
    }

    pub(crate) fn is_complete(&self) -> bool {
        Frame::complete(&self.steps, self.submit)
    }

    /// Whether steps that stand like this complete a journey.
    pub(crate) fn complete(steps: &[StepIs], submit: Option<u16>) -> bool {
        match submit {
            Some(at) => steps.get(usize::from(at)) == Some(&StepIs::Done),
            None => steps.iter().all(|s| *s == StepIs::Done),
        }
    }
}

/// Where a step of an open journey stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepIs {
    /// Not done.
    Open,
    /// Its fire is still out.
    Out,
    /// Its fire settled as performed.
    Done,
    /// Its last fire came to rest badly.
    Failed,
}

/// Who wrote a key last.
#[derive(PartialEq, Clone, Copy, Debug, Default)]
pub(crate) struct Writer {
    /// The fire, if it was one.
    pub(crate) fire: Option<FireNo>,
    pub(crate) by: Option<Principal>,
    /// 0: nobody ever.
    pub(crate) version: u64,
    /// When somebody other than an agent wrote it last. 0: never.
    pub(crate) foreign: u64,
}
