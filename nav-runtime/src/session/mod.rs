//! One session: prepare, decide under one look, release.
//!
//! [`Session`] is a cheap handle on one conversation's walk through a graph. [`AnySession`] is the same conversation
//! without its state's type, which is all that a port, a registry or a page needs.

mod approval;
mod card_draft;
mod cards;
mod context;
mod control;
mod digest;
mod draft;
mod fire;
mod gap;
mod grant;
mod human;
mod inner;
mod journal;
mod kept;
mod launch;
mod options;
mod position;
mod prepare;
mod refusal;
mod report;
mod settle;
mod trace;
mod update;
mod work;

pub use approval::{AnswerError, Card, Receipts, RecentOutcome, RecentStep, WillDo, WillUse};
pub use context::{Context, Cx, RawCx};
pub use control::{ControlHandle, UnknownAction};
pub(crate) use control::{Controls, blocked_because};
pub(crate) use digest::Digest;
pub(crate) use draft::{DraftNow, missing, shown};
pub(crate) use fire::Decision;
pub use fire::Fired;
pub(crate) use gap::What as GapWhat;
pub use gap::{Gap, GapKind, GapSubscription};
pub use grant::{GrantError, GrantTerms};
pub(crate) use inner::{Inner, Launch, View, most_rounds};
pub use journal::{ConfirmRow, Decided, RecordKind, RecordRow, Subscription};
pub(crate) use kept::Kept;
pub use options::{Approval, Caller, OpenError, SessionBuilder, SessionLimits};
pub use position::{Synced, UnknownPage};
pub(crate) use prepare::{Call, Intent, guarded, value};
pub(crate) use refusal::MOST_LISTED;
pub use refusal::Refusal;
pub use report::Reporting;
pub use settle::UnknownTransition;
pub use update::{CountsAs, Updated};
pub use work::{NotCancelled, OpenWork, WorkRow};

use crate::{
    graph::{ActionName, Principal},
    ledger::{AskId, Event, Reason},
    state::NavState,
};
use serde_json::Value;
use std::{marker::PhantomData, ops::Deref, sync::Arc};

/// One conversation's walk through a graph over `S`. Clones share it.
pub struct Session<S> {
    any: AnySession,
    of: PhantomData<fn() -> S>,
}

/// A session without its state's type. Clones share it.
#[derive(Clone)]
pub struct AnySession(pub(crate) Arc<Inner>);

impl<S> Clone for Session<S> {
    fn clone(&self) -> Self {
        Session {
            any: self.any.clone(),
            of: PhantomData,
        }
    }
}

impl<S> Deref for Session<S> {
    type Target = AnySession;
    fn deref(&self) -> &AnySession {
        &self.any
    }
}

impl<S> std::fmt::Debug for Session<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.any, f)
    }
}

impl std::fmt::Debug for AnySession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("graph", &self.0.data.id)
            .field("number", &self.0.number)
            .finish_non_exhaustive()
    }
}

/// How something is fired from inside the process.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct FireOptions {
    /// On whose part. Default: the app itself. Only an agent's fire passes the gates *bound* and *the human*.
    pub principal: Option<Principal>,
    /// The input.
    pub input: Option<Value>,
    /// The instance.
    pub instance: Option<String>,
    /// The question whose yes it uses.
    pub ask_id: Option<AskId>,
}

impl std::fmt::Debug for FireOptions {
    /// Without the input, which is nobody's to print.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FireOptions")
            .field("principal", &self.principal)
            .field("instance", &self.instance)
            .field("ask_id", &self.ask_id)
            .finish_non_exhaustive()
    }
}

impl FireOptions {
    /// A fire of this principal.
    #[must_use]
    pub fn by(principal: Principal) -> Self {
        FireOptions {
            principal: Some(principal),
            ..FireOptions::default()
        }
    }

    /// With an input.
    #[must_use]
    pub fn input(mut self, input: Value) -> Self {
        self.input = Some(input);
        self
    }

    /// For an instance.
    #[must_use]
    pub fn instance(mut self, instance: impl Into<String>) -> Self {
        self.instance = Some(instance.into());
        self
    }

    /// Using the yes to a question.
    #[must_use]
    pub fn ask_id(mut self, ask: AskId) -> Self {
        self.ask_id = Some(ask);
        self
    }
}

/// Why nothing fired.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotFired {
    /// The graph has no action of that id.
    UnknownAction,
    /// A gate turned it away.
    Refused(Box<Refusal>),
    /// A human is asked first.
    Asked(AskId),
}

impl<S> Session<S> {
    pub(crate) fn of(any: AnySession) -> Self {
        Session { any, of: PhantomData }
    }
}

impl<S: NavState> Session<S> {
    /// The state as it is now.
    #[must_use]
    pub fn state(&self) -> Arc<S> {
        context::state_of(&self.any.0)
    }

    /// The app.
    #[must_use]
    pub fn app(&self) -> Arc<S::App> {
        context::app_of::<S>(&self.any.0)
    }

    /// Fires an action. Its handler runs later, on the session's host.
    ///
    /// # Errors
    /// [`NotFired`] says which gate turned it away and what would change that.
    pub fn fire(&self, action: impl ActionName<S>, options: FireOptions) -> Result<Fired, NotFired> {
        let inner = &self.any.0;
        let action = inner.data.action(action.name()).ok_or(NotFired::UnknownAction)?;
        let call = Call {
            action,
            by: options.principal.unwrap_or(Principal::System),
            input: options.input.as_ref(),
            instance: options.instance.as_deref(),
            intent: if options.ask_id.is_some() {
                Intent::Confirm
            } else {
                Intent::Do
            },
            journey: None,
            asks: !inner.options.fires_without_asking,
            ask: options.ask_id.map(|a| a.0),
        };
        let (decision, (), launch) = inner.decide(&call, |_, _| ());
        launch.start();
        match decision {
            Decision::Fired(fired) => Ok(fired),
            Decision::Refused(refusal) => Err(NotFired::Refused(refusal)),
            Decision::Asked { card, .. } => Err(NotFired::Asked(AskId(card))),
            Decision::Declined { .. } => Err(NotFired::Refused(Refusal::of(Reason::ApprovalDeclined))),
        }
    }
}

impl AnySession {
    /// On whose behalf it runs.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.0.options.caller
    }

    /// The graph's id.
    #[must_use]
    pub fn graph_id(&self) -> &'static str {
        self.0.data.id
    }

    /// How many changes have been recorded.
    #[must_use]
    pub fn version(&self) -> u64 {
        let v = self.0.view();
        let version = v.core.ledger.version;
        v.release().start();
        version
    }

    /// Ends it: nothing fires any more, what is out comes to rest, answers are still given. Ending it twice is once.
    pub fn close(&self) {
        let mut v = self.0.view();
        if !v.core.ledger.fold.closed {
            v.append(Event::Closed);
        }
        v.release().start();
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        let v = self.0.view();
        let closed = v.core.ledger.fold.closed;
        v.release().start();
        closed
    }

    /// Whether it has ended and nothing is out any more.
    fn is_at_rest(&self) -> bool {
        let v = self.0.view();
        let fold = &v.core.ledger.fold;
        let at_rest = fold.closed && fold.pending.is_empty();
        v.release().start();
        at_rest
    }

    /// For this crate's own tests: whether the recorded events alone give what answers are read from.
    #[doc(hidden)]
    #[must_use]
    pub fn __replays(&self) -> Option<bool> {
        let v = self.0.view();
        let replays = v.core.ledger.replays(self.0.data);
        v.release().start();
        replays
    }

    /// For this crate's own tests: recorded events, fires and bytes of data that are kept now.
    #[doc(hidden)]
    #[must_use]
    pub fn __kept(&self) -> (usize, usize, usize) {
        let v = self.0.view();
        let ledger = &v.core.ledger;
        let kept = (
            ledger.events.len(),
            ledger.fold.fires.len() + ledger.fold.kept.len(),
            ledger.rest_bytes(),
        );
        v.release().start();
        kept
    }

    /// Resolves after the next change that is recorded.
    pub fn changed(&self) -> impl Future<Output = ()> + Send + 'static + use<> {
        self.0.changed.listen()
    }
}
