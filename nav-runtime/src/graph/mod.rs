//! Static declarations, made by `graph!`: two tables, one without the state's type and one of typed guards.
//!
//! Nothing of a graph is built at run time. The core works on [`GraphData`]; the state's type appears at the edge only,
//! in [`Typed`], so that the core is compiled once for every state.

mod action;
pub mod check;
pub(crate) mod draft;
mod export;
pub(crate) mod fragment;
pub(crate) mod guard;
pub(crate) mod ids;
pub(crate) mod keys;
mod shows;
mod view;

pub use action::{
    About, Action, ActionFacts, ActionMeta, ActionOn, BlockedBecause, BoxFuture, ClearedBy, Completion, Concurrency,
    DraftParams, Failure, Given, Handler, HumanDecides, Instance, InstanceKey, Instances, Outcome, Output, Plain,
    Prepare, Principal, Returned, Run, Scope, Shown, ShowsFn, TakesInstance, With, caps, erased, handler, outcome,
    takes_instance, told,
};
pub use draft::{
    Draft, DraftData, DraftStep, DraftStepKind, DraftValue, FieldMeta, Provided, Provides, Slots, Submits,
};
pub use export::{Dot, GraphMap, MapAction, MapJourney, MapPage, Mermaid, Tree};
pub use guard::{Cond, Evidence, Explained, Guard, Op, Threshold, Tri};
pub use ids::{ActionId, ActionName, JourneyId, JourneyName, Names, PageId, PageName};
pub use keys::{KeyId, KeyMeta, KeySet};
pub use shows::{Shows, shows};
pub(crate) use view::{ActionIx, GraphView, JourneyIx, PageIx, Which};

use crate::{expects::ContractCell, port::ToolCells};

/// A whole graph without the state's type.
pub struct GraphData {
    /// The graph's id; the tools' names start with it.
    pub id: &'static str,
    /// What the service is, from the graph's doc comment.
    pub does: &'static str,
    /// The page that a session starts on.
    pub start: u16,
    /// The state's keys.
    pub keys: &'static [KeyMeta],
    /// The pages, in declaration order.
    pub pages: &'static [PageData],
    /// Every entry of every page, in declaration order.
    pub actions: &'static [ActionData],
    /// The journeys, in declaration order.
    pub journeys: &'static [JourneyData],
    /// FNV-1a of each action's id and its place in `actions`, sorted.
    pub by_id: &'static [(u64, u16)],
}

/// A page.
pub struct PageData {
    /// Its id.
    pub id: &'static str,
    /// Its doc comment, possibly empty.
    pub does: &'static str,
    /// Its path, if it has one; `:name` segments match anything.
    pub route: Option<&'static str>,
    /// Whether the app leads here by itself.
    pub synced: bool,
    /// Whether nothing leads away.
    pub terminal: bool,
    /// What can be done here, as places in [`GraphData::actions`].
    pub entries: &'static [u16],
    /// The journeys whose first step stands here.
    pub journeys: &'static [u16],
}

/// An entry of a page, or of several.
#[derive(Clone, Copy)]
pub struct ActionData {
    /// Its id: `page.entry`, `page.area.entry`, or `entry` for one that stands on several pages.
    pub id: &'static str,
    /// The last part of its id.
    pub name: &'static str,
    /// The entry's own doc comment; the function's if there is none.
    pub does: Option<&'static str>,
    /// The pages that it stands on: one, unless it is shared.
    pub pages: &'static [u16],
    /// Where it leads.
    pub leads: Leads,
    /// The draft journey that it is a step of, if it is one.
    pub draft_of: Option<u16>,
    /// Whether it stands inside an `each`.
    pub each: bool,
    /// What runs: nothing for a `go` entry.
    pub facts: Option<&'static ActionFacts>,
}

/// Where an entry leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leads {
    /// Nowhere.
    Stay,
    /// To one page, which it claims when it is done.
    To(u16),
    /// To one of several: the outcome decides.
    OneOf(&'static [u16]),
}

/// A journey.
pub struct JourneyData {
    /// Its id.
    pub id: &'static str,
    /// Its doc comment.
    pub does: &'static str,
    /// Its steps, as places in [`GraphData::actions`].
    pub steps: &'static [u16],
    /// What its draft gathers, if it has one; its steps then stand on no page's list.
    pub draft: Option<&'static DraftData>,
}

/// The guards of a graph: the only part that knows the state's type.
pub struct Typed<S: 'static> {
    /// One a page.
    pub pages: &'static [&'static Guard<S>],
    /// One an action.
    pub entries: &'static [TypedEntry<S>],
    /// One a journey.
    pub journeys: &'static [&'static Guard<S>],
}

/// The typed part of an entry.
pub struct TypedEntry<S: 'static> {
    /// The entry's own `when`.
    pub when: &'static Guard<S>,
    /// The action's guards.
    pub action: Option<&'static Handler<S>>,
    /// The instances of an `each`.
    pub instances: Option<InstancesOf<S>>,
}

impl<S> Clone for TypedEntry<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for TypedEntry<S> {}

/// Enumerates the instances of an `each` that its condition lets through.
pub type InstancesOf<S> = fn(&S, &mut dyn FnMut(&dyn erased::Key));

/// What `graph!` declares: constants of the program, so that every word in them is authored.
#[doc(hidden)]
pub trait Declare {
    type State: crate::state::NavState;
    const KEYS: &'static [KeyMeta] = <Self::State as crate::state::NavState>::KEYS;
    const DATA: &'static GraphData;
    const TYPED: &'static Typed<Self::State>;
}

/// A navigation graph over the state `S`, as `graph!` declares it: static data, shared by every session.
pub struct Graph<S: 'static> {
    pub(crate) data: &'static GraphData,
    pub(crate) typed: &'static Typed<S>,
    pub(crate) contracts: &'static [ContractCell],
    pub(crate) tools: &'static ToolCells,
}

/// Ties the written type `Graph<S>` to its state, whatever it is called.
#[doc(hidden)]
pub trait IsGraph {
    type State;
}

impl<S> IsGraph for Graph<S> {
    type State = S;
}

// bounds on the state are where it is declared, so that a type that is none is said once
impl<S> Graph<S> {
    /// The only way to make one.
    #[doc(hidden)]
    #[must_use]
    pub const fn of<D: Declare<State = S>>(contracts: &'static [ContractCell], tools: &'static ToolCells) -> Self {
        Graph {
            data: D::DATA,
            typed: D::TYPED,
            contracts,
            tools,
        }
    }

    /// The graph as plain data: pages, entries and journeys.
    #[must_use]
    pub const fn data(&self) -> &'static GraphData {
        self.data
    }
}

impl<S> Graph<S> {
    /// Stands in for a graph whose block has mistakes or is being edited; never evaluated.
    #[doc(hidden)]
    #[must_use]
    #[allow(clippy::empty_loop)]
    pub const fn __unfinished() -> Self {
        loop {}
    }
}

impl GraphData {
    /// The action of that exact id.
    pub(crate) fn action(&self, id: &str) -> Option<ActionIx> {
        let hash = check::fnv(id);
        let first = self.by_id.partition_point(|(h, _)| *h < hash);
        self.by_id[first..]
            .iter()
            .take_while(|(h, _)| *h == hash)
            .map(|(_, at)| ActionIx(*at))
            .find(|at| self.actions[at.at()].id == id)
    }

    pub(crate) fn page(&self, id: &str) -> Option<PageIx> {
        (0..)
            .zip(self.pages)
            .find(|(_, p)| p.id == id)
            .map(|(at, _)| PageIx(at))
    }

    pub(crate) fn journey(&self, id: &str) -> Option<JourneyIx> {
        (0..)
            .zip(self.journeys)
            .find(|(_, j)| j.id == id)
            .map(|(at, _)| JourneyIx(at))
    }
}

impl GraphData {
    /// The draft journey that an action is a step of, and what it does to the draft.
    pub(crate) fn draft_step(&self, action: ActionIx) -> Option<(JourneyIx, &'static DraftData, &'static DraftStep)> {
        let journey = JourneyIx(self.actions[action.at()].draft_of?);
        let data = &self.journeys[journey.at()];
        let draft = data.draft?;
        let at = data.steps.iter().position(|s| *s == action.0)?;
        Some((journey, draft, draft.steps.get(at)?))
    }

    /// The draft field that a step asks its caller for: what it stores is what was sent.
    pub(crate) fn asked_field(&self, action: ActionIx) -> Option<&'static str> {
        let (_, draft, step) = self.draft_step(action)?;
        match step.kind {
            DraftStepKind::Asks(field) => Some(draft.fields.get(usize::from(field))?.wire),
            _ => None,
        }
    }
}

impl DraftData {
    /// The fields that are computed from a field, at whatever distance.
    pub(crate) fn computed_from(&self, field: u16) -> Vec<u16> {
        let mut found = Vec::new();
        let mut todo = vec![field];
        while let Some(from) = todo.pop() {
            let steps = self.steps.iter().filter(|s| s.takes.contains(&from));
            for fills in steps.filter_map(|s| s.kind.fills()) {
                if fills != field && !found.contains(&fills) {
                    found.push(fills);
                    todo.push(fills);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The place of the step that sends the draft.
    pub(crate) fn submit(&self) -> Option<usize> {
        self.steps.iter().position(|s| s.kind == DraftStepKind::Submits)
    }

    /// The step that a field comes from.
    pub(crate) fn provider(&self, field: u16) -> Option<usize> {
        self.steps.iter().position(|s| s.kind.fills() == Some(field))
    }
}

impl ActionData {
    /// The page it claims when it is done, if one is declared.
    pub(crate) fn goes_to(&self) -> Option<PageIx> {
        match self.leads {
            Leads::To(page) => Some(PageIx(page)),
            Leads::Stay | Leads::OneOf(_) => None,
        }
    }

    /// What the agent reads of it.
    #[must_use]
    pub fn does(&self) -> crate::Authored {
        crate::Authored::new(match (self.does, self.facts) {
            (Some(own), _) => own,
            (None, Some(facts)) => facts.meta.does,
            (None, None) => "",
        })
    }
}
