//! The static of a graph, as an editor reads it: every name of the author's once, as the plainest thing that resolves to
//! what it means, and nothing else on its token.

use super::{ast::Runs, expand::state_of, ids, layout::Layout};
use crate::guard::{self, Guard};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

pub(super) fn expand(layout: &Layout<'_>, krate: &TokenStream) -> TokenStream {
    let graph = layout.graph;
    let (Some(name), Some(ty)) = (&graph.name, &graph.ty) else {
        return TokenStream::new();
    };
    let (vis, docs) = (&graph.vis, &graph.docs.attrs);
    let state = state_of(ty);
    let entries = || layout.entries.iter().map(|e| e.entry);
    let paths: Vec<&Path> = entries()
        .filter_map(|e| {
            if let Runs::Action(path) = &e.runs {
                Some(path)
            } else {
                None
            }
        })
        .collect();
    let elsewhere = layout.fragments().map(|(_, path)| path);
    let gone = entries().filter(|e| matches!(e.runs, Runs::Go)).map(|e| &e.name);
    let pages = graph.pages.iter().map(|p| &p.name);
    let named_pages = entries()
        .flat_map(|e| &e.leads)
        .chain(&graph.start)
        .chain(graph.shared.iter().flat_map(|s| s.on.iter().flatten()))
        .chain(layout.drafts.iter().map(|d| &d.draft.on))
        .chain(
            layout
                .drafts
                .iter()
                .flat_map(|d| &d.draft.steps)
                .flat_map(|s| s.leads()),
        );
    let steps = graph.journeys.iter().flat_map(|j| &j.steps).map(|s| &s.name);
    let guards = graph.pages.iter().map(|p| &p.when).chain(entries().map(|e| &e.when));
    let keys: TokenStream = guards
        .chain(graph.journeys.iter().map(|j| &j.when))
        .map(touched)
        .collect();
    let enumerated = entries()
        .filter_map(|e| e.each.as_ref())
        .map(|each| guard::touch(&each.key));
    let drafts = layout.drafts.iter().map(|d| {
        let ty = &d.draft.ty;
        let paths = d.draft.steps.iter().filter_map(|s| s.path());
        let fields = d.draft.steps.iter().flat_map(|s| s.takes().iter().chain(s.fills()));
        quote! {
            const _: () = { #(use #paths as _;)* };
            const _: () = { #(let _ = <#ty as __nav::draft::Draft>::FIELDS.#fields;)* };
        }
    });
    let drafts = drafts.enumerate().map(|(n, code)| {
        let block = quote::format_ident!("__draft_{n}");
        quote!(#[allow(non_upper_case_globals)] const #block: () = { #code };)
    });
    let drafts: TokenStream = drafts.collect();
    let unfinished = &graph.unfinished;
    let (module, ids) = ids::module(layout, name, krate);
    quote! {
        #(#docs)*
        #vis static #name: #ty = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            type __State = #state;
            #(use #paths as _;)*
            #(use #unfinished as _;)*
            #(use #elsewhere as _;)*
            mod __pages { #(pub mod #pages {})* use self::{#(#named_pages as _,)*}; }
            mod __entries { #(pub use super::#paths;)* #(pub mod #gone {})* use self::{#(#steps as _,)*}; }
            const _: fn(&__State) = |__s| {
                #[allow(unused_imports)] use __nav::guard::{StepOption as _, StepPlain as _};
                #keys
                #(#enumerated)*
            };
            #drafts
            __nav::Graph::__unfinished()
        };
        #ids
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            impl __nav::Names<#state> for #module::Ids {}
        };
    }
}

fn touched(guard: &Guard) -> TokenStream {
    let keys = guard.conds.iter().map(|c| guard::touch(&c.key));
    let closure = guard
        .closure
        .as_ref()
        .map(|closure| quote!(let _: fn(&__State) -> bool = #closure;));
    quote!(#(#keys)* #closure)
}
