//! The conversations of a service: sessions of any graphs, found by a secret handle or by a public id.

mod handle;

pub use handle::{ConversationId, Handle};

use crate::{
    ledger::{CardIs, TransitionId},
    session::{AnySession, Caller, Session},
    state::NavState,
};
use handle::Hashed;
use std::{
    any::Any,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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

/// The conversations of a service. A cheap handle: clones share them.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

struct Shared {
    limits: Limits,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    by_handle: HashMap<Hashed, Arc<Conversation>>,
    by_id: HashMap<ConversationId, Arc<Conversation>>,
    /// Oldest first.
    of_caller: HashMap<Caller, Vec<Arc<Conversation>>>,
    swept: Option<SystemTime>,
    shut: bool,
}

/// One conversation.
pub struct Conversation {
    id: ConversationId,
    found_by: Hashed,
    session: AnySession,
    typed: Box<dyn Any + Send + Sync>,
    keeps: Keeps,
    touched: Mutex<SystemTime>,
}

/// How long a conversation is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keeps {
    UntilIdle,
    WithTheProcess,
}

/// What is lost if a conversation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// A fire that is out, a question that waits, work that is open.
    Needed,
    /// What was done in it.
    Used,
    /// Nothing was ever done in it.
    Unused,
}

/// A conversation that was just opened.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The secret that finds it again. It is shown once: the registry keeps its hash only.
    pub handle: Handle,
    /// The conversation.
    pub conversation: Arc<Conversation>,
    /// How many others this caller has.
    pub others: usize,
}

/// Why a conversation was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The caller, or the service, has too many that cannot be let go of.
    #[error("too many conversations are open")]
    TooMany,
    /// The service is shutting down.
    #[error("the service is shutting down")]
    ShuttingDown,
    /// The system gives no random bytes, without which a handle could be guessed.
    #[error("the system gives no random bytes")]
    NoRandomness,
}

/// What still ran when the service shut down.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StillRunning {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its fires that have not come to rest.
    pub fires: Vec<TransitionId>,
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Registry(Arc::new(Shared {
            limits,
            table: Mutex::default(),
        }))
    }

    /// What it holds at most.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    /// Takes a session in, until it is idle for too long. It belongs to the session's caller.
    ///
    /// # Errors
    /// If there are too many, or the service is shutting down.
    pub fn open<S: NavState>(&self, session: Session<S>) -> Result<Opened, RegistryError> {
        self.take_in(session, Keeps::UntilIdle)
    }

    /// Takes a session in for as long as the process lives.
    ///
    /// # Errors
    /// If there are too many, or the service is shutting down.
    pub fn open_for_good<S: NavState>(&self, session: Session<S>) -> Result<Opened, RegistryError> {
        self.take_in(session, Keeps::WithTheProcess)
    }

    fn take_in<S: NavState>(&self, session: Session<S>, keeps: Keeps) -> Result<Opened, RegistryError> {
        let any: AnySession = (*session).clone();
        let now = any.0.host.now();
        self.sweep(now);
        let (handle, id) = (Handle::random()?, ConversationId::random()?);
        let conversation = Arc::new(Conversation {
            id,
            found_by: handle.hashed(),
            session: any,
            typed: Box::new(session),
            keeps,
            touched: Mutex::new(now),
        });
        let caller = conversation.session.caller().clone();
        loop {
            if let Some(others) = self.table().insert_within(&self.0.limits, &conversation)? {
                return Ok(Opened {
                    handle,
                    conversation,
                    others,
                });
            }
            if !self.let_go_of_oldest(&caller) {
                return Err(RegistryError::TooMany);
            }
        }
    }

    /// The caller's conversation of that handle. Somebody else's handle is as unknown as a made-up one.
    #[must_use]
    pub fn find(&self, handle: &str, caller: &Caller) -> Option<Arc<Conversation>> {
        let hashed = Hashed::of(handle);
        let found = self.table().by_handle.get(&hashed).cloned()?;
        if found.session.caller() != caller {
            return None;
        }
        let now = found.now();
        if found.is_over(now, self.0.limits.idle) {
            self.end(&found, "idle");
            return None;
        }
        *found.touched() = now;
        Some(found)
    }

    /// The conversation of that public id.
    #[must_use]
    pub fn get(&self, id: ConversationId) -> Option<Arc<Conversation>> {
        self.table().by_id.get(&id).cloned()
    }

    /// What `f` says of the conversation of that id, if it is one over the state `S`.
    pub fn with<S: NavState, R>(&self, id: ConversationId, f: impl FnOnce(&Session<S>) -> R) -> Option<R> {
        let conversation = self.get(id)?;
        conversation.typed.downcast_ref::<Session<S>>().map(f)
    }

    /// A caller's conversations, oldest first.
    #[must_use]
    pub fn sessions_of(&self, caller: &Caller) -> Vec<Arc<Conversation>> {
        self.table().of_caller.get(caller).cloned().unwrap_or_default()
    }

    /// All conversations, in no order.
    #[must_use]
    pub fn conversations(&self) -> Vec<Arc<Conversation>> {
        self.table().by_id.values().cloned().collect()
    }

    /// Ends the conversation of that id; `false` if there is none.
    pub fn evict(&self, id: ConversationId) -> bool {
        let found = self.get(id);
        found.is_some_and(|found| self.end(&found, "evicted"))
    }

    /// Ends what has been idle for too long, and says how many that were. Opening a conversation does it too, now and
    /// then.
    pub fn evict_idle(&self) -> usize {
        let over = self
            .conversations()
            .into_iter()
            .filter(|c| c.is_over(c.now(), self.0.limits.idle));
        over.filter(|c| self.end(c, "idle")).count()
    }

    /// Takes in nothing more, and lists what still runs. Sessions stay open, so that handlers can finish.
    pub fn shutdown(&self) -> Vec<StillRunning> {
        self.table().shut = true;
        let running = self.conversations().into_iter().map(|c| StillRunning {
            conversation: c.id,
            fires: c.session.awaiting_settlement(),
        });
        running.filter(|c| !c.fires.is_empty()).collect()
    }

    /// Resolves once nothing of any conversation runs any more.
    pub async fn settled(&self) {
        loop {
            let out = |c: &Arc<Conversation>| {
                let session = c.session.clone();
                let fires = session.awaiting_settlement().into_iter();
                fires
                    .filter_map(|fire| session.when_settled(&fire.to_string()).ok())
                    .collect::<Vec<_>>()
            };
            let out: Vec<_> = self.conversations().iter().flat_map(out).collect();
            if out.is_empty() {
                return;
            }
            for settled in out {
                settled.await;
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// At most a few times per idle time, so that opening stays cheap.
    fn sweep(&self, now: SystemTime) {
        let every = self.0.limits.idle / 16;
        let due = {
            let mut table = self.table();
            let due = table
                .swept
                .is_none_or(|last| now.duration_since(last).unwrap_or_default() >= every);
            if due {
                table.swept = Some(now);
            }
            due
        };
        if due {
            self.evict_idle();
        }
    }

    /// Makes room: the idle ones, else the caller's oldest that never fired.
    fn let_go_of_oldest(&self, caller: &Caller) -> bool {
        if self.evict_idle() > 0 {
            return true;
        }
        let mine = self.sessions_of(caller);
        let oldest = mine
            .iter()
            .find(|c| c.keeps == Keeps::UntilIdle && c.standing() == Standing::Unused);
        oldest.is_some_and(|oldest| self.end(oldest, "making room"))
    }

    fn end(&self, conversation: &Arc<Conversation>, why: &'static str) -> bool {
        let removed = self.table().remove(conversation);
        if removed {
            tracing::debug!(conversation = %conversation.id, why, "a conversation ended");
            conversation.session.close();
        }
        removed
    }
}

impl Table {
    /// How many others the caller has; `None` if there is no room.
    fn insert_within(&mut self, limits: &Limits, new: &Arc<Conversation>) -> Result<Option<usize>, RegistryError> {
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

    fn remove(&mut self, old: &Arc<Conversation>) -> bool {
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

impl Conversation {
    /// Its public id.
    #[must_use]
    pub fn id(&self) -> ConversationId {
        self.id
    }

    /// Its session, without the state's type; [`Registry::with`] gives it with.
    #[must_use]
    pub fn session(&self) -> &AnySession {
        &self.session
    }

    fn touched(&self) -> MutexGuard<'_, SystemTime> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> SystemTime {
        self.session.0.host.now()
    }

    fn standing(&self) -> Standing {
        let view = self.session.0.view();
        let fold = &view.core.ledger.fold;
        let asks = fold
            .cards
            .iter()
            .any(|card| matches!(card.is, CardIs::Open | CardIs::Approved));
        let standing = if !fold.pending.is_empty() || !fold.work.is_empty() || asks {
            Standing::Needed
        } else if fold.next_fire > 1 {
            Standing::Used
        } else {
            Standing::Unused
        };
        view.release().start();
        standing
    }

    fn is_over(&self, now: SystemTime, idle: Duration) -> bool {
        let since = now.duration_since(*self.touched()).unwrap_or_default();
        self.keeps == Keeps::UntilIdle && since >= idle && self.standing() != Standing::Needed
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
