//! Why a call was turned away.

use serde::Serialize;

/// Why a call was turned away, as one word. The reply's `why` names the next move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum Reason {
    // the session's gates
    /// A condition does not hold.
    GuardFailed,
    /// It stands on another page.
    NotOnPage,
    /// The principal may not.
    PrincipalNotAllowed,
    /// It has several instances and none was named.
    InstanceRequired,
    /// There is no such instance.
    InstanceUnknown,
    /// The input does not fit.
    PayloadInvalid,
    /// The draft lacks fields.
    DraftIncomplete,
    /// It is switched off.
    ToolDisabled,
    /// Nothing is bound to run it.
    NotMaterialized,
    /// One at a time, and one is out.
    PriorFirePending,
    /// Once, and it was done.
    DuplicateExecution,
    /// A human has to say yes first.
    ApprovalRequired,
    /// The yes was used.
    ApprovalSpent,
    /// What the yes covered has changed.
    ApprovalStale,
    /// The yes was taken back.
    ApprovalRevoked,
    /// The person said no.
    ApprovalDeclined,
    // what a call got wrong, or what there is no room for
    /// There is no such tool.
    UnknownTool,
    /// No action of that name is served here.
    UnknownAction,
    /// Several are.
    AmbiguousAction,
    /// No action was named.
    ActionRequired,
    /// The journey has no such step.
    UnknownStep,
    /// Several of its steps end with that name.
    AmbiguousStep,
    /// There is no such journey.
    UnknownJourney,
    /// No journey was named.
    JourneyRequired,
    /// There is no such page.
    UnknownPage,
    /// No key was named.
    KeyRequired,
    /// The state has no such key.
    UnknownKey,
    /// No id was named.
    TransitionIdRequired,
    /// Nothing has that id.
    UnknownTransition,
    /// It had that id, and its record was dropped.
    Forgotten,
    /// An argument is unknown or of a wrong type.
    ArgumentInvalid,
    /// Both at once.
    ConfirmAndDecline,
    /// Too many fires are out.
    TooManyPending,
    /// Too many questions are open.
    TooManyQuestions,
    /// The journal cannot be written.
    JournalUnavailable,
    /// No conversation was named.
    ConversationRequired,
    /// The conversation is over.
    ConversationEnded,
    /// The caller has too many.
    TooManyConversations,
    /// The app does not open one for this caller.
    ConversationDenied,
}

impl Reason {
    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reason::GuardFailed => "GUARD_FAILED",
            Reason::NotOnPage => "NOT_ON_PAGE",
            Reason::PrincipalNotAllowed => "PRINCIPAL_NOT_ALLOWED",
            Reason::InstanceRequired => "INSTANCE_REQUIRED",
            Reason::InstanceUnknown => "INSTANCE_UNKNOWN",
            Reason::PayloadInvalid => "PAYLOAD_INVALID",
            Reason::DraftIncomplete => "DRAFT_INCOMPLETE",
            Reason::ToolDisabled => "TOOL_DISABLED",
            Reason::NotMaterialized => "NOT_MATERIALIZED",
            Reason::PriorFirePending => "PRIOR_FIRE_PENDING",
            Reason::DuplicateExecution => "DUPLICATE_EXECUTION",
            Reason::ApprovalRequired => "APPROVAL_REQUIRED",
            Reason::ApprovalSpent => "APPROVAL_SPENT",
            Reason::ApprovalStale => "APPROVAL_STALE",
            Reason::ApprovalRevoked => "APPROVAL_REVOKED",
            Reason::ApprovalDeclined => "APPROVAL_DECLINED",
            Reason::UnknownTool => "UNKNOWN_TOOL",
            Reason::UnknownAction => "UNKNOWN_ACTION",
            Reason::AmbiguousAction => "AMBIGUOUS_ACTION",
            Reason::ActionRequired => "ACTION_REQUIRED",
            Reason::UnknownStep => "UNKNOWN_STEP",
            Reason::AmbiguousStep => "AMBIGUOUS_STEP",
            Reason::UnknownJourney => "UNKNOWN_JOURNEY",
            Reason::JourneyRequired => "JOURNEY_REQUIRED",
            Reason::UnknownPage => "UNKNOWN_PAGE",
            Reason::KeyRequired => "KEY_REQUIRED",
            Reason::UnknownKey => "UNKNOWN_KEY",
            Reason::TransitionIdRequired => "TRANSITION_ID_REQUIRED",
            Reason::UnknownTransition => "UNKNOWN_TRANSITION",
            Reason::Forgotten => "FORGOTTEN",
            Reason::ArgumentInvalid => "ARGUMENT_INVALID",
            Reason::ConfirmAndDecline => "CONFIRM_AND_DECLINE",
            Reason::TooManyPending => "TOO_MANY_PENDING",
            Reason::TooManyQuestions => "TOO_MANY_QUESTIONS",
            Reason::JournalUnavailable => "JOURNAL_UNAVAILABLE",
            Reason::ConversationRequired => "CONVERSATION_REQUIRED",
            Reason::ConversationEnded => "CONVERSATION_ENDED",
            Reason::TooManyConversations => "TOO_MANY_CONVERSATIONS",
            Reason::ConversationDenied => "CONVERSATION_DENIED",
        }
    }
}
