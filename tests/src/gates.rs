//! What a handler waits for until a test lets it go on.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
};

/// Named gates. A handler waits at one; a release lets everybody go on who waits there by then.
#[derive(Clone, Default)]
pub struct Gates(Arc<Mutex<HashMap<String, Gate>>>);

#[derive(Default)]
struct Gate {
    releases: u32,
    waiting: Vec<Waker>,
}

impl Gates {
    /// Waits until the gate is released.
    pub async fn wait(&self, gate: &str) {
        let mut came_after = None;
        poll_fn(|cx| {
            let mut gates = self.lock();
            let gate = gates.entry(gate.to_owned()).or_default();
            if *came_after.get_or_insert(gate.releases) < gate.releases {
                return Poll::Ready(());
            }
            gate.waiting.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Releases a gate.
    pub fn release(&self, gate: &str) {
        let waiting = {
            let mut gates = self.lock();
            let gate = gates.entry(gate.to_owned()).or_default();
            gate.releases += 1;
            std::mem::take(&mut gate.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Gate>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
