//! The record as it is read: every event as a row, the decisions of humans, and a cursor that follows.

use super::{AnySession, inner::Inner};
use crate::{
    graph::Principal,
    ledger::{Answer, AskId, CardIs, CardNo, Event, FireNo, FireOutcome, Timed, TransitionId},
};
use serde::Serialize;
use std::{
    sync::{Arc, Weak},
    time::Duration,
};

/// What kind of change was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RecordKind {
    /// The session began.
    Opened,
    /// The app said where the user is.
    Synced,
    /// A journey was opened, or returned to.
    FrameOpened,
    /// A journey's completion was told.
    FrameClosed,
    /// Something was fired.
    Fired,
    /// A fire reported a change.
    Reported,
    /// A field of a draft was filled.
    Stored,
    /// A field of a draft was emptied.
    Dropped,
    /// A draft was sent.
    Sent,
    /// A fire came to rest.
    Settled,
    /// What became of a fire at rest has changed.
    Revised,
    /// An agent dealt with what others changed.
    Acknowledged,
    /// The world moved.
    Moved,
    /// A question was put to a human.
    Asked,
    /// It was approved.
    Approved,
    /// It was declined.
    Declined,
    /// An agent says that it was declined; that decides nothing.
    ReportedDeclined,
    /// A yes was taken back.
    Revoked,
    /// A yes ran out of time.
    Expired,
    /// What a card showed is no longer so.
    Stale,
    /// A no was taken back.
    Reopened,
    /// A yes was given ahead.
    Granted,
    /// And taken back.
    GrantEnded,
    /// A yes was used.
    Spent,
    /// The app began a piece of work.
    WorkOpened,
    /// And finished it.
    WorkClosed,
    /// The app changed a control.
    Switched,
    /// The session ended.
    Closed,
}

/// One recorded change: names, keys and numbers, never a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RecordRow {
    /// The version it made.
    pub version: u64,
    /// How long after the session was opened, in milliseconds.
    pub after_ms: u32,
    /// What happened.
    pub kind: RecordKind,
    /// The action it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<&'static str>,
    /// The fire it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition_id: Option<TransitionId>,
    /// The question it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_id: Option<AskId>,
    /// The page or journey it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<&'static str>,
    /// Who.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub principal: Option<Principal>,
    /// The keys that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// What became of the fire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<FireOutcome>,
}

/// One entry in the journal of human decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConfirmRow {
    /// What happened.
    #[serde(flatten)]
    pub record: RecordRow,
    /// Who answered: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approver: Option<Arc<str>>,
    /// With what note: data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
}

/// A question that a person has answered, as it stands.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decided {
    /// The question.
    pub ask_id: AskId,
    /// The action it is about.
    pub action: &'static str,
    /// What has become of it.
    pub is: CardIs,
    /// Who answered: data.
    pub approver: Arc<str>,
    /// With what note: data.
    pub note: Option<Arc<str>>,
    /// How long after the session was opened, in milliseconds.
    pub after_ms: u32,
}

impl Inner {
    fn row(&self, version: u64, timed: &Timed, action_of: impl Fn(FireNo) -> Option<&'static str>) -> RecordRow {
        let data = self.data;
        let mut row = RecordRow {
            version,
            after_ms: timed.ms,
            kind: RecordKind::Closed,
            action: None,
            transition_id: None,
            ask_id: None,
            place: None,
            principal: None,
            keys: Vec::new(),
            outcome: None,
        };
        let about = |row: &mut RecordRow, fire: FireNo| {
            row.action = action_of(fire);
            row.transition_id = row.action.map(|action| TransitionId { action, n: fire });
        };
        let id = |a: &crate::graph::ActionIx| Some(data.actions[a.at()].id);
        row.kind = match &timed.event {
            Event::Opened { page } => {
                row.place = Some(data.pages[page.at()].id);
                RecordKind::Opened
            }
            Event::Synced { page, by } => {
                (row.place, row.principal) = (Some(data.pages[page.at()].id), Some(*by));
                RecordKind::Synced
            }
            Event::FrameOpened { journey } => {
                row.place = Some(data.journeys[journey.at()].id);
                RecordKind::FrameOpened
            }
            Event::FrameClosed { journey } => {
                row.place = Some(data.journeys[journey.at()].id);
                RecordKind::FrameClosed
            }
            Event::Fired {
                fire, action, page, by, ..
            } => {
                about(&mut row, *fire);
                (row.action, row.place, row.principal) = (id(action), Some(data.pages[page.at()].id), Some(*by));
                row.transition_id = row.action.map(|action| TransitionId { action, n: *fire });
                RecordKind::Fired
            }
            Event::Reported { fire, keys } => {
                about(&mut row, *fire);
                row.keys = self.key_names(keys);
                RecordKind::Reported
            }
            Event::Stored { journey, fire, .. } => {
                about(&mut row, *fire);
                row.place = Some(data.journeys[journey.at()].id);
                RecordKind::Stored
            }
            Event::Dropped { journey, fire, .. } => {
                about(&mut row, *fire);
                row.place = Some(data.journeys[journey.at()].id);
                RecordKind::Dropped
            }
            Event::Sent { journey } => {
                row.place = Some(data.journeys[journey.at()].id);
                RecordKind::Sent
            }
            Event::Settled { fire, ending, by, .. } => {
                about(&mut row, *fire);
                (row.principal, row.outcome) = (*by, Some(ending.outcome()));
                RecordKind::Settled
            }
            Event::Revised { fire, outcome } => {
                about(&mut row, *fire);
                row.outcome = Some(*outcome);
                RecordKind::Revised
            }
            Event::Acknowledged { action } => {
                row.action = id(action);
                RecordKind::Acknowledged
            }
            Event::Moved { by, keys } => {
                (row.principal, row.keys) = (Some(*by), self.key_names(keys));
                RecordKind::Moved
            }
            Event::Asked { card, action, by } => {
                (row.ask_id, row.action, row.principal) = (Some(AskId(*card)), id(action), Some(*by));
                RecordKind::Asked
            }
            Event::Answered { card, answer, by } => {
                (row.ask_id, row.principal) = (Some(AskId(*card)), Some(*by));
                kind_of(*answer)
            }
            Event::Granted { action, by } => {
                (row.action, row.principal) = (id(action), Some(*by));
                RecordKind::Granted
            }
            Event::GrantEnded { action } => {
                row.action = id(action);
                RecordKind::GrantEnded
            }
            Event::Spent { card, fire } => {
                about(&mut row, *fire);
                row.ask_id = Some(AskId(*card));
                RecordKind::Spent
            }
            Event::WorkOpened { action, fire, .. } => {
                row.action = id(action);
                row.transition_id = fire.and_then(|n| Some(TransitionId { action: row.action?, n }));
                RecordKind::WorkOpened
            }
            Event::WorkClosed { .. } => RecordKind::WorkClosed,
            Event::Switched { action } => {
                row.action = id(action);
                RecordKind::Switched
            }
            Event::Closed => RecordKind::Closed,
        };
        row
    }
}

fn kind_of(answer: Answer) -> RecordKind {
    match answer {
        Answer::Approved => RecordKind::Approved,
        Answer::Declined => RecordKind::Declined,
        Answer::ReportedDeclined => RecordKind::ReportedDeclined,
        Answer::Revoked => RecordKind::Revoked,
        Answer::Expired => RecordKind::Expired,
        Answer::Stale => RecordKind::Stale,
        Answer::Reopened => RecordKind::Reopened,
    }
}

impl AnySession {
    /// The recorded changes after a version, at most so many, oldest first, and how many of them are kept no longer.
    #[must_use]
    pub fn records(&self, after: u64, at_most: usize) -> (Vec<RecordRow>, u64) {
        let v = self.0.view();
        let ledger = &v.core.ledger;
        let first = ledger.dropped + 1;
        let lost = first.saturating_sub(after + 1).min(ledger.dropped);
        let skip = usize::try_from((after + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        let fold = &ledger.fold;
        let data = self.0.data;
        let action_of = |n: FireNo| fold.fire(n).map(|f| data.actions[f.action.at()].id);
        let rows = (first..).zip(&ledger.events).skip(skip).take(at_most);
        let rows = rows
            .map(|(version, timed)| self.0.row(version, timed, action_of))
            .collect();
        v.release().start();
        (rows, lost)
    }

    /// The journal of human decisions: what was asked, answered, spent and given ahead, oldest first.
    #[must_use]
    pub fn confirms(&self) -> Vec<ConfirmRow> {
        let (rows, _) = self.records(0, usize::MAX);
        let v = self.0.view();
        let answered = |card: CardNo, version| v.core.cards.get(card).and_then(|c| c.answer_at(version));
        let human = rows
            .into_iter()
            .filter(|r| r.ask_id.is_some() || matches!(r.kind, RecordKind::Granted | RecordKind::GrantEnded));
        let journal = human.map(|record| {
            let by_hand = matches!(
                record.kind,
                RecordKind::Approved | RecordKind::Declined | RecordKind::Revoked | RecordKind::Reopened
            );
            let answer = (record.ask_id.filter(|_| by_hand)).and_then(|id| answered(id.0, record.version));
            ConfirmRow {
                approver: answer.map(|a| a.approver.clone()),
                note: answer.and_then(|a| a.note.clone()),
                record,
            }
        });
        let journal = journal.collect();
        v.release().start();
        journal
    }

    /// The questions that were answered, each with its last answer, oldest first.
    #[must_use]
    pub fn decisions(&self) -> Vec<Decided> {
        let mut v = self.0.view();
        v.expire();
        let data = self.0.data;
        let decided = v.core.ledger.fold.cards.iter().filter_map(|card| {
            let answered = v.core.cards.get(card.n)?.answered()?;
            Some(Decided {
                ask_id: AskId(card.n),
                action: data.actions[card.action.at()].id,
                is: card.is,
                approver: answered.approver.clone(),
                note: answered.note.clone(),
                after_ms: answered.ms,
            })
        });
        let decided = decided.collect();
        v.release().start();
        decided
    }

    /// A cursor that follows the record from now on. It buffers nothing and holds no session alive.
    #[must_use]
    pub fn subscribe(&self) -> Subscription {
        Subscription {
            session: Arc::downgrade(&self.0),
            after: self.version(),
            lost: 0,
        }
    }
}

/// A cursor that follows a session's record.
#[derive(Debug, Clone)]
pub struct Subscription {
    session: Weak<Inner>,
    after: u64,
    lost: u64,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inner")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Subscription {
    /// Waits for what is recorded next, and returns all of it; `None` once the session is gone, or has ended and all
    /// that was out has come to rest.
    pub async fn next(&mut self) -> Option<Vec<RecordRow>> {
        loop {
            let listener = {
                let session = AnySession(self.session.upgrade()?);
                let listener = session.0.changed.listen();
                let rows = self.take(&session);
                if !rows.is_empty() {
                    return Some(rows);
                }
                if session.is_at_rest() {
                    return None;
                }
                listener
            };
            listener.await;
        }
    }

    /// What was recorded since, without waiting; `None` once the session is gone.
    pub fn try_next(&mut self) -> Option<Vec<RecordRow>> {
        let session = AnySession(self.session.upgrade()?);
        Some(self.take(&session))
    }

    /// How many records were dropped before this cursor read them.
    #[must_use]
    pub fn lag(&self) -> u64 {
        self.lost
    }

    fn take(&mut self, session: &AnySession) -> Vec<RecordRow> {
        let (rows, lost) = session.records(self.after, 1_000);
        self.lost += lost;
        self.after = rows.last().map_or(self.after + lost, |r| r.version);
        rows
    }
}

impl RecordRow {
    /// How long after the session was opened it was made.
    #[must_use]
    pub fn after(&self) -> Duration {
        Duration::from_millis(u64::from(self.after_ms))
    }
}
