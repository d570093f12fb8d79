//! Handlers on a tokio runtime.

use super::{FireInfo, Host};
use crate::graph::BoxFuture;
use ::tokio::runtime::Handle;
use std::time::{Duration, SystemTime};
use tracing::{Instrument, Span};

/// Runs handlers on a tokio runtime.
///
/// The runtime needs its timers (`enable_time`, or `enable_all`) for actions with a `timeout`. Handlers that are still
/// running when the runtime shuts down are dropped, and reported as interrupted.
///
/// ```
/// use nav_runtime::TokioHost;
/// assert!(TokioHost::current().is_none());
/// let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
/// let host = TokioHost::new(runtime.handle().clone());
/// runtime.block_on(async { assert!(TokioHost::current().is_some()) });
/// ```
#[derive(Clone, Debug)]
pub struct TokioHost(Handle);

impl TokioHost {
    /// The runtime that this code runs in; `None` outside one.
    #[must_use]
    pub fn current() -> Option<Self> {
        Handle::try_current().ok().map(TokioHost)
    }

    /// This runtime.
    #[must_use]
    pub const fn new(runtime: Handle) -> Self {
        TokioHost(runtime)
    }
}

/// The span of a handler, below the call that fired it.
fn span(what: FireInfo) -> Span {
    tracing::info_span!("fire", action = what.action, number = what.number)
}

impl Host for TokioHost {
    fn spawn(&self, what: FireInfo, work: BoxFuture<'static, ()>) {
        drop(self.0.spawn(work.instrument(span(what))));
    }

    fn spawn_blocking(&self, what: FireInfo, work: Box<dyn FnOnce() + Send>) {
        let span = span(what);
        drop(self.0.spawn_blocking(move || span.in_scope(work)));
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        // A sleep is tied to the runtime in which it is made; the caller may be outside any.
        let _inside = self.0.enter();
        Box::pin(::tokio::time::sleep(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event_listener::Event;
    use std::sync::{Arc, mpsc};

    #[test]
    fn work_spawned_from_outside_runs_with_its_timers() {
        let runtime = ::tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let host = TokioHost::new(runtime.handle().clone());
        let (slept, blocked) = (Arc::new(Event::new()), Arc::new(Event::new()));
        let (first, second) = (slept.listen(), blocked.listen());
        let sleep = host.sleep(Duration::from_millis(1));
        host.spawn(
            FireInfo::new("shop.buy", 1),
            Box::pin(async move {
                sleep.await;
                slept.notify(1);
            }),
        );
        host.spawn_blocking(
            FireInfo::new("shop.buy", 2),
            Box::new(move || {
                blocked.notify(1);
            }),
        );
        runtime.block_on(async {
            first.await;
            second.await;
        });
    }

    #[test]
    fn work_given_to_a_runtime_that_ended_is_dropped() {
        let runtime = ::tokio::runtime::Builder::new_current_thread().build().unwrap();
        let host = TokioHost::new(runtime.handle().clone());
        drop(runtime);
        let (held, wait) = mpsc::channel::<()>();
        host.spawn(
            FireInfo::new("shop.buy", 1),
            Box::pin(async move {
                let _held = held;
                std::future::pending::<()>().await;
            }),
        );
        assert!(wait.recv().is_err(), "nothing holds the work");
    }
}
