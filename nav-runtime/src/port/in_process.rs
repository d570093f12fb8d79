//! Reading a session in process: the same answers as the tools give, typed, for the app's own code.

use super::{
    ActionRow, FrameKeys, JourneyRow, Port, PortOptions, Route, SettledReply, Unblocker, Why, facts::Record, look::Look,
};
use crate::{
    Text,
    expects::{Contract, Issues},
    graph::{ActionIx, ActionName, Evidence, JourneyIx, JourneyName, KeyId, KeySet, Principal, Tri, Which, keys},
    ledger::{EffectStatus, Event, FireOutcome, StepIs, TransitionId},
    session::{AnySession, Session, UnknownAction, UnknownTransition},
};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// What can be done here, with what checks its input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Available {
    /// As it is served.
    pub row: ActionRow,
    /// What checks its input; it never crosses the wire.
    pub input: InputCheck,
}

/// Checks an input against what is advertised.
#[derive(Clone, Copy, Debug)]
pub struct InputCheck(&'static Contract);

impl InputCheck {
    /// Checks it.
    ///
    /// # Errors
    /// What does not fit, by path, without a single value of the input.
    pub fn check(self, input: Option<&Value>) -> Result<(), Issues> {
        self.0.check(input)
    }
}

/// A journey that was opened.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FrameRow {
    /// The journey.
    pub journey: &'static str,
    /// Whether it was entered last.
    pub current: bool,
    /// Whether every step is done.
    pub completed: bool,
    /// Its steps that are done.
    pub done: Vec<&'static str>,
}

/// Why an action is offered, or not.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The action.
    pub action: &'static str,
    /// The pages it stands on.
    pub pages: Vec<&'static str>,
    /// Whether this is one of them.
    pub stands_here: bool,
    /// Whether its conditions hold.
    pub guard: Tri,
    /// The conditions that could be judged.
    pub evidence: Vec<Evidence>,
    /// The keys of those that could not.
    pub unevaluated: Vec<String>,
    /// Whether it is switched on.
    pub enabled: bool,
    /// Whether a fire would get past every gate that does not look at its input.
    pub available: bool,
}

/// How much of the record is told.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct GroundTruthOptions {
    /// Only what was heard of since this version. Default: everything.
    pub since_version: Option<u64>,
    /// At most so many attempts, the newest. Default: 20.
    pub max_attempts: Option<usize>,
}

impl GroundTruthOptions {
    /// Only what was heard of since this version.
    #[must_use]
    pub fn since_version(mut self, version: u64) -> Self {
        self.since_version = Some(version);
        self
    }

    /// At most so many attempts.
    #[must_use]
    pub fn max_attempts(mut self, most: usize) -> Self {
        self.max_attempts = Some(most);
        self
    }
}

/// A fire that is on record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TransitionRow {
    /// Its id.
    pub id: TransitionId,
    /// The action.
    pub action: &'static str,
    /// The instance it was for.
    pub instance: Option<Box<str>>,
    /// Who fired it.
    pub principal: Principal,
    /// The page it was fired on.
    pub page: &'static str,
    /// When: the version it made.
    pub version: u64,
    /// Whether anybody performed it.
    pub effect_status: EffectStatus,
    /// What became of it, as of now; `None` while it is out.
    pub outcome: Option<FireOutcome>,
    /// The keys it changed.
    pub changed: Vec<String>,
}

/// The graph has no page and no journey of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no page and no journey of that name")]
pub struct UnknownPlace;

/// The graph has no such journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no such journey")]
pub struct UnknownJourney;

/// The state has no such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state has no such key")]
pub struct UnknownKey;

impl AnySession {
    fn door(&self) -> Port {
        self.serve(PortOptions::default())
    }

    /// What can be done here.
    #[must_use]
    pub fn available(&self) -> Vec<Available> {
        let port = self.door();
        let look = port.look();
        let rows = port.offered_here(&look).into_iter();
        rows.filter_map(|row| {
            let action = self.0.data.action(row.action)?;
            let input = InputCheck(self.0.graph.contract(action));
            Some(Available { row, input })
        })
        .collect()
    }

    /// Every declared journey, wherever it starts.
    #[must_use]
    pub fn available_journeys(&self) -> Vec<JourneyRow> {
        let port = self.door();
        let look = port.look();
        let journeys = (0..).zip(self.0.data.journeys).map(|(at, _)| JourneyIx(at));
        journeys.map(|j| port.journey_row(j, &look)).collect()
    }

    /// The journeys that were opened.
    #[must_use]
    pub fn frames(&self) -> Vec<FrameRow> {
        let look = self.door().look();
        let data = self.0.data;
        let rows = look.frames.iter().map(|f| {
            let steps = data.journeys[f.journey.at()].steps.iter().zip(f.steps.iter());
            let done = steps.filter(|(_, is)| **is == StepIs::Done);
            FrameRow {
                journey: data.journeys[f.journey.at()].id,
                current: look.current == Some(f.journey),
                completed: f.is_complete(),
                done: done.map(|(s, _)| data.actions[usize::from(*s)].id).collect(),
            }
        });
        rows.collect()
    }

    /// The way to a page, or to the page that a journey starts on.
    ///
    /// # Errors
    /// [`UnknownPlace`].
    pub fn how_to_reach(&self, place: &str) -> Result<Route, UnknownPlace> {
        let port = self.door();
        let page = port.look().page;
        port.route(place, page).ok_or(UnknownPlace)
    }

    /// The app's own record, as the tools serve it.
    #[must_use]
    pub fn ground_truth(&self, options: GroundTruthOptions) -> Text {
        let most = options.max_attempts.unwrap_or(super::facts::TOLD);
        let since = options.since_version;
        let (_, record) = self.door().look_then(|v| Record::at_most(v, since.unwrap_or(0), most));
        record.facts(self.0.data, since)
    }

    /// The friendly half of the record.
    #[must_use]
    pub fn brief(&self) -> Text {
        let port = self.door();
        let (look, record) = port.look_then(|v| Record::of(v, 0));
        port.brief(&look, &record)
    }

    /// The recorded writes that led to a key's value.
    ///
    /// # Errors
    /// [`UnknownKey`].
    pub fn why(&self, key: &str) -> Result<Why, UnknownKey> {
        match self.door().why(Some(key)) {
            super::Reply::Why(why) => Ok(*why),
            _ => Err(UnknownKey),
        }
    }

    /// The fires that are on record, oldest first.
    #[must_use]
    pub fn transitions(&self) -> Vec<TransitionRow> {
        let data = self.0.data;
        let v = self.0.view();
        let fires: Vec<_> = v
            .core
            .ledger
            .fold
            .oldest_first()
            .map(|f| {
                let action = data.actions[f.action.at()].id;
                let now = f.outcome_now.or(f.ending.map(|e| e.outcome()));
                let row = TransitionRow {
                    id: TransitionId { action, n: f.n },
                    action,
                    instance: f.detail.as_ref().and_then(|d| d.instance.clone()),
                    principal: f.by,
                    page: data.pages[f.page.at()].id,
                    version: f.version,
                    effect_status: f.ending.map_or(EffectStatus::Pending, |e| e.status()),
                    outcome: now,
                    changed: Vec::new(),
                };
                (row, f.changed.clone())
            })
            .collect();
        v.release().start();
        let named = fires.into_iter().map(|(row, changed)| TransitionRow {
            changed: self.0.key_names(&changed),
            ..row
        });
        named.collect()
    }

    /// How a fire came to rest; `None` while it is out.
    ///
    /// # Errors
    /// At once, for an id that no settlement can exist for.
    pub fn settlement_if_known(&self, id: &str) -> Result<Option<SettledReply>, UnknownTransition> {
        self.door().settled_answer(id)
    }

    /// Resolves once, with how the fire came to rest. It holds no session alive while it waits.
    ///
    /// # Errors
    /// At once, for an id that no settlement can exist for.
    pub fn settlement_of(
        &self,
        id: &str,
    ) -> Result<impl Future<Output = Option<SettledReply>> + Send + 'static + use<>, UnknownTransition> {
        let settled = self.when_settled(id)?;
        let (weak, id) = (Arc::downgrade(&self.0), id.to_owned());
        Ok(async move {
            settled.await;
            let session = AnySession(weak.upgrade()?);
            session.settlement_if_known(&id).ok().flatten()
        })
    }

    /// Fires that declared writes and have not come to rest, oldest first.
    #[must_use]
    pub fn pending(&self) -> Vec<TransitionId> {
        let data = self.0.data;
        let writes = |a: ActionIx| data.actions[a.at()].facts.is_some_and(|f| !f.writes.is_empty());
        let v = self.0.view();
        let out = v.core.ledger.fold.out().filter(|f| writes(f.action));
        let ids = out
            .map(|f| TransitionId {
                action: data.actions[f.action.at()].id,
                n: f.n,
            })
            .collect();
        v.release().start();
        ids
    }

    /// What a fire returned, as a bounded copy; `None` if it returned nothing, if nothing is kept, or if there is no
    /// such fire.
    #[must_use]
    pub fn produced_for(&self, id: &str) -> Option<Arc<RawValue>> {
        let v = self.0.view();
        let data = v.fire_of(id).and_then(|n| v.core.ledger.rest(n).data);
        v.release().start();
        data
    }

    /// The keys that changed after a version, by anybody but `for_`.
    #[must_use]
    pub fn keys_changed_since(&self, version: u64, for_: Option<Principal>) -> Vec<String> {
        let v = self.0.view();
        let mut changed = KeySet::new();
        for (at, writer) in (0..).zip(&v.core.ledger.fold.writers) {
            let theirs = match for_ {
                Some(Principal::Agent) => writer.foreign > version,
                Some(other) => writer.version > version && writer.by != Some(other),
                None => writer.version > version,
            };
            if theirs {
                changed.insert(KeyId(at));
            }
        }
        v.release().start();
        self.0.key_names(&changed)
    }
}

impl<S> Session<S> {
    /// A journey's place, without opening it.
    ///
    /// # Errors
    /// [`UnknownJourney`].
    pub fn journey_plan(&self, journey: impl JourneyName<S>) -> Result<FrameKeys, UnknownJourney> {
        let journey = self.0.data.journey(journey.name()).ok_or(UnknownJourney)?;
        let port = self.door();
        Ok(port.frame_keys(journey, &port.look()))
    }

    /// The actions whose declared writes touch what switches an action off.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn what_unblocks(&self, action: impl ActionName<S>) -> Result<Vec<Unblocker>, UnknownAction> {
        let action = self.0.data.action(action.name()).ok_or(UnknownAction)?;
        let port = self.door();
        let look = port.look();
        let enabled = port.stand(action, &look).enabled;
        Ok(port.unblockers(action, &look, enabled))
    }

    /// Why an action is offered, or not.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn explain(&self, action: impl ActionName<S>) -> Result<Explanation, UnknownAction> {
        let action = self.0.data.action(action.name()).ok_or(UnknownAction)?;
        let port = self.door();
        let look = port.look();
        let stand = port.stand(action, &look);
        let explained = self
            .0
            .explain(Which::When(port.page_for(action, &look), action), &*look.state);
        let data = &self.0.data.actions[action.at()];
        let stands_here = port.stands_here(action, &look);
        let available =
            stands_here && stand.offered != Tri::No && stand.allowed && stand.enabled && stand.bound && stand.free;
        Ok(Explanation {
            action: data.id,
            pages: data
                .pages
                .iter()
                .map(|p| self.0.data.pages[usize::from(*p)].id)
                .collect(),
            stands_here,
            guard: stand.offered,
            evidence: explained.evidence,
            unevaluated: explained.unevaluated,
            enabled: stand.enabled,
            available,
        })
    }

    /// The declared keys of an action that somebody other than an agent has changed, and no agent has dealt with.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn carried_stale(&self, action: impl ActionName<S>) -> Result<Vec<String>, UnknownAction> {
        let action = self.0.data.action(action.name()).ok_or(UnknownAction)?;
        Ok(self.stale_keys(action, &self.door().look()))
    }

    /// Notes that the agent knows of them; returns what was carried.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn acknowledge_stale(&self, action: impl ActionName<S>) -> Result<Vec<String>, UnknownAction> {
        let action = self.0.data.action(action.name()).ok_or(UnknownAction)?;
        let port = self.door();
        let (_, before) = port.look_then(|v| {
            let before = Look::of(v);
            if before.news.is_some() {
                v.append(Event::Acknowledged { action });
            }
            before
        });
        Ok(self.stale_keys(action, &before))
    }

    fn stale_keys(&self, action: ActionIx, look: &Look) -> Vec<String> {
        let facts = self.0.data.actions[action.at()].facts;
        let declared: KeySet = facts
            .into_iter()
            .flat_map(|f| f.reads.iter().chain(f.writes))
            .copied()
            .collect();
        let declared: Vec<KeyId> = declared.iter().collect();
        let stale = look.news.as_ref().map_or_else(Vec::new, |n| n.stale(action, &declared));
        stale
            .into_iter()
            .filter_map(|k| keys::describe(self.0.data.keys, k).map(|(_, name)| name))
            .collect()
    }
}
