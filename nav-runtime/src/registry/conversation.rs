//! One conversation, and whether it may end.

use super::{ConversationId, handle::Hashed};
use crate::{
    ledger::{CardIs, TransitionId},
    session::AnySession,
};
use std::{
    any::Any,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

/// One conversation.
pub struct Conversation {
    pub(super) id: ConversationId,
    pub(super) found_by: Hashed,
    pub(super) session: AnySession,
    pub(super) typed: Box<dyn Any + Send + Sync>,
    pub(super) keeps: Keeps,
    pub(super) touched: Mutex<SystemTime>,
}

/// How long a conversation is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keeps {
    UntilIdle,
    WithTheProcess,
}

/// What is lost if a conversation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// A fire that is out, a question that waits, work that is open.
    Needed,
    /// What was done in it.
    Used,
    /// Nothing was ever done in it.
    Unused,
}

/// What still ran when the service shut down.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StillRunning {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its fires that have not come to rest.
    pub fires: Vec<TransitionId>,
}

impl Conversation {
    /// Its public id.
    #[must_use]
    pub fn id(&self) -> ConversationId {
        self.id
    }

    /// Its session, without the state's type; [`Registry::with`](super::Registry::with) gives it with.
    #[must_use]
    pub fn session(&self) -> &AnySession {
        &self.session
    }

    pub(super) fn touched(&self) -> MutexGuard<'_, SystemTime> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now(&self) -> SystemTime {
        self.session.0.host.now()
    }

    pub(super) fn standing(&self) -> Standing {
        let view = self.session.0.view();
        let fold = &view.core.ledger.fold;
        let asks = fold
            .cards
            .iter()
            .any(|card| matches!(card.is, CardIs::Open | CardIs::Approved));
        let standing = if !fold.pending.is_empty() || !fold.work.is_empty() || asks {
            Standing::Needed
        } else if fold.next_fire > 1 {
            Standing::Used
        } else {
            Standing::Unused
        };
        view.release().start();
        standing
    }

    pub(super) fn is_over(&self, now: SystemTime, idle: Duration) -> bool {
        let since = now.duration_since(*self.touched()).unwrap_or_default();
        self.keeps == Keeps::UntilIdle && since >= idle && self.standing() != Standing::Needed
    }
}

impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
