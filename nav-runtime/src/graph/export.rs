//! A graph drawn as text, for a person to read.

use super::{ActionData, Graph, Guard, Leads};
use crate::state::NavState;
use std::fmt;

/// A graph as a tree: its pages, what stands on each, and its journeys.
pub struct Tree<S: 'static>(&'static Graph<S>);

impl<S: NavState> Graph<S> {
    /// The graph as a tree, for a person to read.
    #[must_use]
    pub fn tree(&'static self) -> Tree<S> {
        Tree(self)
    }
}

impl<S: NavState> fmt::Display for Tree<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = self.0.data;
        writeln!(f, "{}{}", data.id, Says(data.does))?;
        for (at, page) in data.pages.iter().enumerate() {
            write!(f, "├─ {}", page.id)?;
            if let Some(route) = page.route {
                write!(f, " at {route}")?;
            }
            write!(f, "{}", When(&[self.0.typed.pages[at]]))?;
            let marks = [
                (at == usize::from(data.start), "start"),
                (page.synced, "synced"),
                (page.terminal, "terminal"),
            ];
            for (_, mark) in marks.into_iter().filter(|(is, _)| *is) {
                write!(f, " ({mark})")?;
            }
            writeln!(f, "{}", Says(page.does))?;
            for (nth, entry) in page.entries.iter().enumerate() {
                let last = nth + 1 == page.entries.len();
                write!(f, "│  {} ", if last { "└─" } else { "├─" })?;
                self.entry(f, usize::from(*entry), page.id)?;
            }
        }
        writeln!(f, "└─ journeys")?;
        for (at, journey) in data.journeys.iter().enumerate() {
            let last = at + 1 == data.journeys.len();
            write!(f, "   {} {}", if last { "└─" } else { "├─" }, journey.id)?;
            writeln!(f, "{}{}", When(&[self.0.typed.journeys[at]]), Says(journey.does))?;
            let bar = if last { " " } else { "│" };
            for (nth, step) in journey.steps.iter().enumerate() {
                writeln!(f, "   {bar}  {}. {}", nth + 1, data.actions[usize::from(*step)].id)?;
            }
        }
        Ok(())
    }
}

impl<S: NavState> Tree<S> {
    fn entry(&self, f: &mut fmt::Formatter<'_>, at: usize, page: &str) -> fmt::Result {
        let (data, typed) = (self.0.data, &self.0.typed.entries[at]);
        let action: &ActionData = &data.actions[at];
        let own = action.id.strip_prefix(page).and_then(|rest| rest.strip_prefix('.'));
        write!(f, "{}", own.unwrap_or(action.id))?;
        match action.leads {
            Leads::Stay => {}
            Leads::To(to) => write!(f, " -> {}", data.pages[usize::from(to)].id)?,
            Leads::OneOf(to) => {
                let to: Vec<&str> = to.iter().map(|to| data.pages[usize::from(*to)].id).collect();
                write!(f, " -> {}", to.join(" | "))?;
            }
        }
        let whens: Vec<&Guard<S>> = [typed.when].into_iter().chain(typed.action.map(|a| &a.when)).collect();
        write!(f, "{}", When(&whens))?;
        if action.facts.is_some_and(|facts| facts.meta.confirm) {
            write!(f, " (asks a human)")?;
        }
        writeln!(f, "{}", Says(action.does().as_str()))
    }
}

/// The conditions of guards that all have to hold.
struct When<'a, S: 'static>(&'a [&'a Guard<S>]);

impl<S> fmt::Display for When<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, cond) in self.0.iter().flat_map(|guard| guard.conds).enumerate() {
            write!(f, "{}{}", if nth == 0 { " when " } else { " && " }, cond.text)?;
        }
        Ok(())
    }
}

/// An author's sentence, if there is one.
struct Says(&'static str);

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, ": {}", self.0)
    }
}
