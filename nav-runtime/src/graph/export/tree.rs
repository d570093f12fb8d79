use super::{MapAction, Tree, When};
use std::fmt;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = &self.0;
        writeln!(f, "{}{}", map.graph, Says(map.does))?;
        for page in &map.pages {
            write!(f, "├─ {}", page.page)?;
            if let Some(route) = page.route {
                write!(f, " at {route}")?;
            }
            write!(f, "{}", When(&page.when))?;
            let marks = [
                (page.page == map.start, "start"),
                (page.synced, "synced"),
                (page.terminal, "terminal"),
            ];
            for (_, mark) in marks.into_iter().filter(|(is, _)| *is) {
                write!(f, " ({mark})")?;
            }
            writeln!(f, "{}", Says(page.does))?;
            for (nth, action) in page.actions.iter().enumerate() {
                let last = nth + 1 == page.actions.len();
                writeln!(f, "│  {} {}", if last { "└─" } else { "├─" }, Line(action))?;
            }
        }
        writeln!(f, "└─ journeys")?;
        for (at, journey) in map.journeys.iter().enumerate() {
            let last = at + 1 == map.journeys.len();
            write!(f, "   {} {}", if last { "└─" } else { "├─" }, journey.journey)?;
            if let Some(page) = journey.on {
                write!(f, " on {page}")?;
            }
            writeln!(f, "{}{}", When(&journey.when), Says(journey.does))?;
            let bar = if last { " " } else { "│" };
            if !journey.draft_steps.is_empty() {
                for (nth, step) in journey.draft_steps.iter().enumerate() {
                    writeln!(f, "   {bar}  {}. {}", nth + 1, Line(step))?;
                }
                continue;
            }
            for (nth, step) in journey.steps.iter().enumerate() {
                writeln!(f, "   {bar}  {}. {step}", nth + 1)?;
            }
        }
        Ok(())
    }
}

struct Line<'a>(&'a MapAction);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.0;
        write!(f, "{}", action.name)?;
        if !action.goes_to.is_empty() {
            write!(f, " -> {}", action.goes_to.join(" | "))?;
        }
        write!(f, "{}", When(&action.when))?;
        if action.asks_a_human {
            write!(f, " (asks a human)")?;
        }
        write!(f, "{}", Says(action.does))
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
