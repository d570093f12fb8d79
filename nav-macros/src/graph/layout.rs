//! A graph laid out: every entry once, with the pages it stands on and its ids; every step resolved.

use super::ast::{Draft, DraftStep, Entry, Graph, Step};
use crate::names::{fnv, plain};
use proc_macro2::Ident;

pub(super) struct Layout<'a> {
    pub(super) graph: &'a Graph,
    /// The graph's id.
    pub(super) id: String,
    /// Every entry: those of the pages in their order, then the shared ones.
    pub(super) entries: Vec<Placed<'a>>,
    /// For each journey, for each step, the entry it names; `None` where that is not exactly one.
    pub(super) steps: Vec<Vec<Option<usize>>>,
    /// The draft journeys.
    pub(super) drafts: Vec<PlacedDraft<'a>>,
}

/// A draft journey in its place.
pub(super) struct PlacedDraft<'a> {
    pub(super) draft: &'a Draft,
    /// Which journey it is.
    pub(super) journey: usize,
    /// The page it stands on; `None` if there is none of that name.
    pub(super) page: Option<usize>,
    pub(super) steps: Vec<PlacedStep<'a>>,
}

/// A step of a draft journey: an action that no page lists.
pub(super) struct PlacedStep<'a> {
    pub(super) step: &'a DraftStep,
    /// Its place among all actions: behind the entries.
    pub(super) at: usize,
    /// Its id on the wire.
    pub(super) id: String,
    /// The last part of its id.
    pub(super) name: String,
}

/// An entry in its places.
pub(super) struct Placed<'a> {
    pub(super) entry: &'a Entry,
    /// The pages it stands on.
    pub(super) pages: Vec<usize>,
    /// Whether it stands in an `on` block.
    pub(super) shared: bool,
    /// Its id on the wire.
    pub(super) id: String,
    /// The last part of its id.
    pub(super) name: String,
    /// Whether a journey has it as a step.
    pub(super) in_journey: bool,
}

impl<'a> Layout<'a> {
    /// Lays a graph out. Names that are not found are left out; the checks say them.
    pub(super) fn of(graph: &'a Graph) -> Layout<'a> {
        let id = match (&graph.id, &graph.name) {
            (Some(id), _) => id.value(),
            (None, Some(name)) => plain(name).to_lowercase(),
            (None, None) => String::new(),
        };
        let mut layout = Layout {
            graph,
            id,
            entries: Vec::new(),
            steps: Vec::new(),
            drafts: Vec::new(),
        };
        for (n, page) in graph.pages.iter().enumerate() {
            for entry in &page.entries {
                layout.place(entry, vec![n], false);
            }
        }
        for shared in &graph.shared {
            for entry in &shared.entries {
                let pages = graph.pages.iter().enumerate().filter(|(_, page)| {
                    let listed = shared.on.as_ref().is_none_or(|on| on.contains(&page.name));
                    // an entry is left out on the page it leads to
                    listed && !entry.leads.contains(&page.name)
                });
                layout.place(entry, pages.map(|(n, _)| n).collect(), true);
            }
        }
        for journey in &graph.journeys {
            let steps: Vec<_> = journey
                .steps
                .iter()
                .map(|step| match layout.named(step).as_slice() {
                    [one] => Some(*one),
                    _ => None,
                })
                .collect();
            for entry in steps.iter().flatten() {
                layout.entries[*entry].in_journey = true;
            }
            layout.steps.push(steps);
        }
        layout.place_drafts();
        layout
    }

    fn place_drafts(&mut self) {
        let mut next = self.entries.len();
        for (n, journey) in self.graph.journeys.iter().enumerate() {
            let Some(draft) = &journey.draft else { continue };
            let of = self.wire(&journey.name);
            let steps = draft.steps.iter().map(|step| {
                let name = self.wire(&step.name);
                let at = next;
                next += 1;
                PlacedStep {
                    step,
                    at,
                    id: format!("{of}.{name}"),
                    name,
                }
            });
            let steps = steps.collect();
            self.drafts.push(PlacedDraft {
                draft,
                journey: n,
                page: self.page(&draft.on),
                steps,
            });
        }
    }

    /// How many actions there are: the entries, then the steps of draft journeys.
    pub(super) fn actions(&self) -> usize {
        self.entries.len() + self.drafts.iter().map(|d| d.steps.len()).sum::<usize>()
    }

    /// The draft of a journey, if it has one.
    pub(super) fn draft_of(&self, journey: usize) -> Option<&PlacedDraft<'a>> {
        self.drafts.iter().find(|d| d.journey == journey)
    }

    fn place(&mut self, entry: &'a Entry, pages: Vec<usize>, shared: bool) {
        let name = self.wire(&entry.name);
        let page = pages
            .first()
            .filter(|_| !shared)
            .map(|p| self.wire(&self.graph.pages[*p].name));
        let area = entry.area.as_ref().map(|a| self.wire(a));
        let parts: Vec<_> = page.into_iter().chain(area).chain([name.clone()]).collect();
        self.entries.push(Placed {
            entry,
            pages,
            shared,
            id: parts.join("."),
            name,
            in_journey: false,
        });
    }

    /// A name as it is on the wire.
    pub(super) fn wire(&self, name: &Ident) -> String {
        self.graph.rename_all.rename(&plain(name))
    }

    /// The page of that name.
    pub(super) fn page(&self, name: &Ident) -> Option<usize> {
        self.graph.pages.iter().position(|p| p.name == *name)
    }

    /// The entries that a step may mean.
    pub(super) fn named(&self, step: &Step) -> Vec<usize> {
        let fits = |placed: &Placed<'_>| {
            let on = |page: &Ident| placed.pages.iter().any(|p| self.graph.pages[*p].name == *page);
            let in_area = |area: &Ident| placed.entry.area.as_ref() == Some(area);
            placed.entry.name == step.name
                && match step.within.as_slice() {
                    [] => true,
                    [within] => on(within) || in_area(within),
                    [page, area] => on(page) && in_area(area),
                    _ => false,
                }
        };
        let all = self.entries.iter().enumerate();
        all.filter(|(_, placed)| fits(placed)).map(|(n, _)| n).collect()
    }

    /// The step of a page that is declared elsewhere: the page, and the hash of the entry's name.
    pub(super) fn foreign(&self, step: &Step) -> Option<(usize, u64)> {
        let (page, area) = step.within.split_first()?;
        let page = self.page(page)?;
        self.graph.pages[page].fragment.as_ref()?;
        if !self.named(step).is_empty() {
            // a shared one of the graph's own
            return None;
        }
        let parts: Vec<_> = area.iter().chain([&step.name]).map(plain).collect();
        Some((page, fnv(&parts.join("."))))
    }

    /// Whether the first step of a journey stands on a page.
    pub(super) fn opens_on(&self, journey: usize, page: usize) -> bool {
        let first = self.graph.journeys[journey].steps.first();
        if let Some((on, _)) = first.and_then(|step| self.foreign(step)) {
            return on == page;
        }
        let first = self.steps[journey].first().copied().flatten();
        first.is_some_and(|entry| self.entries[entry].pages.contains(&page))
    }

    /// The pages that are declared elsewhere.
    pub(super) fn fragments(&self) -> impl Iterator<Item = (usize, &'a syn::Path)> {
        let pages = self.graph.pages.iter().enumerate();
        pages.filter_map(|(n, page)| page.fragment.as_ref().map(|path| (n, path)))
    }

    /// The entries of one page.
    pub(super) fn on_page(&self, page: usize) -> impl Iterator<Item = (usize, &Placed<'a>)> {
        self.entries
            .iter()
            .enumerate()
            .filter(move |(_, placed)| placed.pages.contains(&page))
    }
}
