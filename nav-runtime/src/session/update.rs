//! Reports and stimuli: how the state changes.

use super::{
    Cx, Session,
    context::Origin,
    gap::What,
    inner::{Inner, View},
    kept::Kept,
    launch::End,
};
use crate::{
    graph::{ActionIx, Completion, KeyId, KeySet, Principal},
    ledger::{Event, Fire, FireNo},
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
pub(super) fn update<S: NavState>(inner: &Arc<Inner>, origin: Origin, change: impl FnOnce(&mut S)) -> Updated {
    let mut change = Some(change);
    inner.update(origin, &mut |old| {
        let old = (old as &dyn Any).downcast_ref::<S>()?;
        // also the copy that a panic leaves behind ends quietly
        let mut new = Kept::new(old.clone());
        let mut keys = KeySet::new();
        let copy = new.alone()?;
        (change.take()?)(copy);
        copy.changed(old, 0, &mut keys);
        Some((Kept::from(new.handle() as Arc<dyn StateView>), keys))
    })
}

type Change<'a> = &'a mut dyn FnMut(&dyn StateView) -> Option<(Kept<dyn StateView>, KeySet)>;

impl Inner {
    #[track_caller]
    fn update(self: &Arc<Self>, origin: Origin, change: Change<'_>) -> Updated {
        let turn = self.turn();
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
        let changed = change(&*old);
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
        v.note_undeclared(origin, &keys);
        let seen = v.observe_for_others(origin, &keys);
        let version = v.core.ledger.version;
        let launch = v.release();
        drop(turn);
        // the old state's `Drop` and who is woken may update in turn
        drop(old);
        launch.start();
        for (fire, action) in seen {
            self.settle(fire, action, End::Seen);
        }
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

impl View<'_> {
    /// A write outside the declared ones is recorded like any other, and noted.
    fn note_undeclared(&mut self, origin: Origin, keys: &KeySet) {
        let Origin::Fire(n) = origin else { return };
        let data = self.inner.data;
        let Some(action) = self.core.ledger.fold.fire(n).map(|f| f.action) else {
            return;
        };
        let declared = data.actions[action.at()].facts.map_or(&[][..], |f| f.writes);
        let declares = |k: &KeyId| declared.iter().any(|d| crate::graph::keys::overlap(data.keys, *d, *k));
        let undeclared: Vec<KeyId> = keys.iter().filter(|k| !declares(k)).collect();
        if !undeclared.is_empty() {
            let (page, version) = (self.core.ledger.fold.page, self.core.ledger.version);
            let what = What::Undeclared {
                action,
                keys: undeclared,
            };
            self.core.gaps.add(page, version, what);
        }
    }

    /// Fires that any writer of their declared keys settles: what this update changed is noted on them. Returned are
    /// those whose declared keys have now all changed.
    fn observe_for_others(&mut self, origin: Origin, keys: &KeySet) -> Vec<(FireNo, ActionIx)> {
        let data = self.inner.data;
        let fold = &self.core.ledger.fold;
        let waits = |f: &&Fire| {
            let facts = data.actions[f.action.at()].facts;
            origin != Origin::Fire(f.n) && facts.is_some_and(|f| f.meta.completion == Completion::Observed)
        };
        let waiting: Vec<_> = fold.out().filter(waits).map(|f| (f.n, f.action)).collect();
        let mut complete = Vec::new();
        for (fire, action) in waiting {
            let declared = data.actions[action.at()].facts.map_or(&[][..], |f| f.writes);
            let touched: KeySet = declared.iter().copied().filter(|k| keys.contains(*k)).collect();
            if touched.is_empty() {
                continue;
            }
            self.append(Event::Reported { fire, keys: touched });
            let changed = self.core.ledger.fold.fire(fire).map(|f| &f.changed);
            if changed.is_some_and(|c| declared.iter().all(|k| c.contains(*k))) {
                complete.push((fire, action));
            }
        }
        complete
    }
}
