//! A graph as a plain map, from one walk: drawn as a tree, as Mermaid, as DOT, or written as JSON.

mod dot;
mod mermaid;
mod tree;

use super::{ActionData, Graph, GraphData, Guard, Leads, keys};
use crate::state::NavState;
use serde::Serialize;
use std::fmt;

/// A graph, for a person or a program to read: what is declared, nothing of any session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GraphMap {
    /// The graph's id.
    pub graph: &'static str,
    /// What the service is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub does: &'static str,
    /// The page that a session starts on.
    pub start: &'static str,
    /// The pages, in declaration order.
    pub pages: Vec<MapPage>,
    /// The journeys, in declaration order.
    pub journeys: Vec<MapJourney>,
}

/// A page of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MapPage {
    /// Its id.
    pub page: &'static str,
    /// Its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<&'static str>,
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub does: &'static str,
    /// The conditions under which anything on it is offered; all have to hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<&'static str>,
    /// Whether the app leads here by itself.
    #[serde(skip_serializing_if = "is_false")]
    pub synced: bool,
    /// Whether nothing has to lead away.
    #[serde(skip_serializing_if = "is_false")]
    pub terminal: bool,
    /// What can be done here.
    pub actions: Vec<MapAction>,
}

/// An action of a map, as it stands on one page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MapAction {
    /// Its id.
    pub action: &'static str,
    /// Its id without the page's.
    #[serde(skip)]
    pub name: &'static str,
    /// What it does.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub does: &'static str,
    /// The pages that it may lead to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goes_to: Vec<&'static str>,
    /// The conditions under which it is offered; all have to hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<&'static str>,
    /// The conditions under which it is switched on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enabled_when: Vec<&'static str>,
    /// The keys that it declares to write.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// Whether a person has to say yes.
    #[serde(skip_serializing_if = "is_false")]
    pub asks_a_human: bool,
    /// Whether it has an instance for each of something.
    #[serde(skip_serializing_if = "is_false")]
    pub each: bool,
}

/// A journey of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MapJourney {
    /// Its id.
    pub journey: &'static str,
    /// What it is for.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub does: &'static str,
    /// The conditions under which it opens; all have to hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<&'static str>,
    /// Its steps, by action.
    pub steps: Vec<&'static str>,
    /// The fields that its draft gathers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draft: Vec<&'static str>,
    /// The page that a draft journey stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<&'static str>,
    /// The steps of a draft journey, which no page lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draft_steps: Vec<MapAction>,
}

fn is_false(yes: &bool) -> bool {
    !*yes
}

impl<S: NavState> Graph<S> {
    /// The graph as a map.
    #[must_use]
    pub fn map(&'static self) -> GraphMap {
        let data = self.data;
        let pages = data.pages.iter().enumerate().map(|(at, page)| MapPage {
            page: page.id,
            route: page.route,
            does: page.does,
            when: texts(&[self.typed.pages[at]]),
            synced: page.synced,
            terminal: page.terminal,
            actions: (page.entries.iter())
                .map(|entry| self.map_action(usize::from(*entry), page.id))
                .collect(),
        });
        let journeys = data.journeys.iter().enumerate().map(|(at, journey)| MapJourney {
            journey: journey.id,
            does: journey.does,
            when: texts(&[self.typed.journeys[at]]),
            steps: (journey.steps.iter())
                .map(|step| data.actions[usize::from(*step)].id)
                .collect(),
            draft: journey
                .draft
                .map_or_else(Vec::new, |draft| draft.fields.iter().map(|field| field.wire).collect()),
            on: (journey.draft.and_then(|_| journey.steps.first()))
                .and_then(|step| data.actions[usize::from(*step)].pages.first())
                .map(|page| data.pages[usize::from(*page)].id),
            draft_steps: (journey.steps.iter().filter(|_| journey.draft.is_some()))
                .map(|step| self.map_action(usize::from(*step), journey.id))
                .collect(),
        });
        GraphMap {
            graph: data.id,
            does: data.does,
            start: data.pages[usize::from(data.start)].id,
            pages: pages.collect(),
            journeys: journeys.collect(),
        }
    }

    /// The graph as a tree, for a person to read.
    #[must_use]
    pub fn tree(&'static self) -> Tree {
        Tree(self.map())
    }

    fn map_action(&self, at: usize, page: &str) -> MapAction {
        let (data, typed): (&GraphData, _) = (self.data, &self.typed.entries[at]);
        let action: &ActionData = &data.actions[at];
        let own = action.id.strip_prefix(page).and_then(|rest| rest.strip_prefix('.'));
        let page_of = |page: &u16| data.pages[usize::from(*page)].id;
        let guards: Vec<&Guard<S>> = [typed.when].into_iter().chain(typed.action.map(|a| &a.when)).collect();
        let writes = action.facts.map_or(&[][..], |facts| facts.writes).iter();
        MapAction {
            action: action.id,
            name: own.unwrap_or(action.id),
            does: action.does().as_str(),
            goes_to: match action.leads {
                Leads::Stay => Vec::new(),
                Leads::To(to) => vec![page_of(&to)],
                Leads::OneOf(to) => to.iter().map(page_of).collect(),
            },
            when: texts(&guards),
            enabled_when: typed.action.map_or_else(Vec::new, |a| texts(&[&a.enabled_when])),
            writes: writes
                .filter_map(|key| keys::describe(data.keys, *key).map(|(_, name)| name))
                .collect(),
            asks_a_human: action.facts.is_some_and(|facts| facts.meta.confirm),
            each: action.each,
        }
    }
}

fn texts<S>(guards: &[&Guard<S>]) -> Vec<&'static str> {
    let conds = guards.iter().flat_map(|guard| guard.conds);
    conds.map(|cond| cond.text).collect()
}

impl GraphMap {
    /// Drawn as a tree, for a terminal.
    #[must_use]
    pub fn tree(self) -> Tree {
        Tree(self)
    }

    /// As a Mermaid flowchart: the pages, and what leads from one to another.
    #[must_use]
    pub fn mermaid(self) -> Mermaid {
        Mermaid(self)
    }

    /// The same in Graphviz's language.
    #[must_use]
    pub fn dot(self) -> Dot {
        Dot(self)
    }
}

/// A map drawn as a tree: its pages, what stands on each, and its journeys.
#[derive(Clone, Debug)]
pub struct Tree(GraphMap);

/// A map as a Mermaid flowchart.
#[derive(Clone, Debug)]
pub struct Mermaid(GraphMap);

/// A map in Graphviz's language.
#[derive(Clone, Debug)]
pub struct Dot(GraphMap);

/// Conditions that all have to hold.
struct When<'a>(&'a [&'static str]);

impl fmt::Display for When<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            conds => write!(f, " when {}", conds.join(" && ")),
        }
    }
}

impl MapAction {
    /// The label of an edge: the name, and what stands in its way.
    fn label(&self) -> String {
        let asks = if self.asks_a_human { " (asks a human)" } else { "" };
        format!("{}{}{asks}", self.name, When(&self.when))
    }
}

impl MapPage {
    /// What does not lead away, by name.
    fn staying(&self) -> impl Iterator<Item = String> {
        self.actions
            .iter()
            .filter(|action| action.goes_to.is_empty())
            .map(MapAction::label)
    }
}

impl GraphMap {
    /// What leads away from a page, and where to.
    fn leading<'a>(&'a self, page: &'a MapPage) -> impl Iterator<Item = (String, &'static str)> {
        let drafts = self.journeys.iter().filter(|journey| journey.on == Some(page.page));
        let steps = drafts.flat_map(|journey| &journey.draft_steps);
        page.actions
            .iter()
            .chain(steps)
            .flat_map(|action| action.goes_to.iter().map(|to| (action.label(), *to)))
    }
}
