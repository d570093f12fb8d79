//! A journey's tool: opening it, its place, and firing one of its steps.

use super::{
    AwaitedStep, Blocked, DraftKeys, FrameIs, FrameKeys, HumanStep, Instead, JourneyReply, Judgment, Made, Port, Reply,
    Standing, StepOutcome, StepStatus, args::Args, look::Look, rows::Stand, words,
};
use crate::{
    Authored,
    graph::{ActionIx, DraftData, DraftStepKind, Evidence, Explained, HumanDecides, JourneyIx, KeySet, Tri, Which},
    ledger::{AskId, CardIs, Event, Frame, Reason, StepIs},
    session::{Launch, MOST_LISTED, View, most_rounds},
    state::StateView,
};

impl Port {
    pub(super) fn journey(&self, journey: JourneyIx, args: &Args<'_>) -> (Reply, Launch) {
        let Some(step) = args.step else {
            return (self.open_journey(journey), Launch::default());
        };
        let steps = self.data().journeys[journey.at()].steps;
        match self.step_named(steps, step) {
            Ok(action) => self.fire(action, Some(journey), args),
            Err(reason) => (self.wrong_step(journey, reason), Launch::default()),
        }
    }

    /// By full id, or by the short name when exactly one step ends with it.
    fn step_named(&self, steps: &[u16], name: &str) -> Result<ActionIx, Reason> {
        let data = self.data();
        let submits = |s: &&u16| {
            data.draft_step(ActionIx(**s))
                .is_some_and(|d| d.2.kind == DraftStepKind::Submits)
        };
        if name == "submit"
            && let Some(submit) = steps.iter().find(submits)
        {
            return Ok(ActionIx(*submit));
        }
        if let Some(exact) = steps.iter().find(|s| data.actions[usize::from(**s)].id == name) {
            return Ok(ActionIx(*exact));
        }
        let mut hits: Vec<u16> = steps
            .iter()
            .copied()
            .filter(|s| ends_with(data.actions[usize::from(*s)].id, name))
            .collect();
        hits.sort_unstable();
        hits.dedup();
        match hits[..] {
            [one] => Ok(ActionIx(one)),
            [] => Err(Reason::UnknownStep),
            _ => Err(Reason::AmbiguousStep),
        }
    }

    fn wrong_step(&self, journey: JourneyIx, reason: Reason) -> Reply {
        let data = self.data();
        let j = &data.journeys[journey.at()];
        let steps = j.steps.iter().map(|s| data.actions[usize::from(*s)].id).collect();
        let instead = Instead {
            steps: Some(steps),
            ..Instead::default()
        };
        let mut reply = self.error(&self.look(), reason, Some(words::why(reason)), instead);
        if let Reply::Error(e) = &mut reply {
            e.journey = Some(j.id);
        }
        reply
    }

    fn open_journey(&self, journey: JourneyIx) -> Reply {
        let mut rounds = 0;
        loop {
            if rounds == most_rounds() {
                let why = words::why(Reason::TooManyChanges);
                return self.error(&self.look(), Reason::TooManyChanges, Some(why), Instead::default());
            }
            let _turn = self.inner.turn_after(rounds);
            rounds += 1;
            let snapshot = self.inner.snapshot();
            let which = Which::Journey(journey);
            let mut keys = crate::graph::KeySet::new();
            self.inner.graph.looks_at(which, &mut keys);
            let holds = self.inner.judge(which, &*snapshot.state);
            let steps = self.data().journeys[journey.at()].steps;
            for step in steps
                .iter()
                .map(|s| ActionIx(*s))
                .filter(|s| self.decides(*s).is_some())
            {
                self.inner.graph.looks_at(Which::DoneWhen(step), &mut keys);
            }
            let made: Vec<_> = steps
                .iter()
                .map(|s| self.made(ActionIx(*s), &*snapshot.state))
                .collect();
            let mut v = self.inner.view();
            v.expire();
            if v.core.ledger.fold.written_since(&keys, snapshot.version) {
                v.release().start();
                continue;
            }
            if v.core.ledger.fold.closed {
                let look = Look::of(&v);
                v.release().start();
                let why = words::why(Reason::ConversationEnded);
                return self.error(&look, Reason::ConversationEnded, Some(why), Instead::default());
            }
            let look = Look::of(&v);
            // a completed journey is told as such once more, whatever its condition says now
            let complete = look.frame(journey).is_some_and(|f| {
                let made = |at: usize| made.get(at) == Some(&Some(Made::Yes));
                let steps = f.steps.iter().enumerate();
                let steps: Vec<_> = steps
                    .map(|(at, is)| if made(at) { StepIs::Done } else { *is })
                    .collect();
                !f.closed && Frame::complete(&steps, f.submit)
            });
            if holds == Tri::No && !complete {
                v.release().start();
                return self.blocked(journey, self.inner.explain(which, &*look.state), &look);
            }
            v.enter(journey);
            if complete {
                v.append(Event::FrameClosed { journey });
            }
            let look = Look::of(&v);
            v.release().start();
            let frame = self.frame_keys(journey, &look);
            let (you_are_on, version) = (look.page_id(self.data()), look.version);
            return Reply::Journey(Box::new(JourneyReply {
                ok: true,
                step: None,
                frame,
                you_are_on,
                version,
            }));
        }
    }

    pub(super) fn blocked(&self, journey: JourneyIx, explained: Explained, look: &Look) -> Reply {
        let data = self.data();
        Reply::Blocked(Box::new(Blocked {
            ok: super::Always,
            judgment: Judgment::Blocked,
            journey: data.journeys[journey.at()].id,
            why: words::BLOCKED_JOURNEY,
            evidence: explained.evidence,
            kept_frame: look.current.map(|j| data.journeys[j.at()].id),
            you_are_on: look.page_id(data),
            version: look.version,
        }))
    }

    /// A journey's place, with the outcome of a step beside it.
    pub(super) fn step_reply(&self, journey: JourneyIx, step: StepOutcome, look: &Look) -> Reply {
        let mut frame = self.frame_keys(journey, look);
        let ok = matches!(step, StepOutcome::Fired(_));
        if !ok {
            frame.judgment = Judgment::Rejected;
        }
        let (you_are_on, version) = (look.page_id(self.data()), look.version);
        Reply::Journey(Box::new(JourneyReply {
            ok,
            step: Some(step),
            frame,
            you_are_on,
            version,
        }))
    }

    pub(super) fn frame_keys(&self, journey: JourneyIx, look: &Look) -> FrameKeys {
        let data = &self.data().journeys[journey.at()];
        let none = Frame {
            journey,
            steps: vec![StepIs::Open; data.steps.len()].into(),
            submit: data.draft.and_then(|d| u16::try_from(d.submit()?).ok()),
            closed: false,
        };
        let frame = look.frame(journey).unwrap_or(&none);
        let steps = self.steps_now(frame, look);
        let complete = Frame::complete(&steps, frame.submit);
        let mut keys = FrameKeys {
            journey: data.id,
            frame: if complete { FrameIs::Completed } else { FrameIs::Open },
            standing: self.standing(frame, look),
            judgment: Judgment::Done,
            awaiting_state: Vec::new(),
            awaiting_human: Vec::new(),
            with_the_human: Vec::new(),
            with_the_human_means: None,
            draft: data
                .draft
                .filter(|_| !complete)
                .map(|d| self.draft_keys(journey, d, look)),
            ready_steps: Vec::new(),
            later_steps: Vec::new(),
            how_to_act: words::FRAME_DONE,
        };
        if complete {
            return keys;
        }
        let door = self.closed_door(journey, look);
        for (step, is) in data.steps.iter().map(|s| ActionIx(*s)).zip(steps.iter()) {
            self.place(step, *is, door.as_deref(), look, &mut keys);
        }
        keys.with_the_human_means = (!keys.with_the_human.is_empty()).then_some(words::WITH_THE_HUMAN);
        (keys.judgment, keys.how_to_act) = next_move(&keys, self.is_relayed());
        if keys.judgment == Judgment::OneReadyStep {
            let only = keys.ready_steps.first().and_then(|row| self.data().action(row.step));
            if only.is_some_and(|step| look.is_approved(step)) {
                keys.how_to_act = words::FRAME_ONE_APPROVED;
            }
        }
        keys
    }

    /// What the draft holds and what its submit still needs.
    fn draft_keys(&self, journey: JourneyIx, draft: &'static DraftData, look: &Look) -> DraftKeys {
        let fields = || (0..).zip(draft.fields);
        DraftKeys {
            have: fields()
                .filter(|(at, _)| look.is_filled(journey, *at))
                .map(|(_, m)| m.wire)
                .collect(),
            still_needed: self.still_needed(draft, |at| look.is_filled(journey, at)),
            values: crate::session::shown(draft, look.draft(journey)),
        }
    }

    pub(super) fn still_needed(&self, draft: &'static DraftData, filled: impl Fn(u16) -> bool) -> Vec<&'static str> {
        let fields = (0..).zip(draft.fields);
        fields
            .filter(|(at, m)| !m.optional && !filled(*at))
            .map(|(_, m)| m.wire)
            .collect()
    }

    /// The conditions of a journey's own that do not hold: no step of it can be taken then.
    fn closed_door(&self, journey: JourneyIx, look: &Look) -> Option<Vec<Evidence>> {
        let which = Which::Journey(journey);
        let closed = self.inner.judge(which, &*look.state) == Tri::No;
        closed.then(|| self.inner.failing(which, &*look.state))
    }

    /// Puts one step where it belongs: done, out, with the human, ready, or later.
    fn place(&self, step: ActionIx, is: StepIs, door: Option<&[Evidence]>, look: &Look, keys: &mut FrameKeys) {
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
    fn decides(&self, step: ActionIx) -> Option<HumanDecides> {
        self.data().actions[step.at()].facts?.meta.human_decides
    }

    /// Whether the person has made the choice, if the step is one.
    fn made(&self, step: ActionIx, state: &dyn StateView) -> Option<Made> {
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
    fn steps_now(&self, frame: &Frame, look: &Look) -> Vec<StepIs> {
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

    pub(super) fn journey_required(&self) -> Reply {
        self.which_journey(Reason::JourneyRequired)
    }

    pub(super) fn unknown_journey(&self) -> Reply {
        self.which_journey(Reason::UnknownJourney)
    }

    fn which_journey(&self, reason: Reason) -> Reply {
        let look = self.look();
        let data = self.data();
        let listed = self.listed_journeys(&look);
        let journeys: Vec<_> = listed
            .iter()
            .take(MOST_LISTED)
            .map(|j| data.journeys[j.at()].id)
            .collect();
        let instead = Instead {
            journeys_elsewhere: data.journeys.len() - journeys.len(),
            journeys: Some(journeys),
            ..Instead::default()
        };
        self.error(&look, reason, Some(words::why(reason)), instead)
    }
}

impl View<'_> {
    /// Opens a journey or returns to it; one that is open and current stays as it is.
    pub(crate) fn enter(&mut self, journey: JourneyIx) {
        let fold = &self.core.ledger.fold;
        let open = fold.frame(journey).is_some_and(|f| !f.closed);
        if !open || fold.current != Some(journey) {
            self.append(Event::FrameOpened { journey });
        }
    }
}

fn next_move(keys: &FrameKeys, relayed: bool) -> (Judgment, Authored) {
    match keys.ready_steps.len() {
        1 => (Judgment::OneReadyStep, words::FRAME_ONE),
        0 => {
            let words = if !keys.awaiting_state.is_empty() {
                words::FRAME_WAIT
            } else if !keys.awaiting_human.is_empty() {
                if relayed {
                    words::FRAME_HUMAN_RELAY
                } else {
                    words::FRAME_HUMAN
                }
            } else if keys.standing == Standing::WithTheHuman {
                words::FRAME_WITH_THE_HUMAN
            } else if keys.standing == Standing::Declined {
                words::FRAME_DECLINED
            } else {
                words::FRAME_STUCK
            };
            (Judgment::NavigateOrWait, words)
        }
        _ => (Judgment::NeedsChoice, words::FRAME_CHOICE),
    }
}

/// Whether a dotted id ends with a name, at a dot.
pub(super) fn ends_with(id: &str, name: &str) -> bool {
    let ends = id.strip_suffix(name);
    !name.is_empty() && ends.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
