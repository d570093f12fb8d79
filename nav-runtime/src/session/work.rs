//! Work that an app has open, and asking a handler to stop.

use super::{AnySession, Cx, context::Origin, inner::Inner};
use crate::{
    graph::ActionIx,
    ledger::{Event, FireNo, TransitionId, Watch},
};
use std::{future::Future, sync::Arc};

/// A piece of work that the app has begun. It is open until this is dropped; no clock ends it.
#[derive(Debug)]
pub struct OpenWork {
    session: AnySession,
    n: u32,
}

/// A piece of work as it is listed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorkRow {
    /// The app's label: data.
    pub label: Arc<str>,
    /// The action it is about.
    pub action: &'static str,
    /// The fire it belongs to, if it is a handler's.
    pub transition_id: Option<TransitionId>,
    /// How far it is: of so many, if the app said.
    pub progress: Option<(u64, u64)>,
}

/// The label of a piece of work, beside its place in the fold.
pub(crate) struct WorkLabel {
    pub(crate) n: u32,
    pub(crate) label: Arc<str>,
    pub(crate) progress: Option<(u64, u64)>,
}

impl OpenWork {
    pub(super) fn begin(inner: &Arc<Inner>, action: ActionIx, fire: Option<FireNo>, label: &str) -> OpenWork {
        let label = crate::produced::clean_label(label).into();
        let mut v = inner.view();
        let work = v.core.ledger.fold.next_work;
        v.append(Event::WorkOpened { work, action, fire });
        v.core.work.push(WorkLabel {
            n: work,
            label,
            progress: None,
        });
        v.release().start();
        OpenWork {
            session: AnySession(inner.clone()),
            n: work,
        }
    }

    /// How far it is. It raises no version.
    pub fn progress(&self, done: u64, of: u64) {
        let mut v = self.session.0.view();
        if let Some(work) = v.core.work.iter_mut().find(|w| w.n == self.n) {
            work.progress = Some((done, of));
        }
        v.release().start();
        self.session.0.changed.notify(usize::MAX);
    }
}

impl Drop for OpenWork {
    fn drop(&mut self) {
        let mut v = self.session.0.view();
        v.core.work.retain(|w| w.n != self.n);
        v.append(Event::WorkClosed { work: self.n });
        v.release().start();
    }
}

impl<S> Cx<S> {
    /// Says what this fire is working on, until what is returned is dropped.
    #[must_use = "the work ends when this is dropped"]
    pub fn working(&self, label: &str) -> OpenWork {
        let fire = match self.raw.origin {
            Origin::Fire(n) => Some(n),
            Origin::World(_) => None,
        };
        OpenWork::begin(&self.raw.inner, self.raw.action, fire, label)
    }

    /// Labels the control while it is busy; `None`: no more. It gates nothing, and no clock ends it.
    pub fn busy(&self, label: Option<&str>) {
        super::ControlHandle::of(
            AnySession(self.raw.inner.clone()),
            self.raw.action,
            self.raw.instance.clone(),
        )
        .set_busy(label);
    }

    /// Resolves when somebody has asked for this fire to stop. Only an action that is declared `cancellable` is ever
    /// asked; for any other it never resolves.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static + use<S> {
        let watch = match self.raw.origin {
            Origin::World(_) => None,
            Origin::Fire(n) => {
                let mut v = self.raw.inner.view();
                let watch = v.core.ledger.cancel_of(n);
                v.release().start();
                Some(watch)
            }
        };
        async move {
            match watch {
                Some(watch) => watch.wait().await,
                None => std::future::pending().await,
            }
        }
    }
}

/// Why nobody was asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotCancelled {
    /// No fire of this session has that id.
    #[error("no fire of this session has that id")]
    UnknownTransition,
    /// It has come to rest.
    #[error("the fire has come to rest already")]
    AtRest,
    /// Its action does not listen.
    #[error("the action is not declared `cancellable`")]
    NotCancellable,
}

impl AnySession {
    /// Asks a fire to stop. Whether it does is its handler's choice, and how it ends is said by its settlement.
    ///
    /// # Errors
    /// [`NotCancelled`].
    pub fn cancel(&self, id: &str) -> Result<(), NotCancelled> {
        let mut v = self.0.view();
        let fire = v.fire_of(id).and_then(|n| v.core.ledger.fold.fire(n));
        let asked = match fire.map(|f| (f.n, f.ending, f.action)) {
            None => Err(NotCancelled::UnknownTransition),
            Some((_, Some(_), _)) => Err(NotCancelled::AtRest),
            Some((n, None, action)) => match self.0.data.actions[action.at()].facts {
                Some(f) if f.meta.cancellable => Ok(v.core.ledger.cancel_of(n)),
                _ => Err(NotCancelled::NotCancellable),
            },
        };
        v.release().start();
        asked.map(|watch: Arc<Watch>| watch.set())
    }

    /// The work that the app has open, oldest first.
    #[must_use]
    pub fn open_work(&self) -> Vec<WorkRow> {
        let v = self.0.view();
        let data = self.0.data;
        let rows = v.core.work.iter().filter_map(|label| {
            let work = v.core.ledger.fold.work.iter().find(|w| w.n == label.n)?;
            let action = data.actions[work.action.at()].id;
            Some(WorkRow {
                label: label.label.clone(),
                action,
                transition_id: work.fire.map(|n| TransitionId { action, n }),
                progress: label.progress,
            })
        });
        let rows = rows.collect();
        v.release().start();
        rows
    }
}
