//! What compiles and is still likely a mistake, or dear.

use crate::{
    expects::Schema,
    graph::{ActionData, Concurrency, Graph, GraphData, KeyId, Leads},
    port::{PortOptions, ToolNames},
    state::NavState,
};
use std::fmt;

/// Journey tools beyond which a model is better served with one for all.
const MANY_JOURNEYS: usize = 30;

/// Bytes of tools that a user pays for in every turn.
const MANY_BYTES: usize = 24_000;

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Where: an action's, a page's or the graph's id.
    pub at: String,
    /// What is the matter, and what would be better.
    pub says: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.says)
    }
}

/// Looks a graph over.
#[must_use]
pub fn lint<S: NavState>(graph: &'static Graph<S>) -> Vec<Finding> {
    let data = graph.data;
    let mut found = Vec::new();
    let mut tell = |at: &str, says: String| {
        found.push(Finding {
            at: at.to_owned(),
            says,
        });
    };
    let journeys = data.journeys.len();
    if journeys > MANY_JOURNEYS {
        let says = format!("{journeys} journeys are {journeys} tools: serve them as one with `JourneyTools::Single`.");
        tell(data.id, says);
    }
    let options = PortOptions {
        tool_names: ToolNames::Underscored,
        ..PortOptions::default()
    };
    let bytes = graph.tools(&options).json().len();
    if bytes > MANY_BYTES {
        let says =
            format!("the tools are {bytes} bytes in every turn: shorten what the journeys say, or serve one tool.");
        tell(data.id, says);
    }
    for action in data.actions {
        of_action(action, &mut |says| tell(action.id, says.to_owned()));
    }
    for action in data
        .actions
        .iter()
        .filter(|action| is_step_of_a_draft_too(data, action))
    {
        let says = "a draft journey uses this read too: if it makes sense there only, do not list it on a page.";
        tell(action.id, says.to_owned());
    }
    let written = |key: KeyId| {
        let mut writes = data
            .actions
            .iter()
            .filter_map(|a| a.facts)
            .flat_map(|facts| facts.writes);
        writes.any(|write| crate::graph::keys::overlap(data.keys, *write, key))
    };
    for (at, page) in data.pages.iter().enumerate() {
        for cond in graph.typed.pages[at].conds.iter().filter(|cond| !written(cond.id)) {
            let says = format!(
                "its condition `{}` looks at a key that no action writes: only the app can open it.",
                cond.text
            );
            tell(page.id, says);
        }
    }
    found
}

/// Whether an entry of a page is a read whose function is also a step of a draft journey.
fn is_step_of_a_draft_too(data: &GraphData, action: &ActionData) -> bool {
    let Some(facts) = action.facts.filter(|_| action.draft_of.is_none()) else {
        return false;
    };
    let same = |other: &&ActionData| {
        other
            .facts
            .is_some_and(|f| f.meta.at == facts.meta.at && f.meta.id == facts.meta.id)
    };
    let reads = facts.writes.is_empty() && !facts.meta.confirm && action.leads == Leads::Stay;
    reads && data.actions.iter().filter(|a| a.draft_of.is_some()).any(|a| same(&a))
}

fn of_action(action: &ActionData, tell: &mut dyn FnMut(&'static str)) {
    let Some(facts) = action.facts else { return };
    let meta = &facts.meta;
    let takes_nothing = crate::session::guarded(facts.schema).is_some_and(|s| matches!(s, Schema::Nothing));
    let bare = facts.reads.is_empty() && facts.shows.is_none() && takes_nothing && !meta.instance && meta.drafts == 0;
    if meta.confirm && bare && action.draft_of.is_none() {
        tell("its card shows nothing of what a yes is about: add `reads(..)`, `shows = ..` or an input.");
    }
    let repeats = meta.concurrency == Concurrency::Parallel && !meta.confirm;
    if !facts.writes.is_empty() && repeats {
        tell("it writes, and a client that repeats a call does it twice: say `single_flight`, `once` or `confirm`.");
    }
    let only_reads = facts.writes.is_empty() && action.leads == Leads::Stay;
    if meta.withheld && only_reads && action.draft_of.is_none() {
        tell("it only reads, and only a journey reaches it: drop `withheld`, so that it can be read at any time.");
    }
}
