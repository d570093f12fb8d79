//! Where a value comes from.

use super::{Always, is_false};
use crate::{Authored, graph::Principal, ledger::TransitionId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Where a value comes from.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Why {
    /// Always true.
    pub ok: Always<true>,
    /// The key.
    pub key: String,
    /// What it holds now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Value>,
    /// The writes that led here, newest first.
    pub slice: Vec<SliceRow>,
    /// What the slice does not see.
    pub why: Authored,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// One write.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SliceRow {
    /// The action, if it was a fire's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<&'static str>,
    /// The fire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition_id: Option<TransitionId>,
    /// Who.
    pub principal: Principal,
    /// It was no fire's: the world moved.
    #[serde(skip_serializing_if = "is_false")]
    pub stimulus: bool,
    /// What it wrote of what is asked about.
    pub wrote: Vec<WroteKey>,
    /// What its action's conditions and declared `reads` looked at.
    pub reads: Vec<String>,
    /// When.
    pub version: u64,
}

/// A key that was written.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct WroteKey {
    /// Its name.
    pub key: String,
    /// What it holds, if nothing has written it since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}
