//! What const evaluation is asked about conditions: only where two may meet, since each question costs a constant.

use super::{
    ast::{Each, Entry},
    expand::{Items, handler_name, option},
    fragment::Place,
    layout::{Layout, Placed},
};
use crate::guard::{self, Guard, Key};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::{collections::HashSet, rc::Rc};

/// The conditions of a guard's constant, and who wants them.
pub(super) fn needs(says: &str, guard: &Ident) -> TokenStream {
    quote!(__nav::check::Needs { says: #says, conds: #guard.conds })
}

/// What a page needs.
pub(super) fn needs_of_page(layout: &Layout<'_>, page: usize, guard: &Ident) -> TokenStream {
    let page = &layout.graph.pages[page];
    if page.when.is_empty() && page.fragment.is_none() {
        return quote!(__nav::check::Needs::NOTHING);
    }
    needs(&format!("page `{}` needs", page.name), guard)
}

/// What the pages of an entry need; nothing if one of them needs nothing.
pub(super) fn needs_of_pages(layout: &Layout<'_>, placed: &Placed<'_>, guards: &[Ident]) -> TokenStream {
    let all = &placed.pages;
    let needs_nothing = |p: &usize| layout.graph.pages[*p].when.is_empty() && layout.graph.pages[*p].fragment.is_none();
    if all.iter().any(needs_nothing) {
        return quote!(&[]);
    }
    let pages = all.iter().map(|p| needs_of_page(layout, *p, &guards[*p]));
    quote!(&[#(#pages),*])
}

/// What an entry needs.
pub(super) fn needs_of_entry(entry: &Entry, guard: &Ident) -> TokenStream {
    if entry.when.is_empty() {
        return quote!(__nav::check::Needs::NOTHING);
    }
    needs("this entry needs", guard)
}

/// Asks about every condition of the block that has another on its key before it.
pub(super) fn guards(layout: &Layout<'_>, pages: &[Ident], journeys: &[Ident], items: &mut Items) {
    for (page, name) in layout.graph.pages.iter().zip(pages) {
        asked(&page.when, name, &quote!(&[]), |_| false, items);
    }
    let mut seen = HashSet::new();
    for (n, placed) in layout.entries.iter().enumerate() {
        let name = format_ident!("__ENTRY_{n}");
        let on = needs_of_pages(layout, placed, pages);
        let on_each = |key: &Key| placed.pages.iter().all(|p| layout.graph.pages[*p].when.mentions(key));
        asked(&placed.entry.when, &name, &on, on_each, items);
        if let Some(each) = placed.entry.each.as_ref().filter(|each| seen.insert(Rc::as_ptr(each))) {
            on_items(each, items);
        }
    }
    for (journey, name) in layout.graph.journeys.iter().zip(journeys) {
        asked(&journey.when, name, &quote!(&[]), |_| false, items);
    }
}

fn asked(guard: &Guard, name: &Ident, pages: &TokenStream, on_pages: impl Fn(&Key) -> bool, items: &mut Items) {
    let again: Vec<_> = guard.again().map(|(nth, _)| nth).collect();
    for (nth, cond) in guard.conds.iter().enumerate() {
        if again.contains(&nth) || on_pages(&cond.key) {
            let own = needs("", name);
            items.check(
                &cond.written,
                quote!(__nav::check::guard),
                quote!(#pages, &[#own], 0, #nth),
            );
        }
    }
}

/// Asks about the conditions on an item.
fn on_items(each: &Each, items: &mut Items) {
    for (nth, cond) in each.when.again() {
        let conds = guard::item_facts(&each.when);
        items.check(
            &cond.written,
            quote!(__nav::check::guard),
            quote!(&[], &[__nav::check::Needs { says: "", conds: #conds }], 0, #nth),
        );
    }
}

/// Asks about every step of a journey that has a condition, or a step before it.
pub(super) fn steps(layout: &Layout<'_>, pages: &[Ident], journeys: &[Ident], items: &mut Items) {
    for (n, (journey, found)) in layout.graph.journeys.iter().zip(&layout.steps).enumerate() {
        let steps = journey.steps.iter().zip(found);
        let places: Vec<_> = steps
            .map_while(|(step, found)| Place::foreign(layout, step).or_else(|| Some(own(layout, pages, (*found)?))))
            .collect();
        if places.len() < journey.steps.len() {
            continue;
        }
        let condition = needs("the journey needs", &journeys[n]);
        for (nth, (place, step)) in places.iter().zip(&journey.steps).enumerate() {
            if nth == 0 && journey.when.is_empty() {
                continue;
            }
            let before = places[..nth].iter().zip(&journey.steps).map(|(place, step)| {
                let (says, runs) = (format!("step `{}` promises", step.name), &place.runs);
                quote!(__nav::check::Before { says: #says, runs: #runs })
            });
            let Place { pages, entry, runs } = place;
            items.check(
                &step.name,
                quote!(__nav::check::journey_step::<__State>),
                quote!(<__Declared as __nav::Declare>::KEYS, #condition, #pages, #entry, #runs, &[#(#before),*]),
            );
        }
    }
}

/// The parts of an entry of the graph's own.
fn own(layout: &Layout<'_>, pages: &[Ident], at: usize) -> Place {
    let placed = &layout.entries[at];
    Place {
        pages: needs_of_pages(layout, placed, pages),
        entry: needs_of_entry(placed.entry, &format_ident!("__ENTRY_{at}")),
        runs: option(handler_name(at, placed.entry)),
    }
}
