//! What happened: events, bounded and redacted, and the fold that answers are read from.

mod event;
mod fold;
mod reason;
mod records;

pub(crate) use event::{Detail, Event, Timed};
pub(crate) use fold::{CardFold, FieldFold, Fold, Taken, Work};
pub(crate) use records::{Answer, CardNo, Claim, Ending, Fire, FireNo, Frame, StepIs, number};
pub use records::{AskId, CardIs, EffectStatus, FireOutcome, TransitionId, Verified};

use crate::graph::{ActionIx, GraphData, Principal};
pub use reason::Reason;
use serde_json::value::RawValue;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

/// Events that are kept.
pub(crate) const MAX_EVENTS: usize = 10_000;
/// Refusals that are kept.
pub(crate) const MAX_REFUSED: usize = 64;
/// Produced data that is kept, in bytes of JSON.
pub(crate) const MAX_PRODUCED: usize = 1 << 20;

/// A fire that a gate turned away. It changed nothing, so it raises no version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused {
    pub(crate) version: u64,
    pub(crate) action: ActionIx,
    pub(crate) by: Principal,
    pub(crate) reason: Reason,
}

/// What a fire left: data and the app's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    pub(crate) data: Option<Arc<RawValue>>,
    pub(crate) error: Option<Arc<str>>,
    /// Who settled it from outside, in the app's words.
    pub(crate) source: Option<Arc<str>>,
    /// What it left in its journey's draft.
    pub(crate) stored: Option<Stored>,
}

/// What a fire left in its draft.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stored {
    /// The field it filled; `None` if what it was computed from had changed meanwhile.
    pub(crate) field: Option<u16>,
    /// The fields that were computed from the old value and are gone.
    pub(crate) dropped: Vec<u16>,
}

impl Rest {
    fn bytes(&self) -> usize {
        self.data.as_ref().map_or(0, |d| d.get().len())
            + self.error.as_ref().map_or(0, |e| e.len())
            + self.source.as_ref().map_or(0, |s| s.len())
    }
}

/// Where a fire's ending arrives. It outlives the record and holds no session alive.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) settled: std::sync::OnceLock<()>,
    pub(crate) event: event_listener::Event,
}

impl Watch {
    /// Sets it, then notifies: who listens in between sees it.
    pub(crate) fn set(&self) {
        let _ = self.settled.set(());
        self.event.notify(usize::MAX);
    }

    /// Resolves once it is set, also if it was before.
    pub(crate) async fn wait(&self) {
        while self.settled.get().is_none() {
            let listener = self.event.listen();
            if self.settled.get().is_some() {
                break;
            }
            listener.await;
        }
    }
}

/// The history of one session.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) version: u64,
    pub(crate) events: VecDeque<Timed>,
    /// Events that made room for newer ones.
    pub(crate) dropped: u64,
    pub(crate) fold: Fold,
    // Beside the fold: no event carries these.
    pub(crate) refused: VecDeque<Refused>,
    pub(crate) refusals: u64,
    rest: BTreeMap<FireNo, Rest>,
    rest_bytes: usize,
    /// Fires whose data made room for newer data.
    pub(crate) data_dropped: u64,
    pub(crate) watches: Vec<(FireNo, Arc<Watch>)>,
    /// Handlers that listen for a cancel, or have been asked.
    cancels: Vec<(FireNo, Arc<Watch>)>,
}

impl Ledger {
    /// The only way anything changes.
    pub(crate) fn append(&mut self, graph: &GraphData, ms: u32, event: Event) {
        self.version += 1;
        if self.events.len() == MAX_EVENTS {
            self.events.pop_front();
            self.dropped += 1;
        }
        self.fold.apply(graph, self.version, &event);
        fold::push(&mut self.events, Timed { ms, event });
    }

    pub(crate) fn refuse(&mut self, action: ActionIx, by: Principal, reason: Reason) {
        self.refusals += 1;
        if self.refused.len() == MAX_REFUSED {
            self.refused.pop_front();
        }
        fold::push(
            &mut self.refused,
            Refused {
                version: self.version,
                action,
                by,
                reason,
            },
        );
    }

    /// Keeps what a fire left; the lowest fire goes first when the room is needed.
    pub(crate) fn keep(&mut self, fire: FireNo, rest: Rest) {
        self.rest_bytes += rest.bytes();
        self.rest.insert(fire, rest);
        while self.rest_bytes > MAX_PRODUCED
            && let Some((_, gone)) = self.rest.pop_first()
        {
            self.rest_bytes -= gone.bytes();
            self.data_dropped += 1;
        }
    }

    /// Where a fire hears that it is asked to stop; let go of when it comes to rest.
    pub(crate) fn cancel_of(&mut self, fire: FireNo) -> Arc<Watch> {
        let fold = &self.fold;
        self.cancels.retain(|(n, _)| fold.pending.contains(n));
        watch_of(&mut self.cancels, fire)
    }

    pub(crate) fn rest_bytes(&self) -> usize {
        self.rest_bytes
    }

    /// Whether the events, applied one by one, give the fold that stands; `None` once one of them was dropped.
    pub(crate) fn replays(&self, graph: &GraphData) -> Option<bool> {
        let mut again = Fold::default();
        for (version, timed) in (1..).zip(&self.events) {
            again.apply(graph, version, &timed.event);
        }
        (self.dropped == 0).then(|| again == self.fold)
    }

    pub(crate) fn has_rest(&self, fire: FireNo) -> bool {
        self.rest.contains_key(&fire)
    }

    pub(crate) fn rest(&self, fire: FireNo) -> Rest {
        self.rest.get(&fire).cloned().unwrap_or_default()
    }
}

/// The watch of a fire, made if nobody has asked before.
pub(crate) fn watch_of(watches: &mut Vec<(FireNo, Arc<Watch>)>, fire: FireNo) -> Arc<Watch> {
    if let Some((_, watch)) = watches.iter().find(|(n, _)| *n == fire) {
        return watch.clone();
    }
    let watch = Arc::new(Watch::default());
    watches.push((fire, watch.clone()));
    watch
}

#[cfg(test)]
mod tests {
    use super::{Fire, Timed};

    /// Thousands of them are kept: a fire is one record and about three events.
    #[test]
    fn records_stay_small() {
        assert!(size_of::<Timed>() <= 32, "an event is {} bytes", size_of::<Timed>());
        assert!(size_of::<Fire>() <= 64, "a fire is {} bytes", size_of::<Fire>());
    }
}
