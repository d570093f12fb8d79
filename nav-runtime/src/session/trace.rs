//! What a running service's log is told: ids and fixed words, never a value.

use super::inner::Inner;
use crate::{
    graph::ActionIx,
    ledger::{Ending, FireNo, TransitionId},
};

impl Inner {
    /// A fire came to rest.
    pub(super) fn trace_settled(&self, fire: FireNo, action: ActionIx, ending: Ending) {
        let id = TransitionId {
            action: self.data.actions[action.at()].id,
            n: fire,
        };
        let (status, outcome) = (ending.status(), ending.outcome());
        tracing::info!(session = self.number, fire = %id, ?status, ?outcome, "a fire came to rest");
    }
}
