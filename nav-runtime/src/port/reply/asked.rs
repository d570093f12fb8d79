//! What is asked of a human, and how that stands.

use super::{Always, Judgment};
use crate::{
    Authored,
    ledger::{AskId, Reason},
    session::Receipts,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// A human is asked.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NeedsConfirm {
    /// Always false.
    pub ok: Always<false>,
    /// Always `needs-confirm`.
    pub judgment: Judgment,
    /// What it is about.
    #[serde(flatten)]
    pub about: About,
    /// In the author's words.
    pub does: Authored,
    /// Always false.
    pub performed: Always<false>,
    /// That it is a pause.
    pub why: Authored,
    /// The question.
    pub ask_id: AskId,
    /// The whole of what a yes covers.
    pub receipts: Arc<Receipts>,
    /// Where the human answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approve_at: Option<Arc<str>>,
    /// The next move.
    pub how_to_act: Authored,
    /// `APPROVAL_REQUIRED` if `confirm` came without a recorded yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// What a question or a decline is about: an action, by the door it came through.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum About {
    /// `do_action`.
    Action {
        /// The action.
        action: &'static str,
    },
    /// A journey's step.
    Step {
        /// The journey.
        journey: &'static str,
        /// The step.
        step: &'static str,
    },
}

/// The caller says that the human said no.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Declined {
    /// Always false.
    pub ok: Always<false>,
    /// Always `declined`.
    pub judgment: Judgment,
    /// What it is about.
    #[serde(flatten)]
    pub about: About,
    /// The question, if one was open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_id: Option<AskId>,
    /// `your-report` if it closes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_as: Option<Authored>,
    /// What the person said with their no: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// What that means.
    pub why: Authored,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// A question's fate: nothing was fired.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Paused {
    /// Always true.
    pub ok: Always<true>,
    /// Always false.
    pub settled: Always<false>,
    /// Always false.
    pub performed: Always<false>,
    /// Where the question stands.
    pub judgment: Judgment,
    /// The question.
    pub ask_id: AskId,
    /// The action it is about.
    pub did: &'static str,
    /// The next move.
    pub how_to_act: Authored,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}
