//! What a card would show, and what a yes to it would cover: made before anything is locked.

use super::{
    approval::{CardDraft, DraftShows, WillUse},
    context::{Origin, RawCx},
    digest::{Digest, canonical},
    draft::{DraftNow, StepDraft},
    inner::{Inner, judged},
    prepare::{Snapshot, guarded, is_blank, value},
};
use crate::{
    graph::{ActionFacts, ActionIx, Given, KeySet, PageIx, Principal, Shown, Which},
    state::StateView,
};
use serde_json::Value;
use std::{
    sync::Arc,
    task::{Context, Poll, Waker},
};

impl Inner {
    pub(super) fn card_draft(
        self: &Arc<Self>,
        action: ActionIx,
        facts: &ActionFacts,
        given: Given<'_>,
        at: &Snapshot,
        looked_at: &mut KeySet,
    ) -> CardDraft {
        let id = self.data.actions[action.at()].id;
        let blank = Value::Object(serde_json::Map::new());
        let mut bytes = Vec::with_capacity(256);
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((id.len() as u64).to_le_bytes());
        bytes.extend(id.as_bytes());
        canonical(given.input.unwrap_or(&blank), &mut bytes);
        canonical(&given.instance.map_or(Value::Null, Value::from), &mut bytes);
        let draft = self.step_draft(action, &at.drafts).filter(StepDraft::submits);
        let about = self.secret.digest(&bytes);

        let shown = self.shown_keys(action, at.page);
        looked_at.extend(&shown);
        let keys = self.keys_digest(&shown, &*at.state, draft.as_ref());

        let mut because = self.explain(Which::When(at.page, action), &*at.state);
        let enabled = self.explain(Which::Enabled(action), &*at.state);
        because.evidence.extend(enabled.evidence);
        because.unevaluated.extend(enabled.unevaluated);

        let used = given.input.filter(|v| !is_blank(v)).map(|v| {
            let mut shown = v.clone();
            crate::produced::redact(&mut shown, &self.options.redacted.payload);
            shown
        });
        let will_use = (used.is_some() || given.instance.is_some() || draft.is_some()).then(|| WillUse {
            input: used,
            instance: given.instance.map(Box::from),
            draft: draft.as_ref().map(StepDraft::shown),
        });
        CardDraft {
            about,
            keys,
            shows: self.shows(action, facts, given),
            because: because.evidence,
            because_unevaluated: because.unevaluated,
            will_use,
            held: given.input.cloned(),
        }
    }

    /// The keys that a card shows.
    fn shown_keys(&self, action: ActionIx, page: PageIx) -> KeySet {
        let mut shown = KeySet::new();
        self.graph.looks_at(Which::When(page, action), &mut shown);
        self.graph.looks_at(Which::Enabled(action), &mut shown);
        let facts = self.data.actions[action.at()].facts;
        facts.map_or(&[][..], |f| f.reads).iter().for_each(|k| shown.insert(*k));
        if self.options.refuse_when_world_moved {
            (0..crate::graph::keys::count(self.data.keys)).for_each(|k| shown.insert(crate::graph::KeyId(k)));
        }
        shown
    }

    /// What a card about an action would cover of the state now.
    pub(crate) fn covered_now(
        self: &Arc<Self>,
        action: ActionIx,
        page: PageIx,
        state: &dyn StateView,
        drafts: &[DraftNow],
    ) -> Digest {
        let draft = self.step_draft(action, drafts).filter(StepDraft::submits);
        self.keys_digest(&self.shown_keys(action, page), state, draft.as_ref())
    }

    /// What the shown keys hold. A hidden value counts by its last writer, so that it is never read out.
    fn keys_digest(self: &Arc<Self>, shown: &KeySet, state: &dyn StateView, draft: Option<&StepDraft<'_>>) -> Digest {
        let mut bytes = Vec::new();
        for (field, generation) in draft.map(StepDraft::took).unwrap_or_default() {
            bytes.extend(field.to_le_bytes());
            bytes.extend(generation.to_le_bytes());
        }
        for key in shown.iter() {
            let Some((meta, path)) = crate::graph::keys::path(self.data.keys, key) else {
                continue;
            };
            bytes.extend(key.0.to_le_bytes());
            if meta.redacted {
                let v = self.view();
                let version = v
                    .core
                    .ledger
                    .fold
                    .writers
                    .get(usize::from(key.0))
                    .map_or(0, |w| w.version);
                v.release().start();
                bytes.extend(version.to_le_bytes());
            } else {
                canonical(&value(state, &path), &mut bytes);
            }
        }
        self.secret.digest(&bytes)
    }

    fn shows(self: &Arc<Self>, action: ActionIx, facts: &ActionFacts, given: Given<'_>) -> DraftShows {
        let Some(shows) = facts.shows else {
            return DraftShows::Nothing;
        };
        let cx = RawCx {
            inner: self.clone(),
            origin: Origin::World(Principal::System),
            action,
            instance: given.instance.map(Arc::from),
        };
        let shown = judged(|| shows(cx, given)).unwrap_or(Shown::Now(Value::Null));
        let value = match shown {
            Shown::Now(value) => value,
            Shown::Later(mut making) => {
                let mut now = Context::from_waker(Waker::noop());
                match guarded(|| making.as_mut().poll(&mut now)).unwrap_or(Poll::Ready(Value::Null)) {
                    Poll::Ready(value) => value,
                    Poll::Pending => return DraftShows::Preparing(making),
                }
            }
        };
        let mut bytes = Vec::new();
        canonical(&value, &mut bytes);
        DraftShows::Value {
            digest: self.secret.digest(&bytes),
            value,
        }
    }
}
