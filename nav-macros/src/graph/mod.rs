//! `graph!`: parse, lay out, check, expand.

mod ast;
mod check;
mod draft;
mod editor;
mod expand;
mod fragment;
mod ids;
mod layout;
mod lints;
mod logic;
mod parse;
mod reach;

use crate::diag::Sink;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// Expands a page of its own. Whatever is wrong, its module stays.
pub(crate) fn expand_page(input: TokenStream) -> TokenStream {
    let mut input = input.into_iter();
    let Some(TokenTree::Group(krate)) = input.next() else {
        return quote!(::core::compile_error! { "use `page!`" });
    };
    let mut sink = Sink::default();
    let graph = parse::parse_fragment(input.collect(), &mut sink);
    let layout = layout::Layout::of(&graph);
    check::check(&layout, &mut sink);
    let sound = sink.is_empty();
    let errors = sink.into_tokens();
    let code = fragment::expand(&layout, &krate.stream(), sound);
    quote!(#errors #code)
}

/// Expands the block. Whatever is wrong, the graph's static and its id module stay.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut input = input.into_iter();
    let Some(TokenTree::Group(krate)) = input.next() else {
        return quote!(::core::compile_error! { "use `graph!`" });
    };
    let krate = krate.stream();
    let mut sink = Sink::default();
    let graph = parse::parse(input.collect(), &mut sink);
    let layout = layout::Layout::of(&graph);
    check::check(&layout, &mut sink);
    draft::check(&layout, &mut sink);
    reach::check(&layout, &mut sink);
    let sound = sink.is_empty();
    let errors = sink.into_tokens();
    let code = if crate::diag::in_editor() {
        editor::expand(&layout, &krate)
    } else {
        expand::expand(&layout, &krate, sound)
    };
    quote!(#errors #code)
}
