//! Deciding under the look, and what is launched after it.

use super::{
    approval::{Answered, CardDraft, Digest, DraftShows, ShownIs, canonical},
    context::{Origin, RawCx},
    gap::What,
    inner::{Inner, Launch, View, most_rounds},
    options::Approval,
    prepare::{Call, Intent, Prepared, Ready, guarded},
    refusal::Refusal,
};
use crate::{
    graph::{ActionIx, Concurrency, DraftStepKind, Evidence, Given, Leads, Outcome, Run},
    host::FireInfo,
    ledger::{Answer, AskId, CardIs, CardNo, Detail, EffectStatus, Ending, Event, FireNo, Reason, TransitionId},
};
use std::{sync::Arc, task::Poll};

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

    /// The last gate: nobody is asked to approve what could not run.
    fn human(&mut self, call: &Call<'_>, draft: CardDraft) -> Human {
        let submits = self.inner.data.actions[call.action.at()].draft_of.is_some();
        if !submits && self.use_grant(call.action, call.instance) {
            self.late.drafts.push(draft);
            return Human::Yes(None);
        }
        let relay = self.inner.options.approval == Approval::AgentRelay && !submits;
        let about = self.card_about(call.action, &draft.about);
        let meant = call
            .ask
            .is_none_or(|ask| about.as_ref().is_some_and(|(c, _)| c.n == ask));
        let confirms = call.intent == Intent::Confirm && meant;
        // nobody has said yes to what nobody has seen yet
        let unseen = matches!(draft.shows, DraftShows::Preparing(_));
        let Some((card, at)) = about else {
            return if confirms && relay && !unseen {
                self.relayed(call, draft)
            } else {
                self.ask(call, draft, confirms.then_some(Reason::ApprovalRequired))
            };
        };
        let record = &self.core.cards.all[at];
        let fresh = record.keys == draft.keys && record.shown.same(&draft.shows) != Some(false);
        let same = |reason: Option<Reason>| Human::Instead(Decision::Asked { card: card.n, reason });
        let refused = |r| Human::Instead(Decision::Refused(r));
        match card.is {
            CardIs::Open | CardIs::Approved if !fresh => {
                let stale = Event::Answered {
                    card: card.n,
                    answer: Answer::Stale,
                    by: crate::Principal::System,
                };
                self.append(stale);
                if card.is == CardIs::Approved && confirms {
                    self.stale(call, draft)
                } else {
                    self.ask(call, draft, None)
                }
            }
            CardIs::Approved if confirms => {
                self.late.recheck = self.recheck(at, draft);
                Human::Yes(Some(card.n))
            }
            CardIs::Open if confirms && relay && record.shown != ShownIs::Preparing => {
                self.append(Event::Answered {
                    card: card.n,
                    answer: Answer::Approved,
                    by: call.by,
                });
                self.note_answer(card.n, "agent");
                self.late.recheck = self.recheck(at, draft);
                Human::Yes(Some(card.n))
            }
            CardIs::Open | CardIs::Approved => {
                self.late.drafts.push(draft);
                same(confirms.then_some(Reason::ApprovalRequired))
            }
            CardIs::Declined if fresh => {
                self.late.drafts.push(draft);
                refused(Refusal::card(Reason::ApprovalDeclined, AskId(card.n)))
            }
            CardIs::Spent { fire } if confirms => {
                self.late.drafts.push(draft);
                let action = self.inner.data.actions[call.action.at()].id;
                let mut refusal = Refusal::card(Reason::ApprovalSpent, AskId(card.n));
                refusal.prior_transition_id = Some(TransitionId {
                    action,
                    n: FireNo(fire),
                });
                refused(refusal)
            }
            CardIs::Revoked if confirms && !relay => {
                self.late.drafts.push(draft);
                refused(Refusal::card(Reason::ApprovalRevoked, AskId(card.n)))
            }
            CardIs::Expired | CardIs::Stale if confirms && !relay => self.stale(call, draft),
            _ if confirms && relay && !unseen => self.relayed(call, draft),
            _ => self.ask(call, draft, confirms.then_some(Reason::ApprovalRequired)),
        }
    }

    /// The agent brings question and yes in one: both are on record, and the yes is spent like any other.
    fn relayed(&mut self, call: &Call<'_>, draft: CardDraft) -> Human {
        let card = self.mint(call.action, call.by, draft);
        self.append(Event::Answered {
            card,
            answer: Answer::Approved,
            by: call.by,
        });
        self.note_answer(card, "agent");
        Human::Yes(Some(card))
    }

    /// What a card shows is made once more before the launch, if the app takes its time over it.
    fn recheck(&mut self, at: usize, draft: CardDraft) -> Option<Recheck> {
        let ShownIs::Digest(then) = self.core.cards.all[at].shown else {
            self.late.drafts.push(draft);
            return None;
        };
        match draft.shows {
            DraftShows::Preparing(making) => Some(Recheck { making, then }),
            DraftShows::Nothing | DraftShows::Value { .. } => None,
        }
    }

    fn ask(&mut self, call: &Call<'_>, draft: CardDraft, reason: Option<Reason>) -> Human {
        if self.open_questions() >= self.inner.options.limits.questions {
            self.late.drafts.push(draft);
            return Human::Instead(Decision::Refused(Refusal::of(Reason::TooManyQuestions)));
        }
        let card = self.mint(call.action, call.by, draft);
        self.late.asked = self.card(card);
        Human::Instead(Decision::Asked { card, reason })
    }

    /// The yes no longer covers what would be done: a new question takes its place.
    fn stale(&mut self, call: &Call<'_>, draft: CardDraft) -> Human {
        match self.ask(call, draft, None) {
            Human::Instead(Decision::Asked { card, .. }) => {
                Human::Instead(Decision::Refused(Refusal::card(Reason::ApprovalStale, AskId(card))))
            }
            other => other,
        }
    }

    fn note_answer(&mut self, card: CardNo, approver: &'static str) {
        let (ms, version) = (self.ms, self.core.ledger.version);
        if let Some(c) = self.core.cards.get_mut(card) {
            c.answer(Answered {
                version,
                stands: true,
                ms,
                approver: approver.into(),
                note: None,
            });
        }
    }

    /// An agent's decline is its report. It never fires anything, whatever the action.
    fn decline(&mut self, call: &Call<'_>, draft: Option<CardDraft>) -> Decision {
        let open = draft
            .as_ref()
            .and_then(|d| self.card_about(call.action, &d.about))
            .map(|(c, _)| c);
        self.late.drafts.extend(draft);
        let (card, only_reported, note) = match open {
            Some(c) if c.is == CardIs::Open && self.inner.options.approval == Approval::AgentRelay => {
                self.append(Event::Answered {
                    card: c.n,
                    answer: Answer::Declined,
                    by: call.by,
                });
                self.note_answer(c.n, "agent");
                (Some(c.n), false, None)
            }
            Some(c) if matches!(c.is, CardIs::Open | CardIs::Approved) => {
                self.append(Event::Answered {
                    card: c.n,
                    answer: Answer::ReportedDeclined,
                    by: call.by,
                });
                (Some(c.n), true, None)
            }
            Some(c) if c.is == CardIs::Declined => {
                let answered = self.core.cards.get(c.n).and_then(|r| r.answered());
                (Some(c.n), false, answered.and_then(|a| a.note.clone()))
            }
            _ => (None, false, None),
        };
        Decision::Declined {
            card,
            only_reported,
            note,
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

enum Human {
    /// Go on; this card is spent by it.
    Yes(Option<CardNo>),
    /// It does not fire.
    Instead(Decision),
}

/// A handler on its way.
pub(crate) struct Working {
    guard: FireGuard,
    /// Nothing for a pure navigation.
    run: Option<Run>,
    instance: Option<Arc<str>>,
    recheck: Option<Recheck>,
}

/// What a card showed, and what makes it again.
pub(crate) struct Recheck {
    making: crate::graph::BoxFuture<'static, serde_json::Value>,
    then: Digest,
}

impl Recheck {
    /// Whether it still shows the same.
    async fn holds(mut self, inner: &Inner) -> bool {
        let value = std::future::poll_fn(|c| {
            guarded(|| self.making.as_mut().poll(c)).unwrap_or(Poll::Ready(serde_json::Value::Null))
        });
        let mut bytes = Vec::new();
        canonical(&value.await, &mut bytes);
        inner.secret.digest(&bytes) == self.then
    }
}

impl Working {
    pub(super) fn launch(self) {
        let Working {
            guard,
            run,
            instance,
            recheck,
        } = self;
        let inner = guard.inner.clone();
        let data = &inner.data.actions[guard.action.at()];
        let info = FireInfo::new(data.id, guard.fire.0);
        let Some(run) = run else {
            inner.host.spawn(
                info,
                Box::pin(async move { guard.settle(End::Returned(Outcome::Done(None))) }),
            );
            return;
        };
        let cx = RawCx {
            inner: inner.clone(),
            origin: Origin::Fire(guard.fire),
            action: guard.action,
            instance,
        };
        let meta = data.facts.map(|f| f.meta);
        let timeout = meta.and_then(|m| m.timeout).map(|t| inner.host.sleep(t));
        let ix = guard.action;
        let core = inner.clone();
        let work = async move {
            let still = match recheck {
                Some(recheck) => recheck.holds(&core).await,
                None => true,
            };
            let end = if still {
                run_guarded(run, cx, timeout).await
            } else {
                End::ShownChanged
            };
            guard.settle(end);
        };
        let asks = (inner.data.draft_step(ix)).is_some_and(|d| matches!(d.2.kind, DraftStepKind::Asks(_)));
        if asks {
            // what was asked for is here already: there is no handler
            let mut now = std::task::Context::from_waker(std::task::Waker::noop());
            let _ = Box::pin(work).as_mut().poll(&mut now);
        } else if meta.is_some_and(|m| m.blocking) {
            // a plain `fn` is ready when it is first polled; what was bound in its place may not be
            let mut work = Box::pin(work);
            let host = inner.host.clone();
            inner.host.spawn_blocking(
                info,
                Box::new(move || {
                    let mut now = std::task::Context::from_waker(std::task::Waker::noop());
                    if work.as_mut().poll(&mut now).is_pending() {
                        host.spawn(info, work);
                    }
                }),
            );
        } else {
            inner.host.spawn(info, Box::pin(work));
        }
    }
}

/// Runs a handler; a panic of it, at whatever point, is an ending.
async fn run_guarded(run: Run, cx: RawCx, timeout: Option<crate::graph::BoxFuture<'static, ()>>) -> End {
    let mut run = Some((run, cx));
    let mut running = None;
    let mut timeout = timeout;
    std::future::poll_fn(move |c| {
        let polled = guarded(|| {
            if let Some((run, cx)) = run.take() {
                running = Some(run(cx));
            }
            match &mut running {
                Some(f) => f.as_mut().poll(c),
                None => Poll::Pending,
            }
        });
        let end = match polled {
            Some(Poll::Ready(outcome)) => End::Returned(outcome),
            None => End::Panicked,
            Some(Poll::Pending) => match timeout.as_mut().map(|t| t.as_mut().poll(c)) {
                Some(Poll::Ready(())) => End::TimedOut,
                _ => return Poll::Pending,
            },
        };
        // what its future still holds is the author's too
        let running = running.take();
        guarded(|| drop(running));
        Poll::Ready(end)
    })
    .await
}

/// How a handler's future ended.
pub(crate) enum End {
    Returned(Outcome),
    Panicked,
    TimedOut,
    Dropped,
    /// The app reported it from outside.
    Reported,
    /// Somebody saw it take effect.
    Seen,
    /// Something else came before it came to rest.
    Superseded,
    /// What the card showed is no longer so: the handler never ran.
    ShownChanged,
}

/// Owned by the launched future: settles its fire whatever happens to that future.
pub(crate) struct FireGuard {
    inner: Arc<Inner>,
    fire: FireNo,
    action: ActionIx,
    done: bool,
}

impl FireGuard {
    fn settle(mut self, end: End) {
        self.done = true;
        self.inner.settle(self.fire, self.action, end);
    }
}

impl Drop for FireGuard {
    fn drop(&mut self) {
        if !self.done {
            self.inner.settle(self.fire, self.action, End::Dropped);
        }
    }
}
