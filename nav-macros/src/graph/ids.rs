//! The module of typed ids. It stands even if the block has mistakes, each name once.

use super::{
    ast::{Docs, Runs},
    layout::{Layout, Placed},
};
use crate::{
    diag::{located, respan},
    names::{constant, plain},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;

/// The module's own name, and the module.
///
/// It is known to the author by a re-export: if that name is taken, nothing but the name is in error.
pub(super) fn module(layout: &Layout<'_>, name: &Ident, krate: &TokenStream) -> (Ident, TokenStream) {
    let graph = layout.graph;
    let (vis, module) = match &graph.ids {
        Some((vis, module)) => (vis.to_token_stream(), module.clone()),
        None => (graph.vis.to_token_stream(), default_name(layout, name)),
    };
    let mut seen = HashSet::new();
    let pages = graph
        .pages
        .iter()
        .enumerate()
        .filter(|(_, p)| p.fragment.is_none() && p.name != "journey" && seen.insert(plain(&p.name)));
    let pages: TokenStream = pages.map(|(n, _)| page(layout, n, &TokenStream::new())).collect();
    let shared = constants(layout.entries.iter().filter(|e| e.shared), &quote!(), layout);
    let journeys = journeys(layout);
    let steps = super::draft::ids(layout);
    let content = quote! {
        #[allow(unused_imports)] use #krate::__private as __nav;
        #[doc(hidden)] pub enum Ids {}
        #pages
        #shared
        #journeys
        #steps
    };
    let hidden = Ident::new(
        &format!("__nav_ids_of_{}", plain(name).to_lowercase()),
        Span::call_site(),
    );
    let about = format!("The ids of [`{name}`](static@{name}).");
    let word = respan(quote!(use), module.span());
    let end = respan(quote!(;), module.span());
    let source = Ident::new(&hidden.to_string(), located(module.span()));
    let code = quote! {
        #[doc(hidden)]
        #[allow(dead_code)]
        #vis mod #hidden { #content }
        #[doc = #about]
        #[doc(inline)]
        #[allow(unused_imports, rustdoc::private_intra_doc_links)]
        #vis #word #source as #module #end
    };
    (hidden, code)
}

/// The graph's id, as a module's name.
fn default_name(layout: &Layout<'_>, name: &Ident) -> Ident {
    let spelled = layout.id.replace('-', "_").to_lowercase();
    let mut module: Ident = syn::parse_str(&spelled)
        .or_else(|_| syn::parse_str(&format!("r#{spelled}")))
        .unwrap_or_else(|_| Ident::new("ids", name.span()));
    module.set_span(name.span());
    module
}

/// The module of one page, and what else is to stand in it.
pub(super) fn page(layout: &Layout<'_>, n: usize, more: &TokenStream) -> TokenStream {
    let page = &layout.graph.pages[n];
    let name = &page.name;
    let docs = written(&page.docs);
    let id = layout.wire(name);
    let own = layout.entries.iter().filter(|e| !e.shared && e.pages == [n]);
    let direct = constants(own.clone().filter(|e| e.entry.area.is_none()), &quote!(super::), layout);
    let mut seen = HashSet::new();
    let areas: TokenStream = own
        .clone()
        .filter_map(|e| e.entry.area.as_ref())
        .filter(|area| seen.insert(plain(area)))
        .map(|area| {
            let about = format!("The controls of `{id}.{}`.", layout.wire(area));
            let inside = own.clone().filter(|e| e.entry.area.as_ref() == Some(area));
            let inside = constants(inside, &quote!(super::super::), layout);
            quote!(#[doc = #about] pub mod #area { #[allow(unused_imports)] use super::__nav; #inside })
        })
        .collect();
    quote! {
        #docs
        pub mod #name {
            #[allow(unused_imports)] use super::__nav;
            /// This page.
            pub const PAGE: __nav::PageId<super::Ids> = __nav::PageId::__new(#id);
            #direct
            #areas
            #more
        }
    }
}

fn constants<'a, 'l: 'a>(
    entries: impl Iterator<Item = &'a Placed<'l>>,
    up: &TokenStream,
    layout: &Layout<'_>,
) -> TokenStream {
    let mut seen = HashSet::new();
    entries
        .filter(|e| {
            let name = constant(&e.entry.name);
            (name != "PAGE" || e.entry.area.is_some() || e.shared) && seen.insert(name.to_string())
        })
        .map(|e| {
            let name = constant(&e.entry.name);
            let docs = about(layout, e);
            let id = &e.id;
            quote!(#docs pub const #name: __nav::ActionId<#up Ids> = __nav::ActionId::__new(#id);)
        })
        .collect()
}

fn about(layout: &Layout<'_>, placed: &Placed<'_>) -> TokenStream {
    match &placed.entry.runs {
        Runs::Action(path) if placed.entry.docs.is_silent() => {
            let path = path.to_token_stream().to_string().replace(' ', "");
            let pages: Vec<_> = placed
                .pages
                .iter()
                .map(|p| format!("`{}`", layout.graph.pages[*p].name))
                .collect();
            let says = format!("The action `{path}` on {}.", pages.join(", "));
            quote!(#[doc = #says])
        }
        _ => written(&placed.entry.docs),
    }
}

/// The author's own words, literals only.
pub(super) fn written(docs: &Docs) -> TokenStream {
    let literal = |attr: &&syn::Attribute| matches!(&attr.meta, syn::Meta::NameValue(doc) if matches!(doc.value, syn::Expr::Lit(_)));
    docs.attrs
        .iter()
        .filter(literal)
        .map(ToTokens::to_token_stream)
        .collect()
}

fn journeys(layout: &Layout<'_>) -> TokenStream {
    let mut seen = HashSet::new();
    let journeys = &layout.graph.journeys;
    let ids = journeys
        .iter()
        .filter(|j| seen.insert(constant(&j.name).to_string()))
        .map(|journey| {
            let name = constant(&journey.name);
            let id = layout.wire(&journey.name);
            let docs = written(&journey.docs);
            quote!(#docs pub const #name: __nav::JourneyId<super::Ids> = __nav::JourneyId::__new(#id);)
        });
    quote! {
        /// The journeys.
        pub mod journey { #[allow(unused_imports)] use super::__nav; #(#ids)* }
    }
}
