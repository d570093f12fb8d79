//! A call that was wrong.

use super::{Always, Judgment, is_zero};
use crate::{
    Authored,
    graph::Evidence,
    ledger::{AskId, Reason, TransitionId},
    session::MOST_LISTED,
};
use schemars::JsonSchema;
use serde::Serialize;

/// The call itself was wrong.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorReply {
    /// Always false.
    pub ok: Always<false>,
    /// Always `error`.
    pub judgment: Judgment,
    /// The word.
    pub reason: Reason,
    /// The journey that was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journey: Option<&'static str>,
    /// The next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Authored>,
    /// What there is instead.
    #[serde(flatten)]
    pub instead: Instead,
    /// The page; absent where there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you_are_on: Option<&'static str>,
    /// The version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

/// What there is instead of what was named.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Instead {
    /// The tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// How many there are, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools_total: Option<usize>,
    /// The actions that can be done here, at most 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<&'static str>>,
    /// How many there are, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_total: Option<usize>,
    /// The conditions of the one that was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Keys that nobody could judge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guard_unevaluated: Vec<String>,
    /// The journey's steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<&'static str>>,
    /// How many there are, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps_total: Option<usize>,
    /// The journeys that start here or are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journeys: Option<Vec<&'static str>>,
    /// How many others there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub journeys_elsewhere: usize,
    /// The pages, at most 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Vec<&'static str>>,
    /// How many there are, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages_total: Option<usize>,
    /// The state's keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// How many there are, if some are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys_total: Option<usize>,
    /// Open fires that declared writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<Vec<TransitionId>>,
    /// Every open fire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaiting_settlement: Option<Vec<TransitionId>>,
    /// Unanswered questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaiting_human: Option<Vec<AwaitedAction>>,
}

/// An action that waits for a human.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AwaitedAction {
    /// The question.
    pub ask_id: AskId,
    /// The action.
    pub action: &'static str,
}

impl Instead {
    /// Cuts its long lists, and says how long they are.
    pub(in crate::port) fn cut(mut self) -> Self {
        fn cut<T>(list: &mut Option<Vec<T>>, total: &mut Option<usize>) {
            if let Some(list) = list.as_mut().filter(|l| l.len() > MOST_LISTED) {
                *total = Some(list.len());
                list.truncate(MOST_LISTED);
            }
        }
        cut(&mut self.tools, &mut self.tools_total);
        cut(&mut self.steps, &mut self.steps_total);
        cut(&mut self.keys, &mut self.keys_total);
        self
    }
}
