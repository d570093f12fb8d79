//! `why`: the recorded writes that led to a key's value, backwards.

use super::{Always, Instead, Port, Reply, SliceRow, Why, WroteKey, words};
use crate::{
    graph::{ActionIx, KeyId, KeySet, PageIx, Which, keys},
    ledger::{Event, FireNo, Reason},
    session::View,
};

/// Writes that one answer follows.
const MOST_LINKS: usize = 20;

/// One write, copied out of a look.
struct Link {
    fire: Option<(ActionIx, FireNo)>,
    by: crate::Principal,
    /// Each key, and whether nothing has written it since.
    wrote: Vec<(KeyId, bool)>,
    reads: KeySet,
    version: u64,
}

impl Port {
    pub(super) fn why(&self, name: Option<&str>) -> Reply {
        let data = self.data();
        let Some(key) = name.and_then(|n| keys::by_wire_name(data.keys, n)) else {
            let look = self.look();
            let instead = Instead {
                keys: Some(self.all_keys()),
                ..Instead::default()
            };
            return self.error(&look, Reason::UnknownKey, Some(words::why(Reason::UnknownKey)), instead);
        };
        // the fold knows every key's last writer, so that no dropped record can hide one
        let (look, (links, written)) = self.look_then(|v| {
            let written = self.last_write(v, &KeySet::from_iter([key])) > 0;
            (self.slice(v, key), written)
        });
        let value = |k: KeyId| keys::path(data.keys, k).map(|(_, path)| crate::session::value(&*look.state, &path));
        let slice: Vec<_> = links
            .into_iter()
            .map(|link| SliceRow {
                action: link.fire.map(|(a, _)| data.actions[a.at()].id),
                transition_id: link.fire.map(|(a, n)| self.transition(a, n)),
                principal: link.by,
                stimulus: link.fire.is_none(),
                wrote: (link.wrote.into_iter())
                    .filter_map(|(k, stands)| {
                        Some(WroteKey {
                            key: self.inner.key_name(k)?,
                            value: stands.then(|| value(k)).flatten(),
                        })
                    })
                    .collect(),
                reads: self.inner.key_names(&link.reads),
                version: link.version,
            })
            .collect();
        Reply::Why(Box::new(Why {
            ok: Always,
            key: self.inner.key_name(key).unwrap_or_default(),
            holds: value(key),
            why: match (slice.is_empty(), written) {
                (false, _) => words::WHY_SLICE,
                (true, false) => words::WHY_NOTHING,
                (true, true) => words::WHY_DROPPED,
            },
            slice,
            you_are_on: look.page_id(data),
            version: look.version,
        }))
    }

    pub(super) fn all_keys(&self) -> Vec<String> {
        (0..keys::count(self.data().keys))
            .filter_map(|k| self.inner.key_name(KeyId(k)))
            .collect()
    }

    /// Walks the events backwards: the last write of the key, then the last writes of what that one's action looked at.
    fn slice(&self, v: &View<'_>, key: KeyId) -> Vec<Link> {
        let data = self.data();
        let ledger = &v.core.ledger;
        let mut wanted = KeySet::from_iter([key]);
        let mut links = Vec::new();
        // whatever was written after the last write of the key is none of it
        let mut version = self.last_write(v, &wanted);
        for timed in ledger.events.iter().rev().skip((ledger.version - version) as usize) {
            let (fire, by, changed) = match &timed.event {
                Event::Reported { fire, keys } => match ledger.fold.fire(*fire) {
                    Some(f) => (Some((f.action, *fire, f.page)), f.by, keys),
                    None => (None, crate::Principal::System, keys),
                },
                Event::Moved { by, keys } => (None, *by, keys),
                _ => {
                    version -= 1;
                    continue;
                }
            };
            let wrote: Vec<KeyId> = changed
                .iter()
                .filter(|c| wanted.iter().any(|w| keys::overlap(data.keys, *c, w)))
                .collect();
            if !wrote.is_empty() {
                let mut left = KeySet::new();
                wanted
                    .iter()
                    .filter(|w| !wrote.iter().any(|c| keys::overlap(data.keys, *c, *w)))
                    .for_each(|w| left.insert(w));
                let reads = fire.map_or_else(KeySet::new, |(a, _, page)| self.looked_at(a, page));
                left.extend(&reads);
                wanted = left;
                let stands = |k: KeyId| {
                    let last = ledger.fold.writers.get(usize::from(k.0));
                    last.is_some_and(|w| w.version == version)
                };
                links.push(Link {
                    fire: fire.map(|(a, n, _)| (a, n)),
                    by,
                    wrote: wrote.into_iter().map(|k| (k, stands(k))).collect(),
                    reads,
                    version,
                });
                if links.len() == MOST_LINKS || self.last_write(v, &wanted) <= ledger.dropped {
                    break;
                }
            }
            version -= 1;
        }
        links
    }

    /// The version at which any of these keys, one above or one below, was written last; 0 if none ever was.
    fn last_write(&self, v: &View<'_>, wanted: &KeySet) -> u64 {
        let data = self.data();
        (0..)
            .zip(&v.core.ledger.fold.writers)
            .filter(|(k, w)| w.version > 0 && wanted.iter().any(|want| keys::overlap(data.keys, KeyId(*k), want)))
            .map(|(_, w)| w.version)
            .max()
            .unwrap_or(0)
    }

    /// What an action's conditions and its declared `reads` looked at.
    fn looked_at(&self, action: ActionIx, page: PageIx) -> KeySet {
        let mut seen = KeySet::new();
        self.inner.graph.looks_at(Which::When(page, action), &mut seen);
        self.inner.graph.looks_at(Which::Enabled(action), &mut seen);
        for k in self.data().actions[action.at()].facts.map_or(&[][..], |f| f.reads) {
            seen.insert(*k);
        }
        seen
    }
}
