//! How a fire came to rest.

use super::{Always, Arrival, Judgment, is_false};
use crate::{
    Authored, Text,
    ledger::{EffectStatus, FireOutcome, Verified},
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// A fire at rest.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SettledReply {
    /// Always true.
    pub ok: Always<true>,
    /// Always true.
    pub settled: Always<true>,
    /// The action.
    pub did: &'static str,
    /// Whether anybody performed it.
    pub effect_status: EffectStatus,
    /// What it came to.
    #[serde(flatten)]
    pub facts: SettledFacts,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// How a fire came to rest: three axes, none averaged into another.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SettledFacts {
    /// What became of it, as of its settlement.
    pub outcome: FireOutcome,
    /// What has become of it since, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome_now: Option<FireOutcome>,
    /// What is worth doing about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how_to_act: Option<Authored>,
    /// Whether the declared writes were observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect_verified: Option<Verified>,
    /// The same as a boolean; absent if it cannot be known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes_observed: Option<bool>,
    /// Whether its `verify` holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify_held: Option<VerifyHeld>,
    /// How sure its arrival is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Arrival>,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival_means: Option<Authored>,
    /// Where it leads, or where it was done. Absent if it was turned down before anything was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_node: Option<&'static str>,
    /// `false` if nothing was bound to run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materialized: Option<Always<false>>,
    /// What there is to know about an ending that is not plain success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Authored>,
    /// What it was to bring about was true already.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(with = "AlreadyTrue")]
    pub already_true: bool,
    /// It was cut off.
    #[serde(skip_serializing_if = "is_false")]
    pub interrupted: bool,
    /// `external-report` if not its own handler settled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<Authored>,
    /// Who did, in the app's words: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported_by: Option<Arc<str>>,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by_means: Option<Authored>,
    /// The draft field that it filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<&'static str>,
    /// The fields that the submit still needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still_needed: Option<Vec<&'static str>>,
    /// The fields that were computed from an older value and are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<Text>,
    /// The app's own words, at most 200 characters: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Arc<str>>,
    /// What it returned: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub data: Option<Arc<RawValue>>,
    /// What it left has been dropped to make room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dropped: Option<Authored>,
    /// The app says that it is still working on it.
    #[serde(skip_serializing_if = "is_false")]
    pub still_working: bool,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still_working_means: Option<Authored>,
}

/// `true`, or the evidence where a fire and its settlement are one reply.
struct AlreadyTrue;

impl JsonSchema for AlreadyTrue {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AlreadyTrue".into()
    }
    fn json_schema(of: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let evidence = of.subschema_for::<Vec<crate::graph::Evidence>>();
        schemars::json_schema!({ "anyOf": [{ "const": true }, evidence] })
    }
}

/// Whether a `verify` held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyHeld {
    /// It did.
    Yes,
    /// It did not.
    No,
    /// Nobody could judge it.
    Unevaluable,
}

impl JsonSchema for VerifyHeld {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "VerifyHeld".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "enum": [true, false, "unevaluable"] })
    }
}

impl Serialize for VerifyHeld {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            VerifyHeld::Yes => to.serialize_bool(true),
            VerifyHeld::No => to.serialize_bool(false),
            VerifyHeld::Unevaluable => to.serialize_str("unevaluable"),
        }
    }
}

/// A fire that is out.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StillPending {
    /// Always true.
    pub ok: Always<true>,
    /// Always false.
    pub settled: Always<false>,
    /// Always `still-pending`.
    pub judgment: Judgment,
    /// The action.
    pub did: &'static str,
    /// Not to repeat it.
    pub how_to_act: Authored,
    /// The app says that it is still working on it.
    #[serde(skip_serializing_if = "is_false")]
    pub still_working: bool,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still_working_means: Option<Authored>,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}
