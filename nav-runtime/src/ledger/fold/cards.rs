//! Questions, and which of them still have something to say.

use super::{CardFold, Fold, MAX_CARDS, MAX_LIVE_CARDS};
use crate::ledger::records::{Answer, CardIs, CardNo};

impl Fold {
    pub(crate) fn card(&self, n: CardNo) -> Option<&CardFold> {
        self.cards
            .binary_search_by_key(&n, |c| c.n)
            .ok()
            .map(|at| &self.cards[at])
    }

    pub(super) fn answer(&mut self, n: CardNo, answer: Answer) {
        self.set_card(
            n,
            match answer {
                Answer::Approved => CardIs::Approved,
                Answer::Declined => CardIs::Declined,
                Answer::Revoked => CardIs::Revoked,
                Answer::Expired => CardIs::Expired,
                Answer::Stale => CardIs::Stale,
                Answer::Reopened => CardIs::Open,
                Answer::ReportedDeclined => return,
            },
        );
    }

    pub(super) fn set_card(&mut self, n: CardNo, is: CardIs) {
        let Ok(at) = self.cards.binary_search_by_key(&n, |c| c.n) else {
            return;
        };
        self.cards[at].is = is;
        self.live_cards.retain(|c| *c != n);
        if matches!(is, CardIs::Open | CardIs::Approved | CardIs::Declined) {
            let at = self.live_cards.partition_point(|c| *c < n);
            self.live_cards.insert(at, n);
            if self.live_cards.len() > MAX_LIVE_CARDS {
                self.let_go_of_an_old_decline();
            }
        }
    }

    pub(super) fn forget_an_old_card(&mut self) {
        let settled = |c: &CardFold| !matches!(c.is, CardIs::Open | CardIs::Approved | CardIs::Spent { .. });
        if self.cards.len() > MAX_CARDS
            && let Some(at) = self.cards.iter().position(settled)
        {
            let gone = self.cards.remove(at);
            self.live_cards.retain(|n| *n != gone.n);
        }
    }

    /// A question that was put and is no longer known.
    pub(crate) fn has_forgotten_card(&self, n: CardNo) -> bool {
        n.0 >= 1 && n.0 < self.next_card && self.card(n).is_none()
    }

    /// A question that nobody answered, and a yes that nothing used, are never let go of.
    pub(super) fn let_go_of_an_old_decline(&mut self) {
        let declined = |n: &CardNo| self.card(*n).is_some_and(|c| c.is == CardIs::Declined);
        if let Some(at) = self.live_cards.iter().position(declined) {
            self.live_cards.remove(at);
        }
    }

    pub(crate) fn live_cards(&self) -> impl DoubleEndedIterator<Item = &CardFold> {
        self.live_cards.iter().filter_map(|n| self.card(*n))
    }
}
