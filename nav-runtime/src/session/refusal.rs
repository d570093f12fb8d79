//! A call that a gate turned away, with what would change that.

use crate::{
    expects::Issues,
    graph::{BlockedBecause, Evidence, Explained, Principal, Scope},
    ledger::{AskId, Reason, TransitionId},
};
use serde_json::value::RawValue;
use std::sync::Arc;

/// Ids and instances that one refusal lists.
pub(crate) const MOST_LISTED: usize = 50;

/// Why nothing fired, and what would change that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The gate.
    pub reason: Reason,
    /// Whether the door of the journey is what is closed.
    pub(crate) journey_blocked: bool,
    /// The conditions that were looked at.
    pub evidence: Vec<Evidence>,
    /// The keys that nobody could judge.
    pub unevaluated: Vec<String>,
    /// What is wrong with the input.
    pub issues: Option<Issues>,
    pub(crate) expects: Option<&'static RawValue>,
    /// The instances there are, at most 50.
    pub instances: Vec<String>,
    /// How many there are in all.
    pub instances_total: Option<usize>,
    /// The declared reason.
    pub blocked_because: Option<BlockedBecause>,
    /// The app's own label.
    pub busy: Option<Arc<str>>,
    /// The question that stands in the way, or takes the place of the old one.
    pub ask_id: Option<AskId>,
    /// The fire that stands in the way.
    pub prior_transition_id: Option<TransitionId>,
    /// What counts as the same fire.
    pub scope: Option<Scope>,
    /// The draft fields that hold nothing yet.
    pub missing: Vec<&'static str>,
    /// Who may, if this principal may not.
    pub required: &'static [Principal],
}

impl Refusal {
    pub(crate) fn of(reason: Reason) -> Box<Self> {
        Box::new(Refusal {
            reason,
            journey_blocked: false,
            evidence: Vec::new(),
            unevaluated: Vec::new(),
            issues: None,
            expects: None,
            instances: Vec::new(),
            instances_total: None,
            blocked_because: None,
            busy: None,
            ask_id: None,
            prior_transition_id: None,
            scope: None,
            missing: Vec::new(),
            required: &[],
        })
    }

    pub(crate) fn blocked(explained: Explained) -> Box<Self> {
        Box::new(Refusal {
            journey_blocked: true,
            ..*Refusal::unmet(Reason::GuardFailed, explained)
        })
    }

    pub(crate) fn unmet(reason: Reason, explained: Explained) -> Box<Self> {
        Box::new(Refusal {
            evidence: explained.evidence,
            unevaluated: explained.unevaluated,
            ..*Refusal::of(reason)
        })
    }

    pub(crate) fn payload(issues: Issues, expects: Option<&'static RawValue>) -> Box<Self> {
        Box::new(Refusal {
            issues: Some(issues),
            expects,
            ..*Refusal::of(Reason::PayloadInvalid)
        })
    }

    pub(crate) fn instances(reason: Reason, keys: Vec<String>, total: usize) -> Box<Self> {
        Box::new(Refusal {
            instances: keys,
            instances_total: Some(total),
            ..*Refusal::of(reason)
        })
    }

    pub(crate) fn switched_off(
        evidence: Vec<Evidence>,
        blocked_because: Option<BlockedBecause>,
        busy: Option<Arc<str>>,
    ) -> Box<Self> {
        Box::new(Refusal {
            evidence,
            blocked_because,
            busy,
            ..*Refusal::of(Reason::ToolDisabled)
        })
    }

    pub(crate) fn card(reason: Reason, ask: AskId) -> Box<Self> {
        Box::new(Refusal {
            ask_id: Some(ask),
            ..*Refusal::of(reason)
        })
    }

    /// Whether it is an attempt that the facts record, and not a slip of the call.
    pub(crate) fn is_attempt(&self) -> bool {
        !matches!(
            self.reason,
            Reason::TooManyPending
                | Reason::TooManyQuestions
                | Reason::TooManyChanges
                | Reason::ConversationEnded
                | Reason::JournalUnavailable
        ) && !self.journey_blocked
    }
}
