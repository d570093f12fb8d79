//! What a registry holds, and how much of it.

use super::{Conversation, ConversationId, RegistryError, handle::Hashed};
use crate::session::Caller;
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

/// What a registry holds at most, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Conversations of one caller. Default: 32.
    pub per_caller: usize,
    /// Conversations in all. Default: 10,000.
    pub in_all: usize,
    /// How long an untouched conversation with nothing pending is kept. Default: one hour.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            per_caller: 32,
            in_all: 10_000,
            idle: Duration::from_secs(60 * 60),
        }
    }
}

impl Limits {
    /// Conversations of one caller.
    #[must_use]
    pub const fn per_caller(mut self, most: usize) -> Self {
        self.per_caller = most;
        self
    }

    /// Conversations in all.
    #[must_use]
    pub const fn in_all(mut self, most: usize) -> Self {
        self.in_all = most;
        self
    }

    /// How long an untouched conversation with nothing pending is kept.
    #[must_use]
    pub const fn idle(mut self, after: Duration) -> Self {
        self.idle = after;
        self
    }
}

#[derive(Default)]
pub(super) struct Table {
    pub(super) by_handle: HashMap<Hashed, Arc<Conversation>>,
    pub(super) by_id: HashMap<ConversationId, Arc<Conversation>>,
    /// Oldest first.
    pub(super) of_caller: HashMap<Caller, Vec<Arc<Conversation>>>,
    pub(super) swept: Option<SystemTime>,
    pub(super) shut: bool,
}

impl Table {
    /// How many others the caller has; `None` if there is no room.
    pub(super) fn insert_within(
        &mut self,
        limits: &Limits,
        new: &Arc<Conversation>,
    ) -> Result<Option<usize>, RegistryError> {
        if self.shut {
            return Err(RegistryError::ShuttingDown);
        }
        let caller = new.session.caller();
        let others = self.of_caller.get(caller).map_or(0, Vec::len);
        if others >= limits.per_caller || self.by_id.len() >= limits.in_all {
            return Ok(None);
        }
        self.by_handle.insert(new.found_by, new.clone());
        self.by_id.insert(new.id, new.clone());
        self.of_caller.entry(caller.clone()).or_default().push(new.clone());
        Ok(Some(others))
    }

    pub(super) fn remove(&mut self, old: &Arc<Conversation>) -> bool {
        if self.by_id.remove(&old.id).is_none() {
            return false;
        }
        self.by_handle.remove(&old.found_by);
        let caller = old.session.caller();
        if let Some(list) = self.of_caller.get_mut(caller) {
            list.retain(|c| c.id != old.id);
            if list.is_empty() {
                self.of_caller.remove(caller);
            }
        }
        true
    }
}
