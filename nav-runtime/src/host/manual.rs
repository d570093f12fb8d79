//! A host that the caller drives: for tests, and for executors that are no executor.

use super::{FireInfo, Host};
use crate::graph::BoxFuture;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll, Wake, Waker},
    time::{Duration, SystemTime},
};

/// The most steps of one [`ManualHost::run_until_idle`].
const MOST_STEPS: usize = 100_000;

/// A host that you drive: nothing runs until you say so, and its clock moves only when you move it.
///
/// A clone drives the same queue and the same clock. The clock starts at 1,700,000,000 seconds after the Unix epoch.
/// A task that is waiting is polled again only once it was woken. A panic ends its task and nothing else.
///
/// ```
/// use nav_runtime::{FireInfo, Host, ManualHost};
/// use std::{sync::{Arc, atomic::{AtomicBool, Ordering}}, time::Duration};
///
/// let host = ManualHost::new();
/// let boiled = Arc::new(AtomicBool::new(false));
/// let (pot, timer) = (Arc::clone(&boiled), host.sleep(Duration::from_secs(240)));
/// host.spawn(FireInfo::new("kitchen.boil", 1), Box::pin(async move {
///     timer.await;
///     pot.store(true, Ordering::SeqCst);
/// }));
///
/// assert_eq!(host.run_until_idle(), 1, "polled once, then it waits");
/// assert!(!boiled.load(Ordering::SeqCst));
/// host.advance(Duration::from_secs(240));
/// host.run_until_idle();
/// assert!(boiled.load(Ordering::SeqCst));
/// assert_eq!(host.pending(), 0);
/// ```
#[derive(Clone)]
pub struct ManualHost {
    shared: Arc<Shared>,
    inline: bool,
}

struct Shared(Mutex<Inner>);

struct Inner {
    now: SystemTime,
    next: u64,
    tasks: HashMap<u64, Task>,
    /// Woken tasks, first woken first.
    ready: VecDeque<u64>,
    /// Who waits for the clock: by time, then by who began first.
    timers: BTreeMap<(SystemTime, u64), Waker>,
}

struct Task {
    /// `None` while a thread is polling it.
    work: Option<Work>,
    woken: bool,
}

enum Work {
    Future(BoxFuture<'static, ()>),
    Blocking(Box<dyn FnOnce() + Send>),
}

impl Default for ManualHost {
    fn default() -> Self {
        ManualHost {
            shared: Arc::new(Shared(Mutex::new(Inner {
                now: SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000),
                next: 0,
                tasks: HashMap::new(),
                ready: VecDeque::new(),
                timers: BTreeMap::new(),
            }))),
            inline: false,
        }
    }
}

impl ManualHost {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A host that runs work inside `spawn`, as far as it goes: what then still waits is in the queue. No executor is
    /// harder on the code that spawns.
    ///
    /// ```
    /// use nav_runtime::{FireInfo, Host, ManualHost};
    /// let host = ManualHost::inline();
    /// let (tell, told) = std::sync::mpsc::channel();
    /// host.spawn(FireInfo::new("shop.buy", 1), Box::pin(async move { tell.send("done").unwrap() }));
    /// assert_eq!(told.try_recv(), Ok("done"));
    /// ```
    #[must_use]
    pub fn inline() -> Self {
        ManualHost {
            inline: true,
            ..Self::default()
        }
    }

    /// Polls the task that was woken first, once. False if no task is woken.
    pub fn step(&self) -> bool {
        let next = self.shared.lock().ready.pop_front();
        next.is_some_and(|id| {
            self.shared.poll(id);
            true
        })
    }

    /// Steps until no task is woken, and says how many steps it took: at most 100,000, for tasks that wake themselves
    /// for ever.
    pub fn run_until_idle(&self) -> usize {
        (0..MOST_STEPS).take_while(|_| self.step()).count()
    }

    /// Drops all work that has not ended, as an executor does that shuts down, and says how much it was.
    pub fn drop_all(&self) -> usize {
        let dropped = {
            let mut inner = self.shared.lock();
            inner.ready.clear();
            std::mem::take(&mut inner.tasks)
        };
        // Outside the lock: dropping runs code that may come back here.
        dropped.len()
    }

    /// Moves the clock on and wakes the sleeps that are over, the earliest first.
    pub fn advance(&self, time: Duration) {
        let now = self.shared.lock().now;
        if let Some(then) = now.checked_add(time) {
            self.set_time(then);
        }
    }

    /// Sets the clock, to an earlier time too, and wakes the sleeps that are over.
    pub fn set_time(&self, now: SystemTime) {
        let over = {
            let mut inner = self.shared.lock();
            inner.now = now;
            let waiting = inner.timers.split_off(&(now, u64::MAX));
            std::mem::replace(&mut inner.timers, waiting)
        };
        over.into_values().for_each(Waker::wake);
    }

    /// How much work has not ended, woken or not.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.shared.lock().tasks.len()
    }

    fn begin(&self, work: Work) {
        let id = {
            let mut inner = self.shared.lock();
            let id = inner.number();
            let task = Task {
                work: Some(work),
                woken: true,
            };
            inner.tasks.insert(id, task);
            if !self.inline {
                inner.ready.push_back(id);
            }
            id
        };
        if self.inline {
            self.shared.poll(id);
            for _ in 0..MOST_STEPS {
                if !self.shared.take_ready(id) {
                    break;
                }
                self.shared.poll(id);
            }
        }
    }
}

impl Host for ManualHost {
    fn spawn(&self, _what: FireInfo, work: BoxFuture<'static, ()>) {
        self.begin(Work::Future(work));
    }

    fn spawn_blocking(&self, _what: FireInfo, work: Box<dyn FnOnce() + Send>) {
        self.begin(Work::Blocking(work));
    }

    fn now(&self) -> SystemTime {
        self.shared.lock().now
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let mut inner = self.shared.lock();
        let number = inner.number();
        let due = inner.now.checked_add(time);
        drop(inner);
        Box::pin(Sleep {
            shared: Arc::clone(&self.shared),
            due,
            number,
        })
    }
}

impl std::fmt::Debug for ManualHost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let inner = self.shared.lock();
        f.debug_struct("ManualHost")
            .field("inline", &self.inline)
            .field("now", &inner.now)
            .field("pending", &inner.tasks.len())
            .field("woken", &inner.ready.len())
            .finish()
    }
}

impl Inner {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}

impl Shared {
    /// Nothing of others runs under the lock, so what it holds is never half done.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_ready(&self, id: u64) -> bool {
        let mut inner = self.lock();
        let place = inner.ready.iter().position(|ready| *ready == id);
        place.is_some_and(|place| inner.ready.remove(place).is_some())
    }

    /// Runs the work once, without the lock.
    fn poll(self: &Arc<Self>, id: u64) {
        let work = {
            let mut inner = self.lock();
            let Some(task) = inner.tasks.get_mut(&id) else { return };
            task.woken = false;
            task.work.take()
        };
        let rest = match work {
            None => return,
            Some(Work::Blocking(work)) => {
                survive(work);
                None
            }
            Some(Work::Future(mut work)) => {
                let waker = Waker::from(Arc::new(Wakes {
                    shared: Arc::downgrade(self),
                    id,
                }));
                let polled = survive(|| work.as_mut().poll(&mut Context::from_waker(&waker)));
                match polled {
                    Some(Poll::Pending) => Some(Work::Future(work)),
                    Some(Poll::Ready(())) | None => {
                        survive(move || drop(work));
                        None
                    }
                }
            }
        };
        let mut inner = self.lock();
        let Some(rest) = rest else {
            inner.tasks.remove(&id);
            return;
        };
        match inner.tasks.get_mut(&id) {
            Some(task) => {
                task.work = Some(rest);
                if task.woken {
                    inner.ready.push_back(id);
                }
            }
            // All work was dropped meanwhile.
            None => {
                drop(inner);
                drop(rest);
            }
        }
    }
}

/// `None` if it panicked. What it panicked with is forgotten: dropping that may panic again.
fn survive<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(std::mem::forget).ok()
}

struct Wakes {
    shared: Weak<Shared>,
    id: u64,
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let Some(shared) = self.shared.upgrade() else { return };
        let mut inner = shared.lock();
        let Some(task) = inner.tasks.get_mut(&self.id) else {
            return;
        };
        // While it is polled, the poll's end queues it.
        if !std::mem::replace(&mut task.woken, true) && task.work.is_some() {
            inner.ready.push_back(self.id);
        }
    }
}

struct Sleep {
    shared: Arc<Shared>,
    /// `None`: later than any time there is.
    due: Option<SystemTime>,
    number: u64,
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(due) = self.due else { return Poll::Pending };
        let waker = cx.waker().clone();
        let mut inner = self.shared.lock();
        if inner.now >= due {
            drop(inner);
            return Poll::Ready(());
        }
        let former = inner.timers.insert((due, self.number), waker);
        drop(inner);
        drop(former);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(due) = self.due {
            let waiting = self.shared.lock().timers.remove(&(due, self.number));
            drop(waiting);
        }
    }
}

#[cfg(test)]
mod tests;
