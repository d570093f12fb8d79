//! What a graph may do, and seldom should.

use super::{
    draft,
    expand::{Items, handler_name},
    layout::Layout,
};
use crate::{codes::MANY_JOURNEYS, guard::Cond, lint};
use proc_macro2::Ident;
use quote::{format_ident, quote, quote_spanned};

/// Each journey is a tool of its own by default, and an agent tells few tools apart.
const MOST_JOURNEYS: usize = 30;

/// The warnings.
pub(super) fn lints(layout: &Layout<'_>, items: &mut Items) {
    if let Some(one_more) = layout.graph.journeys.get(MOST_JOURNEYS) {
        items.tokens.extend(lint::warn(
            MANY_JOURNEYS,
            &one_more.name,
            "each journey is a tool, and of more than 30 an agent takes the wrong one: split the graph, or serve with `JourneyTools::Single` and allow this with `#[allow(deprecated)]` above the graph's `static`",
        ));
    }
    closed_pages(layout, items);
}

/// Pages that stay closed unless the app opens them: which keys are written, only the actions know.
fn closed_pages(layout: &Layout<'_>, items: &mut Items) {
    let pages = layout.graph.pages.iter().enumerate();
    let conds: Vec<(usize, usize, &Cond)> = pages
        .filter(|(_, page)| !page.synced)
        .flat_map(|(n, page)| page.when.conds.iter().enumerate().map(move |(nth, c)| (n, nth, c)))
        .collect();
    // what a page from elsewhere writes is not seen here
    if conds.is_empty() || layout.fragments().next().is_some() {
        return;
    }
    let entries = layout.entries.iter().enumerate();
    let listed = entries
        .filter_map(|(n, placed)| handler_name(n, placed.entry))
        .map(|h| quote!(#h.facts.writes));
    let stepped = layout
        .drafts
        .iter()
        .flat_map(draft::facts_names)
        .map(|f| quote!(#f.writes));
    let writes = listed.chain(stepped);
    items
        .tokens
        .extend(quote!(const __WRITES: &[&[__nav::KeyId]] = &[#(#writes),*];));
    for (page, nth, cond) in conds {
        let name = format_ident!("__PAGE_{page}");
        let at = crate::diag::located(cond.key.last_span());
        let warn = Ident::new("WARN", at);
        items.tokens.extend(quote_spanned! {at=>
            const _: () = __nav::check::Page::<{ __nav::check::closed(<__Declared as __nav::Declare>::KEYS, #name.conds[#nth].id, __WRITES) }>::#warn;
        });
    }
}
