//! Deciding under the look.

use super::{
    gap::What,
    human::Human,
    inner::{Inner, Launch, View, most_rounds},
    launch::{FireGuard, Working},
    prepare::{Call, Intent, Prepared, Ready},
    refusal::Refusal,
};
use crate::{
    graph::{ActionIx, Concurrency, Evidence, Given, Leads, Run},
    ledger::{CardNo, Detail, EffectStatus, Ending, Event, FireNo, Reason, TransitionId},
};
use std::sync::Arc;

/// A handler that the app bound to an entry that has no body.
pub(crate) type Bound = Arc<dyn Fn(Given<'_>) -> Run + Send + Sync>;

/// What a call came to.
pub(crate) enum Decision {
    /// It fired.
    Fired(Fired),
    /// A human is asked.
    Asked { card: CardNo, reason: Option<Reason> },
    /// The caller says that the human said no.
    Declined {
        card: Option<CardNo>,
        only_reported: bool,
        /// What the person said with it: data.
        note: Option<Arc<str>>,
    },
    /// A gate turned it away.
    Refused(Box<Refusal>),
}

/// A fire that is on its way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fired {
    /// Its id.
    pub transition_id: TransitionId,
    /// As of now: never `performed`, since the handler always runs later.
    pub effect_status: EffectStatus,
    /// Keys that a guard could not judge.
    pub guard_unevaluated: Vec<String>,
    /// Whether the position is claimed already.
    pub to_node_claimed: bool,
    /// The evidence, if what it would bring about is true already.
    pub already_true: Option<Vec<Evidence>>,
    /// Whether anything is bound to run it.
    pub materialized: bool,
}

impl Inner {
    /// Prepares and decides; `then` reads what the reply needs from the same look. The launch has not started.
    pub(crate) fn decide<T>(
        self: &Arc<Self>,
        call: &Call<'_>,
        then: impl Fn(&View<'_>, &Decision) -> T,
    ) -> (Decision, T, Launch) {
        let call = &self.without_blank(call);
        let mut round = 0;
        loop {
            let _turn = self.turn_after(round);
            round += 1;
            let prepared = self.prepare(call);
            let mut v = self.view();
            let decision = match v.decide(call, prepared) {
                Ok(decision) => decision,
                Err(Moved) if round < most_rounds() => {
                    v.release().start();
                    continue;
                }
                Err(Moved) => Decision::Refused(Refusal::of(Reason::TooManyChanges)),
            };
            let t = then(&v, &decision);
            return (decision, t, v.release());
        }
    }
}

/// What was prepared rests on something that has been written since.
struct Moved;

impl View<'_> {
    fn decide(&mut self, call: &Call<'_>, prepared: Prepared) -> Result<Decision, Moved> {
        self.expire();
        let fold = &self.core.ledger.fold;
        let snapshot = &prepared.snapshot;
        let drafts = self.inner.data.actions[call.action.at()].draft_of.is_some();
        let moved = fold.page != snapshot.page
            || fold.switched > snapshot.version
            || drafts && fold.drafted > snapshot.version
            || fold.written_since(&prepared.looked_at, snapshot.version);
        let Prepared { snapshot, verdict, .. } = prepared;
        self.late.old = Some(snapshot.state);
        self.late.controls = Some(snapshot.controls);
        self.late.slots.extend(snapshot.drafts.into_iter().map(|d| d.slots));
        if moved {
            self.discard(verdict);
            return Err(Moved);
        }
        if self.core.ledger.fold.closed {
            self.discard(verdict);
            return Ok(Decision::Refused(Refusal::of(Reason::ConversationEnded)));
        }
        let blocked = matches!(&verdict, Err(r) if r.journey_blocked);
        if let Some(journey) = call.journey
            && !blocked
        {
            self.enter(journey);
        }
        let decision = match verdict {
            Err(refusal) => Decision::Refused(refusal),
            Ok(ready) => self.locked_gates(call, ready),
        };
        let turned_away = match &decision {
            Decision::Refused(refusal) if refusal.is_attempt() => Some(refusal.reason),
            Decision::Asked { reason, .. } => *reason,
            _ => None,
        };
        if let Some(reason) = turned_away {
            self.core.ledger.refuse(call.action, call.by, reason);
            self.note_rejected(call, reason, &decision);
        }
        Ok(decision)
    }

    fn note_rejected(&mut self, call: &Call<'_>, reason: Reason, decision: &Decision) {
        let evidence = match decision {
            Decision::Refused(refusal) => refusal.evidence.clone(),
            _ => Vec::new(),
        };
        let (page, version) = (self.core.ledger.fold.page, self.core.ledger.version);
        let what = What::Rejected {
            action: call.action,
            reason,
            by: call.by,
            evidence,
        };
        self.core.gaps.add(page, version, what);
        self.wake();
    }

    fn discard(&mut self, verdict: Result<Ready, Box<Refusal>>) {
        if let Ok(ready) = verdict {
            self.unused(ready);
        }
    }

    /// A call that will not run holds an author's values: they are dropped after the look.
    fn unused(&mut self, ready: Ready) {
        self.late.unused.extend(ready.run);
        self.late.drafts.extend(ready.card);
    }

    fn locked_gates(&mut self, call: &Call<'_>, mut ready: Ready) -> Decision {
        if let Some(refusal) = self.one_at_a_time(call.action, ready.detail.as_deref()) {
            self.unused(ready);
            return Decision::Refused(refusal);
        }
        if let Some(refusal) = self.draft_is_busy(call) {
            self.unused(ready);
            return Decision::Refused(refusal);
        }
        let asks = ready.card.is_some();
        if call.intent == Intent::Decline {
            let decision = self.decline(call, ready.card.take());
            self.unused(ready);
            return decision;
        }
        if self.core.ledger.fold.pending.len() >= self.inner.options.limits.pending {
            self.unused(ready);
            return Decision::Refused(Refusal::of(Reason::TooManyPending));
        }
        let mut spend = None;
        if asks && let Some(draft) = ready.card.take() {
            match self.human(call, draft) {
                Human::Yes(card) => spend = card,
                Human::Instead(decision) => {
                    self.unused(ready);
                    return decision;
                }
            }
        }
        Decision::Fired(self.launch(call, ready, spend))
    }

    fn one_at_a_time(&self, action: ActionIx, detail: Option<&Detail>) -> Option<Box<Refusal>> {
        let data = &self.inner.data.actions[action.at()];
        let fold = &self.core.ledger.fold;
        let refuse = |reason, scope, n: FireNo| {
            let mut refusal = Refusal::of(reason);
            refusal.prior_transition_id = Some(TransitionId { action: data.id, n });
            refusal.scope = Some(scope);
            refusal
        };
        match data.facts?.meta.concurrency {
            Concurrency::Parallel => None,
            Concurrency::SingleFlight(scope) => fold
                .out()
                .find(|f| f.is_same(action, scope, detail))
                .map(|f| refuse(Reason::PriorFirePending, scope, f.n)),
            Concurrency::Once(scope) => {
                let last = fold.done_once(action, scope, detail)?;
                match last.ending {
                    None => Some(refuse(Reason::PriorFirePending, scope, last.n)),
                    Some(_) if fold.was_undone(last) => None,
                    Some(_) => Some(refuse(Reason::DuplicateExecution, scope, last.n)),
                }
            }
        }
    }

    fn launch(&mut self, call: &Call<'_>, ready: Ready, spend: Option<CardNo>) -> Fired {
        let action = call.action;
        let data = &self.inner.data.actions[action.at()];
        let fold = &self.core.ledger.fold;
        let (fire, page) = (FireNo(fold.next_fire), fold.page);
        let Ready {
            run,
            unevaluated,
            already_true,
            detail,
            ..
        } = ready;
        let instance = detail.as_ref().and_then(|d| d.instance.as_deref()).map(Arc::from);
        self.append(Event::Fired {
            fire,
            action,
            page,
            by: call.by,
            already_true: already_true.is_some(),
            detail,
        });
        if let Some(card) = spend {
            self.append(Event::Spent { card, fire });
        }
        let materialized = data.facts.is_none() || run.is_some();
        if materialized {
            let guard = FireGuard {
                inner: self.inner.clone(),
                fire,
                action,
                done: false,
            };
            let recheck = self.late.recheck.take();
            self.late.work = Some(Working {
                guard,
                run,
                instance,
                recheck,
            });
        } else {
            self.append(Event::Settled {
                fire,
                ending: Ending::Unbound,
                verify: None,
                by: None,
                left: false,
            });
        }
        let claims_now = data.facts.is_none_or(|f| f.writes.is_empty());
        Fired {
            transition_id: TransitionId {
                action: data.id,
                n: fire,
            },
            effect_status: if materialized {
                EffectStatus::Pending
            } else {
                EffectStatus::Unobservable
            },
            guard_unevaluated: unevaluated,
            to_node_claimed: claims_now && matches!(data.leads, Leads::To(_)),
            already_true,
            materialized,
        }
    }
}
