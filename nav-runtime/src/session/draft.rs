//! The draft of a journey: what has been gathered, and what may be sent.
//!
//! Values live in the session's memory and nowhere else. Events name fields only.

use super::{
    inner::{Inner, View},
    kept::Kept,
    prepare::Call,
    refusal::Refusal,
};
use crate::{
    graph::{ActionIx, DraftData, DraftStep, DraftStepKind, JourneyIx, Provided, Slots},
    ledger::{Event, FieldFold, FireNo, Reason, Stored},
};
use serde_json::Value;

/// A draft as it stands, copied out of a look.
#[derive(Clone)]
pub(crate) struct DraftNow {
    pub(crate) journey: JourneyIx,
    pub(crate) slots: Kept<Slots>,
    pub(crate) fields: Box<[FieldFold]>,
}

/// The draft that a step works on.
pub(super) struct StepDraft<'a> {
    pub(super) data: &'static DraftData,
    pub(super) step: &'static DraftStep,
    now: Option<&'a DraftNow>,
}

impl StepDraft<'_> {
    fn field(&self, field: u16) -> FieldFold {
        let fields = self.now.map(|n| &n.fields);
        fields
            .and_then(|f| f.get(usize::from(field)))
            .copied()
            .unwrap_or_default()
    }

    pub(super) fn slots(&self) -> Option<&Slots> {
        self.now.map(|n| &*n.slots)
    }

    /// The fields that the step cannot do without and that hold nothing, by name.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        missing(self.data, self.step, |f| self.field(f).filled)
    }

    /// The fields it takes, each as it is filled now.
    pub(super) fn took(&self) -> Box<[(u16, u32)]> {
        let taken: Vec<u16> = match self.step.kind {
            DraftStepKind::Submits => (0..).zip(self.data.fields).map(|(at, _)| at).collect(),
            _ => self.step.takes.to_vec(),
        };
        taken.into_iter().map(|f| (f, self.field(f).generation)).collect()
    }

    pub(super) fn submits(&self) -> bool {
        self.step.kind == DraftStepKind::Submits
    }

    /// The whole draft, as a card shows it.
    pub(super) fn shown(&self) -> Value {
        shown(self.data, self.now)
    }
}

/// The fields that a step cannot do without and that hold nothing, by name.
pub(crate) fn missing(data: &DraftData, step: &DraftStep, filled: impl Fn(u16) -> bool) -> Vec<&'static str> {
    let named = |f: &u16| data.fields.get(usize::from(*f)).filter(|m| !m.optional).map(|m| m.wire);
    let needed: Vec<u16> = match step.kind {
        DraftStepKind::Submits => (0..).zip(data.fields).map(|(at, _)| at).collect(),
        _ => step.takes.to_vec(),
    };
    needed.iter().filter(|f| !filled(**f)).filter_map(named).collect()
}

/// A draft's values by field, as they are shown.
pub(crate) fn shown(data: &DraftData, now: Option<&DraftNow>) -> Value {
    let fields = (0..).zip(data.fields).filter_map(|(at, meta)| {
        let held = now?.slots.get(at)?;
        let value = held.shown.as_ref().and_then(|s| serde_json::to_value(s).ok());
        Some((meta.wire.to_owned(), value.unwrap_or(Value::Null)))
    });
    Value::Object(fields.collect())
}

impl Inner {
    /// The draft that an action is a step of, among these.
    pub(super) fn step_draft<'a>(&self, action: ActionIx, drafts: &'a [DraftNow]) -> Option<StepDraft<'a>> {
        let (journey, data, step) = self.data.draft_step(action)?;
        let now = drafts.iter().find(|d| d.journey == journey);
        Some(StepDraft { data, step, now })
    }

    /// Refuses a step whose fields are not there yet.
    pub(super) fn complete(draft: Option<&StepDraft<'_>>) -> Result<(), Box<Refusal>> {
        let missing = draft.map(StepDraft::missing).unwrap_or_default();
        if missing.is_empty() {
            return Ok(());
        }
        let mut refusal = Refusal::of(Reason::DraftIncomplete);
        refusal.missing = missing;
        Err(refusal)
    }
}

impl View<'_> {
    pub(crate) fn drafts(&self) -> Vec<DraftNow> {
        let fold = &self.core.ledger.fold;
        let drafts = self.core.drafts.iter().filter_map(|(journey, slots)| {
            Some(DraftNow {
                journey: *journey,
                slots: slots.clone(),
                fields: fold.draft(*journey)?.fields.clone(),
            })
        });
        drafts.collect()
    }

    /// A submit waits for every step that it needs, and for another submit.
    pub(super) fn draft_is_busy(&self, call: &Call<'_>) -> Option<Box<Refusal>> {
        let data = self.inner.data;
        let (journey, draft, step) = data.draft_step(call.action)?;
        if step.kind != DraftStepKind::Submits {
            return None;
        }
        let steps = data.journeys[journey.at()].steps;
        let holds_up = |a: ActionIx| {
            let at = steps.iter().position(|s| *s == a.0);
            let kind = at.and_then(|at| draft.steps.get(at)).map(|s| s.kind);
            kind.is_some_and(|k| k != DraftStepKind::Reads)
        };
        let out = self.core.ledger.fold.out().find(|f| holds_up(f.action))?;
        let action = data.actions[out.action.at()].id;
        let mut refusal = Refusal::of(Reason::PriorFirePending);
        refusal.prior_transition_id = Some(crate::ledger::TransitionId { action, n: out.n });
        refusal.scope = Some(crate::graph::Scope::Action);
        Some(refusal)
    }

    /// Keeps what a step provides. A value that was computed from fields that have changed since is not kept, nor is
    /// one whose field a later fire has filled.
    pub(super) fn store(&mut self, fire: FireNo, action: ActionIx, value: Option<Provided>) -> Stored {
        let data = self.inner.data;
        let Some((journey, draft, step)) = data.draft_step(action) else {
            self.late.provided.extend(value);
            return Stored::default();
        };
        let Some(field) = step.kind.fills() else {
            self.late.provided.extend(value);
            return Stored::default();
        };
        let fold = &self.core.ledger.fold;
        let took = fold.fire(fire).and_then(|f| f.detail.clone());
        let current = took.is_none_or(|d| d.took.iter().all(|(f, g)| fold.field(journey, *f).generation == *g));
        if !current || fold.field(journey, field).by > fire.0 {
            self.late.provided.extend(value);
            return Stored::default();
        }
        let filled = value.is_some();
        self.put(journey, draft, field, value);
        let dropped: Vec<u16> = (draft.computed_from(field).into_iter())
            .filter(|f| self.core.ledger.fold.field(journey, *f).filled)
            .collect();
        self.append(if filled {
            Event::Stored { journey, field, fire }
        } else {
            Event::Dropped { journey, field, fire }
        });
        for gone in &dropped {
            self.put(journey, draft, *gone, None);
            self.append(Event::Dropped {
                journey,
                field: *gone,
                fire,
            });
        }
        Stored {
            field: filled.then_some(field),
            dropped,
        }
    }

    /// Empties a draft whose submit was performed.
    pub(super) fn sent(&mut self, action: ActionIx) {
        let Some((journey, _, step)) = self.inner.data.draft_step(action) else {
            return;
        };
        if step.kind != DraftStepKind::Submits {
            return;
        }
        if let Some(at) = self.core.drafts.iter().position(|(j, _)| *j == journey) {
            let (_, slots) = self.core.drafts.swap_remove(at);
            self.late.slots.push(slots);
        }
        self.append(Event::Sent { journey });
    }

    fn put(&mut self, journey: JourneyIx, draft: &DraftData, field: u16, value: Option<Provided>) {
        let at = self
            .core
            .drafts
            .iter()
            .position(|(j, _)| *j == journey)
            .unwrap_or_else(|| {
                self.core
                    .drafts
                    .push((journey, Kept::new(Slots::new(draft.fields.len()))));
                self.core.drafts.len() - 1
            });
        // a copy of handles: whoever read the old slots keeps them
        let mut slots = Slots::clone(&self.core.drafts[at].1);
        let old = slots.replace(field, value);
        self.late.provided.extend(old);
        let before = std::mem::replace(&mut self.core.drafts[at].1, Kept::new(slots));
        self.late.slots.push(before);
    }
}
