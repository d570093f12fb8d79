//! `page!`: a module of ids, and the page as tables that wait for their graph.

use crate::{
    diag::{call_at, located, respan},
    graph::{
        ast::Runs,
        expand::{Items, entry, handler_name, option},
        ids,
        layout::{Layout, Placed},
        logic,
    },
    names::{fnv, plain},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;

pub(in crate::graph) fn expand(layout: &Layout<'_>, krate: &TokenStream, sound: bool) -> TokenStream {
    let graph = layout.graph;
    let (Some(page), Some(ty)) = (graph.pages.first(), &graph.ty) else {
        return TokenStream::new();
    };
    let (name, vis) = (&page.name, &graph.vis);
    let keys = respan(quote!(<__State as __nav::NavState>::KEYS), ty.span());
    let mut items = Items::new(sound, keys);
    let when = items.guard(format_ident!("__PAGE_0"), &page.when);
    let pages = [when.clone()];
    let typed: Vec<_> = layout
        .entries
        .iter()
        .enumerate()
        .map(|(n, placed)| entry(layout, n, placed, &pages, &mut items))
        .collect();
    logic::guards(layout, &pages, &[], &mut items);
    let items = items.tokens;
    let (id, does) = (plain(name), page.docs.does.clone().unwrap_or_default());
    let route = option(page.route.as_ref());
    let (synced, terminal) = (page.synced, page.terminal);
    let names = layout.entries.iter().map(|placed| {
        let (short, long) = hashes(placed);
        quote!((#short, #long))
    });
    let leads = layout
        .entries
        .iter()
        .flat_map(|e| &e.entry.leads)
        .map(|to| fnv(&plain(to)));
    let rows = layout.entries.iter().enumerate().map(|(n, placed)| row(n, placed));
    let (checks, checked) = if sound { checks(layout) } else { Default::default() };
    let hidden = Ident::new(&format!("__nav_page_{}", plain(name)), Span::call_site());
    let fragment = quote!(
        #[doc(hidden)]
        pub enum Fragment {}
    );
    let ids = ids::page(layout, 0, &fragment);
    let (word, end) = (respan(quote!(use), name.span()), respan(quote!(;), name.span()));
    let source = Ident::new(&hidden.to_string(), located(name.span()));
    let over = respan(
        quote!(impl __nav::fragment::Fragment<__State> for #hidden::#name::Fragment),
        name.span(),
    );
    quote! {
        #[doc(hidden)]
        #[allow(dead_code)]
        #vis mod #hidden {
            #[allow(unused_imports)] use #krate::__private as __nav;
            pub enum Ids {}
            #ids
        }
        #[doc(inline)]
        #[allow(unused_imports)]
        #vis #word #source::#name #end
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            type __State = #ty;
            const __NONE: &__nav::Guard<__State> = &__nav::Guard::NONE;
            #items
            impl __nav::Names<__State> for #hidden::Ids {}
            #over {
                const PAGE: __nav::fragment::FragmentPage<__State> = __nav::fragment::FragmentPage {
                    id: #id, does: #does, route: #route, synced: #synced, terminal: #terminal, when: #when,
                    names: &[#(#names),*], typed: &[#(#typed),*], leads: &[#(#leads),*],
                };
            }
            struct __Check<__G>(::core::marker::PhantomData<__G>);
            impl<__G: __nav::fragment::Taken> __Check<__G> { #checks }
            impl<__G: __nav::fragment::Taken> __nav::fragment::FragmentIn<__G> for #hidden::#name::Fragment {
                const ACTIONS: &'static [__nav::ActionData] = &[#(#rows),*];
                const CHECKED: () = { let _: &[()] = &[#checked]; };
            }
        };
    }
}

/// The hashes of an entry's name, alone and with its area.
fn hashes(placed: &Placed<'_>) -> (u64, u64) {
    let name = plain(&placed.entry.name);
    let long = match &placed.entry.area {
        Some(area) => format!("{}.{name}", plain(area)),
        None => name.clone(),
    };
    (fnv(&name), fnv(&long))
}

/// An entry's row, in whatever graph.
fn row(n: usize, placed: &Placed<'_>) -> TokenStream {
    let entry = placed.entry;
    let (id, name, does) = (&placed.id, &placed.name, option(entry.docs.does.as_ref()));
    let each = entry.each.is_some();
    let facts = option(handler_name(n, entry).map(|handler| quote!(&#handler.facts)));
    let to = |to: &Ident| {
        let hash = fnv(&plain(to));
        quote!(__nav::fragment::page(__G::PAGES, #hash))
    };
    let leads = match entry.leads.as_slice() {
        [] => quote!(__nav::Leads::Stay),
        [one] => {
            let one = to(one);
            quote!(__nav::Leads::To(#one))
        }
        several => {
            let several = several.iter().map(to);
            quote!(__nav::Leads::OneOf(&[#(#several),*]))
        }
    };
    quote!(__nav::ActionData {
        id: #id, name: #name, does: #does, pages: &[__G::AT], leads: #leads,
        draft_of: ::core::option::Option::None, each: #each, facts: #facts,
    })
}

/// What only the graph knows, as constants of whatever graph, and their names: each is evaluated when a graph takes the
/// page, and says what it finds at the author's token here.
fn checks(layout: &Layout<'_>) -> (TokenStream, TokenStream) {
    let (mut checks, mut checked) = (TokenStream::new(), TokenStream::new());
    let mut ask = |n: usize, call: TokenStream, at: Span| {
        let name = format_ident!("CHECK_{n}");
        checks.extend(quote!(const #name: () = #call;));
        checked.extend(respan(quote!(__Check::<__G>::#name,), at));
    };
    let mut count = 0..;
    for (n, placed) in layout.entries.iter().enumerate() {
        for (to, count) in placed.entry.leads.iter().zip(&mut count) {
            let (hash, name) = (fnv(&plain(to)), plain(to));
            let arguments = quote!(__G::PAGES, __G::NAMES, #hash, #name);
            ask(count, call_at(to, quote!(__nav::check::goes_to), arguments), to.span());
        }
        if let (Some(handler), Runs::Action(path)) = (handler_name(n, placed.entry), &placed.entry.runs) {
            let (short, long) = hashes(placed);
            let arguments = quote!(&#handler.facts.meta, __G::STEPS, #short, #long);
            let call = call_at(path, quote!(__nav::check::withheld), arguments);
            ask(count.next().unwrap_or_default(), call, path.span());
        }
    }
    (checks, checked)
}
