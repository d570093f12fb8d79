//! Everything that comes from outside: an executor and a clock.

mod manual;
#[cfg(feature = "tokio")]
mod tokio;

#[cfg(feature = "tokio")]
pub use self::tokio::TokioHost;
pub use manual::ManualHost;

use crate::graph::BoxFuture;
use std::time::{Duration, SystemTime};

/// What runs handlers and tells the time.
///
/// A session takes everything from outside through its host: no other code of this crate starts a task, blocks a
/// thread or reads a clock. `TokioHost` (feature `tokio`) is the usual one; [`ManualHost`] is for tests. Write your own
/// for another executor:
///
/// ```
/// use nav_runtime::{FireInfo, Host};
/// use std::{future::Future, pin::Pin, time::{Duration, SystemTime}};
///
/// type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
///
/// /// Each handler on a thread of its own.
/// struct Threads;
///
/// impl Host for Threads {
///     fn spawn(&self, _what: FireInfo, work: BoxFuture<()>) {
///         # struct Unpark(std::thread::Thread);
///         # impl std::task::Wake for Unpark { fn wake(self: std::sync::Arc<Self>) { self.0.unpark() } }
///         # fn block_on(mut work: BoxFuture<()>) {
///         #     let waker = std::sync::Arc::new(Unpark(std::thread::current())).into();
///         #     let mut cx = std::task::Context::from_waker(&waker);
///         #     while work.as_mut().poll(&mut cx).is_pending() { std::thread::park() }
///         # }
///         std::thread::spawn(move || block_on(work));
///     }
///     fn spawn_blocking(&self, _what: FireInfo, work: Box<dyn FnOnce() + Send>) {
///         std::thread::spawn(work);
///     }
///     fn now(&self) -> SystemTime {
///         SystemTime::now()
///     }
///     fn sleep(&self, time: Duration) -> BoxFuture<()> {
///         // A thread for each timer: short, not good.
///         let (done, wait) = std::sync::mpsc::channel::<()>();
///         std::thread::spawn(move || { std::thread::sleep(time); drop(done) });
///         Box::pin(async move { let _ = wait.recv(); })
///     }
/// }
/// # let (tx, rx) = std::sync::mpsc::channel();
/// # Threads.spawn(FireInfo::new("shop.buy", 1), Box::pin(async move { tx.send(()).unwrap() }));
/// # rx.recv().unwrap();
/// ```
///
/// Work that is dropped before it ends is reported as interrupted, so an executor may drop what it holds.
pub trait Host: Send + Sync + 'static {
    /// Runs a handler to its end, now or later, here or on another thread. It must not wait for it.
    fn spawn(&self, what: FireInfo, work: BoxFuture<'static, ()>);
    /// Runs a handler that may block its thread.
    fn spawn_blocking(&self, what: FireInfo, work: Box<dyn FnOnce() + Send>);
    /// What time it is.
    fn now(&self) -> SystemTime;
    /// Ends after this long.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;
}

/// Which fire a host is handed, for its own names and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FireInfo {
    /// The action's id.
    pub action: &'static str,
    /// The fire's number in its session.
    pub number: u32,
}

impl FireInfo {
    /// Names a fire.
    #[must_use]
    pub const fn new(action: &'static str, number: u32) -> Self {
        FireInfo { action, number }
    }
}
