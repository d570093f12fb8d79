//! A journey's place.

use super::{
    Always, BlockedWords, FiredKeys, FrameIs, Judgment, RejectedKeys, Standing, StepStatus, Unblocker, is_false,
};
use crate::{Authored, graph::Evidence, ledger::AskId};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// A journey as it stands, and what became of the step that was called.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct JourneyReply {
    /// Whether the call did what it asked.
    pub ok: bool,
    /// What became of the step.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepOutcome>,
    /// The journey.
    #[serde(flatten)]
    pub frame: FrameKeys,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// What became of a step.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum StepOutcome {
    /// It fired.
    Fired(FiredKeys),
    /// A gate turned it away.
    Rejected(RejectedKeys),
}

/// A journey's place.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FrameKeys {
    /// Its id.
    pub journey: &'static str,
    /// Whether it is open.
    pub frame: FrameIs,
    /// What holds its first step that is not done.
    pub standing: Standing,
    /// What is left to do.
    pub judgment: Judgment,
    /// Its steps whose fire is still out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awaiting_state: Vec<&'static str>,
    /// Its steps that wait for a human.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awaiting_human: Vec<AwaitedStep>,
    /// Its steps whose choice belongs to a person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with_the_human: Vec<HumanStep>,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_the_human_means: Option<Authored>,
    /// What the journey has gathered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<DraftKeys>,
    /// What can be called now.
    pub ready_steps: Vec<StepRow>,
    /// What cannot, and what holds it.
    pub later_steps: Vec<LaterRow>,
    /// The next move.
    pub how_to_act: Authored,
}

/// What a draft journey has gathered.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DraftKeys {
    /// The fields that hold a value.
    pub have: Vec<&'static str>,
    /// The fields that the submit still needs.
    pub still_needed: Vec<&'static str>,
    /// The values: data.
    pub values: Value,
}

/// A step that waits for a human.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AwaitedStep {
    /// The question.
    pub ask_id: AskId,
    /// The step.
    pub step: &'static str,
}

/// A step whose choice belongs to a person.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct HumanStep {
    /// The step.
    pub step: &'static str,
    /// Whether the person has made the choice.
    pub made: Made,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Authored>,
}

/// Whether a person has made a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// They have.
    Yes,
    /// They have not.
    No,
    /// Nothing says so, or nobody could judge it.
    Unknown,
}

impl JsonSchema for Made {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Made".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "enum": [true, false, "unknown"] })
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Made::Yes => to.serialize_bool(true),
            Made::No => to.serialize_bool(false),
            Made::Unknown => to.serialize_str("unknown"),
        }
    }
}

/// A step that can be called now.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StepRow {
    /// Its action's id.
    pub step: &'static str,
    /// In the author's words.
    pub does: Authored,
    /// The declared destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goes_to: Option<&'static str>,
    /// A human decides.
    #[serde(skip_serializing_if = "is_false")]
    pub high_effect: bool,
    /// Keys that a guard could not judge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guard_unevaluated: Vec<String>,
    /// The app's own label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<Arc<str>>,
    /// The draft field that it fills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provides: Option<&'static str>,
    /// The instances, at most 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instances: Option<Vec<String>>,
    /// How many there are in all, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instances_total: Option<usize>,
    /// What a caller must send.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub expects: Option<&'static RawValue>,
}

/// A step that cannot be called now, or is done.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LaterRow {
    /// Its action's id.
    pub step: &'static str,
    /// The first gate that fails.
    pub status: StepStatus,
    /// Where it stands, if elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<&'static str>,
    /// The conditions that do not hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Evidence>,
    /// What holds it, where no other key says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Authored>,
    /// The draft fields that it takes and that hold nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<&'static str>,
    /// `false` while it is switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<Always<false>>,
    /// The declared reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_because: Option<BlockedWords>,
    /// What would lift it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unblocked_by: Vec<Unblocker>,
    /// The app's own label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<Arc<str>>,
}

/// A journey whose own condition does not hold.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Blocked {
    /// Always false.
    pub ok: Always<false>,
    /// Always `blocked`.
    pub judgment: Judgment,
    /// The journey.
    pub journey: &'static str,
    /// The next move.
    pub why: Authored,
    /// The conditions.
    pub evidence: Vec<Evidence>,
    /// The journey that stays open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_frame: Option<&'static str>,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}
