//! The content of questions, beside their places in the fold.

use super::{
    approval::{DraftShows, Receipts},
    digest::Digest,
};
use crate::ledger::{CardIs, CardNo, Fold};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// A question's content, beside its place in the fold.
pub(crate) struct CardRecord {
    pub(crate) n: CardNo,
    pub(crate) about: Digest,
    pub(crate) keys: Digest,
    pub(crate) shown: ShownIs,
    /// `None` once a spent yes is old: what it covered is then told by its digests only.
    pub(crate) receipts: Option<Arc<Receipts>>,
    pub(crate) instance: Option<Box<str>>,
    /// The input as it was sent, for what fires on a yes.
    pub(crate) held: Option<Value>,
    /// What was answered, oldest first.
    pub(super) answers: Vec<Answered>,
}

impl CardRecord {
    /// The answer that stands.
    pub(crate) fn answered(&self) -> Option<&Answered> {
        self.answers.last().filter(|a| a.stands)
    }

    /// The answer that an event of this version recorded.
    pub(crate) fn answer_at(&self, version: u64) -> Option<&Answered> {
        self.answers.iter().find(|a| a.version == version)
    }

    /// Keeps an answer, and who gave it; of a question that is answered over and over, the last ones.
    pub(super) fn answer(&mut self, answer: Answered) {
        if self.answers.len() == MOST_ANSWERS {
            self.answers.remove(0);
        }
        self.answers.push(answer);
    }
}

/// Answers to one question that are kept with who gave them.
const MOST_ANSWERS: usize = 16;

/// Questions whose content is kept whole, the newest ones; an open or approved one is always whole.
const WHOLE_CARDS: usize = 128;

/// The content of every question of a session.
#[derive(Default)]
pub(crate) struct CardBook {
    /// By number, oldest first.
    pub(super) all: Vec<CardRecord>,
    /// The newest question about the same thing.
    pub(super) newest: HashMap<Digest, CardNo>,
}

impl CardBook {
    pub(super) fn add(&mut self, card: CardRecord) {
        self.newest.insert(card.about, card.n);
        self.all.push(card);
    }

    /// Follows the fold: what it has forgotten goes, and an old yes that was spent keeps its digests only.
    pub(super) fn trim(&mut self, fold: &Fold) {
        if self.all.len() > fold.cards.len() {
            self.all.retain(|c| fold.card(c.n).is_some());
            let kept = &self.all;
            self.newest.retain(|_, n| kept.binary_search_by_key(n, |c| c.n).is_ok());
        }
        let old = self.all.len().saturating_sub(WHOLE_CARDS);
        if let Some(card) = self.all[..old].last_mut()
            && fold.card(card.n).is_some_and(|f| matches!(f.is, CardIs::Spent { .. }))
        {
            (card.receipts, card.held) = (None, None);
        }
    }

    pub(crate) fn get(&self, n: CardNo) -> Option<&CardRecord> {
        self.all.binary_search_by_key(&n, |c| c.n).ok().map(|at| &self.all[at])
    }

    pub(super) fn get_mut(&mut self, n: CardNo) -> Option<&mut CardRecord> {
        self.all
            .binary_search_by_key(&n, |c| c.n)
            .ok()
            .map(|at| &mut self.all[at])
    }
}

/// Who answered, when, and with what note.
pub(crate) struct Answered {
    /// The version that it made.
    pub(super) version: u64,
    /// Whether it is a yes or a no, and not the taking back of one.
    pub(super) stands: bool,
    pub(crate) ms: u32,
    pub(crate) approver: Arc<str>,
    pub(crate) note: Option<Arc<str>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownIs {
    Nothing,
    Preparing,
    Digest(Digest),
}

impl ShownIs {
    /// `None`: it cannot be told before the app has made it again.
    pub(crate) fn same(self, now: &DraftShows) -> Option<bool> {
        match (self, now) {
            (ShownIs::Nothing, DraftShows::Nothing) => Some(true),
            (ShownIs::Digest(then), DraftShows::Value { digest, .. }) => Some(then == *digest),
            (ShownIs::Preparing | ShownIs::Digest(_), DraftShows::Preparing(_))
            | (ShownIs::Preparing, DraftShows::Value { .. }) => None,
            _ => Some(false),
        }
    }
}
