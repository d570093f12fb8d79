//! How a fire comes to rest: once, and the first ending wins.

use super::{
    AnySession,
    fire::End,
    inner::{Inner, View},
};
use crate::{
    graph::{ActionIx, KeySet, Outcome, Tri, Which},
    ledger::{Ending, Event, FireNo, Rest, TransitionId, Watch, number},
};
use std::{future::Future, sync::Arc};

/// No fire of this session has that id, so nothing about it can ever be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no fire of this session has that id")]
pub struct UnknownTransition;

/// What a panic is called. The panic's own message never crosses.
const PANICKED: &str = "the handler panicked";

impl Inner {
    pub(super) fn settle(self: &Arc<Self>, fire: FireNo, action: ActionIx, end: End) {
        let mut end = Some(end);
        let verified = self.data.actions[action.at()].facts.is_some_and(|f| f.meta.verified);
        let mut looked_at = KeySet::new();
        if verified {
            self.graph.looks_at(Which::Verify(action), &mut looked_at);
        }
        for round in 0_u32.. {
            let _turn = (round >= 3).then(|| self.turn_if_free()).flatten();
            let snapshot = verified.then(|| self.snapshot());
            let verify = snapshot.as_ref().map(|s| self.judge(Which::Verify(action), &*s.state));
            let mut v = self.view();
            let moved = snapshot
                .as_ref()
                .is_some_and(|s| v.core.ledger.fold.written_since(&looked_at, s.version));
            if moved {
                v.release().start();
                continue;
            }
            if let Some(end) = end.take() {
                v.settle(fire, action, end, verify);
            }
            return v.release().start();
        }
    }

    /// Redacts and encodes what a handler returned.
    fn rest(&self, outcome: &mut End) -> Rest {
        match outcome {
            End::Returned(Outcome::Done(data)) => {
                let data = data.take().filter(|_| !self.options.captures_nothing);
                let data = data.map(|mut d| {
                    d.redact(&self.options.redacted.produced);
                    Arc::from(d.into_json())
                });
                Rest { data, error: None }
            }
            End::Returned(Outcome::Failed(words)) => Rest {
                data: None,
                error: Some(crate::produced::clean_error(words).into()),
            },
            End::Panicked => Rest {
                data: None,
                error: Some(PANICKED.into()),
            },
            End::TimedOut | End::Dropped => Rest::default(),
        }
    }
}

impl View<'_> {
    fn settle(&mut self, n: FireNo, action: ActionIx, mut end: End, verify: Option<Tri>) {
        let Some(fire) = self.core.ledger.fold.fire(n).filter(|f| f.ending.is_none()) else {
            return;
        };
        let declared = self.inner.data.actions[action.at()].facts.map_or(&[][..], |f| f.writes);
        let wrote = !fire.changed.is_empty();
        let all_changed = declared.iter().all(|k| fire.changed.contains(*k));
        let observed = (!declared.is_empty()).then_some(all_changed);
        let failed = if wrote {
            Ending::FailedAfterWriting { observed }
        } else {
            Ending::Failed {
                declared: !declared.is_empty(),
            }
        };
        let (ending, verify) = match &end {
            End::Returned(Outcome::Done(_)) if verify == Some(Tri::No) => (
                Ending::VerifyFailed {
                    wrote,
                    observed: wrote.then_some(observed).flatten(),
                },
                verify,
            ),
            End::Returned(Outcome::Done(_)) => (
                match observed {
                    None => Ending::NothingDeclared,
                    Some(true) => Ending::Observed,
                    Some(false) if fire.reported => Ending::Unchanged,
                    Some(false) => Ending::NotReported,
                },
                verify,
            ),
            End::Returned(Outcome::Failed(_)) | End::Panicked => (failed, verify),
            End::TimedOut => (Ending::TimedOut, None),
            End::Dropped => (Ending::Interrupted, None),
        };
        let rest = self.inner.rest(&mut end);
        self.append(Event::Settled {
            fire: n,
            ending,
            verify,
            by: None,
        });
        if rest.data.is_some() || rest.error.is_some() {
            self.core.ledger.keep(n, rest);
        }
        let watches = &mut self.core.ledger.watches;
        if let Some(at) = watches.iter().position(|w| w.0 == n) {
            self.late.settled = Some(watches.swap_remove(at).1);
        }
    }

    /// The fire of an id, if there ever was one: `None` if no fire has it.
    pub(crate) fn fire_of(&self, id: &str) -> Option<FireNo> {
        let (action, n) = id.rsplit_once('#')?;
        let (action, n) = (self.inner.data.action(action)?, FireNo(number(n)?));
        let fold = &self.core.ledger.fold;
        match fold.fire(n) {
            Some(f) => (f.action == action).then_some(n),
            None => fold.has_forgotten(n).then_some(n),
        }
    }
}

impl AnySession {
    /// Resolves once the fire has come to rest. It holds no session alive.
    ///
    /// # Errors
    /// At once, for an id that no settlement can exist for.
    pub fn when_settled(
        &self,
        id: &str,
    ) -> Result<impl Future<Output = ()> + Send + 'static + use<>, UnknownTransition> {
        let mut v = self.0.view();
        let watch = match v.fire_of(id) {
            None => None,
            Some(n) => Some(match v.core.ledger.fold.fire(n) {
                Some(f) if f.ending.is_none() => watch(&mut v.core.ledger.watches, n),
                _ => Arc::new(Watch {
                    settled: ().into(),
                    ..Watch::default()
                }),
            }),
        };
        v.release().start();
        let watch = watch.ok_or(UnknownTransition)?;
        Ok(async move {
            while watch.settled.get().is_none() {
                let listener = watch.event.listen();
                if watch.settled.get().is_some() {
                    break;
                }
                listener.await;
            }
        })
    }

    /// Fires that have not come to rest, oldest first.
    #[must_use]
    pub fn awaiting_settlement(&self) -> Vec<TransitionId> {
        let v = self.0.view();
        let data = self.0.data;
        let out = v
            .core
            .ledger
            .fold
            .out()
            .map(|f| TransitionId {
                action: data.actions[f.action.at()].id,
                n: f.n,
            })
            .collect();
        v.release().start();
        out
    }
}

fn watch(watches: &mut Vec<(FireNo, Arc<Watch>)>, n: FireNo) -> Arc<Watch> {
    if let Some((_, w)) = watches.iter().find(|w| w.0 == n) {
        return w.clone();
    }
    let w = Arc::new(Watch::default());
    watches.push((n, w.clone()));
    w
}
