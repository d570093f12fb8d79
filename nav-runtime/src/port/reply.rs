//! The replies, as types. The order of fields is the order on the wire.

use crate::{
    Authored, Text,
    expects::Issues,
    graph::{BlockedBecause, ClearedBy, Evidence, Principal, Scope},
    ledger::{AskId, EffectStatus, FireOutcome, Reason, TransitionId, Verified},
    session::Receipts,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

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

    pub(super) fn fired(&self) -> Option<&FiredKeys> {
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

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema, Serialize)]
        #[non_exhaustive]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $variant,)* }
        impl $name {
            /// The word on the wire.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
    )*};
}

words! {
    /// What a reply leaves its reader to do.
    Judgment {
        /// Go somewhere, or wait.
        NavigateOrWait = "navigate-or-wait",
        /// There is one step to take.
        OneReadyStep = "one-ready-step",
        /// There are several.
        NeedsChoice = "needs-choice",
        /// Nothing is left.
        Done = "done",
        /// The journey's own condition does not hold.
        Blocked = "blocked",
        /// The call was wrong.
        Error = "error",
        /// A human decides.
        NeedsConfirm = "needs-confirm",
        /// The human said no.
        Declined = "declined",
        /// A gate turned it away.
        Rejected = "rejected",
        /// It is still out.
        StillPending = "still-pending",
        /// Nobody has decided.
        AwaitingHuman = "awaiting-human",
        /// A yes is on record and nothing has fired.
        ApprovedNotYetDone = "approved-not-yet-done",
        /// The yes has lost its ground.
        ApprovalNoLongerValid = "approval-no-longer-valid",
        /// The yes was taken back.
        ApprovalWithdrawn = "approval-withdrawn",
    }

    /// What holds the first step of a journey that is not done.
    Standing {
        /// Nothing.
        InProgress = "in-progress",
        /// A condition.
        Blocked = "blocked",
        /// Its fire came to rest badly.
        Failed = "failed",
        /// A question that nobody has answered.
        AwaitingHuman = "awaiting-human",
        /// A choice that belongs to a person.
        WithTheHuman = "with-the-human",
        /// The human said no.
        Declined = "declined",
        /// Every step is done.
        Done = "done",
    }

    /// What holds a later step.
    StepStatus {
        /// It is done.
        Done = "done",
        /// A condition does not hold, or the human said no.
        Blocked = "blocked",
        /// It stands on another page.
        OffPage = "off-page",
        /// The app has switched it off.
        SwitchedOff = "switched-off",
        /// It takes a draft field that nobody has provided.
        NeedsDraft = "needs-draft",
        /// Nothing is bound to run it.
        Unwired = "unwired",
    }

    /// Whether a journey is open.
    FrameIs {
        /// It is.
        Open = "open",
        /// Every step of it is done.
        Completed = "completed",
    }

    /// How sure an arrival is.
    Arrival {
        /// The action says so.
        Claimed = "claimed",
        /// The app says so.
        Observed = "observed",
    }
}

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
    fn class(&self) -> Class {
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
    /// What that means.
    pub why: Authored,
    /// The page.
    pub you_are_on: &'static str,
    /// The version.
    pub version: u64,
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
