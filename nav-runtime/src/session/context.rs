//! What a handler is handed.

use super::{Caller, inner::Inner};
use crate::{
    graph::{ActionIx, Principal},
    ledger::{FireNo, TransitionId},
    state::{NavState, StateView},
};
use std::{any::Any, marker::PhantomData, sync::Arc};

/// Whose update it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A fire's own report.
    Fire(FireNo),
    /// The world moving.
    World(Principal),
}

/// The context of one fire, before the state's type is known.
#[derive(Clone)]
pub struct RawCx {
    pub(crate) inner: Arc<Inner>,
    pub(crate) origin: Origin,
    pub(crate) action: ActionIx,
    pub(crate) instance: Option<Arc<str>>,
}

/// What a handler is handed: the app, the state, and the way to report what changed. A cheap handle, taken by value.
///
/// The fire's identity travels with it: an update made through it is that fire's report, wherever and whenever it is
/// made.
pub struct Cx<S> {
    pub(crate) raw: RawCx,
    of: PhantomData<fn() -> S>,
}

/// Ties a written `Cx<S>` to its state, whatever it is called.
#[doc(hidden)]
pub trait Context {
    type State;
}

impl<S> Context for Cx<S> {
    type State = S;
}

impl<S> Clone for Cx<S> {
    fn clone(&self) -> Self {
        Cx {
            raw: self.raw.clone(),
            of: PhantomData,
        }
    }
}

impl<S> Cx<S> {
    pub(crate) fn new(raw: RawCx) -> Self {
        Cx { raw, of: PhantomData }
    }

    /// On whose behalf the session runs.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.raw.inner.options.caller
    }

    /// The instance that was named, as text.
    #[must_use]
    pub fn instance(&self) -> Option<&str> {
        self.raw.instance.as_deref()
    }

    /// The fire's id. `None` where nothing has fired: in a function that a card `shows`.
    #[must_use]
    pub fn transition_id(&self) -> Option<TransitionId> {
        match self.raw.origin {
            Origin::Fire(n) => Some(TransitionId {
                action: self.raw.inner.data.actions[self.raw.action.at()].id,
                n,
            }),
            Origin::World(_) => None,
        }
    }

    /// A key that is the same for this fire and no other of the process: hand it to a backend that knows repeats.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        let n = match self.raw.origin {
            Origin::Fire(n) => n.0,
            Origin::World(_) => 0,
        };
        let mut key = String::with_capacity(32);
        let named = format!("{}/{n}", self.raw.inner.number);
        for byte in &self.raw.inner.secret.digest(named.as_bytes())[..16] {
            use std::fmt::Write;
            let _ = write!(key, "{byte:02x}");
        }
        key
    }

    /// Who fired it.
    #[must_use]
    pub fn principal(&self) -> Principal {
        match self.raw.origin {
            Origin::World(by) => by,
            Origin::Fire(n) => {
                let v = self.raw.inner.view();
                let by = v.core.ledger.fold.fire(n).map_or(Principal::System, |f| f.by);
                v.release().start();
                by
            }
        }
    }
}

impl<S: NavState> Cx<S> {
    /// The app.
    #[must_use]
    pub fn app(&self) -> &S::App {
        downcast(&*self.raw.inner.app)
    }

    /// The state as it is now.
    #[must_use]
    pub fn state(&self) -> Arc<S> {
        state_of(&self.raw.inner)
    }
}

/// A session is opened with the app and the state of its graph's type, and neither is ever replaced by another.
#[expect(clippy::panic, reason = "a graph and its session share one type parameter")]
fn downcast<T: 'static>(any: &(dyn Any + Send + Sync)) -> &T {
    match any.downcast_ref() {
        Some(app) => app,
        None => panic!("a session's app has the type that its state names"),
    }
}

pub(crate) fn state_of<S: NavState>(inner: &Arc<Inner>) -> Arc<S> {
    let v = inner.view();
    let state = v.core.state.handle();
    v.release().start();
    typed(state)
}

#[expect(clippy::panic, reason = "a graph and its session share one type parameter")]
fn typed<S: NavState>(state: Arc<dyn StateView>) -> Arc<S> {
    let any: Arc<dyn Any + Send + Sync> = state;
    match any.downcast() {
        Ok(state) => state,
        Err(_) => panic!("a session's state has the type that its graph names"),
    }
}

#[expect(clippy::panic, reason = "a graph and its session share one type parameter")]
pub(crate) fn app_of<S: NavState>(inner: &Arc<Inner>) -> Arc<S::App> {
    match inner.app.handle().downcast() {
        Ok(app) => app,
        Err(_) => panic!("a session's app has the type that its state names"),
    }
}
