//! The rows of what can be done: one judgement for `whats_here` and for a journey's steps.

use super::{ActionRow, Always, BlockedWords, LaterRow, Port, StepRow, StepStatus, Unblocker, look::Look};
use crate::{
    Authored,
    graph::{
        ActionData, ActionFacts, ActionIx, Concurrency, DraftStepKind, Evidence, KeyId, PageIx, Scope, Tri, Which,
    },
    session::{MOST_LISTED, blocked_because},
};

/// How an action stands, gate by gate, before its input is known.
pub(super) struct Stand {
    pub(super) offered: Tri,
    pub(super) enabled: bool,
    pub(super) bound: bool,
    pub(super) allowed: bool,
    pub(super) instances: Option<(Vec<String>, usize)>,
    pub(super) free: bool,
}

impl Port {
    pub(super) fn stands_here(&self, action: ActionIx, look: &Look) -> bool {
        self.data().actions[action.at()].pages.contains(&look.page.0)
    }

    fn facts_of(&self, action: ActionIx) -> (&'static ActionData, Option<&'static ActionFacts>) {
        let data = &self.data().actions[action.at()];
        (data, data.facts)
    }

    /// The page whose conditions an action is judged by: this one if it stands here, else its own.
    pub(super) fn page_for(&self, action: ActionIx, look: &Look) -> PageIx {
        let pages = self.data().actions[action.at()].pages;
        if pages.contains(&look.page.0) {
            look.page
        } else {
            pages.first().map_or(look.page, |p| PageIx(*p))
        }
    }

    pub(super) fn offered(&self, action: ActionIx, look: &Look) -> Tri {
        self.inner
            .judge(Which::When(self.page_for(action, look), action), &*look.state)
    }

    pub(super) fn stand(&self, action: ActionIx, look: &Look) -> Stand {
        let (data, facts) = self.facts_of(action);
        // only what is known of single instances asks for all of them
        let told_apart = look.controls.tells_instances_apart(action)
            || look.taken.iter().any(|t| t.action == action)
            || look.cards.iter().any(|c| c.action == action);
        let most = if told_apart { usize::MAX } else { MOST_LISTED };
        let instances = data.each.then(|| self.inner.instances(action, &*look.state, most));
        let off = match &instances {
            // of an `each`, only if all are
            Some((keys, _)) if look.controls.get(action, None).is_none_or(|c| c.enabled.is_none()) => {
                !keys.is_empty() && keys.iter().all(|k| look.controls.is_off(action, Some(k)))
            }
            _ => look.controls.is_off(action, None),
        };
        let unmet = self.inner.judge(Which::Enabled(action), &*look.state) == Tri::No;
        let rule = facts.map(|f| f.meta.concurrency);
        let single = matches!(
            rule,
            Some(Concurrency::SingleFlight(Scope::Action) | Concurrency::Once(Scope::Action))
        );
        // without an input, every call has the same one
        let same_input = look.is_taken(action, Scope::Input, None) && self.inner.graph.contract(action).takes_nothing();
        Stand {
            offered: self.offered(action, look),
            enabled: !off && !unmet,
            bound: facts.is_none_or(|f| f.meta.has_body) || look.controls.bound(action).is_some(),
            allowed: facts
                .is_none_or(|f| f.meta.may_invoke.is_empty() || f.meta.may_invoke.contains(&self.options.source)),
            free: !(self.draft_is_busy(action, look)
                || look.done_once.contains(&action)
                || same_input
                || single && look.fire_out(action).is_some()),
            instances,
        }
    }

    /// The row of an action that is offered here.
    pub(super) fn action_row(&self, action: ActionIx, look: &Look, stand: Stand) -> ActionRow {
        let (data, facts) = self.facts_of(action);
        let (instances, instances_total) = split(stand.instances);
        ActionRow {
            action: data.id,
            does: data.does(),
            goes_to: data.goes_to().map(|p| self.data().pages[p.at()].id),
            holds: look.controls.held(action),
            high_effect: facts.is_some_and(|f| f.meta.confirm),
            human_decides: facts.is_some_and(|f| f.meta.human_decides.is_some()),
            may_invoke: facts.map_or(&[], |f| f.meta.may_invoke),
            guard_unevaluated: self.unevaluated(action, look, stand.offered),
            enabled: (!stand.enabled).then_some(Always),
            blocked_because: self.blocked_words(action, look, stand.enabled),
            unblocked_by: self.unblockers(action, look, stand.enabled),
            prior_fire_unsettled: look.fire_out(action).map(|n| self.transition(action, n)),
            stale_reads: self.stale(action, look, facts.map_or(&[], |f| f.reads)),
            stale_writes: self.stale(action, look, facts.map_or(&[], |f| f.writes)),
            already_performed: look.done_once.contains(&action),
            busy: look.controls.busy(action, None),
            materialized: (!stand.bound).then_some(Always),
            instances,
            instances_total,
            expects: self.inner.graph.contract(action).expects.as_deref(),
        }
    }

    pub(super) fn step_row(&self, action: ActionIx, look: &Look, stand: Stand) -> StepRow {
        let (data, facts) = self.facts_of(action);
        // a ready step names no instance that would be refused, and none that the human is asked about already
        let asked_about = |key: &String| {
            look.open_cards(action)
                .any(|c| c.instance.as_deref() == Some(key.as_str()))
        };
        let ready = stand.instances.map(|(mut keys, total)| {
            let named = keys.len();
            keys.retain(|k| {
                let no_covers_all = self.inner.graph.contract(action).takes_nothing();
                !(look.controls.is_off(action, Some(k))
                    || asked_about(k)
                    || look.is_taken(action, Scope::Instance, Some(k))
                    || no_covers_all && self.no_stands(action, Some(k), look))
            });
            let off = named - keys.len();
            (keys, total - off)
        });
        let (instances, instances_total) = split(ready);
        StepRow {
            step: data.id,
            does: data.does(),
            goes_to: data.goes_to().map(|p| self.data().pages[p.at()].id),
            high_effect: facts.is_some_and(|f| f.meta.confirm),
            guard_unevaluated: self.unevaluated(action, look, stand.offered),
            busy: look.controls.busy(action, None),
            provides: self.provides(action),
            instances,
            instances_total,
            expects: self.inner.graph.contract(action).expects.as_deref(),
        }
    }

    /// The draft field that a step fills.
    fn provides(&self, action: ActionIx) -> Option<&'static str> {
        let (_, draft, step) = self.data().draft_step(action)?;
        Some(draft.fields.get(usize::from(step.kind.fills()?))?.wire)
    }

    /// The draft fields that a step takes and that hold nothing.
    pub(super) fn missing(&self, action: ActionIx, look: &Look) -> Vec<&'static str> {
        let Some((journey, draft, step)) = self.data().draft_step(action) else {
            return Vec::new();
        };
        crate::session::missing(draft, step, |f| look.is_filled(journey, f))
    }

    /// Whether a submit waits for a step that it needs, or for another submit.
    pub(super) fn draft_is_busy(&self, action: ActionIx, look: &Look) -> bool {
        let Some((journey, draft, step)) = self.data().draft_step(action) else {
            return false;
        };
        let steps = self.data().journeys[journey.at()].steps.iter().zip(draft.steps);
        let mut needed = steps.filter(|(_, s)| s.kind != DraftStepKind::Reads);
        step.kind == DraftStepKind::Submits && needed.any(|(a, _)| look.fire_out(ActionIx(*a)).is_some())
    }

    pub(super) fn later_row(
        &self,
        action: ActionIx,
        status: StepStatus,
        why: Option<Authored>,
        look: &Look,
        stand: &Stand,
    ) -> LaterRow {
        let (data, _) = self.facts_of(action);
        let done = status == StepStatus::Done;
        let because = if stand.offered == Tri::No && !done {
            self.unmet(action, look)
        } else {
            Vec::new()
        };
        let off = !stand.enabled && !done;
        LaterRow {
            step: data.id,
            status,
            page: (!self.stands_here(action, look) && !done)
                .then(|| self.data().pages[self.page_for(action, look).at()].id),
            because,
            why,
            missing: if done { Vec::new() } else { self.missing(action, look) },
            enabled: off.then_some(Always),
            blocked_because: self.blocked_words(action, look, !off),
            unblocked_by: self.unblockers(action, look, !off),
            busy: look.controls.busy(action, None),
        }
    }

    /// Declared keys that somebody else changed. Only an agent is told: the app and the person did it.
    fn stale(&self, action: ActionIx, look: &Look, keys: &[KeyId]) -> Vec<String> {
        let Some(news) = look.news.as_ref().filter(|_| self.options.source.is_agent()) else {
            return Vec::new();
        };
        news.stale(action, keys)
            .into_iter()
            .filter_map(|k| self.inner.key_name(k))
            .collect()
    }

    /// The conditions of an action that do not hold.
    fn unmet(&self, action: ActionIx, look: &Look) -> Vec<Evidence> {
        self.inner
            .failing(Which::When(self.page_for(action, look), action), &*look.state)
    }

    fn unevaluated(&self, action: ActionIx, look: &Look, offered: Tri) -> Vec<String> {
        if offered != Tri::Unknown {
            return Vec::new();
        }
        self.inner
            .unevaluated(Which::When(self.page_for(action, look), action), &*look.state)
    }

    fn blocked_words(&self, action: ActionIx, look: &Look, enabled: bool) -> Option<BlockedWords> {
        let facts = self.facts_of(action).1.filter(|_| !enabled)?;
        blocked_because(&look.controls, action, facts, None).map(BlockedWords::from)
    }

    /// The actions whose declared writes touch what a failed condition reads. Derived, never declared.
    pub(super) fn unblockers(&self, action: ActionIx, look: &Look, enabled: bool) -> Vec<Unblocker> {
        if enabled {
            return Vec::new();
        }
        let data = self.data();
        let failing = self.inner.failing(Which::Enabled(action), &*look.state);
        let keys: Vec<_> = failing
            .iter()
            .filter_map(|e| crate::graph::keys::by_wire_name(data.keys, &e.key))
            .collect();
        let index = self.inner.graph.tools().index(data);
        let mut by: Vec<ActionIx> = keys.iter().flat_map(|k| index.writers(*k)).copied().collect();
        by.sort_unstable();
        by.dedup();
        by.retain(|other| *other != action);
        by.truncate(MOST_LISTED);
        let writes = |other: ActionIx| {
            let facts = data.actions[other.at()].facts.map_or(&[][..], |f| f.writes);
            let touched = facts
                .iter()
                .filter(|w| keys.iter().any(|k| crate::graph::keys::overlap(data.keys, **w, *k)));
            touched.filter_map(|k| self.inner.key_name(*k)).collect()
        };
        by.into_iter()
            .map(|other| Unblocker {
                action: data.actions[other.at()].id,
                writes: writes(other),
                in_flight: look.fire_out(other).is_some(),
            })
            .collect()
    }
}

/// The listed instances, and the total where some are left out.
fn split(instances: Option<(Vec<String>, usize)>) -> (Option<Vec<String>>, Option<usize>) {
    match instances {
        None => (None, None),
        Some((mut keys, total)) => {
            keys.truncate(MOST_LISTED);
            let cut = (total > keys.len()).then_some(total);
            (Some(keys), cut)
        }
    }
}
