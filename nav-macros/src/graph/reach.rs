//! Where declared ways lead: only asked of a graph whose names are right.

use super::layout::Layout;
use crate::{
    codes::{STEP_UNREACHABLE, UNREACHABLE},
    diag::Sink,
};

pub(super) fn check(layout: &Layout<'_>, sink: &mut Sink) {
    // where a page leads that is declared elsewhere, only const evaluation sees
    if !sink.is_empty() || layout.graph.open || layout.fragments().next().is_some() {
        return;
    }
    let ways = Ways::of(layout);
    let reached = pages(layout, &ways, sink);
    steps(layout, &ways, &reached, sink);
}

/// For each page, the pages that its entries lead to.
pub(super) struct Ways(Vec<Vec<usize>>);

impl Ways {
    pub(super) fn of(layout: &Layout<'_>) -> Ways {
        let mut ways = vec![Vec::new(); layout.graph.pages.len()];
        for placed in &layout.entries {
            for page in &placed.pages {
                ways[*page].extend(placed.entry.leads.iter().filter_map(|to| layout.page(to)));
            }
        }
        for placed in &layout.drafts {
            let leads = placed.draft.steps.iter().flat_map(|s| s.leads());
            if let Some(page) = placed.page {
                ways[page].extend(leads.filter_map(|to| layout.page(to)));
            }
        }
        Ways(ways)
    }

    /// From page to page.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let from = self.0.iter().enumerate();
        from.flat_map(|(from, to)| to.iter().map(move |to| (from, *to)))
    }

    /// The pages that ways from some pages lead to, those included.
    fn from(&self, pages: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut reached = vec![false; self.0.len()];
        let mut open: Vec<_> = pages.into_iter().collect();
        while let Some(page) = open.pop() {
            if !std::mem::replace(&mut reached[page], true) {
                open.extend(&self.0[page]);
            }
        }
        reached
    }
}

fn pages(layout: &Layout<'_>, ways: &Ways, sink: &mut Sink) -> Vec<bool> {
    let pages = &layout.graph.pages;
    let Some(start) = &layout.graph.start else {
        return vec![true; pages.len()];
    };
    let synced = (0..pages.len()).filter(|p| pages[*p].synced);
    let reached = ways.from(layout.page(start).into_iter().chain(synced));
    for (page, _) in pages.iter().zip(&reached).filter(|(_, reached)| !**reached) {
        let name = &page.name;
        sink.at(
            UNREACHABLE,
            name,
            format!(
                "no declared way leads from `{start}` to page `{name}`\nhelp: give an entry `-> {name}`, or write `page {name} synced` if the app leads there"
            ),
        );
    }
    reached
}

/// From where a journey can be once a step is done, a declared way leads to where the next one stands.
fn steps(layout: &Layout<'_>, ways: &Ways, reached: &[bool], sink: &mut Sink) {
    let pages = &layout.graph.pages;
    for (journey, steps) in layout.graph.journeys.iter().zip(&layout.steps) {
        // it opens wherever its first step stands
        let Some(Some(first)) = steps.first() else { continue };
        let mut at = ends(layout, *first, |_| true);
        for (step, found) in journey.steps.iter().zip(steps).skip(1) {
            let Some(found) = found else { break };
            let next = &layout.entries[*found];
            let from = ways.from(at.iter().copied());
            let can = |p: usize| from[p] || pages[p].synced || !reached[p];
            if next.pages.iter().any(|p| can(*p)) || next.pages.is_empty() {
                at = ends(layout, *found, can);
                continue;
            }
            let names = |at: &[usize]| {
                at.iter()
                    .map(|p| format!("`{}`", pages[*p].name))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            sink.at(
                STEP_UNREACHABLE,
                &step.name,
                format!(
                    "the step before ends on {}, and no declared way leads from there to {}, where this one stands\nhelp: give an entry of {} a `->`, or order the steps by the pages they stand on",
                    names(&at),
                    names(&next.pages),
                    names(&at)
                ),
            );
            at = ends(layout, *found, |_| true);
        }
    }
}

/// Where one is after an entry that was run on one of its pages.
fn ends(layout: &Layout<'_>, entry: usize, can: impl Fn(usize) -> bool) -> Vec<usize> {
    let placed = &layout.entries[entry];
    if placed.entry.leads.is_empty() {
        placed.pages.iter().copied().filter(|p| can(*p)).collect()
    } else {
        placed.entry.leads.iter().filter_map(|to| layout.page(to)).collect()
    }
}
