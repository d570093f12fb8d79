//! The app's own record, as text: grades, ids and numbers, never a value.

use super::{Grade, words};
use crate::{
    Text,
    graph::{ActionIx, GraphData, PageIx, Principal},
    ledger::{CardFold, CardIs, Ending, FireNo, FireOutcome, Work},
    session::View,
};

/// Attempts that are told.
pub(super) const TOLD: usize = 20;

/// One attempt, small enough to be copied out of a look.
#[derive(Clone, Copy)]
struct Attempt {
    by: Principal,
    action: ActionIx,
    is: Is,
}

#[derive(Clone, Copy)]
enum Is {
    Fire {
        ending: Option<Ending>,
        now: Option<FireOutcome>,
        already_true: bool,
    },
    Refused(crate::ledger::Reason),
}

/// What the facts are made from.
pub(super) struct Record {
    page: PageIx,
    version: u64,
    /// Newest first.
    attempts: Vec<Attempt>,
    total: u64,
    /// Of them, those before the version that was asked for.
    hidden: u64,
    cards: Vec<CardFold>,
    out: Vec<(ActionIx, FireNo)>,
    work: Vec<Work>,
}

impl Record {
    pub(super) fn of(v: &View<'_>, since: u64) -> Record {
        Record::at_most(v, since, TOLD)
    }

    pub(super) fn at_most(v: &View<'_>, since: u64, most: usize) -> Record {
        let (ledger, fold) = (&v.core.ledger, &v.core.ledger.fold);
        let mut attempts = Vec::with_capacity(most.min(TOLD));
        // two lists that are each in order, from their newest ends
        let (mut fires, mut refused) = (fold.newest_first().peekable(), ledger.refused.iter().rev().peekable());
        let mut told = 0;
        while attempts.len() < most {
            let fire_first = match (fires.peek(), refused.peek()) {
                (None, None) => break,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (Some(f), Some(r)) => f.version > r.version,
            };
            let (attempt, counts) = if fire_first {
                let Some(f) = fires.next() else { break };
                let is = Is::Fire {
                    ending: f.ending,
                    now: f.outcome_now,
                    already_true: f.already_true,
                };
                (
                    Attempt {
                        by: f.by,
                        action: f.action,
                        is,
                    },
                    since == 0 || f.touched > since,
                )
            } else {
                let Some(r) = refused.next() else { break };
                (
                    Attempt {
                        by: r.by,
                        action: r.action,
                        is: Is::Refused(r.reason),
                    },
                    r.version >= since,
                )
            };
            if counts {
                attempts.push(attempt);
            } else {
                told += 1;
                if told > TOLD {
                    break;
                }
            }
        }
        let total = u64::from(fold.next_fire - 1) + ledger.refusals;
        Record {
            page: fold.page,
            version: ledger.version,
            hidden: total - attempts.len() as u64,
            attempts,
            total,
            cards: fold.live_cards().copied().collect(),
            out: fold.out().map(|f| (f.action, f.n)).collect(),
            work: fold.work.clone(),
        }
    }

    /// The last fire that came to rest as performed.
    pub(super) fn last_done(&self) -> Option<(Principal, ActionIx)> {
        self.attempts.iter().find_map(|a| match a.is {
            Is::Fire {
                ending: Some(e),
                now: None,
                ..
            } if e.is_done() => Some((a.by, a.action)),
            _ => None,
        })
    }

    pub(super) fn facts(&self, data: &'static GraphData, since: Option<u64>) -> Text {
        let mut t = Text::with_capacity(192 + 96 * self.attempts.len());
        t.lit(words::FACTS_HEADER)
            .lit("\nYou are on: ")
            .lit(data.pages[self.page.at()].id)
            .lit(".\n");
        if self.total == 0 {
            t.lit(words::NO_ATTEMPTS);
        } else {
            t.lit("Attempts so far (version ").number(self.version).lit("):");
            if self.hidden > 0 {
                let why = if since.is_some_and(|s| s > 0) {
                    " earlier ones are hidden by sinceVersion)"
                } else {
                    " earlier ones are left out)"
                };
                t.lit("\n(").number(self.hidden).lit(why);
            }
            for attempt in self.attempts.iter().rev() {
                attempt.line(data, &mut t);
            }
        }
        self.open_lines(data, &mut t);
        t
    }

    fn open_lines(&self, data: &'static GraphData, t: &mut Text) {
        let id = |a: ActionIx| data.actions.get(a.at()).map_or(words::UNKNOWN_ID, |a| a.id);
        for card in &self.cards {
            let begin = match card.is {
                CardIs::Open => "\nAwaiting the human's decision: ",
                CardIs::Approved => "\nApproved by the human and not yet done: ",
                CardIs::Declined => "\nDeclined by the human: ",
                _ => continue,
            };
            t.lit(begin)
                .lit(id(card.action))
                .lit(" (ask:")
                .number(u64::from(card.n.0))
                .lit(").");
        }
        for (action, n) in &self.out {
            t.lit("\nAwaiting the app's report: ")
                .lit(id(*action))
                .lit(" (")
                .lit(id(*action))
                .lit("#");
            t.number(u64::from(n.0)).lit(").");
        }
        for work in &self.work {
            t.lit("\nThe app is still working on: ").lit(id(work.action)).lit(".");
        }
    }
}

impl Attempt {
    fn line(self, data: &'static GraphData, t: &mut Text) {
        let id = data.actions.get(self.action.at()).map_or(words::UNKNOWN_ID, |a| a.id);
        match self.is {
            Is::Fire {
                ending,
                now,
                already_true,
            } => {
                t.lit("\n• ").lit(now.map_or_else(|| grade(ending), grade_now).word());
                t.lit(" — ").lit(self.by.word()).lit(" fired ").lit(id);
                if now.is_some() {
                    t.lit(" (changed after it came to rest)");
                } else if already_true {
                    t.lit(" (it was true already)");
                }
            }
            Is::Refused(reason) => {
                t.lit("\n• ")
                    .lit(Grade::DidNotHappen.word())
                    .lit(" — ")
                    .lit(self.by.word())
                    .lit("'s fire of ")
                    .lit(id);
                t.lit(" was refused: ").lit(reason.word());
            }
        }
    }
}

/// What has become of an attempt since it came to rest.
fn grade_now(outcome: FireOutcome) -> Grade {
    match outcome {
        FireOutcome::Committed => Grade::Unobservable,
        FireOutcome::Superseded => Grade::NeverObserved,
        FireOutcome::Rejected | FireOutcome::RolledBack => Grade::DidNotHappen,
    }
}

/// How an attempt came to rest. Nothing is rounded up.
fn grade(ending: Option<Ending>) -> Grade {
    match ending {
        None => Grade::NotYetKnown,
        Some(Ending::Observed) => Grade::DidHappen,
        Some(Ending::NotReported) => Grade::NotObserved,
        Some(Ending::Unchanged | Ending::NothingDeclared | Ending::Seen) => Grade::Unobservable,
        Some(Ending::FailedAfterWriting { .. }) => Grade::FailedAfterWriting,
        Some(Ending::Interrupted | Ending::TimedOut | Ending::Superseded) => Grade::NeverObserved,
        Some(Ending::Failed { .. } | Ending::VerifyFailed { .. } | Ending::Unbound) => Grade::DidNotHappen,
    }
}
