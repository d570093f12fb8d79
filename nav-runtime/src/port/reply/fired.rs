//! What was fired, or turned away.

use super::{Always, BlockedWords, Class, Judgment, SettledFacts, is_false};
use crate::{
    Authored,
    expects::Issues,
    graph::{Evidence, Principal, Scope},
    ledger::{AskId, EffectStatus, Reason, TransitionId},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// Something is on its way.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FiredReply {
    /// Always true.
    pub ok: Always<true>,
    /// What was fired.
    #[serde(flatten)]
    pub fired: FiredKeys,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// A fire, as of the reply.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FiredKeys {
    /// The action.
    pub did: &'static str,
    /// `pending`, or what it came to if the reply was made after its settlement.
    pub effect_status: EffectStatus,
    /// Its id.
    pub transition_id: TransitionId,
    /// The door out, while it is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how_to_settle: Option<Authored>,
    /// The same as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_with: Option<SettleWith>,
    /// Keys that a guard could not judge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guard_unevaluated: Vec<String>,
    /// The position is claimed already.
    #[serde(skip_serializing_if = "is_false")]
    pub to_node_claimed: bool,
    /// What it would bring about is true already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub already_true: Option<Vec<Evidence>>,
    /// `false` if nothing is bound to run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materialized: Option<Always<false>>,
    /// What it came to, if the reply was made after its settlement.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub settled: Option<SettledFacts>,
}

impl FiredKeys {
    pub(super) fn class(&self) -> Class {
        match self.effect_status {
            EffectStatus::Pending => Class::Pending,
            _ => Class::Settled,
        }
    }
}

/// Where to ask how a fire came to rest.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct SettleWith {
    /// The tool.
    pub tool: &'static str,
    /// Its argument.
    pub arg: &'static str,
}

/// A gate turned it away.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RejectedReply {
    /// Always false.
    pub ok: Always<false>,
    /// Always `rejected`.
    pub judgment: Judgment,
    /// What and why.
    #[serde(flatten)]
    pub rejected: RejectedKeys,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// A fire that did not happen, with what would change that.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RejectedKeys {
    /// The action.
    pub did: &'static str,
    /// The gate.
    pub reason: Reason,
    /// The next move.
    pub why: Authored,
    /// It may be let through later.
    #[serde(skip_serializing_if = "is_false")]
    pub retriable: bool,
    /// The conditions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<&'static str>,
    /// The draft fields that hold nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<&'static str>,
    /// What is wrong with the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issues: Option<Issues>,
    /// What it must be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub expects: Option<&'static RawValue>,
    /// The instances, at most 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instances: Option<Vec<String>>,
    /// How many there are in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instances_total: Option<usize>,
    /// The declared reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_because: Option<BlockedWords>,
    /// The app's own label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<Arc<str>>,
    /// Who may.
    #[serde(skip_serializing_if = "<[Principal]>::is_empty")]
    pub required: &'static [Principal],
    /// Who tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempted: Option<Principal>,
    /// The question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_id: Option<AskId>,
    /// The fire that stands in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior_transition_id: Option<TransitionId>,
    /// What counts as the same fire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}
