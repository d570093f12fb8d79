//! A handler on its way: how it is launched, and what settles its fire whatever happens.

use super::{
    context::{Origin, RawCx},
    digest::{Digest, canonical},
    inner::Inner,
    prepare::guarded,
};
use crate::{
    graph::{ActionIx, Outcome, Run},
    host::FireInfo,
    ledger::FireNo,
};
use std::{sync::Arc, task::Poll};

/// A handler on its way.
pub(crate) struct Working {
    pub(super) guard: FireGuard,
    /// Nothing for a pure navigation.
    pub(super) run: Option<Run>,
    pub(super) instance: Option<Arc<str>>,
    pub(super) recheck: Option<Recheck>,
}

/// What a card showed, and what makes it again.
pub(crate) struct Recheck {
    pub(super) making: crate::graph::BoxFuture<'static, serde_json::Value>,
    pub(super) then: Digest,
}

impl Recheck {
    /// Whether it still shows the same.
    async fn holds(mut self, inner: &Inner) -> bool {
        let value = std::future::poll_fn(|c| {
            guarded(|| self.making.as_mut().poll(c)).unwrap_or(Poll::Ready(serde_json::Value::Null))
        });
        let mut bytes = Vec::new();
        canonical(&value.await, &mut bytes);
        inner.secret.digest(&bytes) == self.then
    }
}

impl Working {
    pub(super) fn launch(self) {
        let Working {
            guard,
            run,
            instance,
            recheck,
        } = self;
        let inner = guard.inner.clone();
        let data = &inner.data.actions[guard.action.at()];
        let info = FireInfo::new(data.id, guard.fire.0);
        let Some(run) = run else {
            inner.host.spawn(
                info,
                Box::pin(async move { guard.settle(End::Returned(Outcome::Done(None))) }),
            );
            return;
        };
        let cx = RawCx {
            inner: inner.clone(),
            origin: Origin::Fire(guard.fire),
            action: guard.action,
            instance,
        };
        let meta = data.facts.map(|f| f.meta);
        let timeout = meta.and_then(|m| m.timeout).map(|t| inner.host.sleep(t));
        let ix = guard.action;
        let core = inner.clone();
        let work = async move {
            let still = match recheck {
                Some(recheck) => recheck.holds(&core).await,
                None => true,
            };
            let end = if still {
                run_guarded(run, cx, timeout).await
            } else {
                End::ShownChanged
            };
            guard.settle(end);
        };
        let asks = inner.data.asked_field(ix).is_some();
        if asks {
            // what was asked for is here already: there is no handler
            let mut now = std::task::Context::from_waker(std::task::Waker::noop());
            let _ = Box::pin(work).as_mut().poll(&mut now);
        } else if meta.is_some_and(|m| m.blocking) {
            // a plain `fn` is ready when it is first polled; what was bound in its place may not be
            let mut work = Box::pin(work);
            let host = inner.host.clone();
            inner.host.spawn_blocking(
                info,
                Box::new(move || {
                    let mut now = std::task::Context::from_waker(std::task::Waker::noop());
                    if work.as_mut().poll(&mut now).is_pending() {
                        host.spawn(info, work);
                    }
                }),
            );
        } else {
            inner.host.spawn(info, Box::pin(work));
        }
    }
}

/// Runs a handler; a panic of it, at whatever point, is an ending.
async fn run_guarded(run: Run, cx: RawCx, timeout: Option<crate::graph::BoxFuture<'static, ()>>) -> End {
    let mut run = Some((run, cx));
    let mut running = None;
    let mut timeout = timeout;
    std::future::poll_fn(move |c| {
        let polled = guarded(|| {
            if let Some((run, cx)) = run.take() {
                running = Some(run(cx));
            }
            match &mut running {
                Some(f) => f.as_mut().poll(c),
                None => Poll::Pending,
            }
        });
        let end = match polled {
            Some(Poll::Ready(outcome)) => End::Returned(outcome),
            None => End::Panicked,
            Some(Poll::Pending) => match timeout.as_mut().map(|t| t.as_mut().poll(c)) {
                Some(Poll::Ready(())) => End::TimedOut,
                _ => return Poll::Pending,
            },
        };
        // what its future still holds is the author's too
        let running = running.take();
        guarded(|| drop(running));
        Poll::Ready(end)
    })
    .await
}

/// How a handler's future ended.
pub(crate) enum End {
    Returned(Outcome),
    Panicked,
    TimedOut,
    Dropped,
    /// The app reported it from outside.
    Reported,
    /// Somebody saw it take effect.
    Seen,
    /// Something else came before it came to rest.
    Superseded,
    /// What the card showed is no longer so: the handler never ran.
    ShownChanged,
}

/// Owned by the launched future: settles its fire whatever happens to that future.
pub(crate) struct FireGuard {
    pub(super) inner: Arc<Inner>,
    pub(super) fire: FireNo,
    pub(super) action: ActionIx,
    pub(super) done: bool,
}

impl FireGuard {
    fn settle(mut self, end: End) {
        self.done = true;
        self.inner.settle(self.fire, self.action, end);
    }
}

impl Drop for FireGuard {
    fn drop(&mut self) {
        if !self.done {
            self.inner.settle(self.fire, self.action, End::Dropped);
        }
    }
}
