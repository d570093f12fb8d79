//! The last gate: a person's yes.

use super::{
    approval::{CardDraft, DraftShows},
    cards::{Answered, ShownIs},
    fire::Decision,
    inner::View,
    launch::Recheck,
    options::Approval,
    prepare::{Call, Intent},
    refusal::Refusal,
};
use crate::ledger::{Answer, AskId, CardIs, CardNo, Event, FireNo, Reason, TransitionId};

/// What a person's yes comes to.
pub(super) enum Human {
    /// Go on; this card is spent by it.
    Yes(Option<CardNo>),
    /// It does not fire.
    Instead(Decision),
}

impl View<'_> {
    /// The last gate: nobody is asked to approve what could not run.
    pub(super) fn human(&mut self, call: &Call<'_>, draft: CardDraft) -> Human {
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
    pub(super) fn decline(&mut self, call: &Call<'_>, draft: Option<CardDraft>) -> Decision {
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
}
