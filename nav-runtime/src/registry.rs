//! The conversations of a service: sessions of any graphs, found by a secret handle or by a public id.

mod conversation;
mod handle;
mod table;

pub use conversation::{Conversation, StillRunning};
pub use handle::{ConversationId, Handle};
pub use table::Limits;

use crate::{
    session::{AnySession, Caller, Card, Session},
    state::NavState,
};
use conversation::{Keeps, Standing};
use handle::Hashed;
use std::{
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::{Duration, SystemTime},
};
use table::Table;

/// The conversations of a service. A cheap handle: clones share them.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

struct Shared {
    limits: Limits,
    table: Mutex<Table>,
    on_ask: Mutex<Vec<OnAsk>>,
}

/// Told of every question, with the public id of its conversation.
type OnAsk = Arc<dyn Fn(ConversationId, &Card) + Send + Sync>;

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

impl Registry {
    /// An empty registry.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Registry(Arc::new(Shared {
            limits,
            table: Mutex::default(),
            on_ask: Mutex::default(),
        }))
    }

    /// What it holds at most.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    /// Tells the app of every question that is put from now on, in any conversation: to send a mail, to ring a bell.
    pub fn on_ask(&self, hook: impl Fn(ConversationId, &Card) + Send + Sync + 'static) {
        let mut hooks = self.0.on_ask.lock().unwrap_or_else(PoisonError::into_inner);
        hooks.push(Arc::new(hook));
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
                self.listen(&conversation);
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

    /// Hands a session's questions on. The session outlives the registry or the other way round; neither holds the other.
    fn listen(&self, conversation: &Conversation) {
        let (id, registry) = (conversation.id, Arc::downgrade(&self.0));
        conversation.session.on_ask(move |card| {
            let Some(registry) = registry.upgrade() else {
                return;
            };
            let hooks = registry.on_ask.lock().unwrap_or_else(PoisonError::into_inner).clone();
            hooks.iter().for_each(|hook| hook(id, card));
        });
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

    /// Whether it takes in nothing more.
    #[must_use]
    pub fn is_shut(&self) -> bool {
        self.table().shut
    }

    /// Takes in nothing more, lets handlers finish for at most so long, and lists those that did not.
    pub async fn finish(&self, within: Duration) -> Vec<StillRunning> {
        let running = self.shutdown();
        let one = running.first().and_then(|left| self.get(left.conversation));
        if let Some(one) = one {
            let mut over = one.session.0.host.sleep(within);
            let mut settled = pin!(self.settled());
            poll_fn(|cx| match settled.as_mut().poll(cx) {
                Poll::Ready(()) => Poll::Ready(()),
                Poll::Pending => over.as_mut().poll(cx),
            })
            .await;
        }
        self.shutdown()
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

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}
