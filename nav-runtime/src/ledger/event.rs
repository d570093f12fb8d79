//! What is recorded: names, keys and numbers, never a value.

use super::records::{Answer, CardNo, Ending, FireNo, FireOutcome};
use crate::graph::{ActionIx, JourneyIx, KeySet, PageIx, Principal, Tri};
use std::sync::Arc;

/// One recorded change of a session. The session's version counts them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// The session began on a page.
    Opened { page: PageIx },
    /// The app said where the user is.
    Synced { page: PageIx, by: Principal },
    /// A journey was opened, or returned to.
    FrameOpened { journey: JourneyIx },
    /// A journey's completion was told.
    FrameClosed { journey: JourneyIx },
    /// Every gate was passed and the handler is on its way.
    Fired {
        fire: FireNo,
        action: ActionIx,
        page: PageIx,
        by: Principal,
        already_true: bool,
        detail: Option<Arc<Detail>>,
    },
    /// A fire's own update.
    Reported { fire: FireNo, keys: KeySet },
    /// A fire filled a field of its journey's draft.
    Stored {
        journey: JourneyIx,
        field: u16,
        fire: FireNo,
    },
    /// A field of a draft has no value any more.
    Dropped {
        journey: JourneyIx,
        field: u16,
        fire: FireNo,
    },
    /// A draft was sent and is empty again.
    Sent { journey: JourneyIx },
    /// A fire came to rest.
    Settled {
        fire: FireNo,
        ending: Ending,
        verify: Option<Tri>,
        by: Option<Principal>,
        /// Whether it left data or words.
        left: bool,
    },
    /// What became of a fire at rest has changed. Its receipt stays as it is.
    Revised { fire: FireNo, outcome: FireOutcome },
    /// The caller knows that declared keys of an action were changed by somebody else.
    Acknowledged { action: ActionIx },
    /// The world moved: an update that is no fire's, or comes after its fire was settled.
    Moved { by: Principal, keys: KeySet },
    /// A question was put to a human.
    Asked {
        card: CardNo,
        action: ActionIx,
        by: Principal,
    },
    /// It was answered, withdrawn, or lost its ground.
    Answered {
        card: CardNo,
        answer: Answer,
        by: Principal,
    },
    /// A person said yes ahead.
    Granted { action: ActionIx, by: Principal },
    /// And took it back.
    GrantEnded { action: ActionIx },
    /// A yes was used.
    Spent { card: CardNo, fire: FireNo },
    /// The app opened a piece of work.
    WorkOpened {
        work: u32,
        action: ActionIx,
        fire: Option<FireNo>,
    },
    /// And finished it.
    WorkClosed { work: u32 },
    /// The app changed a control.
    Switched { action: ActionIx },
    /// The session ended.
    Closed,
}

/// What only some fires have.
#[derive(Debug, PartialEq)]
pub(crate) struct Detail {
    /// The instance it was fired for.
    pub(crate) instance: Option<Box<str>>,
    /// A digest of its input, for scopes.
    pub(crate) input: u64,
    /// The draft fields it takes, each as it was filled then.
    pub(crate) took: Box<[(u16, u32)]>,
}

/// An event and its time, in milliseconds since the session was opened.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    pub(crate) ms: u32,
    pub(crate) event: Event,
}
