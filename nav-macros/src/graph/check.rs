//! What the block itself shows: names that are missing, there twice, or become one.

use super::{
    ast::{Journey, Page, Runs},
    layout::{Layout, Placed},
};
use crate::{
    codes::{
        AMBIGUOUS_STEP, ID_CHARACTERS, NAMES_MEET, NO_DOES, NO_START, NO_STEPS, NOTHING_TO_DO, SETTING, TERMINAL_LEADS,
        TOOL_NAME, TWICE, UNKNOWN_PAGE, UNKNOWN_STEP,
    },
    diag::{Sink, did_you_mean},
    names::{Case, constant, illegal_in_id, plain},
};
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

/// Hosts allow 64 bytes, and put up to 20 before a tool's name.
const LONGEST_TOOL_NAME: usize = 44;

/// Every check, in the order in which its findings read best.
pub(super) fn check(layout: &Layout<'_>, sink: &mut Sink) {
    start(layout, sink);
    pages(layout, sink);
    entries(layout, sink);
    shared(layout, sink);
    renamed(layout, sink);
    journeys(layout, sink);
    wire_ids(layout, sink);
}

pub(super) fn unknown_page(layout: &Layout<'_>, name: &Ident, sink: &mut Sink) {
    let pages: Vec<_> = layout.graph.pages.iter().map(|p| plain(&p.name)).collect();
    let near = did_you_mean(&plain(name), pages.iter().map(String::as_str));
    sink.at(UNKNOWN_PAGE, name, format!("no page `{name}`{near}"));
}

fn start(layout: &Layout<'_>, sink: &mut Sink) {
    let graph = layout.graph;
    if graph.open {
        return;
    }
    match (&graph.start, &graph.name) {
        (None, Some(name)) if sink.is_empty() => {
            sink.at(
                NO_START,
                name,
                "where does a session start?\nhelp: write `start = page;`",
            );
        }
        (Some(start), _) if layout.page(start).is_none() => unknown_page(layout, start, sink),
        _ => {}
    }
}

fn pages(layout: &Layout<'_>, sink: &mut Sink) {
    let pages = &layout.graph.pages;
    for (n, page) in pages.iter().enumerate() {
        let name = &page.name;
        if pages[..n].iter().any(|p| p.name == *name) {
            sink.at(TWICE, name, format!("page `{name}` is declared twice"));
        }
        if name == "journey" {
            sink.at(
                NAMES_MEET,
                name,
                "`journey` is the module of the journeys' ids\nhelp: call the page something else",
            );
        }
        nothing_to_do(layout, n, page, sink);
    }
}

fn nothing_to_do(layout: &Layout<'_>, n: usize, page: &Page, sink: &mut Sink) {
    let journey = layout.drafts.iter().any(|d| d.page == Some(n));
    if page.terminal || page.incomplete || page.fragment.is_some() || journey || layout.on_page(n).next().is_some() {
        return;
    }
    let name = &page.name;
    sink.at(
        NOTHING_TO_DO,
        name,
        format!("nothing can be done on page `{name}`\nhelp: list an action, or write `page {name} terminal {{ }}`"),
    );
}

fn entries(layout: &Layout<'_>, sink: &mut Sink) {
    for (n, placed) in layout.entries.iter().enumerate() {
        let entry = placed.entry;
        let name = &entry.name;
        for to in &entry.leads {
            match layout.page(to) {
                // which pages there are, only the graph knows that takes this one
                None if layout.graph.open => {}
                None => unknown_page(layout, to, sink),
                Some(_) => terminal_leads(layout, placed, to, sink),
            }
        }
        if matches!(entry.runs, Runs::Go) && entry.docs.is_silent() {
            sink.at(
                NO_DOES,
                name,
                format!("`{name}` does not say what it does\nhelp: write a `///` line above it: the agent reads it"),
            );
        }
        let before = &layout.entries[..n];
        let beside = |other: &&Placed<'_>| {
            other.shared == placed.shared
                && (placed.shared || other.pages == placed.pages)
                && other.entry.area == entry.area
        };
        if before.iter().filter(beside).any(|o| o.entry.name == *name) {
            let help = if placed.shared {
                "name all its pages in one `on`"
            } else {
                "name one of them: `… as another_name;`"
            };
            let place = page_of(layout, placed)
                .map_or_else(|| "`on` several pages".into(), |p| format!("on page `{}`", p.name));
            sink.at(TWICE, name, format!("`{name}` is listed twice {place}\nhelp: {help}"));
        } else if let Some(other) = before
            .iter()
            .filter(beside)
            .find(|o| constant(&o.entry.name) == constant(name))
        {
            meets(name, &other.entry.name, &constant(name).to_string(), sink);
        } else if entry.area.is_none() && !placed.shared && constant(name) == "PAGE" {
            sink.at(
                NAMES_MEET,
                name,
                "`PAGE` is the constant of the page itself\nhelp: `… as another_name;`",
            );
        }
    }
}

fn terminal_leads(layout: &Layout<'_>, placed: &Placed<'_>, to: &Ident, sink: &mut Sink) {
    if placed.shared {
        return;
    }
    if let Some(page) = page_of(layout, placed).filter(|p| p.terminal && p.name != *to) {
        let name = &page.name;
        sink.at(
            TERMINAL_LEADS,
            to,
            format!("page `{name}` is `terminal`: nothing leads away from it\nhelp: drop `terminal`, or this `->`"),
        );
    }
}

fn page_of<'a>(layout: &Layout<'a>, placed: &Placed<'_>) -> Option<&'a Page> {
    match placed.pages.as_slice() {
        [one] if !placed.shared => Some(&layout.graph.pages[*one]),
        _ => None,
    }
}

pub(super) fn meets(name: &Ident, other: &Ident, id: &str, sink: &mut Sink) {
    sink.at(
        NAMES_MEET,
        name,
        format!("`{other}` and `{name}` both become `{id}`\nhelp: rename one of them"),
    );
}

fn shared(layout: &Layout<'_>, sink: &mut Sink) {
    for shared in &layout.graph.shared {
        for page in shared.on.iter().flatten() {
            if layout.page(page).is_none() {
                unknown_page(layout, page, sink);
            }
        }
    }
}

/// The ids of a page that is declared elsewhere are made there.
fn renamed(layout: &Layout<'_>, sink: &mut Sink) {
    if matches!(layout.graph.rename_all, Case::AsIs) {
        return;
    }
    for path in layout.graph.pages.iter().filter_map(|p| p.fragment.as_ref()) {
        sink.at(
            SETTING,
            path,
            "this page is declared elsewhere, where its ids are made, and `rename_all` does not reach them\nhelp: drop `rename_all`, or declare the page here",
        );
    }
}

fn journeys(layout: &Layout<'_>, sink: &mut Sink) {
    let journeys = &layout.graph.journeys;
    for (n, journey) in journeys.iter().enumerate() {
        let name = &journey.name;
        if let Some(other) = journeys[..n].iter().find(|j| constant(&j.name) == constant(name)) {
            if other.name == *name {
                sink.at(TWICE, name, format!("journey `{name}` is declared twice"));
            } else {
                meets(name, &other.name, &constant(name).to_string(), sink);
            }
        }
        let steps_of_a_draft = journey.draft.as_ref().map_or(0, |d| d.steps.len());
        if journey.steps.len() + steps_of_a_draft == 0 && !journey.incomplete {
            sink.at(
                NO_STEPS,
                name,
                format!("journey `{name}` has no steps\nhelp: name the entries it goes through"),
            );
        }
        steps(layout, journey, &layout.steps[n], sink);
    }
}

fn steps(layout: &Layout<'_>, journey: &Journey, found: &[Option<usize>], sink: &mut Sink) {
    for (n, step) in journey.steps.iter().enumerate() {
        let name = &step.name;
        if layout.foreign(step).is_some() {
            let same = |before: &&super::ast::Step| before.name == *name && before.within == step.within;
            if journey.steps[..n].iter().any(|b| same(&b)) {
                again(name, sink);
            }
            continue;
        }
        if found[n].is_some() {
            if found[..n].contains(&found[n]) {
                again(name, sink);
            }
            continue;
        }
        match layout.named(step).as_slice() {
            [] if layout.graph.pages.iter().any(|p| p.incomplete) => {}
            [] => unknown_step(layout, step, sink),
            several => {
                let spelled: Vec<_> = several.iter().map(|e| format!("`{}`", spelled(layout, *e))).collect();
                sink.at(
                    AMBIGUOUS_STEP,
                    name,
                    format!("which `{name}`?\nhelp: write {}", spelled.join(" or ")),
                );
            }
        }
    }
}

fn again(name: &Ident, sink: &mut Sink) {
    sink.at(
        TWICE,
        name,
        format!("`{name}` is a step already\nhelp: drop one of them; the agent may repeat a step"),
    );
}

fn unknown_step(layout: &Layout<'_>, step: &super::ast::Step, sink: &mut Sink) {
    let unknown = step.within.first().filter(|within| {
        layout.page(within).is_none() && !layout.entries.iter().any(|e| e.entry.area.as_ref() == Some(*within))
    });
    if let Some(within) = unknown {
        let pages = layout.graph.pages.iter().map(|p| plain(&p.name));
        let areas = layout.entries.iter().filter_map(|e| e.entry.area.as_ref().map(plain));
        let known: Vec<_> = pages.chain(areas).collect();
        let near = did_you_mean(&plain(within), known.iter().map(String::as_str));
        sink.at(UNKNOWN_STEP, within, format!("no page or area `{within}`{near}"));
        return;
    }
    let name = &step.name;
    let Some(within) = step.within.first() else {
        let known: Vec<_> = layout.entries.iter().map(|e| plain(&e.entry.name)).collect();
        let near = did_you_mean(&plain(name), known.iter().map(String::as_str));
        let elsewhere = layout.graph.pages.iter().find(|p| p.fragment.is_some());
        let help = elsewhere.map(|p| {
            format!(
                "\nhelp: an entry of a page that is declared elsewhere is written `{}::{name}`",
                p.name
            )
        });
        sink.at(
            UNKNOWN_STEP,
            name,
            format!("no page lists `{name}`{near}{}", help.unwrap_or_default()),
        );
        return;
    };
    let elsewhere = layout.entries.iter().position(|e| e.entry.name == *name);
    let help = elsewhere.map(|e| format!("\nhelp: write `{}`", spelled(layout, e)));
    sink.at(
        UNKNOWN_STEP,
        name,
        format!("`{within}` does not list `{name}`{}", help.unwrap_or_default()),
    );
}

/// How a step names that entry and no other.
fn spelled(layout: &Layout<'_>, entry: usize) -> String {
    let placed = &layout.entries[entry];
    let page = placed
        .pages
        .first()
        .map(|p| format!("{}::", layout.graph.pages[*p].name));
    let area = placed.entry.area.as_ref().map(|a| format!("{a}::"));
    format!(
        "{}{}{}",
        page.unwrap_or_default(),
        area.unwrap_or_default(),
        placed.entry.name
    )
}

/// Ids as agents and hosts see them: legal characters, no two alike, tool names that fit.
fn wire_ids(layout: &Layout<'_>, sink: &mut Sink) {
    let graph = layout.graph;
    let graph_id = (&graph.id, &graph.name);
    if graph.open {
        // its own id is the graph's
    } else if let Some(bad) = illegal_in_id(&layout.id).or_else(|| layout.id.is_empty().then_some(' ')) {
        match graph_id {
            (Some(id), _) => illegal(id.span(), &layout.id, bad, sink),
            (None, Some(name)) => illegal(name.span(), &layout.id, bad, sink),
            (None, None) => {}
        }
    }
    let mut names = graph.pages.iter().map(|p| &p.name).collect::<Vec<_>>();
    names.extend(layout.entries.iter().map(|e| &e.entry.name));
    names.extend(graph.journeys.iter().map(|j| &j.name));
    let mut areas: Vec<&Ident> = layout.entries.iter().filter_map(|e| e.entry.area.as_ref()).collect();
    areas.dedup();
    names.extend(areas);
    for name in names {
        let id = layout.wire(name);
        if let Some(bad) = illegal_in_id(&id) {
            illegal(name.span(), &id, bad, sink);
        }
    }
    alike(graph.pages.iter().map(|p| (layout.wire(&p.name), &p.name)), sink);
    alike(layout.entries.iter().map(|e| (e.id.clone(), &e.entry.name)), sink);
    alike(graph.journeys.iter().map(|j| (layout.wire(&j.name), &j.name)), sink);
    for journey in &graph.journeys {
        let tool = format!("{}.journey.{}", layout.id, layout.wire(&journey.name));
        if tool.len() > LONGEST_TOOL_NAME {
            sink.at(
                TOOL_NAME,
                &journey.name,
                format!(
                    "its tool would be called `{tool}`: {} bytes, and hosts allow {LONGEST_TOOL_NAME} beside their own prefix\nhelp: shorten the journey's name, or the graph's with `id = \"…\";`",
                    tool.len()
                ),
            );
        }
    }
}

pub(super) fn illegal(at: Span, id: &str, bad: char, sink: &mut Sink) {
    sink.span(
        ID_CHARACTERS,
        at,
        format!("the id `{id}` holds `{bad}`: an id has only ASCII letters, digits, `_` and `-`"),
    );
}

/// Two different names with one id. The same name twice is another finding.
pub(super) fn alike<'a>(ids: impl Iterator<Item = (String, &'a Ident)>, sink: &mut Sink) {
    let mut seen: HashMap<String, &Ident> = HashMap::new();
    for (id, name) in ids {
        match seen.get(&id) {
            // where the constants meet too, that was said
            Some(other) if *other != name && constant(other) != constant(name) => meets(name, other, &id, sink),
            Some(_) => {}
            None => {
                seen.insert(id, name);
            }
        }
    }
}
