//! Gaps: where an agent wanted something and the graph, or the app, did not have it.

use super::{AnySession, Inner};
use crate::{
    graph::{ActionIx, Evidence, PageIx, Principal},
    ledger::Reason,
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Weak},
};

/// Gaps that are kept, newest last.
const MOST_GAPS: usize = 64;

/// One gap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Gap {
    /// Which one it is, counted from 1.
    pub number: u64,
    /// What kind.
    pub kind: GapKind,
    /// The page it was met on.
    pub page: &'static str,
    /// The version it was met at.
    pub version: u64,
}

/// What kind of gap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GapKind {
    /// A gate turned a fire away.
    #[non_exhaustive]
    FireRejected {
        /// The action.
        action: &'static str,
        /// The gate.
        reason: Reason,
        /// Who tried.
        principal: Principal,
        /// The conditions that were looked at.
        evidence: Vec<Evidence>,
    },
    /// Nothing could be done where the agent was.
    DeadEnd,
    /// A handler wrote keys that its action does not declare.
    #[non_exhaustive]
    UndeclaredWrite {
        /// The action.
        action: &'static str,
        /// The keys.
        keys: Vec<String>,
    },
    /// Somebody reported it.
    #[non_exhaustive]
    Reported {
        /// What was asked for: data.
        request: Arc<str>,
    },
}

/// The gaps of a session.
#[derive(Default)]
pub(crate) struct GapBook {
    kept: VecDeque<Entry>,
    met: u64,
    by_reason: BTreeMap<&'static str, u64>,
}

struct Entry {
    number: u64,
    page: PageIx,
    version: u64,
    what: What,
}

/// A gap before it is named.
#[derive(Clone)]
pub(crate) enum What {
    Rejected {
        action: ActionIx,
        reason: Reason,
        by: Principal,
        evidence: Vec<Evidence>,
    },
    DeadEnd,
    Undeclared {
        action: ActionIx,
        keys: Vec<crate::graph::KeyId>,
    },
    Reported(Arc<str>),
}

impl GapBook {
    pub(crate) fn add(&mut self, page: PageIx, version: u64, what: What) {
        if matches!(what, What::DeadEnd) && self.kept.back().is_some_and(|e| e.is_dead_end(page, version)) {
            return;
        }
        self.met += 1;
        if let What::Rejected { reason, .. } = &what {
            *self.by_reason.entry(reason.word()).or_default() += 1;
        }
        if self.kept.len() == MOST_GAPS {
            self.kept.pop_front();
        }
        self.kept.push_back(Entry {
            number: self.met,
            page,
            version,
            what,
        });
    }
}

impl Entry {
    fn is_dead_end(&self, page: PageIx, version: u64) -> bool {
        matches!(self.what, What::DeadEnd) && self.page == page && self.version == version
    }
}

/// A cursor that follows a session's gaps.
#[derive(Clone, Debug)]
pub struct GapSubscription {
    session: Weak<Inner>,
    after: u64,
    lost: u64,
}

impl GapSubscription {
    /// Waits for the next gaps, and returns all of them; `None` once the session is gone or has ended.
    pub async fn next(&mut self) -> Option<Vec<Gap>> {
        loop {
            let listener = {
                let session = AnySession(self.session.upgrade()?);
                let listener = session.0.changed.listen();
                let gaps = self.take(&session);
                if !gaps.is_empty() {
                    return Some(gaps);
                }
                if session.is_closed() {
                    return None;
                }
                listener
            };
            listener.await;
        }
    }

    /// What was met since, without waiting; `None` once the session is gone.
    pub fn try_next(&mut self) -> Option<Vec<Gap>> {
        let session = AnySession(self.session.upgrade()?);
        Some(self.take(&session))
    }

    /// How many gaps were dropped before this cursor read them.
    #[must_use]
    pub fn lag(&self) -> u64 {
        self.lost
    }

    fn take(&mut self, session: &AnySession) -> Vec<Gap> {
        let mut gaps = session.gaps();
        gaps.retain(|g| g.number > self.after);
        if let (Some(first), Some(last)) = (gaps.first(), gaps.last()) {
            self.lost += first.number - self.after - 1;
            self.after = last.number;
        }
        gaps
    }
}

impl AnySession {
    /// The newest gaps, at most 64, oldest first. [`AnySession::changed`] tells of new ones.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        let data = self.0.data;
        let id = |a: ActionIx| data.actions[a.at()].id;
        let v = self.0.view();
        let gaps = v.core.gaps.kept.iter().map(|e| Gap {
            number: e.number,
            page: data.pages[e.page.at()].id,
            version: e.version,
            kind: match e.what.clone() {
                What::Rejected {
                    action,
                    reason,
                    by,
                    evidence,
                } => GapKind::FireRejected {
                    action: id(action),
                    reason,
                    principal: by,
                    evidence,
                },
                What::DeadEnd => GapKind::DeadEnd,
                What::Undeclared { action, keys } => GapKind::UndeclaredWrite {
                    action: id(action),
                    keys: keys.into_iter().filter_map(|k| self.0.key_name(k)).collect(),
                },
                What::Reported(request) => GapKind::Reported { request },
            },
        });
        let gaps = gaps.collect();
        v.release().start();
        gaps
    }

    /// A cursor that follows the gaps from now on. It buffers nothing and holds no session alive.
    #[must_use]
    pub fn subscribe_to_gaps(&self) -> GapSubscription {
        let v = self.0.view();
        let after = v.core.gaps.met;
        v.release().start();
        GapSubscription {
            session: Arc::downgrade(&self.0),
            after,
            lost: 0,
        }
    }

    /// How often each gate turned a fire away.
    #[must_use]
    pub fn refusals_by_reason(&self) -> BTreeMap<&'static str, u64> {
        let v = self.0.view();
        let counts = v.core.gaps.by_reason.clone();
        v.release().start();
        counts
    }

    /// Notes something that was asked for and is not there.
    pub fn report_gap(&self, request: &str) {
        self.note_gap(What::Reported(crate::produced::clean_error(request).into()));
    }

    pub(crate) fn note_gap(&self, what: What) {
        let mut v = self.0.view();
        let (page, version) = (v.core.ledger.fold.page, v.core.ledger.version);
        v.core.gaps.add(page, version, what);
        v.release().start();
        self.0.changed.notify(usize::MAX);
    }
}
