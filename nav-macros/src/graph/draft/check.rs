//! What the block itself shows of a draft journey.

use crate::{
    codes::{NAMES_MEET, NO_DOES, SUBMIT, TAKEN_EARLY, TERMINAL_LEADS, TWICE, TWO_PROVIDERS},
    diag::Sink,
    graph::{
        ast::{DraftStep, StepDoes},
        check::{alike, illegal, meets, unknown_page},
        layout::{Layout, PlacedDraft},
    },
    names::{constant, illegal_in_id, plain},
};
use proc_macro2::Ident;

pub(in crate::graph) fn check(layout: &Layout<'_>, sink: &mut Sink) {
    for placed in &layout.drafts {
        place(layout, placed, sink);
        names(placed, sink);
        dataflow(&placed.draft.steps, sink);
        submit(layout, placed, sink);
    }
}

/// Its page, and its own name: the ids of its steps start with it, as those of a page's entries do with the page's.
fn place(layout: &Layout<'_>, placed: &PlacedDraft<'_>, sink: &mut Sink) {
    if placed.page.is_none() {
        unknown_page(layout, &placed.draft.on, sink);
    }
    let name = &layout.graph.journeys[placed.journey].name;
    let id = layout.wire(name);
    let module = plain(name);
    if module == "journey" {
        sink.at(
            NAMES_MEET,
            name,
            "`journey` is the module of the journeys' ids\nhelp: call the journey something else",
        );
    }
    let pages = layout.graph.pages.iter();
    if let Some(page) = pages
        .map(|p| &p.name)
        .find(|p| plain(p) == module || layout.wire(p) == id)
    {
        sink.at(
            NAMES_MEET,
            name,
            format!("page `{page}` has this name too, and the ids of this journey's steps start with it\nhelp: call one of them something else"),
        );
    }
}

fn names(placed: &PlacedDraft<'_>, sink: &mut Sink) {
    let steps = &placed.draft.steps;
    for (n, step) in steps.iter().enumerate() {
        let name = &step.name;
        if matches!(step.does, StepDoes::Asks(_)) && step.docs.is_silent() {
            sink.at(
                NO_DOES,
                name,
                format!(
                    "`ask {name}` does not say what it asks for\nhelp: write a `///` line above it: the agent reads it"
                ),
            );
        }
        if plain(name) == "submit" && !submits(step) {
            sink.at(
                NAMES_MEET,
                name,
                "`submit` is how the agent may call the last step\nhelp: `… as another_name`",
            );
        }
        // what is provided twice, or sent twice, is said as that
        let said = |other: &DraftStep| {
            submits(step) && submits(other) || step.fills().is_some() && step.fills() == other.fills()
        };
        let before = || steps[..n].iter().filter(|o| !said(o));
        if before().any(|o| o.name == *name) {
            sink.at(
                TWICE,
                name,
                format!("`{name}` is a step already\nhelp: name one of them: `… as another_name`"),
            );
        } else if let Some(other) = before().find(|o| constant(&o.name) == constant(name)) {
            meets(name, &other.name, &constant(name).to_string(), sink);
        }
    }
    for step in &placed.steps {
        if let Some(bad) = illegal_in_id(&step.name) {
            illegal(step.step.name.span(), &step.name, bad, sink);
        }
    }
    alike(placed.steps.iter().map(|s| (s.id.clone(), &s.step.name)), sink);
}

fn submits(step: &DraftStep) -> bool {
    matches!(step.does, StepDoes::Submits { .. })
}

/// One provider a field, and before whatever takes it.
fn dataflow(steps: &[DraftStep], sink: &mut Sink) {
    for (n, step) in steps.iter().enumerate() {
        let provided = |field: &Ident| steps[..n].iter().any(|s| s.fills() == Some(field));
        for field in step.takes() {
            let later = steps[n..].iter().any(|s| s.fills() == Some(field));
            if later && !provided(field) {
                let help = if step.fills() == Some(field) {
                    "a field is not computed from itself"
                } else {
                    "move the step that provides it up"
                };
                sink.at(
                    TAKEN_EARLY,
                    field,
                    format!("`{field}` is taken before it is provided\nhelp: {help}"),
                );
            }
        }
        if let Some(field) = step.fills().filter(|f| provided(f)) {
            sink.at(
                TWO_PROVIDERS,
                field,
                format!(
                    "`{field}` is provided already\nhelp: one step provides a field; drop one, or fill another field"
                ),
            );
        }
    }
}

/// One `submit`, behind everything else.
fn submit(layout: &Layout<'_>, placed: &PlacedDraft<'_>, sink: &mut Sink) {
    let journey = &layout.graph.journeys[placed.journey];
    let name = &journey.name;
    let steps = &placed.draft.steps;
    match steps.iter().position(submits) {
        None if journey.incomplete || steps.is_empty() => {}
        None => sink.at(
            SUBMIT,
            name,
            format!("journey `{name}` gathers a draft and sends it nowhere\nhelp: end it with `submit action;`"),
        ),
        Some(at) => {
            if let Some(behind) = steps.get(at + 1) {
                let says = if submits(behind) {
                    "a draft is sent once: this is the second `submit`\nhelp: drop one of them"
                } else {
                    "nothing stands behind the `submit`: the draft is gone then\nhelp: move the `submit` to the end"
                };
                sink.at(SUBMIT, &behind.name, says);
            }
        }
    }
    for to in steps.iter().flat_map(DraftStep::leads) {
        if layout.page(to).is_none() {
            unknown_page(layout, to, sink);
        } else if let Some(page) = placed.page.map(|p| &layout.graph.pages[p])
            && page.terminal
            && page.name != *to
        {
            let page = &page.name;
            sink.at(
                TERMINAL_LEADS,
                to,
                format!("page `{page}` is `terminal`: nothing leads away from it\nhelp: drop `terminal`, or this `->`"),
            );
        }
    }
}
