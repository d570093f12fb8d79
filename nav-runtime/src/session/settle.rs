//! How a fire comes to rest: once, and the first ending wins.

use super::{
    AnySession,
    inner::{Inner, View, most_rounds},
    launch::End,
};
use crate::{
    graph::{ActionIx, Completion, KeyId, KeySet, Outcome, Principal, Tri, Which},
    ledger::{Ending, Event, Fire, FireNo, Rest, TransitionId, Watch, number, watch_of},
};
use std::{future::Future, sync::Arc};

/// No fire of this session has that id, so nothing about it can ever be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no fire of this session has that id")]
pub struct UnknownTransition;

/// What a panic is called. The panic's own message never crosses.
const PANICKED: &str = "the handler panicked";
/// What it is called when a yes has lost its ground between the gate and the handler.
const SHOWN_CHANGED: &str = "what the card showed has changed since the yes; nothing was run";

/// Who settles a fire from outside, in the app's words.
pub(super) struct Said {
    pub(super) by: Principal,
    pub(super) source: Option<Arc<str>>,
}

impl Inner {
    pub(super) fn settle(self: &Arc<Self>, fire: FireNo, action: ActionIx, end: End) {
        self.settle_as(fire, action, end, None);
    }

    pub(super) fn settle_as(self: &Arc<Self>, fire: FireNo, action: ActionIx, end: End, said: Option<Said>) {
        let mut ending = Some((end, said));
        let verified = self.data.actions[action.at()].facts.is_some_and(|f| f.meta.verified);
        let mut looked_at = KeySet::new();
        if verified {
            self.graph.looks_at(Which::Verify(action), &mut looked_at);
        }
        for round in 0_u32.. {
            let _turn = self.turn_after(round);
            let snapshot = verified.then(|| self.snapshot());
            let verify = snapshot.as_ref().map(|s| self.judge(Which::Verify(action), &*s.state));
            let mut v = self.view();
            let moved = snapshot
                .as_ref()
                .is_some_and(|s| v.core.ledger.fold.written_since(&looked_at, s.version));
            if moved && round + 1 < most_rounds() {
                v.release().start();
                continue;
            }
            // what moves whenever it is judged cannot be judged
            let verify = if moved { Some(Tri::Unknown) } else { verify };
            if let Some((end, said)) = ending.take() {
                v.settle(fire, action, end, verify, said);
            }
            let ending = v.core.ledger.fold.fire(fire).and_then(|f| f.ending);
            v.release().start();
            if let Some(ending) = ending {
                self.trace_settled(fire, action, ending);
            }
            return;
        }
    }

    /// Redacts and encodes what a handler left.
    fn rest(&self, end: &mut End, said: Option<&Said>) -> Rest {
        let source = said.and_then(|s| s.source.clone());
        let (data, error) = match end {
            End::Returned(Outcome::Done(data)) => {
                let data = data.take().filter(|_| !self.options.captures_nothing);
                let data = data.map(|mut d| {
                    d.redact(&self.options.redacted.produced);
                    Arc::from(d.into_json())
                });
                (data, None)
            }
            End::Returned(Outcome::Provides(provided)) => {
                let shown = provided.as_ref().and_then(|p| p.shown.clone());
                let data = shown.filter(|_| !self.options.captures_nothing);
                (data.map(|d| Arc::from(d.into_json())), None)
            }
            End::Returned(Outcome::Failed(words)) => (None, Some(crate::produced::clean_error(words).into())),
            End::Panicked => (None, Some(PANICKED.into())),
            End::ShownChanged => (None, Some(SHOWN_CHANGED.into())),
            End::TimedOut | End::Dropped | End::Reported | End::Seen | End::Superseded => (None, None),
        };
        Rest {
            data,
            error,
            source,
            stored: None,
        }
    }
}

impl View<'_> {
    fn settle(&mut self, n: FireNo, action: ActionIx, mut end: End, verify: Option<Tri>, said: Option<Said>) {
        let Some(fire) = self.core.ledger.fold.fire(n).filter(|f| f.ending.is_none()) else {
            return;
        };
        let facts = self.inner.data.actions[action.at()].facts;
        let declared = facts.map_or(&[][..], |f| f.writes);
        let ending = ending_of(&end, fire, declared, verify);
        let waits = facts.map_or(Completion::Returns, |f| f.meta.completion) != Completion::Returns;
        let returned = matches!(end, End::Returned(Outcome::Done(_) | Outcome::Provides(_)));
        if let End::Returned(Outcome::Provides(Some(provided))) = &mut end
            && let Some(shown) = &mut provided.shown
        {
            shown.redact(&self.inner.options.redacted.produced);
            if let Some(field) = self.inner.data.asked_field(action) {
                shown.redact_as(field, &self.inner.options.redacted.payload);
            }
        }
        let mut rest = self.inner.rest(&mut end, said.as_ref());
        if let End::Returned(Outcome::Provides(provided)) = end {
            rest.stored = Some(self.store(n, action, provided));
        }
        let left = rest.data.is_some() || rest.error.is_some() || rest.source.is_some() || rest.stored.is_some();
        if left {
            self.core.ledger.keep(n, rest);
        }
        if returned && waits && said.is_none() && ending != Ending::Observed {
            // its handler is done; the report that settles it is still to come
            return;
        }
        let held = match ending {
            Ending::TimedOut | Ending::Interrupted | Ending::Superseded => None,
            _ => verify,
        };
        self.append(Event::Settled {
            fire: n,
            ending,
            verify: held,
            by: said.map(|s| s.by),
            left: left || self.core.ledger.has_rest(n),
        });
        if ending.is_done() {
            self.sent(action);
        }
        let watches = &mut self.core.ledger.watches;
        if let Some(at) = watches.iter().position(|w| w.0 == n) {
            self.late.settled.push(watches.swap_remove(at).1);
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
                Some(f) if f.ending.is_none() => watch_of(&mut v.core.ledger.watches, n),
                _ => Arc::new(Watch {
                    settled: ().into(),
                    ..Watch::default()
                }),
            }),
        };
        v.release().start();
        let watch = watch.ok_or(UnknownTransition)?;
        Ok(async move { watch.wait().await })
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

fn ending_of(end: &End, fire: &Fire, declared: &[KeyId], verify: Option<Tri>) -> Ending {
    let wrote = !fire.changed.is_empty();
    let all_changed = declared.iter().all(|k| fire.changed.contains(*k));
    let observed = (!declared.is_empty()).then_some(all_changed);
    match end {
        End::Returned(Outcome::Done(_) | Outcome::Provides(_)) | End::Reported | End::Seen
            if verify == Some(Tri::No) =>
        {
            Ending::VerifyFailed {
                wrote,
                observed: wrote.then_some(observed).flatten(),
            }
        }
        End::Seen if observed != Some(true) => Ending::Seen,
        End::Returned(Outcome::Done(_) | Outcome::Provides(_)) | End::Reported | End::Seen => match observed {
            None => Ending::NothingDeclared,
            Some(true) => Ending::Observed,
            Some(false) if fire.reported => Ending::Unchanged,
            Some(false) => Ending::NotReported,
        },
        End::Returned(Outcome::Failed(_)) | End::Panicked | End::ShownChanged if wrote => {
            Ending::FailedAfterWriting { observed }
        }
        End::Returned(Outcome::Failed(_)) | End::Panicked | End::ShownChanged => Ending::Failed {
            declared: !declared.is_empty(),
        },
        End::TimedOut => Ending::TimedOut,
        End::Dropped => Ending::Interrupted,
        End::Superseded => Ending::Superseded,
    }
}
