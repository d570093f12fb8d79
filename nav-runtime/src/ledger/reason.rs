//! Why a call was turned away.

use crate::vocabulary::words;

words! {
    /// Why a call was turned away, as one word. The reply's `why` names the next move.
    #[non_exhaustive]
    pub enum Reason {
        // the session's gates
        /// A condition does not hold.
        GuardFailed = "GUARD_FAILED",
        /// It stands on another page.
        NotOnPage = "NOT_ON_PAGE",
        /// The principal may not.
        PrincipalNotAllowed = "PRINCIPAL_NOT_ALLOWED",
        /// It has several instances and none was named.
        InstanceRequired = "INSTANCE_REQUIRED",
        /// There is no such instance.
        InstanceUnknown = "INSTANCE_UNKNOWN",
        /// The input does not fit.
        PayloadInvalid = "PAYLOAD_INVALID",
        /// The draft lacks fields.
        DraftIncomplete = "DRAFT_INCOMPLETE",
        /// It is switched off.
        ToolDisabled = "TOOL_DISABLED",
        /// Nothing is bound to run it.
        NotMaterialized = "NOT_MATERIALIZED",
        /// One at a time, and one is out.
        PriorFirePending = "PRIOR_FIRE_PENDING",
        /// Once, and it was done.
        DuplicateExecution = "DUPLICATE_EXECUTION",
        /// A human has to say yes first.
        ApprovalRequired = "APPROVAL_REQUIRED",
        /// The yes was used.
        ApprovalSpent = "APPROVAL_SPENT",
        /// What the yes covered has changed.
        ApprovalStale = "APPROVAL_STALE",
        /// The yes was taken back.
        ApprovalRevoked = "APPROVAL_REVOKED",
        /// The person said no.
        ApprovalDeclined = "APPROVAL_DECLINED",
        // what a call got wrong, or what there is no room for
        /// There is no such tool.
        UnknownTool = "UNKNOWN_TOOL",
        /// No action of that name is served here.
        UnknownAction = "UNKNOWN_ACTION",
        /// Several are.
        AmbiguousAction = "AMBIGUOUS_ACTION",
        /// No action was named.
        ActionRequired = "ACTION_REQUIRED",
        /// The journey has no such step.
        UnknownStep = "UNKNOWN_STEP",
        /// Several of its steps end with that name.
        AmbiguousStep = "AMBIGUOUS_STEP",
        /// There is no such journey.
        UnknownJourney = "UNKNOWN_JOURNEY",
        /// No journey was named.
        JourneyRequired = "JOURNEY_REQUIRED",
        /// There is no such page.
        UnknownPage = "UNKNOWN_PAGE",
        /// No key was named.
        KeyRequired = "KEY_REQUIRED",
        /// The state has no such key.
        UnknownKey = "UNKNOWN_KEY",
        /// No id was named.
        TransitionIdRequired = "TRANSITION_ID_REQUIRED",
        /// Nothing has that id.
        UnknownTransition = "UNKNOWN_TRANSITION",
        /// It had that id, and its record was dropped.
        Forgotten = "FORGOTTEN",
        /// An argument is unknown or of a wrong type.
        ArgumentInvalid = "ARGUMENT_INVALID",
        /// Both at once.
        ConfirmAndDecline = "CONFIRM_AND_DECLINE",
        /// Too many fires are out.
        TooManyPending = "TOO_MANY_PENDING",
        /// Too many questions are open.
        TooManyQuestions = "TOO_MANY_QUESTIONS",
        /// What it rests on changes whenever it is judged.
        TooManyChanges = "TOO_MANY_CHANGES",
        /// The journal cannot be written.
        JournalUnavailable = "JOURNAL_UNAVAILABLE",
        /// No conversation was named.
        ConversationRequired = "CONVERSATION_REQUIRED",
        /// The conversation is over.
        ConversationEnded = "CONVERSATION_ENDED",
        /// The caller has too many.
        TooManyConversations = "TOO_MANY_CONVERSATIONS",
        /// The app does not open one for this caller.
        ConversationDenied = "CONVERSATION_DENIED",
    }
}
