//! The client's side of one call while it waits: told of progress, and heard if it wants the call stopped.

use super::{links::Links, progress::Track};
use crate::{ledger::TransitionId, session::AnySession};
use rmcp::{RoleServer, model::ProgressNotificationParam, service::RequestContext};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// The least time between two notifications: four a second.
const BETWEEN: Duration = Duration::from_millis(250);

/// How long a call whose token was cut waits to hear that the client itself asked for it.
const TO_HEAR: Duration = Duration::from_secs(1);

/// How long a call waits for its fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Without word of it.
    pub(super) plain: Duration,
    /// In all, once there is progress that the client asked to hear of.
    pub(super) with_progress: Duration,
}

/// The client's side of one call.
pub(super) struct Line<'a> {
    context: &'a RequestContext<RoleServer>,
    /// The calls of this connection that wait, if the connection is one client's own.
    links: Option<&'a Arc<Links>>,
}

impl<'a> Line<'a> {
    pub(super) fn of(context: &'a RequestContext<RoleServer>, links: Option<&'a Arc<Links>>) -> Self {
        Line { context, links }
    }

    /// What the protocol knows of the call.
    pub(super) fn context(&self) -> &RequestContext<RoleServer> {
        self.context
    }

    /// Whether the connection is one client's own, so that it can be asked something.
    pub(super) fn is_own(&self) -> bool {
        self.links.is_some()
    }

    /// Resolves when there is nothing more to wait for: the fire came to rest, the client does not wait any longer, or
    /// patience is out.
    pub(super) async fn wait(
        &self,
        settled: impl Future<Output = ()>,
        session: &AnySession,
        fire: TransitionId,
        patience: Patience,
    ) {
        tokio::select! {
            () = settled => {}
            () = self.given_up(session, fire) => {}
            () = self.patience(session, fire, patience) => {}
        }
    }

    /// The request's token is cut when the client asks for that, and when it leaves. Only the first is a wish, so the
    /// call stays linked to its fire until that wish is heard too.
    async fn given_up(&self, session: &AnySession, fire: TransitionId) {
        let Some(links) = self.links else {
            return self.context.ct.cancelled().await;
        };
        let link = links.link(self.context.id.clone(), session.clone(), fire);
        self.context.ct.cancelled().await;
        let _ = tokio::time::timeout(TO_HEAR, link.heard()).await;
    }

    async fn patience(&self, session: &AnySession, fire: TransitionId, patience: Patience) {
        let asked = Instant::now();
        let Some(token) = self.context.meta.get_progress_token() else {
            return tokio::time::sleep(patience.plain).await;
        };
        let (mut until, mut not_before, mut track) = (asked + patience.plain, asked, Track::default());
        loop {
            let changed = session.changed();
            let step = track.ahead(&session.open_work(), fire);
            let now = Instant::now();
            if step.is_some() && now < not_before {
                tokio::time::sleep_until(not_before.min(until)).await;
            } else if let Some(step) = step {
                let told = ProgressNotificationParam::new(token.clone(), step.done)
                    .with_total(step.of)
                    .with_message(step.label.to_string());
                let last = asked + patience.with_progress;
                let told = tokio::time::timeout_at(last, self.context.peer.notify_progress(told)).await;
                if !matches!(told, Ok(Ok(()))) {
                    return tokio::time::sleep_until(until).await;
                }
                track.told(step);
                (until, not_before) = (asked + patience.with_progress, now + BETWEEN);
                continue;
            } else {
                tokio::select! {
                    () = changed => {}
                    () = tokio::time::sleep_until(until) => {}
                }
            }
            if Instant::now() >= until {
                return;
            }
        }
    }
}
