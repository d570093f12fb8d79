//! Reports and stimuli: how the state changes.

use super::{Cx, Session, context::Origin, inner::Inner};
use crate::{
    graph::{KeySet, Principal},
    ledger::Event,
    state::{NavState, StateView},
};
use std::{any::Any, sync::Arc};

/// What an update came to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Updated {
    /// The session's version after it.
    pub version: u64,
    /// The keys whose values differ now, as agents read them.
    pub changed: Vec<String>,
    /// What it counts as.
    pub counts_as: CountsAs,
}

/// What an update counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CountsAs {
    /// A report of the fire whose context made it.
    Report,
    /// The world moving: no fire's, or one's that has already come to rest.
    Moved,
    /// Nothing: the session is closed, and the state is as it was.
    Closed,
}

impl<S: NavState> Cx<S> {
    /// Changes the state, as a report of this fire: which keys changed is found by comparing.
    ///
    /// The closure works on a copy. If it panics, the state is as it was.
    ///
    /// # Panics
    /// Inside another update closure, of this or any session: an update of an update has no before. The fire that does
    /// it settles as refused; nothing hangs.
    #[track_caller]
    pub fn update(&self, change: impl FnOnce(&mut S)) -> Updated {
        update(&self.raw.inner, self.raw.origin, change)
    }
}

impl<S: NavState> Session<S> {
    /// Changes the state as the world moving, by the app itself. It settles nothing.
    ///
    /// # Panics
    /// Inside another update closure, of this or any session.
    #[track_caller]
    pub fn update(&self, change: impl FnOnce(&mut S)) -> Updated {
        self.update_by(Principal::System, change)
    }

    /// The same, saying by whom.
    ///
    /// # Panics
    /// Inside another update closure, of this or any session.
    #[track_caller]
    pub fn update_by(&self, by: Principal, change: impl FnOnce(&mut S)) -> Updated {
        update(&self.any.0, Origin::World(by), change)
    }
}

/// The only part of an update that is compiled once a state type.
#[track_caller]
fn update<S: NavState>(inner: &Arc<Inner>, origin: Origin, change: impl FnOnce(&mut S)) -> Updated {
    let mut change = Some(change);
    inner.update(origin, &mut |old| {
        let old: &S = (&**old as &dyn Any).downcast_ref::<S>()?;
        let mut new = old.clone();
        (change.take()?)(&mut new);
        let mut keys = KeySet::new();
        new.changed(old, 0, &mut keys);
        Some((Arc::new(new) as Arc<dyn StateView>, keys))
    })
}

type Change<'a> = &'a mut dyn FnMut(&Arc<dyn StateView>) -> Option<(Arc<dyn StateView>, KeySet)>;

impl Inner {
    #[track_caller]
    fn update(self: &Arc<Self>, origin: Origin, change: Change<'_>) -> Updated {
        let _turn = self.turn();
        let (old, closed) = {
            let v = self.view();
            (v.core.state.clone(), v.core.ledger.fold.closed)
        };
        if closed {
            let version = self.view().core.ledger.version;
            return Updated {
                version,
                changed: Vec::new(),
                counts_as: CountsAs::Closed,
            };
        }
        // the author's code, under the turn alone
        let changed = change(&old);
        let mut v = self.view();
        let mut keys = KeySet::new();
        if let Some((new, differ)) = changed {
            keys = differ;
            v.late.old = Some(std::mem::replace(&mut v.core.state, new));
        }
        let fold = &v.core.ledger.fold;
        let (event, counts_as) = match origin {
            Origin::Fire(n) => match fold.fire(n) {
                Some(f) if f.ending.is_none() => (
                    Event::Reported {
                        fire: n,
                        keys: keys.clone(),
                    },
                    CountsAs::Report,
                ),
                Some(f) => (
                    Event::Moved {
                        by: f.by,
                        keys: keys.clone(),
                    },
                    CountsAs::Moved,
                ),
                None => (
                    Event::Moved {
                        by: Principal::System,
                        keys: keys.clone(),
                    },
                    CountsAs::Moved,
                ),
            },
            Origin::World(by) => (Event::Moved { by, keys: keys.clone() }, CountsAs::Moved),
        };
        v.append(event);
        let version = v.core.ledger.version;
        v.release().start();
        Updated {
            version,
            changed: self.key_names(&keys),
            counts_as,
        }
    }

    pub(crate) fn key_names(&self, keys: &KeySet) -> Vec<String> {
        keys.iter().filter_map(|k| self.key_name(k)).collect()
    }

    pub(crate) fn key_name(&self, key: crate::graph::KeyId) -> Option<String> {
        crate::graph::keys::describe(self.data.keys, key).map(|(_, name)| name)
    }
}
