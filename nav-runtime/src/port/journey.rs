//! A journey's tool: opening it, its place, and firing one of its steps.

use super::{
    Blocked, DraftKeys, FrameIs, FrameKeys, Instead, JourneyReply, Judgment, Made, Port, Reply, Standing, StepOutcome,
    args::Args, look::Look, words,
};
use crate::{
    Authored,
    graph::{ActionIx, DraftData, DraftStepKind, Explained, JourneyIx, Tri, Which},
    ledger::{Event, Frame, Reason, StepIs},
    session::{Launch, MOST_LISTED, View, most_rounds},
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
