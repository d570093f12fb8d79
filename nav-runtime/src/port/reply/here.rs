//! Where one is, and what can be done.

use super::{Always, Standing, is_false, is_zero};
use crate::{
    Authored, Text,
    graph::{BlockedBecause, ClearedBy, Principal},
    ledger::TransitionId,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// Why an app has switched a control off.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlockedWords {
    /// In the author's words.
    pub says: Authored,
    /// Who can lift it.
    pub cleared_by: ClearedBy,
}

impl From<BlockedBecause> for BlockedWords {
    fn from(b: BlockedBecause) -> Self {
        BlockedWords {
            says: Authored::new(b.says),
            cleared_by: b.cleared_by,
        }
    }
}

/// An action that writes what a switched-off control waits for.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Unblocker {
    /// Its id.
    pub action: &'static str,
    /// The keys it writes that the failing condition reads.
    pub writes: Vec<String>,
    /// Whether it is out already.
    #[serde(skip_serializing_if = "is_false")]
    pub in_flight: bool,
}

/// Where one is, what has happened, and what can be done.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WhatsHere {
    /// Always true.
    pub ok: Always<true>,
    /// The app's own record.
    pub facts: Text,
    /// The friendly half.
    pub brief: Text,
    /// What can be done here.
    pub actions: Vec<ActionRow>,
    /// The journeys that start here, and those that are open.
    pub journeys: Vec<JourneyRow>,
    /// How many others there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub journeys_elsewhere: usize,
    /// What that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journeys_elsewhere_means: Option<Authored>,
    /// The way that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_to: Option<Route>,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
}

/// One thing that can be done. Each key is present only when it says something.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActionRow {
    /// Its id.
    pub action: &'static str,
    /// In the author's words.
    pub does: Authored,
    /// The declared destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goes_to: Option<&'static str>,
    /// What the control holds right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub holds: Option<Arc<RawValue>>,
    /// A human decides.
    #[serde(skip_serializing_if = "is_false")]
    pub high_effect: bool,
    /// The choice belongs to a person.
    #[serde(skip_serializing_if = "is_false")]
    pub human_decides: bool,
    /// Who may.
    #[serde(skip_serializing_if = "<[Principal]>::is_empty")]
    pub may_invoke: &'static [Principal],
    /// Keys that a guard could not judge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guard_unevaluated: Vec<String>,
    /// `false` while it is switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<Always<false>>,
    /// The declared reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_because: Option<BlockedWords>,
    /// What would lift it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unblocked_by: Vec<Unblocker>,
    /// Keys that its card shows and somebody else has changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_reads: Vec<String>,
    /// Keys that it writes and somebody else has changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale_writes: Vec<String>,
    /// Its own earlier fire that has not come to rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior_fire_unsettled: Option<TransitionId>,
    /// Once, and it was done.
    #[serde(skip_serializing_if = "is_false")]
    pub already_performed: bool,
    /// The app's own label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<Arc<str>>,
    /// `false` if nothing is bound to run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materialized: Option<Always<false>>,
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

/// A journey that starts here or is open.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct JourneyRow {
    /// Its id.
    pub journey: &'static str,
    /// In the author's words.
    pub does: Authored,
    /// Whether its own condition holds.
    pub feasible: bool,
    /// What holds its first step that is not done.
    pub standing: Standing,
    /// Keys that the condition could not be judged for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feasibility_unknown_for: Vec<String>,
}

/// A way over declared destinations.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Route {
    /// The page it leads to.
    pub to: &'static str,
    /// One is there.
    #[serde(skip_serializing_if = "is_false")]
    pub already_here: bool,
    /// The way, with the fewest hops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hops: Option<Vec<Hop>>,
    /// What the way is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub means: Option<Authored>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Authored>,
}

/// One step of a way.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Hop {
    /// What to do.
    pub action: &'static str,
    /// Where it leads.
    pub to: &'static str,
}
