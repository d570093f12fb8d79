//! The graph's side: tables whose lengths only const evaluation knows.

use crate::{
    diag::respan,
    graph::{
        ast::Step,
        expand::{Items, place, places},
        layout::Layout,
        reach::Ways,
    },
    names::{fnv, plain},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;

/// The pages that a graph takes; none in most graphs, and then nothing of this is emitted.
pub(in crate::graph) struct Taken {
    pages: Vec<usize>,
}

fn page(n: usize) -> Ident {
    format_ident!("__FRAGMENT_{n}")
}

fn rows(n: usize) -> Ident {
    format_ident!("__ROWS_{n}")
}

fn first(n: usize) -> Ident {
    format_ident!("__FIRST_{n}")
}

fn hash_of(name: &Ident) -> u64 {
    fnv(&plain(name))
}

impl Taken {
    /// Declares a constant for each fragment and what they come to together.
    pub(in crate::graph) fn of(layout: &Layout<'_>, items: &mut Items) -> Taken {
        let taken = Taken {
            pages: layout.fragments().map(|(n, _)| n).collect(),
        };
        if taken.pages.is_empty() {
            return taken;
        }
        let pages = &layout.graph.pages;
        let hashes = pages.iter().map(|p| hash_of(&p.name));
        let names = pages.iter().map(|p| plain(&p.name));
        items.tokens.extend(quote! {
            const __PAGES: &[u64] = &[#(#hashes),*];
            const __NAMES: &[&str] = &[#(#names),*];
        });
        let own = layout.actions();
        let mut before = quote!(#own);
        for (n, path) in layout.fragments() {
            let (taken_as, inside) = (format_ident!("__Fragment{n}"), format_ident!("__In{n}"));
            let (page, rows, first) = (page(n), rows(n), first(n));
            let guard = format_ident!("__PAGE_{n}");
            let at = place(n);
            let steps = layout.graph.journeys.iter().flat_map(|j| &j.steps);
            let steps = steps.filter_map(|s| layout.foreign(s)).filter(|(p, _)| *p == n);
            let steps = steps.map(|(_, hash)| hash);
            let last = path.segments.last().map_or_else(|| path.span(), |s| s.ident.span());
            let over = respan(quote!(<#taken_as as __nav::fragment::Fragment<__State>>::PAGE), last);
            let checked = respan(
                quote!(<#taken_as as __nav::fragment::FragmentIn<#inside>>::CHECKED),
                last,
            );
            items.tokens.extend(quote! {
                type #taken_as = #path::Fragment;
                enum #inside {}
                impl __nav::fragment::Taken for #inside {
                    const PAGES: &'static [u64] = __PAGES;
                    const NAMES: &'static [&'static str] = __NAMES;
                    const AT: u16 = #at;
                    const STEPS: &'static [u64] = &[#(#steps),*];
                }
                const #page: __nav::fragment::FragmentPage<__State> = #over;
                const #rows: &[__nav::ActionData] = <#taken_as as __nav::fragment::FragmentIn<#inside>>::ACTIONS;
                const #first: usize = #before;
                const #guard: &__nav::Guard<__State> = #page.when;
            });
            if items.sound {
                items.tokens.extend(quote!(const _: () = #checked;));
            }
            before = quote!(#first + #rows.len());
        }
        items.tokens.extend(quote!(const __COUNT: usize = #before;));
        taken.reached(layout, items);
        taken.steps(layout, items);
        taken
    }

    /// How many actions there are.
    pub(in crate::graph) fn count(&self, own: usize) -> TokenStream {
        if self.pages.is_empty() {
            quote!(#own)
        } else {
            quote!(__COUNT)
        }
    }

    /// The row of a page that is taken; `None` if it is the graph's own.
    pub(in crate::graph) fn row(&self, layout: &Layout<'_>, n: usize, journeys: &TokenStream) -> Option<TokenStream> {
        if !self.pages.contains(&n) {
            return None;
        }
        let (page, rows, first) = (page(n), rows(n), first(n));
        let shared: Vec<_> = layout.on_page(n).map(|(e, _)| e).collect();
        let (count, shared) = (shared.len(), places(shared));
        Some(quote!(__nav::PageData {
            id: #page.id, does: #page.does, route: #page.route, synced: #page.synced, terminal: #page.terminal,
            entries: const { &__nav::fragment::entries::<{ #rows.len() + #count }>(#first, #shared) },
            journeys: #journeys,
        }))
    }

    /// All actions, from the rows of the graph's own.
    pub(in crate::graph) fn actions(&self, own: &[TokenStream], items: &mut Items) -> TokenStream {
        if self.pages.is_empty() {
            return quote!(&[#(#own),*]);
        }
        let rows = self.pages.iter().map(|n| rows(*n));
        items.tokens.extend(quote! {
            const __ACTIONS: [__nav::ActionData; __COUNT] =
                __nav::fragment::join(__nav::fragment::NO_ACTION, &[&[#(#own),*], #(#rows),*]);
        });
        quote!(&__ACTIONS)
    }

    /// The typed parts of all actions.
    pub(in crate::graph) fn typed(&self, own: &[TokenStream]) -> TokenStream {
        if self.pages.is_empty() {
            return quote!(&[#(#own),*]);
        }
        let pages = self.pages.iter().map(|n| page(*n));
        quote!(const {
            &__nav::fragment::join::<__nav::TypedEntry<__State>, __COUNT>(
                __nav::TypedEntry { when: __NONE, action: ::core::option::Option::None, instances: ::core::option::Option::None },
                &[&[#(#own),*], #(#pages.typed),*],
            )
        })
    }

    /// The actions by their ids.
    pub(in crate::graph) fn by_id(&self, own: &[TokenStream]) -> TokenStream {
        if self.pages.is_empty() {
            return quote!(&[#(#own),*]);
        }
        quote!(const { &__nav::fragment::by_id::<__COUNT>(&__ACTIONS) })
    }

    /// A journey's steps as places.
    pub(in crate::graph) fn places(&self, layout: &Layout<'_>, journey: usize) -> TokenStream {
        let steps = layout.graph.journeys[journey].steps.iter().zip(&layout.steps[journey]);
        let places = steps.filter_map(|(step, found)| match (found, layout.foreign(step)) {
            (_, Some((n, hash))) => {
                let (page, first) = (page(n), first(n));
                Some(quote!(__nav::fragment::step(#first, #page.names, #hash)))
            }
            (Some(own), None) => Some(place(*own).to_token_stream()),
            (None, None) => None,
        });
        quote!(&[#(#places),*])
    }

    /// Asks whether ways lead to every page, those inside the fragments among them.
    fn reached(&self, layout: &Layout<'_>, items: &mut Items) {
        let pages = &layout.graph.pages;
        let Some(start) = &layout.graph.start else { return };
        let count = pages.len();
        let at = layout.page(start);
        let open = pages.iter().enumerate().map(|(n, p)| {
            let known = p.synced || at == Some(n);
            let page = page(n);
            if p.fragment.is_some() && !known {
                quote!(#page.synced)
            } else {
                quote!(#known)
            }
        });
        let ways = Ways::of(layout);
        let ways = ways.pairs().map(|(from, to)| {
            let (from, to) = (place(from), place(to));
            quote!((#from, #to))
        });
        let fragments = self.pages.iter().map(|n| {
            let (at, page) = (place(*n), page(*n));
            quote!((#at, #page.leads))
        });
        items.tokens.extend(quote! {
            const __REACHED: [bool; #count] =
                __nav::fragment::reached(&[#(#open),*], &[#(#ways),*], &[#(#fragments),*], __PAGES);
        });
        let start = plain(start);
        for (n, page) in pages.iter().enumerate() {
            let name = plain(&page.name);
            let arguments = quote!(__REACHED[#n], #start, #name);
            match &page.fragment {
                Some(path) => items.check(path, quote!(__nav::check::reached), arguments),
                None => items.check(&page.name, quote!(__nav::check::reached), arguments),
            }
        }
    }

    /// Asks whether the steps of journeys name entries of the fragments.
    fn steps(&self, layout: &Layout<'_>, items: &mut Items) {
        for step in layout.graph.journeys.iter().flat_map(|j| &j.steps) {
            let Some((n, hash)) = layout.foreign(step) else {
                continue;
            };
            let (page, on, name) = (page(n), plain(&layout.graph.pages[n].name), plain(&step.name));
            items.check(
                &step.name,
                quote!(__nav::check::step_of),
                quote!(#page.names, #hash, #on, #name),
            );
        }
    }
}

/// How the parts of a step's entry are named: what its pages need, what it needs, what it runs.
pub(in crate::graph) struct Place {
    pub(in crate::graph) pages: TokenStream,
    pub(in crate::graph) entry: TokenStream,
    pub(in crate::graph) runs: TokenStream,
}

impl Place {
    /// Those of an entry of a fragment.
    pub(in crate::graph) fn foreign(layout: &Layout<'_>, step: &Step) -> Option<Place> {
        let (n, hash) = layout.foreign(step)?;
        let page = page(n);
        let says = format!("page `{}` needs", layout.graph.pages[n].name);
        Some(Place {
            pages: quote!(&[__nav::check::Needs { says: #says, conds: #page.when.conds }]),
            entry: quote!(__nav::check::Needs { says: "its entry needs", conds: #page.entry(#hash).when.conds }),
            runs: quote!(#page.entry(#hash).action),
        })
    }
}
