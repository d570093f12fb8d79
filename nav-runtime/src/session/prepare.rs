//! Before anything is locked: read the call, take a snapshot, judge it, digest what a card would show.
//!
//! The verdict is as of the snapshot. The locked half only asks whether the snapshot still stands.

use super::{
    approval::CardDraft,
    control::Controls,
    digest::canonical,
    draft::{DraftNow, StepDraft},
    inner::{Inner, judged},
    kept::Kept,
    refusal::Refusal,
};
use crate::{
    expects::Issues,
    graph::{ActionFacts, ActionIx, Evidence, Explained, Given, JourneyIx, KeySet, PageIx, Principal, Run, Tri, Which},
    ledger::{CardNo, Detail, Reason},
    state::StateView,
};
use serde_json::Value;
use std::{
    hash::{BuildHasher, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// What a door asks for.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) action: ActionIx,
    pub(crate) by: Principal,
    pub(crate) input: Option<&'a Value>,
    pub(crate) instance: Option<&'a str>,
    pub(crate) intent: Intent,
    /// The journey whose step it is.
    pub(crate) journey: Option<JourneyIx>,
    /// Whether a high-effect action asks a human at this door.
    pub(crate) asks: bool,
    /// The question whose yes is meant, where one is named.
    pub(crate) ask: Option<CardNo>,
}

/// What the caller says of a high-effect action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intent {
    /// Nothing.
    Do,
    /// The human has said yes.
    Confirm,
    /// The human has said no.
    Decline,
}

/// One state of a session, copied out.
pub(crate) struct Snapshot {
    pub(crate) state: Kept<dyn StateView>,
    pub(crate) version: u64,
    pub(crate) page: PageIx,
    pub(crate) controls: Kept<Controls>,
    pub(crate) drafts: Vec<DraftNow>,
}

/// A judged call: what decides next, and what it rests on.
pub(crate) struct Prepared {
    pub(super) snapshot: Snapshot,
    /// The keys that were looked at.
    pub(super) looked_at: KeySet,
    pub(super) verdict: Result<Ready, Box<Refusal>>,
}

/// A call that every gate but the locked ones lets through.
pub(crate) struct Ready {
    pub(super) run: Option<Run>,
    pub(super) unevaluated: Vec<String>,
    /// The evidence, if what it would bring about is true already.
    pub(super) already_true: Option<Vec<Evidence>>,
    pub(super) detail: Option<Arc<Detail>>,
    pub(super) card: Option<CardDraft>,
}

impl Inner {
    pub(crate) fn snapshot(self: &Arc<Self>) -> Snapshot {
        let v = self.view();
        let snapshot = Snapshot {
            state: v.core.state.clone(),
            version: v.core.ledger.version,
            page: v.core.ledger.fold.page,
            controls: v.core.controls.clone(),
            drafts: v.drafts(),
        };
        v.release().start();
        snapshot
    }

    /// A guard of the author's, which may compare in code of its own.
    pub(crate) fn judge(&self, which: Which, state: &dyn StateView) -> Tri {
        judged(|| self.graph.judge(which, state)).unwrap_or(Tri::Unknown)
    }

    pub(crate) fn explain(&self, which: Which, state: &dyn StateView) -> Explained {
        judged(|| self.graph.explain(which, state)).unwrap_or_default()
    }

    /// The keys that a condition could not be judged for. One that panics names none: then all it looks at.
    pub(crate) fn unevaluated(&self, which: Which, state: &dyn StateView) -> Vec<String> {
        let named = self.explain(which, state).unevaluated;
        if !named.is_empty() {
            return named;
        }
        let mut keys = KeySet::new();
        self.graph.looks_at(which, &mut keys);
        self.key_names(&keys)
    }

    /// The instances of an action that can be named, and how many there are in all.
    pub(crate) fn instances(&self, action: ActionIx, state: &dyn StateView, at_most: usize) -> (Vec<String>, usize) {
        let (mut keys, mut total) = (Vec::new(), 0);
        let _ = judged(|| {
            self.graph.instances(action, state, &mut |key| {
                total += 1;
                if keys.len() < at_most {
                    keys.extend(key);
                }
            });
        });
        (keys, total)
    }

    fn has_instance(&self, action: ActionIx, state: &dyn StateView, wanted: &str) -> bool {
        let mut found = false;
        let _ = judged(|| {
            self.graph.instances(action, state, &mut |key| {
                found = found || key.as_deref() == Some(wanted)
            });
        });
        found
    }

    /// A blank input is none where none is taken: what is dropped tells no two calls apart.
    pub(super) fn without_blank<'a>(&self, call: &Call<'a>) -> Call<'a> {
        let takes = |_: &&Value| !self.graph.contract(call.action).takes_nothing();
        Call {
            input: call.input.filter(|v| !is_blank(v) || takes(v)),
            ..*call
        }
    }

    pub(super) fn prepare(self: &Arc<Self>, call: &Call<'_>) -> Prepared {
        let snapshot = self.snapshot();
        let mut looked_at = KeySet::new();
        let verdict = self.verdict(call, &snapshot, &mut looked_at);
        Prepared {
            snapshot,
            looked_at,
            verdict,
        }
    }

    /// The gates in their order, as far as a snapshot can tell.
    fn verdict(
        self: &Arc<Self>,
        call: &Call<'_>,
        at: &Snapshot,
        looked_at: &mut KeySet,
    ) -> Result<Ready, Box<Refusal>> {
        let (action, state) = (call.action, &*at.state);
        let data = &self.data.actions[action.at()];
        if let Some(journey) = call.journey {
            let which = Which::Journey(journey);
            self.graph.looks_at(which, looked_at);
            if self.judge(which, state) == Tri::No {
                return Err(Refusal::blocked(self.explain(which, state)));
            }
        }
        if !data.pages.contains(&at.page.0) {
            return Err(Refusal::of(Reason::NotOnPage));
        }
        let when = Which::When(at.page, action);
        self.graph.looks_at(when, looked_at);
        let offered = self.judge(when, state);
        if offered == Tri::No {
            return Err(Refusal::unmet(Reason::GuardFailed, self.explain(when, state)));
        }
        let unevaluated = if offered == Tri::Unknown {
            self.unevaluated(when, state)
        } else {
            Vec::new()
        };
        let Some(facts) = data.facts else {
            let takes_nothing = self.graph.contract(action).check(call.input);
            takes_nothing.map_err(|issues| self.payload(action, issues))?;
            return Ok(Ready {
                run: None,
                unevaluated,
                already_true: None,
                detail: None,
                card: None,
            });
        };
        let meta = &facts.meta;
        if !meta.may_invoke.is_empty() && !meta.may_invoke.contains(&call.by) {
            return Err(Refusal::of(Reason::PrincipalNotAllowed));
        }
        if data.each {
            // which key holds the instances is not in the graph's data
            (0..crate::graph::keys::count(self.data.keys)).for_each(|k| looked_at.insert(crate::graph::KeyId(k)));
        }
        let instance = self.instance(action, data.each, call.instance, at)?;
        let draft = self.step_draft(action, &at.drafts);
        let given = Given {
            input: call.input,
            instance,
            draft: draft.as_ref().and_then(StepDraft::slots),
        };
        let fits = self.graph.contract(action).check(given.input);
        fits.map_err(|issues| self.payload(action, issues))?;
        Inner::complete(draft.as_ref())?;
        let run = self
            .read(action, facts, given, &at.controls)
            .map_err(|issues| self.payload(action, issues))?;
        if let Err(refusal) = self.gates_after_reading(call, at, facts, instance, run.is_some(), looked_at) {
            // what was read is the author's
            guarded(|| drop(run));
            return Err(refusal);
        }
        let already_true = self.already_true(action, facts, at, looked_at);
        let detail = self.detail(facts, given, draft.as_ref());
        // a draft is never sent without a person's yes, whatever the options
        let asks = call.asks || draft.as_ref().is_some_and(StepDraft::submits);
        let card =
            (meta.confirm && call.by.is_agent() && asks).then(|| self.card_draft(action, facts, given, at, looked_at));
        Ok(Ready {
            run,
            unevaluated,
            already_true,
            detail,
            card,
        })
    }

    /// The gates between the input and the human.
    fn gates_after_reading(
        &self,
        call: &Call<'_>,
        at: &Snapshot,
        facts: &ActionFacts,
        instance: Option<&str>,
        bound: bool,
        looked_at: &mut KeySet,
    ) -> Result<(), Box<Refusal>> {
        let (action, state) = (call.action, &*at.state);
        if facts.meta.confirm
            && call
                .input
                .is_some_and(|v| json_len(v) > self.options.limits.confirm_input)
        {
            return Err(self.payload(
                action,
                Issues::one("", "is too long to be shown to a person whole", "16 KiB"),
            ));
        }
        self.graph.looks_at(Which::Enabled(action), looked_at);
        let enabled = self.judge(Which::Enabled(action), state);
        if enabled == Tri::No || at.controls.is_off(action, instance) {
            return Err(Refusal::switched_off(
                self.failing(Which::Enabled(action), state),
                super::control::blocked_because(&at.controls, action, facts, instance),
                at.controls.busy(action, instance),
            ));
        }
        if !bound && call.by.is_agent() {
            return Err(Refusal::of(Reason::NotMaterialized));
        }
        Ok(())
    }

    fn payload(&self, action: ActionIx, issues: Issues) -> Box<Refusal> {
        Refusal::payload(issues, self.graph.contract(action).expects.as_deref())
    }

    fn instance<'a>(
        &self,
        action: ActionIx,
        each: bool,
        named: Option<&'a str>,
        at: &Snapshot,
    ) -> Result<Option<&'a str>, Box<Refusal>> {
        if !each {
            return match named {
                None => Ok(None),
                Some(_) => Err(Refusal::instances(Reason::InstanceUnknown, Vec::new(), 0)),
            };
        }
        let reason = match named {
            Some(key) if self.has_instance(action, &*at.state, key) => return Ok(Some(key)),
            Some(_) => Reason::InstanceUnknown,
            None => Reason::InstanceRequired,
        };
        let (keys, total) = self.instances(action, &*at.state, super::refusal::MOST_LISTED);
        Err(Refusal::instances(reason, keys, total))
    }

    /// Reads the input: the first half of an erased handler, which is the author's `Deserialize`.
    fn read(
        &self,
        action: ActionIx,
        facts: &'static ActionFacts,
        given: Given<'_>,
        controls: &Controls,
    ) -> Result<Option<Run>, Issues> {
        if let Some(bound) = controls.bound(action) {
            return Ok(Some(bound(given)));
        }
        let unreadable = || Err(Issues::one("", "could not be read", "what `expects` says"));
        let run = judged(|| (facts.prepare)(given)).unwrap_or_else(unreadable)?;
        Ok(facts.meta.has_body.then_some(run))
    }

    /// Declared writes that a `verify` covers and that hold before the fire.
    fn already_true(
        &self,
        action: ActionIx,
        facts: &ActionFacts,
        at: &Snapshot,
        looked_at: &mut KeySet,
    ) -> Option<Vec<Evidence>> {
        let verify = Which::Verify(action);
        if !facts.meta.verified || facts.writes.is_empty() {
            return None;
        }
        let mut covered = KeySet::new();
        self.graph.looks_at(verify, &mut covered);
        looked_at.extend(&covered);
        let here = self.data.actions[action.at()].goes_to().is_none_or(|to| to == at.page);
        let holds =
            here && facts.writes.iter().all(|k| covered.contains(*k)) && self.judge(verify, &*at.state) == Tri::Yes;
        holds.then(|| self.explain(verify, &*at.state).evidence)
    }

    fn detail(&self, facts: &ActionFacts, given: Given<'_>, draft: Option<&StepDraft<'_>>) -> Option<Arc<Detail>> {
        use crate::graph::{Concurrency, Scope};
        let by_input = matches!(
            facts.meta.concurrency,
            Concurrency::SingleFlight(Scope::Input) | Concurrency::Once(Scope::Input)
        );
        let input = if by_input { self.input_digest(given.input) } else { 0 };
        (by_input || given.instance.is_some() || draft.is_some()).then(|| {
            Arc::new(Detail {
                instance: given.instance.map(Box::from),
                input,
                took: draft.map(StepDraft::took).unwrap_or_default(),
            })
        })
    }

    fn input_digest(&self, input: Option<&Value>) -> u64 {
        let mut bytes = Vec::new();
        match input {
            Some(input) => canonical(input, &mut bytes),
            None => canonical(&Value::Object(serde_json::Map::new()), &mut bytes),
        }
        let mut hasher = self.secret.hasher().build_hasher();
        hasher.write(&bytes);
        hasher.finish()
    }

    /// Conditions that do not hold.
    pub(crate) fn failing(&self, which: Which, state: &dyn StateView) -> Vec<Evidence> {
        let mut evidence = self.explain(which, state).evidence;
        evidence.retain(|e| !e.result);
        evidence
    }
}

/// One key's value; `null` if the author's `Serialize` panics.
pub(crate) fn value(state: &dyn StateView, path: &[&str]) -> Value {
    guarded(|| state.value(path)).unwrap_or(Value::Null)
}

/// Runs an author's code outside every lock; a panic of it is `None`. Its payload is forgotten: dropping it may panic.
pub(crate) fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).map_err(std::mem::forget).ok()
}

/// What an action without input accepts and drops.
pub(super) fn is_blank(v: &Value) -> bool {
    match v {
        Value::String(s) => s.is_empty(),
        Value::Object(o) => o.is_empty(),
        _ => false,
    }
}

fn json_len(v: &Value) -> usize {
    /// Counts what is written to it.
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, v) {
        Ok(()) => count.0,
        Err(_) => usize::MAX,
    }
}
