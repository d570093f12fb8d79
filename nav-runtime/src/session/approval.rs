//! Questions for a human: what a card shows, what a yes covers, and who may answer.

use super::{
    AnySession, Call, Intent,
    cards::{Answered, CardRecord, ShownIs},
    digest::{Digest, canonical},
    inner::{Core, View},
};
use crate::{
    Authored,
    graph::{ActionIx, Evidence, KeyId, Principal},
    ledger::{Answer, AskId, CardFold, CardIs, CardNo, EffectStatus, Event, FireOutcome},
};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// A question as the person sees it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Card {
    /// Its id.
    pub ask_id: AskId,
    /// The action it is about.
    pub action: &'static str,
    /// What that does.
    pub does: Authored,
    /// Where it stands.
    pub is: CardIs,
    /// Whether what it shows is still being made; it cannot be answered before.
    pub being_prepared: bool,
    /// The whole of what a yes covers.
    pub receipts: Arc<Receipts>,
}

/// The whole of what a yes covers.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Receipts {
    /// What would be done.
    pub will_do: WillDo,
    /// The conditions that hold.
    pub because: Vec<Evidence>,
    /// The keys of conditions that nobody could judge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because_unevaluated: Vec<String>,
    /// What it would be done with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub will_use: Option<WillUse>,
    /// What the app shows of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<Value>,
    /// The page it was asked on.
    pub you_are_on: &'static str,
    /// The version it was asked at.
    pub version: u64,
    /// What was done last, at most five.
    pub recent_steps: Vec<RecentStep>,
}

/// What a fire would do.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WillDo {
    /// In the author's words.
    pub does: Authored,
    /// The keys it declares to write.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// The page it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigates_to: Option<&'static str>,
}

/// What a fire would be done with.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
#[non_exhaustive]
pub struct WillUse {
    /// The input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Value>,
    /// The instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<Box<str>>,
    /// The whole draft, by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<Value>,
}

/// A fire that came before.
#[derive(Clone, Copy, Debug, schemars::JsonSchema, Serialize)]
#[non_exhaustive]
pub struct RecentStep {
    /// The action.
    pub what: &'static str,
    /// Who fired it.
    pub principal: Principal,
    /// What became of it; `pending` while it is out.
    pub outcome: RecentOutcome,
}

/// What became of a fire that came before.
#[derive(Clone, Copy, Debug, schemars::JsonSchema, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum RecentOutcome {
    /// It came to rest.
    Settled(FireOutcome),
    /// It is still out.
    Pending(EffectStatus),
}

/// What a card would show, made before anything is locked.
pub(crate) struct CardDraft {
    /// Which question: action, instance, input.
    pub(crate) about: Digest,
    /// The keys that are shown.
    pub(crate) keys: Digest,
    pub(crate) shows: DraftShows,
    pub(crate) because: Vec<Evidence>,
    pub(crate) because_unevaluated: Vec<String>,
    pub(crate) will_use: Option<WillUse>,
    pub(crate) held: Option<Value>,
}

/// What the app shows on a card.
pub(crate) enum DraftShows {
    /// Nothing of its own.
    Nothing,
    /// This.
    Value { value: Value, digest: Digest },
    /// Something that is still being made.
    Preparing(crate::graph::BoxFuture<'static, Value>),
}

/// Why an answer was not taken. Nothing changed.
#[derive(Debug, thiserror::Error, PartialEq, Eq, Clone, Copy)]
#[non_exhaustive]
pub enum AnswerError {
    /// No question of this session has that id.
    #[error("no question of this session has that id")]
    UnknownAsk,
    /// It has been answered, or has lost its ground.
    #[error("the question has been answered already, or is no longer valid")]
    AlreadyAnswered,
    /// What it shows is still being made.
    #[error("what the card shows is still being made; try again in a moment")]
    NotReady,
    /// Nobody said who answers.
    #[error("an answer says who gives it")]
    BlankApprover,
    /// The session is closed.
    #[error("the session has ended")]
    Ended,
}

impl View<'_> {
    /// The newest question about the same thing.
    pub(super) fn card_about(&self, action: ActionIx, about: &Digest) -> Option<(CardFold, usize)> {
        let n = *self.core.cards.newest.get(about)?;
        let at = self.core.cards.all.binary_search_by_key(&n, |c| c.n).ok()?;
        let fold = self.core.ledger.fold.card(self.core.cards.all[at].n)?;
        (fold.action == action).then_some((*fold, at))
    }

    pub(super) fn open_questions(&self) -> usize {
        self.core
            .ledger
            .fold
            .live_cards()
            .filter(|c| c.is == CardIs::Open)
            .count()
    }

    /// Lets go of yeses that have run out of time.
    pub(crate) fn expire(&mut self) {
        let Some(after) = self.inner.options.expires_after else {
            return;
        };
        let after = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
        let now = self.ms;
        let cards = &self.core.cards;
        let gone: Vec<CardNo> = (self.core.ledger.fold.live_cards())
            .filter(|c| c.is == CardIs::Approved)
            .filter(|c| {
                let answered = cards.get(c.n).and_then(CardRecord::answered);
                answered.is_some_and(|a| now.saturating_sub(a.ms) >= after)
            })
            .map(|c| c.n)
            .collect();
        for card in gone {
            self.append(Event::Answered {
                card,
                answer: Answer::Expired,
                by: Principal::System,
            });
        }
    }

    pub(super) fn recent_steps(&self) -> Vec<RecentStep> {
        let data = self.inner.data;
        let mut steps: Vec<_> = (self.core.ledger.fold.newest_first().take(5))
            .map(|f| RecentStep {
                what: data.actions[f.action.at()].id,
                principal: f.by,
                outcome: f
                    .outcome_now
                    .or(f.ending.map(|e| e.outcome()))
                    .map_or(RecentOutcome::Pending(EffectStatus::Pending), RecentOutcome::Settled),
            })
            .collect();
        steps.reverse();
        steps
    }

    /// Puts a question to a human.
    pub(super) fn mint(&mut self, action: ActionIx, by: Principal, draft: CardDraft) -> CardNo {
        let card = CardNo(self.core.ledger.fold.next_card);
        self.append(Event::Asked { card, action, by });
        let (shown, shows) = match draft.shows {
            DraftShows::Nothing => (ShownIs::Nothing, None),
            DraftShows::Value { value, digest } => (ShownIs::Digest(digest), Some(value)),
            DraftShows::Preparing(making) => {
                self.late.preparing = Some((card, making));
                (ShownIs::Preparing, None)
            }
        };
        let data = self.inner.data;
        let receipts = Receipts {
            will_do: self.inner.will_do(action),
            because: draft.because,
            because_unevaluated: draft.because_unevaluated,
            shows,
            you_are_on: data.pages[self.core.ledger.fold.page.at()].id,
            version: self.core.ledger.version,
            recent_steps: self.recent_steps(),
            will_use: draft.will_use,
        };
        let instance = receipts.will_use.as_ref().and_then(|u| u.instance.clone());
        self.core.cards.add(CardRecord {
            n: card,
            about: draft.about,
            keys: draft.keys,
            shown,
            receipts: Some(Arc::new(receipts)),
            instance,
            held: draft.held,
            answers: Vec::new(),
        });
        let Core { aside, ledger, .. } = &mut *self.core;
        aside.cards.trim(&ledger.fold);
        card
    }

    pub(crate) fn card_of(&self, record: &CardRecord) -> Option<Card> {
        let fold = self.core.ledger.fold.card(record.n)?;
        let data = &self.inner.data.actions[fold.action.at()];
        Some(Card {
            ask_id: AskId(record.n),
            action: data.id,
            does: data.does(),
            is: fold.is,
            being_prepared: record.shown == ShownIs::Preparing,
            receipts: record.receipts.clone()?,
        })
    }

    pub(crate) fn card(&self, n: CardNo) -> Option<Card> {
        self.card_of(self.core.cards.get(n)?)
    }
}

impl super::inner::Inner {
    pub(crate) fn will_do(&self, action: ActionIx) -> WillDo {
        let data = &self.data.actions[action.at()];
        let writes = data.facts.map_or(&[][..], |f| f.writes);
        WillDo {
            does: data.does(),
            writes: writes.iter().filter_map(|k: &KeyId| self.key_name(*k)).collect(),
            navigates_to: data.goes_to().map(|p| self.data.pages[p.at()].id),
        }
    }

    /// What a card was to show will never be made: asking again asks anew.
    pub(super) fn never_prepared(self: &Arc<Self>, n: CardNo) {
        let mut v = self.view();
        let waits = v.core.cards.get(n).is_some_and(|c| c.shown == ShownIs::Preparing);
        if waits && v.core.ledger.fold.card(n).is_some_and(|c| c.is == CardIs::Open) {
            v.append(Event::Answered {
                card: n,
                answer: Answer::Stale,
                by: Principal::System,
            });
        }
        v.release().start();
    }

    /// Puts what an app has made onto its card.
    pub(super) fn prepared(self: &Arc<Self>, n: CardNo, value: Value) {
        let mut bytes = Vec::new();
        canonical(&value, &mut bytes);
        let digest = self.secret.digest(&bytes);
        let mut v = self.view();
        if let Some(card) = v.core.cards.get_mut(n)
            && card.shown == ShownIs::Preparing
        {
            card.shown = ShownIs::Digest(digest);
            if let Some(receipts) = &mut card.receipts {
                Arc::make_mut(receipts).shows = Some(value);
            }
        }
        v.release().start();
        self.changed.notify(usize::MAX);
    }
}

impl AnySession {
    /// The questions that a human still owes an answer, and the yeses that nothing has used, oldest first.
    #[must_use]
    pub fn asks(&self) -> Vec<Card> {
        let mut v = self.0.view();
        v.expire();
        let cards = (v.core.ledger.fold.live_cards())
            .filter(|c| matches!(c.is, CardIs::Open | CardIs::Approved))
            .filter_map(|c| v.card(c.n))
            .collect();
        v.release().start();
        cards
    }

    /// One question, whatever became of it.
    #[must_use]
    pub fn ask(&self, id: AskId) -> Option<Card> {
        let mut v = self.0.view();
        v.expire();
        let card = v.card(id.0);
        v.release().start();
        card
    }

    /// Tells the app of every question that is put from now on, outside every lock: to send a mail, to ring a bell.
    pub fn on_ask(&self, hook: impl Fn(&Card) + Send + Sync + 'static) {
        self.0.add_hook(Arc::new(hook));
    }

    /// A person says yes.
    ///
    /// # Errors
    /// [`AnswerError`]; nothing has changed then.
    pub fn approve(&self, id: AskId, approver: &str) -> Result<(), AnswerError> {
        self.answer(id, approver, None, Answer::Approved, |is| is == CardIs::Open)?;
        if self.0.options.fires_on_approval {
            self.fire_held(id);
        }
        Ok(())
    }

    /// Launches what a yes was given to, with what it was asked with. A gate may still turn it away, and says so in
    /// the facts.
    fn fire_held(&self, id: AskId) {
        let v = self.0.view();
        let held = v.core.cards.get(id.0).map(|c| (c.held.clone(), c.instance.clone()));
        let action = v.core.ledger.fold.card(id.0).map(|c| c.action);
        v.release().start();
        let (Some((input, instance)), Some(action)) = (held, action) else {
            return;
        };
        let call = Call {
            action,
            by: Principal::Agent,
            input: input.as_ref(),
            instance: instance.as_deref(),
            intent: Intent::Confirm,
            journey: None,
            asks: true,
            ask: Some(id.0),
        };
        let (_, (), launch) = self.0.decide(&call, |_, _| ());
        launch.start();
    }

    /// A person says no, perhaps with a note.
    ///
    /// # Errors
    /// [`AnswerError`]; nothing has changed then.
    pub fn decline(&self, id: AskId, approver: &str, note: Option<&str>) -> Result<(), AnswerError> {
        self.answer(id, approver, note, Answer::Declined, |is| is == CardIs::Open)
    }

    /// A person takes a yes back that nothing has used.
    ///
    /// # Errors
    /// [`AnswerError`]; nothing has changed then.
    pub fn revoke(&self, id: AskId, approver: &str) -> Result<(), AnswerError> {
        self.answer(id, approver, None, Answer::Revoked, |is| is == CardIs::Approved)
    }

    /// A person takes a no back: the question is open again.
    ///
    /// # Errors
    /// [`AnswerError`]; nothing has changed then.
    pub fn reopen(&self, id: AskId, approver: &str) -> Result<(), AnswerError> {
        self.answer(id, approver, None, Answer::Reopened, |is| is == CardIs::Declined)
    }

    fn answer(
        &self,
        id: AskId,
        approver: &str,
        note: Option<&str>,
        answer: Answer,
        may: impl Fn(CardIs) -> bool,
    ) -> Result<(), AnswerError> {
        if approver.trim().is_empty() {
            return Err(AnswerError::BlankApprover);
        }
        let (approver, note) = (
            Arc::from(approver),
            note.filter(|n| !n.trim().is_empty()).map(Arc::from),
        );
        let mut v = self.0.view();
        v.expire();
        let taken = (|| {
            if v.core.ledger.fold.closed {
                return Err(AnswerError::Ended);
            }
            let card = v.core.ledger.fold.card(id.0).ok_or(AnswerError::UnknownAsk)?;
            if !may(card.is) {
                return Err(AnswerError::AlreadyAnswered);
            }
            let preparing = v.core.cards.get(id.0).is_some_and(|c| c.shown == ShownIs::Preparing);
            if preparing && answer == Answer::Approved {
                return Err(AnswerError::NotReady);
            }
            Ok(())
        })();
        if taken.is_ok() {
            v.append(Event::Answered {
                card: id.0,
                answer,
                by: Principal::User,
            });
            let (ms, version) = (v.ms, v.core.ledger.version);
            if let Some(c) = v.core.cards.get_mut(id.0) {
                c.answer(Answered {
                    version,
                    stands: answer != Answer::Reopened,
                    ms,
                    approver,
                    note,
                });
            }
        }
        v.release().start();
        taken
    }
}
