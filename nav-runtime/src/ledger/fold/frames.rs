//! Journeys that were opened, and their drafts.

use super::{DraftFold, FieldFold, Fold};
use crate::{
    graph::{ActionIx, GraphData, JourneyIx},
    ledger::records::{FireNo, Frame, StepIs},
};

impl Fold {
    pub(crate) fn frame(&self, journey: JourneyIx) -> Option<&Frame> {
        self.frames.iter().find(|f| f.journey == journey)
    }

    pub(super) fn open(&mut self, graph: &GraphData, journey: JourneyIx) {
        self.current = Some(journey);
        if self.frames.iter().any(|f| f.journey == journey && !f.closed) {
            return;
        }
        // what came to rest before is no step of it, unless it cannot be done again; what is still out will come to
        // rest as one
        let out = |step: u16| self.out().any(|f| f.action.0 == step);
        let data = &graph.journeys[journey.at()];
        let filled = |at: usize| self.is_filled(journey, data.draft.and_then(|d| d.steps.get(at)?.kind.fills()));
        let steps = data.steps.iter().enumerate().map(|(at, step)| {
            if out(*step) {
                StepIs::Out
            } else if filled(at) || self.stand_once(graph).any(|a| a.0 == *step) {
                StepIs::Done
            } else {
                StepIs::Open
            }
        });
        let steps = steps.collect();
        let submit = data.draft.and_then(|d| u16::try_from(d.submit()?).ok());
        self.frames.retain(|f| f.journey != journey);
        self.frames.push(Frame {
            journey,
            steps,
            submit,
            closed: false,
        });
    }

    pub(super) fn step(&mut self, graph: &GraphData, action: ActionIx, is: StepIs) {
        for frame in self.frames.iter_mut().filter(|f| !f.closed) {
            for (step, at) in graph.journeys[frame.journey.at()]
                .steps
                .iter()
                .zip(frame.steps.iter_mut())
            {
                // what was fired before a journey was opened is no step of it
                if *step == action.0 && (is == StepIs::Out || *at == StepIs::Out) {
                    *at = is;
                }
            }
        }
    }

    pub(crate) fn draft(&self, journey: JourneyIx) -> Option<&DraftFold> {
        self.drafts.iter().find(|d| d.journey == journey)
    }

    pub(crate) fn field(&self, journey: JourneyIx, field: u16) -> FieldFold {
        let fields = self.draft(journey).map(|d| &d.fields);
        fields
            .and_then(|f| f.get(usize::from(field)))
            .copied()
            .unwrap_or_default()
    }

    pub(super) fn is_filled(&self, journey: JourneyIx, field: Option<u16>) -> bool {
        field.is_some_and(|f| self.field(journey, f).filled)
    }

    pub(super) fn draft_mut(&mut self, graph: &GraphData, journey: JourneyIx) -> &mut DraftFold {
        let at = self
            .drafts
            .iter()
            .position(|d| d.journey == journey)
            .unwrap_or_else(|| {
                let fields = graph.journeys[journey.at()].draft.map_or(0, |d| d.fields.len());
                self.drafts.push(DraftFold {
                    journey,
                    fields: vec![FieldFold::default(); fields].into(),
                });
                self.drafts.len() - 1
            });
        &mut self.drafts[at]
    }

    /// A field is filled or emptied; the step it comes from follows.
    pub(super) fn fill(
        &mut self,
        graph: &GraphData,
        version: u64,
        journey: JourneyIx,
        field: u16,
        by: FireNo,
        filled: bool,
    ) {
        self.drafted = version;
        if let Some(f) = self.draft_mut(graph, journey).fields.get_mut(usize::from(field)) {
            *f = FieldFold {
                filled,
                generation: f.generation + 1,
                by: by.0.max(f.by),
            };
        }
        let Some(at) = graph.journeys[journey.at()].draft.and_then(|d| d.provider(field)) else {
            return;
        };
        for frame in self.frames.iter_mut().filter(|f| f.journey == journey && !f.closed) {
            if let Some(step) = frame.steps.get_mut(at).filter(|s| **s != StepIs::Out) {
                *step = if filled { StepIs::Done } else { StepIs::Open };
            }
        }
    }
}
