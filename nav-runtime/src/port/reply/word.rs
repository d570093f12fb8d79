//! The words of the replies.

use crate::vocabulary::words;

words! {
    /// What a reply leaves its reader to do.
    #[non_exhaustive]
    pub enum Judgment {
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
    #[non_exhaustive]
    pub enum Standing {
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
    #[non_exhaustive]
    pub enum StepStatus {
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
    #[non_exhaustive]
    pub enum FrameIs {
        /// It is.
        Open = "open",
        /// Every step of it is done.
        Completed = "completed",
    }

    /// How sure an arrival is.
    #[non_exhaustive]
    pub enum Arrival {
        /// The action says so.
        Claimed = "claimed",
        /// The app says so.
        Observed = "observed",
    }

    /// How an attempt came to rest, in flat words. Nothing is rounded up.
    #[non_exhaustive]
    pub enum Grade {
        /// It was committed, and what it declares to change was seen to change.
        DidHappen = "DID happen",
        /// It was committed, and what it declares to change did not.
        NotObserved = "ran, but the declared effect was NOT observed",
        /// It was committed, and there is nothing to check it against.
        Unobservable = "ran, but the effect was unobservable",
        /// Its handler failed after something had changed.
        FailedAfterWriting = "ran, but failed after writing",
        /// It was cut off, took too long, or was overtaken.
        NeverObserved = "ran, but the outcome was never observed",
        /// It was refused, failed or rolled back, or nothing was bound to run it.
        DidNotHappen = "did NOT happen",
        /// It has not come to rest.
        NotYetKnown = "not yet known",
    }
}
