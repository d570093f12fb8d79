//! The core of a session, the two locks, and one consistent look at it.
//!
//! The *turn* serialises writers; an author's update closure runs under it alone. The *look* is held only by this
//! crate's code: no guard, comparison, clock, waker or `Drop` of an author's value runs under it. Order: turn, look.

use super::{
    approval::{Card, CardDraft},
    cards::CardBook,
    control::Controls,
    digest::Secret,
    gap::GapBook,
    grant::Grant,
    kept::Kept,
    launch::{Recheck, Working},
    options::{OpenError, Options},
    prepare::guarded,
    work::WorkLabel,
};
use crate::{
    graph::{BoxFuture, GraphData, GraphView, JourneyIx, PageIx, Provided, Run, Slots},
    host::{FireInfo, Host},
    ledger::{CardNo, Event, Ledger, Watch},
    seldom::{self, Seldom},
    state::StateView,
};
use std::{
    any::Any,
    cell::Cell,
    ops::{Deref, DerefMut},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

pub(crate) struct Inner {
    pub(crate) graph: &'static dyn GraphView,
    pub(crate) data: &'static GraphData,
    pub(crate) app: Kept<dyn Any + Send + Sync>,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) options: Options,
    /// Tells this session's questions from those of every other session of the process.
    pub(crate) number: u64,
    pub(crate) secret: &'static Secret,
    opened: SystemTime,
    core: Mutex<Core>,
    turn: Mutex<()>,
    /// Notified after every change.
    pub(crate) changed: event_listener::Event,
    /// Told of every question.
    hooks: Mutex<Vec<AskHook>>,
}

/// Told of a question that was put to a human.
pub(crate) type AskHook = Arc<dyn Fn(&Card) + Send + Sync>;

pub(crate) struct Core {
    pub(crate) state: Kept<dyn StateView>,
    pub(crate) ledger: Ledger,
    pub(crate) controls: Kept<Controls>,
    /// The version at which an agent looked first; what others did before that is no news to it.
    pub(crate) first_look: Option<u64>,
    pub(crate) aside: Seldom<Aside>,
}

/// What is kept beside the ledger by sessions that need it.
#[derive(Default)]
pub(crate) struct Aside {
    /// What each question shows, beside its place in the fold.
    pub(crate) cards: CardBook,
    pub(crate) work: Vec<WorkLabel>,
    pub(crate) grants: Vec<Grant>,
    /// The drafts' values: here and nowhere else.
    pub(crate) drafts: Vec<(JourneyIx, Kept<Slots>)>,
    pub(crate) gaps: GapBook,
}

seldom::empty!(Aside);

impl Deref for Core {
    type Target = Aside;
    fn deref(&self) -> &Aside {
        &self.aside
    }
}

impl DerefMut for Core {
    fn deref_mut(&mut self) -> &mut Aside {
        &mut self.aside
    }
}

/// Rounds of judging before the writers' turn is taken, so that the next one stands.
const FREE_ROUNDS: u32 = 3;
/// Rounds before a judgement is given up: what moves even within the writers' turn is moved by the judgement itself.
const MOST_ROUNDS: u32 = 8;
/// How deep judgements may call for further ones.
const DEEPEST_JUDGEMENT: u32 = 4;

thread_local! {
    static LOOKING: Cell<bool> = const { Cell::new(false) };
    static UPDATING: Cell<bool> = const { Cell::new(false) };
    static JUDGING: Cell<u32> = const { Cell::new(0) };
}

/// Runs an author's code that a judgement calls for and that may call for judgements itself: `None` if it panics, or if
/// it would go on for ever.
pub(crate) fn judged<T>(f: impl FnOnce() -> T) -> Option<T> {
    let deep = JUDGING.get();
    if deep >= DEEPEST_JUDGEMENT {
        return None;
    }
    JUDGING.set(deep + 1);
    let t = guarded(f);
    JUDGING.set(deep);
    t
}

/// How often a judgement is made again: once only where a judgement has called for it.
pub(crate) fn most_rounds() -> u32 {
    if JUDGING.get() > 0 { 1 } else { MOST_ROUNDS }
}

/// Marks what this thread is inside of.
struct Mark(&'static std::thread::LocalKey<Cell<bool>>);

impl Mark {
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "going on would deadlock; a fire's guard catches this and says so"
    )]
    fn set(key: &'static std::thread::LocalKey<Cell<bool>>, otherwise: &str) -> Mark {
        if key.replace(true) {
            panic!("{otherwise}");
        }
        Mark(key)
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// A writer's turn.
pub(crate) struct Turn<'a> {
    _turn: MutexGuard<'a, ()>,
    _mark: Mark,
}

pub(crate) fn open(
    graph: &'static dyn GraphView,
    app: Arc<dyn Any + Send + Sync>,
    state: Arc<dyn StateView>,
    host: Arc<dyn Host>,
    page: PageIx,
    options: Options,
) -> Result<Arc<Inner>, OpenError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let data = graph.data();
    let mut ledger = Ledger::default();
    ledger.append(data, 0, Event::Opened { page });
    Ok(Arc::new(Inner {
        graph,
        data,
        app: app.into(),
        opened: host.now(),
        host,
        options,
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        secret: Secret::of_this_process().ok_or(OpenError::NoRandomness)?,
        core: Mutex::new(Core {
            state: state.into(),
            ledger,
            controls: Controls::none().into(),
            first_look: None,
            aside: Seldom::default(),
        }),
        turn: Mutex::new(()),
        changed: event_listener::Event::new(),
        hooks: Mutex::new(Vec::new()),
    }))
}

impl Inner {
    /// Takes the look. The clock is read before the lock.
    #[track_caller]
    pub(crate) fn view(self: &Arc<Self>) -> View<'_> {
        let ms = self.ms();
        let mark = Mark::set(
            &LOOKING,
            "a session was entered from code that runs inside a look at a session",
        );
        let core = self.core.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        View {
            core,
            _mark: mark,
            inner: self,
            ms,
            late: Late::default(),
        }
    }

    pub(crate) fn add_hook(&self, hook: AskHook) {
        self.hooks
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .push(hook);
    }

    fn tell_hooks(&self, card: &Card) {
        let hooks = self
            .hooks
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        for hook in hooks {
            let _ = guarded(|| hook(card));
        }
    }

    pub(crate) fn ms(&self) -> u32 {
        let since = self.host.now().duration_since(self.opened).unwrap_or_default();
        u32::try_from(since.as_millis()).unwrap_or(u32::MAX)
    }

    /// Takes the writers' turn.
    #[track_caller]
    pub(crate) fn turn(&self) -> Turn<'_> {
        let mark = Mark::set(
            &UPDATING,
            "`update` was called inside an update closure: finish the first one, then make the second",
        );
        Turn {
            _turn: self.turn.lock().unwrap_or_else(std::sync::PoisonError::into_inner),
            _mark: mark,
        }
    }

    /// The writers' turn for a judgement that had to be made again this often, unless this thread is inside one: who
    /// keeps writing, be it the guard itself, is held off at last.
    pub(crate) fn turn_after(&self, rounds: u32) -> Option<Turn<'_>> {
        (rounds >= FREE_ROUNDS && !UPDATING.get()).then(|| self.turn())
    }
}

impl Drop for Inner {
    /// Who waits for a change must not wait for one that can no longer come.
    fn drop(&mut self) {
        self.changed.notify(usize::MAX);
        let hooks = std::mem::take(self.hooks.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner));
        for hook in hooks {
            guarded(|| drop(hook));
        }
    }
}

/// One consistent look. The lock goes first when it is dropped, what may run an author's code after it.
pub(crate) struct View<'a> {
    pub(crate) core: MutexGuard<'a, Core>,
    _mark: Mark,
    pub(crate) inner: &'a Arc<Inner>,
    pub(crate) ms: u32,
    pub(crate) late: Late,
}

/// A question, and what makes its content.
type Preparing = (CardNo, BoxFuture<'static, serde_json::Value>);

/// What must be neither dropped, woken nor run under the look.
#[derive(Default)]
pub(crate) struct Late {
    wake: bool,
    pub(crate) old: Option<Kept<dyn StateView>>,
    pub(crate) unused: Vec<Run>,
    pub(crate) drafts: Vec<CardDraft>,
    pub(crate) provided: Vec<Provided>,
    pub(crate) slots: Vec<Kept<Slots>>,
    pub(crate) controls: Option<Kept<Controls>>,
    pub(crate) work: Option<Working>,
    pub(crate) settled: Vec<Arc<Watch>>,
    /// A question whose content the app is still making.
    pub(crate) preparing: Option<Preparing>,
    /// What has to be made again before the launch.
    pub(crate) recheck: Option<Recheck>,
    /// A question that was just put.
    pub(crate) asked: Option<Card>,
}

impl View<'_> {
    pub(crate) fn append(&mut self, event: Event) {
        let (data, ms) = (self.inner.data, self.ms);
        self.core.ledger.append(data, ms, event);
        self.late.wake = true;
    }

    /// Tells those who follow the session, though no event is recorded.
    pub(crate) fn wake(&mut self) {
        self.late.wake = true;
    }

    /// Lets go of the look; what is left to do is done by [`Launch::start`].
    pub(crate) fn release(self) -> Launch {
        let View {
            core,
            _mark,
            inner,
            late,
            ..
        } = self;
        drop(core);
        drop(_mark);
        let Late {
            wake,
            old,
            unused,
            drafts,
            provided,
            slots,
            controls,
            work,
            settled,
            preparing,
            recheck,
            asked,
        } = late;
        Launch {
            wake: wake.then(|| inner.clone()),
            work,
            settled,
            asked: asked.map(|card| (inner.clone(), card)),
            preparing: preparing.map(|p| (inner.clone(), p)),
            left: Left {
                old,
                unused,
                drafts,
                provided,
                slots,
                controls,
                recheck,
            },
        }
    }
}

/// An author's values that nobody needs any more. Their `Drop` runs outside both locks, and its panic goes no further.
#[derive(Default)]
struct Left {
    old: Option<Kept<dyn StateView>>,
    unused: Vec<Run>,
    drafts: Vec<CardDraft>,
    provided: Vec<Provided>,
    slots: Vec<Kept<Slots>>,
    controls: Option<Kept<Controls>>,
    recheck: Option<Recheck>,
}

impl Drop for Left {
    fn drop(&mut self) {
        let old = self.old.take();
        guarded(|| drop(old));
        for run in self.unused.drain(..) {
            guarded(|| drop(run));
        }
        for draft in self.drafts.drain(..) {
            guarded(|| drop(draft));
        }
        for value in self.provided.drain(..) {
            guarded(|| drop(value));
        }
        for slots in self.slots.drain(..) {
            guarded(|| drop(slots));
        }
        let controls = self.controls.take();
        guarded(|| drop(controls));
        let recheck = self.recheck.take();
        guarded(|| drop(recheck));
    }
}

/// What follows a look: waking those who wait, and launching a handler once the reply is written.
#[must_use = "a launch that is not started is a fire that never runs: it settles as interrupted"]
#[derive(Default)]
pub(crate) struct Launch {
    wake: Option<Arc<Inner>>,
    work: Option<Working>,
    settled: Vec<Arc<Watch>>,
    asked: Option<(Arc<Inner>, Card)>,
    preparing: Option<(Arc<Inner>, Preparing)>,
    left: Left,
}

/// Owned by the future that makes what a card shows: if that is dropped, the question has lost its ground.
struct Unmade {
    inner: Arc<Inner>,
    card: Option<CardNo>,
}

impl Drop for Unmade {
    fn drop(&mut self) {
        if let Some(card) = self.card {
            self.inner.never_prepared(card);
        }
    }
}

impl Launch {
    pub(crate) fn start(self) {
        drop(self.left);
        for watch in self.settled {
            watch.set();
        }
        if let Some(inner) = self.wake {
            inner.changed.notify(usize::MAX);
        }
        if let Some((inner, card)) = self.asked {
            inner.tell_hooks(&card);
        }
        if let Some((inner, (card, mut making))) = self.preparing {
            let host = inner.host.clone();
            let unmade = Unmade {
                inner: inner.clone(),
                card: Some(card),
            };
            let made = async move {
                let mut unmade = unmade;
                let value = std::future::poll_fn(|c| match guarded(|| making.as_mut().poll(c)) {
                    Some(polled) => polled,
                    None => std::task::Poll::Ready(serde_json::Value::Null),
                });
                let value = value.await;
                unmade.card = None;
                inner.prepared(card, value);
            };
            guarded(|| host.spawn(FireInfo::new("", 0), Box::pin(made)));
        }
        if let Some(work) = self.work {
            // a host that panics drops the work, which settles it as interrupted
            guarded(|| work.launch());
        }
    }
}
