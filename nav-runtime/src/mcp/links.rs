//! Which waiting call is about which fire, so that a client that cancels the one may stop the other.

use crate::{ledger::TransitionId, session::AnySession};
use rmcp::model::RequestId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The waiting calls of one connection.
#[derive(Default)]
pub(super) struct Links(Mutex<HashMap<RequestId, Linked>>);

struct Linked {
    session: AnySession,
    fire: TransitionId,
    heard: Arc<tokio::sync::Notify>,
}

/// A call that waits for a fire. The link is cut when this is dropped: before the call returns, since every request is
/// cancelled by the transport once it is answered.
pub(super) struct Link {
    of: Arc<Links>,
    request: RequestId,
    heard: Arc<tokio::sync::Notify>,
}

impl Links {
    /// Links a call to its fire while it waits.
    pub(super) fn link(self: &Arc<Self>, request: RequestId, session: AnySession, fire: TransitionId) -> Link {
        let heard = Arc::<tokio::sync::Notify>::default();
        let linked = Linked {
            session,
            fire,
            heard: heard.clone(),
        };
        self.all().insert(request.clone(), linked);
        Link {
            of: self.clone(),
            request,
            heard,
        }
    }

    /// The client asks for this request to be stopped. Only an action that is declared `cancellable` hears of it.
    pub(super) fn cancel(&self, request: &RequestId) {
        let Some(linked) = self.all().remove(request) else {
            return;
        };
        if let Err(why) = linked.session.cancel(&linked.fire.to_string()) {
            tracing::debug!(fire = %linked.fire, %why, "a cancelled call's fire runs on");
        }
        linked.heard.notify_one();
    }

    fn all(&self) -> MutexGuard<'_, HashMap<RequestId, Linked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Link {
    /// Resolves once the client has asked for the call to be stopped.
    pub(super) async fn heard(&self) {
        self.heard.notified().await;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.of.all().remove(&self.request);
    }
}
