//! A yes given ahead, to what a person does not want to be asked again.

use super::{AnswerError, AnySession, Session, UnknownAction, inner::View};
use crate::{
    graph::{ActionIx, ActionName, Principal},
    ledger::Event,
};
use std::{sync::Arc, time::Duration};

/// How far a yes given ahead reaches. It ends with the conversation, and never covers a journey's submit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantTerms {
    /// How many fires it covers. Default: any number.
    pub uses: Option<u32>,
    /// How long it is good for. Default: as long as the conversation.
    pub expires_after: Option<Duration>,
    /// The one instance it covers. Default: all.
    pub instance: Option<String>,
}

impl GrantTerms {
    /// Covers so many fires.
    #[must_use]
    pub fn uses(mut self, uses: u32) -> Self {
        self.uses = Some(uses);
        self
    }

    /// Is good for so long.
    #[must_use]
    pub fn expires_after(mut self, after: Duration) -> Self {
        self.expires_after = Some(after);
        self
    }

    /// Covers one instance.
    #[must_use]
    pub fn instance(mut self, instance: impl Into<String>) -> Self {
        self.instance = Some(instance.into());
        self
    }
}

/// Why no yes was given ahead. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrantError {
    /// The graph has no such action.
    #[error(transparent)]
    UnknownAction(#[from] UnknownAction),
    /// Nobody said who gives it, or the session has ended.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// A yes given ahead.
pub(crate) struct Grant {
    action: ActionIx,
    pub(super) by: Arc<str>,
    uses_left: Option<u32>,
    until_ms: Option<u32>,
    instance: Option<String>,
}

impl<S> Session<S> {
    /// A person says yes ahead to every fire of an action, within the terms.
    ///
    /// # Errors
    /// [`GrantError`].
    pub fn always_approve(
        &self,
        action: impl ActionName<S>,
        approver: &str,
        terms: GrantTerms,
    ) -> Result<(), GrantError> {
        let action = self.named(&action)?;
        if approver.trim().is_empty() {
            return Err(AnswerError::BlankApprover.into());
        }
        let by = approver.into();
        let mut v = self.0.view();
        let ended = v.core.ledger.fold.closed;
        if !ended {
            let until_ms = terms.expires_after.map(|after| {
                let after = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
                v.ms.saturating_add(after)
            });
            v.core.grants.push(Grant {
                action,
                by,
                uses_left: terms.uses,
                until_ms,
                instance: terms.instance,
            });
            v.append(Event::Granted {
                action,
                by: Principal::User,
            });
        }
        v.release().start();
        if ended { Err(AnswerError::Ended.into()) } else { Ok(()) }
    }

    /// A person takes back every yes that was given ahead for an action; says how many there were.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn revoke_always_approve(&self, action: impl ActionName<S>) -> Result<usize, UnknownAction> {
        let action = self.named(&action)?;
        let mut v = self.0.view();
        let before = v.core.grants.len();
        v.core.grants.retain(|g| g.action != action);
        let gone = before - v.core.grants.len();
        if gone > 0 {
            v.append(Event::GrantEnded { action });
        }
        v.release().start();
        Ok(gone)
    }

    fn named(&self, action: &impl ActionName<S>) -> Result<ActionIx, UnknownAction> {
        self.0.data.action(action.name()).ok_or(UnknownAction)
    }
}

impl View<'_> {
    /// Uses a yes that was given ahead, if one covers this fire.
    pub(super) fn use_grant(&mut self, action: ActionIx, instance: Option<&str>) -> bool {
        if self.core.grants.is_empty() {
            return false;
        }
        let now = self.ms;
        self.core.grants.retain(|g| g.until_ms.is_none_or(|until| now < until));
        let covers =
            |g: &&mut Grant| g.action == action && g.instance.as_deref().is_none_or(|only| instance == Some(only));
        let Some(grant) = self.core.grants.iter_mut().find(covers) else {
            return false;
        };
        if let Some(left) = &mut grant.uses_left {
            *left = left.saturating_sub(1);
        }
        if grant.uses_left == Some(0) {
            self.core.grants.retain(|g| g.uses_left != Some(0));
            self.append(Event::GrantEnded { action });
        }
        true
    }
}

impl AnySession {
    /// The yeses that were given ahead and are still good: the action, and who gave it.
    #[must_use]
    pub fn grants(&self) -> Vec<(&'static str, Arc<str>)> {
        let mut v = self.0.view();
        let now = v.ms;
        v.core.grants.retain(|g| g.until_ms.is_none_or(|until| now < until));
        let data = self.0.data;
        let grants = v
            .core
            .grants
            .iter()
            .map(|g| (data.actions[g.action.at()].id, g.by.clone()))
            .collect();
        v.release().start();
        grants
    }
}
