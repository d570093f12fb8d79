//! Everything that comes from outside: an executor and a clock.

use crate::graph::BoxFuture;
use std::{
    collections::VecDeque,
    sync::Mutex,
    time::{Duration, SystemTime},
};

/// What is being run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FireInfo {
    /// The action's id.
    pub action: &'static str,
    /// The fire's number.
    pub number: u32,
}

impl FireInfo {
    pub(crate) fn new(action: &'static str, number: u32) -> Self {
        FireInfo { action, number }
    }
}

/// An executor and a clock.
pub trait Host: Send + Sync + 'static {
    /// Runs a handler.
    fn spawn(&self, what: FireInfo, work: BoxFuture<'static, ()>);
    /// Runs a handler that may block its thread.
    fn spawn_blocking(&self, what: FireInfo, work: Box<dyn FnOnce() + Send>);
    /// The time.
    fn now(&self) -> SystemTime;
    /// Comes back after a while.
    fn sleep(&self, for_: Duration) -> BoxFuture<'static, ()>;
}

/// Temporary.
#[derive(Default)]
pub struct ManualHost {
    queue: Mutex<VecDeque<BoxFuture<'static, ()>>>,
}

impl ManualHost {
    /// Runs one.
    pub fn step(&self) -> bool {
        let Some(mut f) = self.queue.lock().unwrap_or_else(|e| e.into_inner()).pop_front() else {
            return false;
        };
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        if f.as_mut().poll(&mut cx).is_pending() {
            self.queue.lock().unwrap_or_else(|e| e.into_inner()).push_back(f);
        }
        true
    }
    /// Runs all.
    pub fn run_until_idle(&self) -> usize {
        let mut n = 0;
        while n < 1000 && self.step() {
            n += 1;
        }
        n
    }
}

impl Host for ManualHost {
    fn spawn(&self, _: FireInfo, work: BoxFuture<'static, ()>) {
        self.queue.lock().unwrap_or_else(|e| e.into_inner()).push_back(work);
    }
    fn spawn_blocking(&self, what: FireInfo, work: Box<dyn FnOnce() + Send>) {
        self.spawn(what, Box::pin(async move { work() }));
    }
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }
    fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}
#[cfg(feature = "tokio")]
/// Temporary.
pub struct TokioHost(tokio::runtime::Handle);
#[cfg(feature = "tokio")]
impl TokioHost {
    /// Temporary.
    pub fn current() -> Option<Self> {
        tokio::runtime::Handle::try_current().ok().map(TokioHost)
    }
}
#[cfg(feature = "tokio")]
impl Host for TokioHost {
    fn spawn(&self, _: FireInfo, work: BoxFuture<'static, ()>) {
        self.0.spawn(work);
    }
    fn spawn_blocking(&self, _: FireInfo, work: Box<dyn FnOnce() + Send>) {
        self.0.spawn_blocking(work);
    }
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
    fn sleep(&self, d: Duration) -> BoxFuture<'static, ()> {
        let _in = self.0.enter();
        Box::pin(tokio::time::sleep(d))
    }
}
