//! The live state of a session's history, kept up to date event by event.
//!
//! [`Fold::apply`] is its only writer: replaying the events gives the same fold, and no answer walks the history.

mod cards;
mod frames;

use super::{
    event::{Detail, Event},
    records::{CardIs, CardNo, Claim, Ending, Fire, FireNo, FireOutcome, Frame, StepIs, Writer},
};
use crate::graph::{ActionIx, Concurrency, GraphData, JourneyIx, KeySet, Leads, PageIx, Principal, Scope};
use crate::seldom::{self, Seldom};
use std::{
    collections::VecDeque,
    ops::{Deref, DerefMut},
};

/// Fires whose records are kept; pending ones are kept beyond that.
pub(crate) const MAX_FIRES: usize = 4_096;

/// Fires that ended after their place was needed and whose records are kept a while.
const MAX_LATE: usize = 64;

/// Questions that are kept; beyond that the oldest that are neither open, approved nor spent are forgotten.
const MAX_CARDS: usize = 512;
/// Questions that are listed; beyond that the oldest declined ones are not.
const MAX_LIVE_CARDS: usize = 64;

/// What stands on the ledger's page now.
#[derive(PartialEq, Debug)]
pub(crate) struct Fold {
    pub(crate) page: PageIx,
    /// The fire whose claim the cursor stands on, if no report has come since.
    pub(crate) claimed_by: Option<FireNo>,
    /// The journey that was entered last and is not told as done.
    pub(crate) current: Option<JourneyIx>,
    pub(crate) fires: VecDeque<Fire>,
    pub(crate) next_fire: u32,
    /// By key number.
    pub(crate) writers: Vec<Writer>,
    /// The version at which a control was last changed.
    pub(crate) switched: u64,
    pub(crate) closed: bool,
    pub(crate) seldom: Seldom<SeldomFold>,
}

/// What not every session comes to.
#[derive(PartialEq, Debug)]
pub(crate) struct SeldomFold {
    pub(crate) frames: Vec<Frame>,
    /// Fires that are still needed though their place in `fires` was: oldest first.
    pub(crate) kept: Vec<Fire>,
    /// Fires that stand in the way of another, by `once`: oldest first, one for what counts as the same.
    pub(crate) once: Vec<FireNo>,
    pub(crate) pending: Vec<FireNo>,
    /// By number, oldest first.
    pub(crate) cards: Vec<CardFold>,
    /// Those that still have something to say: open, approved, declined.
    pub(crate) live_cards: Vec<CardNo>,
    pub(crate) next_card: u32,
    /// By action: when the caller last dealt with what others did to its keys.
    known: Vec<(ActionIx, u64)>,
    pub(crate) drafts: Vec<DraftFold>,
    /// The version at which a draft last changed.
    pub(crate) drafted: u64,
    pub(crate) work: Vec<Work>,
    pub(crate) next_work: u32,
}

seldom::empty!(SeldomFold);

impl Deref for Fold {
    type Target = SeldomFold;
    fn deref(&self) -> &SeldomFold {
        &self.seldom
    }
}

impl DerefMut for Fold {
    fn deref_mut(&mut self) -> &mut SeldomFold {
        &mut self.seldom
    }
}

/// A question's place in the fold; what it shows is kept beside the ledger.
#[derive(PartialEq, Debug, Clone, Copy)]
pub(crate) struct CardFold {
    pub(crate) n: CardNo,
    pub(crate) action: ActionIx,
    pub(crate) is: CardIs,
}

/// A draft's fields; their values are kept beside the ledger.
#[derive(PartialEq, Debug, Clone)]
pub(crate) struct DraftFold {
    pub(crate) journey: JourneyIx,
    pub(crate) fields: Box<[FieldFold]>,
}

/// A field of a draft.
#[derive(PartialEq, Debug, Clone, Copy, Default)]
pub(crate) struct FieldFold {
    pub(crate) filled: bool,
    /// Counts every change of it, so that what was computed from an older value can be told.
    pub(crate) generation: u32,
    /// The number of the last fire that had a say.
    pub(crate) by: u32,
}

/// What cannot be fired again for now, by instance or by input.
#[derive(PartialEq, Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) action: ActionIx,
    pub(crate) scope: Scope,
    pub(crate) instance: Option<Box<str>>,
}

/// A piece of work that the app has opened and not closed.
#[derive(PartialEq, Debug, Clone, Copy)]
pub(crate) struct Work {
    pub(crate) n: u32,
    pub(crate) action: ActionIx,
    pub(crate) fire: Option<FireNo>,
}

impl Default for Fold {
    fn default() -> Self {
        Fold {
            page: PageIx(0),
            claimed_by: None,
            current: None,
            fires: VecDeque::new(),
            next_fire: 1,
            writers: Vec::new(),
            switched: 0,
            closed: false,
            seldom: Seldom::default(),
        }
    }
}

impl Default for SeldomFold {
    fn default() -> Self {
        SeldomFold {
            frames: Vec::new(),
            kept: Vec::new(),
            once: Vec::new(),
            pending: Vec::new(),
            cards: Vec::new(),
            live_cards: Vec::new(),
            next_card: 1,
            known: Vec::new(),
            drafts: Vec::new(),
            drafted: 0,
            work: Vec::new(),
            next_work: 1,
        }
    }
}

/// Growth by a quarter: doubling would cost twice the records at rest.
pub(super) fn push<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == queue.capacity() {
        // a session that was only opened keeps one
        let more = if queue.is_empty() { 1 } else { (queue.len() / 4).max(4) };
        queue.reserve_exact(more);
    }
    queue.push_back(item);
}

impl Fold {
    pub(crate) fn fire(&self, n: FireNo) -> Option<&Fire> {
        match self.fires.front() {
            Some(first) if n >= first.n => self.fires.get((n.0 - first.n.0) as usize),
            _ => (self.kept.binary_search_by_key(&n, |f| f.n).ok()).map(|at| &self.kept[at]),
        }
    }

    fn fire_mut(&mut self, n: FireNo) -> Option<&mut Fire> {
        match self.fires.front() {
            Some(first) if n >= first.n => {
                let first = first.n.0;
                self.fires.get_mut((n.0 - first) as usize)
            }
            _ => (self.kept.binary_search_by_key(&n, |f| f.n).ok()).map(|at| &mut self.kept[at]),
        }
    }

    /// The fire that stands in the way of another of this action, by `once`.
    pub(crate) fn done_once(&self, action: ActionIx, scope: Scope, detail: Option<&Detail>) -> Option<&Fire> {
        let marks = self.once.iter().rev().filter_map(|n| self.fire(*n));
        marks.into_iter().find(|f| f.is_same(action, scope, detail))
    }

    /// Whether another principal has changed since what a fire wrote.
    pub(crate) fn was_undone(&self, fire: &Fire) -> bool {
        fire.changed.iter().any(|k| {
            (self.writers.get(usize::from(k.0)))
                .is_some_and(|w| w.fire != Some(fire.n) && w.version > fire.version && w.by != Some(fire.by))
        })
    }

    /// The actions that would be refused as done already, whatever instance or input is sent.
    pub(crate) fn stand_once(&self, graph: &GraphData) -> impl Iterator<Item = ActionIx> {
        let by_action = |f: &&Fire| {
            let facts = graph.actions[f.action.at()].facts;
            facts.is_some_and(|f| f.meta.concurrency == Concurrency::Once(Scope::Action))
        };
        let marks = self.once.iter().filter_map(|n| self.fire(*n)).filter(by_action);
        marks
            .filter(|f| f.ending.is_none() || !self.was_undone(f))
            .map(|f| f.action)
    }

    /// What of this page's actions is out or done, by instance or by input, and would be refused again.
    pub(crate) fn taken(&self, graph: &GraphData) -> Vec<Taken> {
        let page = &graph.pages[self.page.at()].entries;
        let rule = |f: &Fire| graph.actions[f.action.at()].facts.map(|a| a.meta.concurrency);
        let taken = |f: &Fire, scope: Scope| Taken {
            action: f.action,
            scope,
            instance: match scope {
                Scope::Instance => f.detail.as_ref().and_then(|d| d.instance.clone()),
                Scope::Action | Scope::Input => None,
            },
        };
        let single = self.out().filter_map(|f| match rule(f) {
            Some(Concurrency::SingleFlight(scope @ (Scope::Instance | Scope::Input))) => Some(taken(f, scope)),
            _ => None,
        });
        let once = self
            .once
            .iter()
            .filter_map(|n| self.fire(*n))
            .filter_map(|f| match rule(f) {
                Some(Concurrency::Once(scope @ (Scope::Instance | Scope::Input)))
                    if page.contains(&f.action.0) && (f.ending.is_none() || !self.was_undone(f)) =>
                {
                    Some(taken(f, scope))
                }
                _ => None,
            });
        single.chain(once).collect()
    }

    fn mark_once(&mut self, graph: &GraphData, fire: FireNo, action: ActionIx, detail: Option<&Detail>) {
        let facts = graph.actions[action.at()].facts;
        let Some(Concurrency::Once(scope)) = facts.map(|f| f.meta.concurrency) else {
            return;
        };
        // a fire that passed the gate takes the place of the one that no longer stood in its way
        if let Some(old) = self.done_once(action, scope, detail).map(|f| f.n) {
            self.once.retain(|n| *n != old);
        }
        self.once.push(fire);
    }

    /// Has a number been given out whose record is gone?
    pub(crate) fn has_forgotten(&self, n: FireNo) -> bool {
        n.0 >= 1 && n.0 < self.next_fire && self.fire(n).is_none()
    }

    /// Was any of these keys written after a version?
    pub(crate) fn written_since(&self, keys: &KeySet, version: u64) -> bool {
        keys.iter()
            .any(|k| self.writers.get(usize::from(k.0)).is_some_and(|w| w.version > version))
    }

    pub(crate) fn apply(&mut self, graph: &GraphData, version: u64, event: &Event) {
        match event {
            Event::Opened { page } => self.page = *page,
            Event::Synced { page, .. } => self.sync(graph, *page),
            Event::FrameOpened { journey } => self.open(graph, *journey),
            Event::FrameClosed { journey } => {
                if let Some(f) = self.frames.iter_mut().find(|f| f.journey == *journey) {
                    f.closed = true;
                }
                if self.current == Some(*journey) {
                    self.current = None;
                }
            }
            Event::Fired {
                fire,
                action,
                page,
                by,
                already_true,
                detail,
            } => {
                self.next_fire = fire.0 + 1;
                self.make_room();
                self.mark_once(graph, *fire, *action, detail.as_deref());
                let data = &graph.actions[action.at()];
                let claims_now = data.facts.is_none_or(|f| f.writes.is_empty());
                let claim = match data.leads {
                    Leads::To(to) if claims_now => {
                        self.claimed_by = Some(*fire);
                        Claim::Claimed {
                            from: std::mem::replace(&mut self.page, PageIx(to)),
                        }
                    }
                    _ => Claim::None,
                };
                push(
                    &mut self.fires,
                    Fire {
                        n: *fire,
                        action: *action,
                        page: *page,
                        by: *by,
                        version,
                        touched: version,
                        ending: None,
                        verify: None,
                        left: false,
                        settled_by: None,
                        outcome_now: None,
                        claim,
                        already_true: *already_true,
                        reported: false,
                        changed: KeySet::new(),
                        detail: detail.clone(),
                    },
                );
                self.pending.push(*fire);
                if by.is_agent() {
                    self.deal_with(*action, version);
                }
                self.step(graph, *action, StepIs::Out);
            }
            Event::Reported { fire, keys } => {
                let mut by = None;
                if let Some(f) = self.fire_mut(*fire) {
                    f.reported = true;
                    f.touched = version;
                    f.changed.extend(keys);
                    by = Some(f.by);
                }
                self.wrote(keys, Some(*fire), by, version);
            }
            Event::Stored { journey, field, fire } => self.fill(graph, version, *journey, *field, *fire, true),
            Event::Dropped { journey, field, fire } => self.fill(graph, version, *journey, *field, *fire, false),
            Event::Sent { journey } => {
                self.drafted = version;
                for field in &mut self.draft_mut(graph, *journey).fields {
                    field.filled = false;
                    field.generation += 1;
                }
            }
            Event::Settled {
                fire,
                ending,
                verify,
                by,
                left,
            } => {
                self.settle(graph, *fire, *ending);
                if let Some(f) = self.fire_mut(*fire) {
                    f.ending = Some(*ending);
                    f.verify = *verify;
                    f.settled_by = *by;
                    f.left = *left;
                    f.touched = version;
                }
                if !ending.is_done() {
                    self.once.retain(|n| n != fire);
                }
                self.let_go_of_late_ones();
            }
            Event::Revised { fire, outcome } => self.revise(graph, version, *fire, *outcome),
            Event::Acknowledged { action } => self.deal_with(*action, version),
            Event::Moved { by, keys } => self.wrote(keys, None, Some(*by), version),
            Event::Asked { card, action, .. } => {
                self.next_card = card.0 + 1;
                self.cards.push(CardFold {
                    n: *card,
                    action: *action,
                    is: CardIs::Open,
                });
                self.live_cards.push(*card);
                self.forget_an_old_card();
            }
            Event::Answered { card, answer, .. } => self.answer(*card, *answer),
            Event::Spent { card, fire } => self.set_card(*card, CardIs::Spent { fire: fire.0 }),
            Event::WorkOpened { work, action, fire } => {
                self.next_work = work + 1;
                self.work.push(Work {
                    n: *work,
                    action: *action,
                    fire: *fire,
                });
            }
            Event::WorkClosed { work } => self.work.retain(|w| w.n != *work),
            Event::Granted { .. } | Event::GrantEnded { .. } => {}
            Event::Switched { .. } => self.switched = version,
            Event::Closed => self.closed = true,
        }
    }

    /// The only thing that can observe a claim: the next word of the app on where the user is.
    fn sync(&mut self, graph: &GraphData, page: PageIx) {
        if let Some(claim) = self.claimed_by.take()
            && let Some(fire) = self.fire_mut(claim)
            && graph.actions[fire.action.at()].leads == Leads::To(page.0)
        {
            fire.claim = Claim::Observed;
        }
        self.page = page;
    }

    fn make_room(&mut self) {
        if self.fires.len() == MAX_FIRES
            && let Some(old) = self.fires.pop_front()
            && (old.ending.is_none() || self.once.binary_search(&old.n).is_ok())
        {
            self.kept.push(old);
        }
    }

    /// Whoever waited for a fire that took long can still read how it ended.
    fn let_go_of_late_ones(&mut self) {
        let once = &self.once;
        let is_late = |f: &Fire| f.ending.is_some() && once.binary_search(&f.n).is_err();
        if self.kept.len() > MAX_LATE
            && self.kept.iter().filter(|f| is_late(f)).count() > MAX_LATE
            && let Some(oldest) = self.kept.iter().position(is_late)
        {
            self.kept.remove(oldest);
        }
    }

    fn settle(&mut self, graph: &GraphData, n: FireNo, ending: Ending) {
        let Some(fire) = self.fire(n) else { return };
        let (action, claim) = (fire.action, fire.claim);
        self.pending.retain(|f| *f != n);
        let still_out = self
            .pending
            .iter()
            .any(|p| self.fire(*p).is_some_and(|f| f.action == action));
        if !still_out {
            // a step that fills a field is done by what it stored, not by having run
            let fills = graph
                .draft_step(action)
                .and_then(|(j, _, s)| Some((j, s.kind.fills()?)));
            let is = match fills {
                _ if !ending.is_done() => StepIs::Failed,
                Some((journey, field)) if !self.is_filled(journey, Some(field)) => StepIs::Open,
                _ => StepIs::Done,
            };
            self.step(graph, action, is);
        }
        let Leads::To(to) = graph.actions[action.at()].leads else {
            return;
        };
        match claim {
            Claim::None if ending.is_done() => {
                let from = std::mem::replace(&mut self.page, PageIx(to));
                self.claimed_by = Some(n);
                self.set_claim(n, Claim::Claimed { from });
            }
            Claim::Claimed { from } if ending.status() == super::records::EffectStatus::Refused => {
                self.set_claim(n, Claim::WalkedBack);
                if self.claimed_by == Some(n) {
                    self.claimed_by = None;
                    self.page = from;
                }
            }
            _ => {}
        }
    }

    fn set_claim(&mut self, n: FireNo, claim: Claim) {
        if let Some(f) = self.fire_mut(n) {
            f.claim = claim;
        }
    }

    fn wrote(&mut self, keys: &KeySet, fire: Option<FireNo>, by: Option<Principal>, version: u64) {
        for k in keys.iter() {
            let at = usize::from(k.0);
            if self.writers.len() <= at {
                self.writers.resize(at + 1, Writer::default());
            }
            let foreign = if by == Some(Principal::Agent) {
                self.writers[at].foreign
            } else {
                version
            };
            self.writers[at] = Writer {
                fire,
                by,
                version,
                foreign,
            };
        }
    }

    /// The caller has dealt with what others did to an action's keys: it fired it, or said so.
    fn deal_with(&mut self, action: ActionIx, version: u64) {
        match self.known.iter_mut().find(|(a, _)| *a == action) {
            Some((_, at)) => *at = version,
            None => self.known.push((action, version)),
        }
    }

    /// By action: when the caller last dealt with what others did to its keys.
    pub(crate) fn known(&self) -> &[(ActionIx, u64)] {
        &self.known
    }

    /// The receipt stays; the record beside it moves, and so does what rested on it.
    fn revise(&mut self, graph: &GraphData, version: u64, n: FireNo, outcome: FireOutcome) {
        let Some(fire) = self.fire_mut(n) else { return };
        let settled = fire.ending.map(Ending::outcome);
        fire.outcome_now = (settled != Some(outcome)).then_some(outcome);
        fire.touched = version;
        let (action, claim) = (fire.action, fire.claim);
        if outcome == FireOutcome::Committed {
            return;
        }
        // what did not stand may be done again
        self.once.retain(|m| *m != n);
        let stands = |f: &&Fire| f.action == action && f.ending.is_some_and(Ending::is_done) && f.outcome_now.is_none();
        let again = self.newest_first().take_while(|f| f.n > n).any(|f| stands(&f));
        for frame in self.frames.iter_mut().filter(|f| !f.closed) {
            for (step, at) in graph.journeys[frame.journey.at()]
                .steps
                .iter()
                .zip(frame.steps.iter_mut())
            {
                if *step == action.0 && *at == StepIs::Done && !again {
                    *at = StepIs::Failed;
                }
            }
        }
        if let Claim::Claimed { from } = claim
            && self.claimed_by == Some(n)
        {
            self.claimed_by = None;
            self.page = from;
            self.set_claim(n, Claim::WalkedBack);
        }
    }

    /// Everything that is out and by whom.
    pub(crate) fn out(&self) -> impl Iterator<Item = &Fire> {
        self.pending.iter().filter_map(|n| self.fire(*n))
    }

    /// The fires that are kept, oldest first.
    pub(crate) fn oldest_first(&self) -> impl Iterator<Item = &Fire> {
        self.fires.iter()
    }

    /// The fires that are kept, newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &Fire> {
        self.fires.iter().rev()
    }
}

impl Principal {
    pub(crate) fn is_agent(self) -> bool {
        self == Principal::Agent
    }
}
