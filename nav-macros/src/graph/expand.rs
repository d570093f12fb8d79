//! The static of a graph, as the compiler reads it.

use super::{
    ast::{Entry, Runs},
    draft,
    fragment::Taken,
    ids,
    layout::{Layout, Placed},
    lints, logic,
};
use crate::{
    diag::{call_at, located, respan},
    guard::{self, Guard, State},
    names::fnv,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Type, spanned::Spanned};

/// Names the graph's state from its written type, whatever that is called.
pub(super) fn state_of(ty: &Type) -> TokenStream {
    let open = respan(quote!(<), ty.span());
    let close = respan(quote!(as __nav::IsGraph>::State), ty.span());
    quote!(#open #ty #close)
}

pub(super) fn expand(layout: &Layout<'_>, krate: &TokenStream, sound: bool) -> TokenStream {
    let graph = layout.graph;
    let (Some(name), Some(ty)) = (&graph.name, &graph.ty) else {
        return TokenStream::new();
    };
    let (vis, docs, allows) = (&graph.vis, &graph.docs.attrs, &graph.allows);
    let mut items = Items::new(sound, quote!(<__Declared as __nav::Declare>::KEYS));
    let taken = Taken::of(layout, &mut items);
    let data = data(layout, &taken, &mut items);
    let typed = typed(layout, &taken, &mut items);
    if sound {
        lints::lints(layout, &mut items);
    }
    let items = items.tokens;
    let count = taken.count(layout.actions());
    let state = state_of(ty);
    let declared = quote_spanned!(located(ty.span())=> __State);
    let of = respan(quote!(__nav::Graph::of), ty.span());
    let (module, ids) = ids::module(layout, name, krate);
    quote! {
        #(#docs)* #(#allows)*
        #vis static #name: #ty = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            type __State = #state;
            const __NONE: &__nav::Guard<__State> = &__nav::Guard::NONE;
            #items
            enum __Declared {}
            impl __nav::Declare for __Declared {
                type State = #declared;
                const DATA: &'static __nav::GraphData = &#data;
                const TYPED: &'static __nav::Typed<__State> = &#typed;
            }
            static __CONTRACTS: [__nav::ContractCell; #count] = [const { __nav::ContractCell::new() }; #count];
            static __TOOLS: __nav::ToolCells = __nav::ToolCells::new();
            #of::<__Declared>(&__CONTRACTS, &__TOOLS)
        };
        #ids
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            impl __nav::Names<#state> for #module::Ids {}
        };
    }
}

/// The constants beside the two tables: guards, handlers, checks.
pub(super) struct Items {
    pub(super) tokens: TokenStream,
    state: State,
    /// Whether the block is free of mistakes, so that const evaluation may look for more.
    pub(super) sound: bool,
}

impl Items {
    pub(super) fn new(sound: bool, keys: TokenStream) -> Items {
        Items {
            tokens: TokenStream::new(),
            state: State {
                ty: quote!(__State),
                keys,
            },
            sound,
        }
    }

    /// A guard's constant, or the one that all share if there is none.
    pub(super) fn guard(&mut self, name: Ident, guard: &Guard) -> Ident {
        if guard.is_empty() {
            return format_ident!("__NONE");
        }
        let code = guard::render(guard, &self.state);
        self.tokens
            .extend(quote!(const #name: &__nav::Guard<__State> = &#code;));
        name
    }

    /// A check that const evaluation makes, and says at the author's tokens.
    pub(super) fn check(&mut self, author: &impl ToTokens, callee: TokenStream, arguments: TokenStream) {
        if self.sound {
            let call = call_at(author, callee, arguments);
            self.tokens.extend(quote!(const _: () = #call;));
        }
    }
}

pub(super) fn place(at: usize) -> u16 {
    // more than 65,535 entries is no graph that anybody writes; the compiler runs out first
    u16::try_from(at).unwrap_or(u16::MAX)
}

pub(super) fn places(at: impl IntoIterator<Item = usize>) -> TokenStream {
    let places = at.into_iter().map(place);
    quote!(&[#(#places),*])
}

pub(super) fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The table without the state's type.
fn data(layout: &Layout<'_>, taken: &Taken, items: &mut Items) -> TokenStream {
    let graph = layout.graph;
    let id = &layout.id;
    let does = graph.docs.does.clone().unwrap_or_default();
    let start = place(graph.start.as_ref().and_then(|s| layout.page(s)).unwrap_or_default());
    let keys = items.state.keys.clone();
    let pages = graph.pages.iter().enumerate().map(|(n, page)| {
        let id = layout.wire(&page.name);
        let does = page.docs.does.clone().unwrap_or_default();
        let route = option(page.route.as_ref());
        let (synced, terminal) = (page.synced, page.terminal);
        let entries = places(layout.on_page(n).map(|(e, _)| e));
        let journeys = (0..layout.steps.len()).filter(|j| layout.opens_on(*j, n));
        let mut journeys: Vec<_> = journeys.chain(draft::journeys_on(layout, n)).collect();
        journeys.sort_unstable();
        let journeys = places(journeys);
        if let Some(row) = taken.row(layout, n, &journeys) {
            return row;
        }
        quote!(__nav::PageData {
            id: #id, does: #does, route: #route, synced: #synced, terminal: #terminal, entries: #entries, journeys: #journeys,
        })
    });
    let actions: Vec<_> = layout
        .entries
        .iter()
        .enumerate()
        .map(|(n, placed)| action(layout, n, placed))
        .chain(layout.drafts.iter().flat_map(|d| draft::facts(layout, d)))
        .collect();
    let actions = taken.actions(&actions, items);
    let journeys = graph.journeys.iter().enumerate().map(|(n, journey)| {
        let id = layout.wire(&journey.name);
        let does = journey.docs.does.clone().unwrap_or_default();
        let (steps, draft) = match layout.draft_of(n) {
            Some(draft) => (places(draft.steps.iter().map(|s| s.at)), draft::data(draft)),
            None => (taken.places(layout, n), quote!(::core::option::Option::None)),
        };
        quote!(__nav::JourneyData { id: #id, does: #does, steps: #steps, draft: #draft })
    });
    let mut by_id: Vec<_> = layout
        .entries
        .iter()
        .enumerate()
        .map(|(n, e)| (fnv(&e.id), place(n)))
        .chain(
            layout
                .drafts
                .iter()
                .flat_map(|d| &d.steps)
                .map(|s| (fnv(&s.id), place(s.at))),
        )
        .collect();
    by_id.sort_unstable();
    let by_id: Vec<_> = by_id.into_iter().map(|(hash, at)| quote!((#hash, #at))).collect();
    let by_id = taken.by_id(&by_id);
    quote!(__nav::GraphData {
        id: #id, does: #does, start: #start, keys: #keys,
        pages: &[#(#pages),*], actions: #actions, journeys: &[#(#journeys),*], by_id: #by_id,
    })
}

fn action(layout: &Layout<'_>, n: usize, placed: &Placed<'_>) -> TokenStream {
    let (id, name) = (&placed.id, &placed.name);
    let does = option(placed.entry.docs.does.as_ref());
    let pages = places(placed.pages.iter().copied());
    let leads = leads(layout, &placed.entry.leads);
    let each = placed.entry.each.is_some();
    let facts = option(handler_name(n, placed.entry).map(|handler| quote!(&#handler.facts)));
    quote!(__nav::ActionData {
        id: #id, name: #name, does: #does, pages: #pages, leads: #leads, draft_of: ::core::option::Option::None, each: #each, facts: #facts,
    })
}

/// Where an action leads.
pub(super) fn leads(layout: &Layout<'_>, pages: &[Ident]) -> TokenStream {
    let leads: Vec<_> = pages.iter().filter_map(|to| layout.page(to)).collect();
    match leads.as_slice() {
        [] => quote!(__nav::Leads::Stay),
        [one] => {
            let one = place(*one);
            quote!(__nav::Leads::To(#one))
        }
        several => {
            let several = places(several.iter().copied());
            quote!(__nav::Leads::OneOf(#several))
        }
    }
}

/// The constant that mentions an action's path, the only mention of it.
pub(super) fn handler_name(n: usize, entry: &Entry) -> Option<Ident> {
    matches!(entry.runs, Runs::Action(_)).then(|| format_ident!("__ACTION_{n}"))
}

/// The table of typed guards, and the constants it names.
fn typed(layout: &Layout<'_>, taken: &Taken, items: &mut Items) -> TokenStream {
    let graph = layout.graph;
    let pages: Vec<_> = graph
        .pages
        .iter()
        .enumerate()
        .map(|(n, page)| match page.fragment {
            Some(_) => format_ident!("__PAGE_{n}"),
            None => items.guard(format_ident!("__PAGE_{n}"), &page.when),
        })
        .collect();
    let entries: Vec<_> = layout
        .entries
        .iter()
        .enumerate()
        .map(|(n, placed)| entry(layout, n, placed, &pages, items))
        .chain(layout.drafts.iter().flat_map(draft::typed))
        .collect();
    let journeys: Vec<_> = graph
        .journeys
        .iter()
        .enumerate()
        .map(|(n, journey)| items.guard(format_ident!("__JOURNEY_{n}"), &journey.when))
        .collect();
    logic::guards(layout, &pages, &journeys, items);
    logic::steps(layout, &pages, &journeys, items);
    for placed in &layout.drafts {
        draft::items(layout, placed, &pages, &journeys[placed.journey], items);
    }
    let entries = taken.typed(&entries);
    quote!(__nav::Typed { pages: &[#(#pages),*], entries: #entries, journeys: &[#(#journeys),*] })
}

/// The typed part of an entry, and the constants it names.
pub(super) fn entry(
    layout: &Layout<'_>,
    n: usize,
    placed: &Placed<'_>,
    pages: &[Ident],
    items: &mut Items,
) -> TokenStream {
    let entry = placed.entry;
    let when = items.guard(format_ident!("__ENTRY_{n}"), &entry.when);
    let handler = handler_name(n, entry);
    if let (Some(handler), Runs::Action(path)) = (&handler, &entry.runs) {
        let constant = quote!(const #handler: &__nav::Handler<__State> = &__nav::handler::<__State, (#path)>(););
        items.tokens.extend(constant);
        // whether a journey has the entry of a page of its own, its graph knows
        let (each, in_journey) = (entry.each.is_some(), placed.in_journey || layout.graph.open);
        let (pages, needs) = (
            logic::needs_of_pages(layout, placed, pages),
            logic::needs_of_entry(entry, &when),
        );
        // beside it, not inside: a constant that fails is noted again wherever it is used
        items.check(
            path,
            quote!(__nav::check::listed),
            quote!(#handler, #each, #in_journey, #pages, #needs),
        );
    }
    let action = option(handler);
    let instances = option(instances(entry));
    quote!(__nav::TypedEntry { when: #when, action: #action, instances: #instances })
}

/// Enumerates the instances of an `each` that its condition lets through.
fn instances(entry: &Entry) -> Option<TokenStream> {
    let each = entry.each.as_ref()?;
    let at = located(each.key.last_span());
    let key = each.key.segments();
    let keep = match guard::over_item(&each.when, &each.item) {
        Ok(test) if !each.when.is_empty() => quote_spanned!(at=> |__key, __s| if #test { __f(__key) }),
        _ => quote_spanned!(at=> |__key, _| __f(__key)),
    };
    let (last, before) = key.split_last()?;
    // two statements on one place: of a key that is no collection the compiler then says the same twice, and that once
    let mut code = quote_spanned! {at=>
        let __all = &(*__s).#last;
        __nav::Instances::each(__all, &mut #keep);
    };
    for name in before.iter().rev() {
        code = quote_spanned! {at=> if let __nav::guard::Read::Is(__s) = (&(*__s).#name).__nav_step() { #code } };
    }
    Some(
        quote_spanned! {at=> |__s: &__State, __f: &mut dyn ::core::ops::FnMut(&dyn __nav::erased::Key)| {
            #[allow(unused_imports)] use __nav::guard::{StepOption as _, StepPlain as _};
            #code
        }},
    )
}
