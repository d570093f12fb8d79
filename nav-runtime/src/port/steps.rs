//! Where the steps of a journey stand, and what holds those that cannot be taken.

use super::{AwaitedStep, FrameKeys, HumanStep, Made, Port, Standing, StepStatus, look::Look, rows::Stand, words};
use crate::{
    Authored,
    graph::{ActionIx, Evidence, HumanDecides, JourneyIx, KeySet, Tri, Which},
    ledger::{AskId, CardIs, Frame, StepIs},
    state::StateView,
};

impl Port {
    /// The conditions of a journey's own that do not hold: no step of it can be taken then.
    pub(super) fn closed_door(&self, journey: JourneyIx, look: &Look) -> Option<Vec<Evidence>> {
        let which = Which::Journey(journey);
        let closed = self.inner.judge(which, &*look.state) == Tri::No;
        closed.then(|| self.inner.failing(which, &*look.state))
    }

    /// Puts one step where it belongs: done, out, with the human, ready, or later.
    pub(super) fn place(
        &self,
        step: ActionIx,
        is: StepIs,
        door: Option<&[Evidence]>,
        look: &Look,
        keys: &mut FrameKeys,
    ) {
        let id = self.data().actions[step.at()].id;
        if let (Some(made), Some(decides)) = (self.made(step, &*look.state), self.decides(step)) {
            let about = (!decides.about.is_empty()).then(|| Authored::new(decides.about));
            return keys.with_the_human.push(HumanStep { step: id, made, about });
        }
        let stand = self.stand(step, look);
        match is {
            StepIs::Done => {
                let row = self.later_row(step, StepStatus::Done, None, look, &stand);
                return keys.later_steps.push(row);
            }
            StepIs::Out => return keys.awaiting_state.push(id),
            StepIs::Open | StepIs::Failed => {}
        }
        if let Some(unmet) = door {
            let mut row = self.later_row(step, StepStatus::Blocked, Some(words::HELD_DOOR), look, &stand);
            row.because.splice(..0, unmet.iter().cloned());
            return keys.later_steps.push(row);
        }
        if let Some((status, why)) = self.held(step, look, &stand) {
            let row = self.later_row(step, status, why, look, &stand);
            return keys.later_steps.push(row);
        }
        let before = keys.awaiting_human.len();
        keys.awaiting_human.extend(look.open_cards(step).map(|c| AwaitedStep {
            ask_id: AskId(c.n),
            step: id,
        }));
        let asked = keys.awaiting_human.len() > before;
        // of several instances, those that nobody is asked about can be called
        let later = self.later_row(step, StepStatus::Blocked, Some(words::HELD_EACH), look, &stand);
        let row = self.step_row(step, look, stand);
        match &row.instances {
            Some(left) if !left.is_empty() => keys.ready_steps.push(row),
            None if !asked => keys.ready_steps.push(row),
            Some(_) if !asked => keys.later_steps.push(later),
            _ => {}
        }
    }

    /// The first gate that would turn a step away, and what holds it where no other key of its row says so.
    fn held(&self, step: ActionIx, look: &Look, stand: &Stand) -> Option<(StepStatus, Option<Authored>)> {
        let empty = stand.instances.as_ref().is_some_and(|(keys, _)| keys.is_empty());
        let blocked = |why| Some((StepStatus::Blocked, Some(why)));
        if !self.stands_here(step, look) {
            Some((StepStatus::OffPage, None))
        } else if stand.offered == Tri::No {
            Some((StepStatus::Blocked, None))
        } else if !stand.allowed {
            blocked(words::HELD_NOT_ALLOWED)
        } else if empty {
            blocked(words::HELD_NO_INSTANCE)
        } else if !self.missing(step, look).is_empty() {
            Some((StepStatus::NeedsDraft, None))
        } else if !stand.enabled {
            Some((StepStatus::SwitchedOff, None))
        } else if !stand.bound {
            Some((StepStatus::Unwired, None))
        } else if look.done_once.contains(&step) {
            blocked(words::HELD_DONE_ONCE)
        } else if !stand.free {
            blocked(words::HELD_BY_FIRE)
        } else if self.is_declined(step, look) {
            blocked(words::HELD_DECLINED)
        } else if look.closed {
            blocked(words::HELD_ENDED)
        } else if look.out.len() >= self.inner.options.limits.pending {
            blocked(words::HELD_TOO_MANY_OUT)
        } else if self.has_no_room_to_ask(step, look) {
            blocked(words::HELD_TOO_MANY_ASKED)
        } else {
            None
        }
    }

    /// Whether a step would ask, and so many questions are open already that it cannot.
    fn has_no_room_to_ask(&self, step: ActionIx, look: &Look) -> bool {
        let confirms = self.data().actions[step.at()].facts.is_some_and(|f| f.meta.confirm);
        let open = look.cards.iter().filter(|c| c.is == CardIs::Open);
        confirms
            && self.options.source.is_agent()
            && !look.is_approved(step)
            && look.open_cards(step).next().is_none()
            && open.count() >= self.inner.options.limits.questions
    }

    /// Whether a no covers every way to call a step: with another input, or for another instance, it would ask anew.
    fn is_declined(&self, step: ActionIx, look: &Look) -> bool {
        let data = &self.data().actions[step.at()];
        let one_way = !data.each && self.inner.graph.contract(step).takes_nothing();
        one_way && look.open_cards(step).next().is_none() && self.no_stands(step, None, look)
    }

    /// Whether the last word about an action is a no, and what it covers is as it was.
    pub(super) fn no_stands(&self, action: ActionIx, instance: Option<&str>, look: &Look) -> bool {
        let covered = look.declined(action, instance);
        covered.is_some_and(|then| self.inner.covered_now(action, look.page, &*look.state, &look.drafts) == then)
    }

    /// What holds the first step that is not done.
    pub(super) fn standing(&self, frame: &Frame, look: &Look) -> Standing {
        let steps = self.data().journeys[frame.journey.at()].steps;
        let now = self.steps_now(frame, look);
        if Frame::complete(&now, frame.submit) {
            return Standing::Done;
        }
        let open = steps.iter().zip(now.iter()).find(|(_, is)| **is != StepIs::Done);
        let Some((step, is)) = open else { return Standing::Done };
        let step = ActionIx(*step);
        if *is == StepIs::Out {
            return Standing::InProgress;
        }
        if self.decides(step).is_some() {
            return Standing::WithTheHuman;
        }
        if look.open_cards(step).next().is_some() {
            return Standing::AwaitingHuman;
        }
        if self.is_declined(step, look) {
            return Standing::Declined;
        }
        if *is == StepIs::Failed {
            return Standing::Failed;
        }
        if !self.stands_here(step, look) {
            return Standing::InProgress;
        }
        if self.inner.judge(Which::Journey(frame.journey), &*look.state) == Tri::No {
            return Standing::Blocked;
        }
        let stand = self.stand(step, look);
        if stand.offered == Tri::No || !stand.enabled || !stand.bound || !stand.allowed {
            Standing::Blocked
        } else {
            Standing::InProgress
        }
    }

    /// The choice that belongs to a person, if the step is one.
    pub(super) fn decides(&self, step: ActionIx) -> Option<HumanDecides> {
        self.data().actions[step.at()].facts?.meta.human_decides
    }

    /// Whether the person has made the choice, if the step is one.
    pub(super) fn made(&self, step: ActionIx, state: &dyn StateView) -> Option<Made> {
        self.decides(step)?;
        let mut keys = KeySet::new();
        self.inner.graph.looks_at(Which::DoneWhen(step), &mut keys);
        Some(match self.inner.judge(Which::DoneWhen(step), state) {
            _ if keys.is_empty() => Made::Unknown,
            Tri::Yes => Made::Yes,
            Tri::No => Made::No,
            Tri::Unknown => Made::Unknown,
        })
    }

    /// Where the steps stand; a choice that the person has made is done, whoever or whatever showed it.
    pub(super) fn steps_now(&self, frame: &Frame, look: &Look) -> Vec<StepIs> {
        let steps = self.data().journeys[frame.journey.at()]
            .steps
            .iter()
            .map(|s| ActionIx(*s));
        let now = steps
            .zip(frame.steps.iter())
            .map(|(step, is)| match self.made(step, &*look.state) {
                Some(Made::Yes) => StepIs::Done,
                _ => *is,
            });
        now.collect()
    }
}
