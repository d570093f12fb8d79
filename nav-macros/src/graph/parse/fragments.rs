//! Pages of their own: `page! { … }`, and `page path;` in the graph that takes one.

use super::{docs, keyword, page, semicolon};
use crate::{
    codes::PAGE_HEAD,
    diag::{Sink, error, error_at},
    graph::ast::{Docs, Graph, Page},
    guard::Guard,
};
use proc_macro2::TokenStream;
use syn::{
    Ident, Path, Token,
    parse::{ParseStream, Parser},
};

/// Parses the block of `page!`: a graph of one page, whose ways lead elsewhere.
pub(in crate::graph) fn parse(block: TokenStream, sink: &mut Sink) -> Graph {
    let mut graph = Graph {
        open: true,
        ..Graph::default()
    };
    let parsed = (|input: ParseStream<'_>| {
        if let Err(said) = fragment(input, &mut graph, sink) {
            sink.push(said);
        } else if !input.is_empty() {
            sink.span(
                PAGE_HEAD,
                input.span(),
                "a `page!` holds one page\nhelp: give the next one a `page!` of its own",
            );
        }
        input.parse::<TokenStream>().map(drop)
    })
    .parse2(block);
    // what is left over in a group is the echo of a mistake that was said
    if let Err(said) = parsed
        && sink.is_empty()
    {
        sink.push(said);
    }
    graph
}

fn fragment(input: ParseStream<'_>, graph: &mut Graph, sink: &mut Sink) -> syn::Result<()> {
    let docs = docs(input, sink)?;
    graph.vis = Some(input.parse()?);
    if !(input.peek(keyword::page) && input.peek2(Ident)) {
        return Err(error(
            PAGE_HEAD,
            input.span(),
            "a page of its own starts with its name and its state: `pub page catalog: Shop at \"/catalog\" { … }`",
        ));
    }
    input.parse::<keyword::page>()?;
    let name: Ident = input.parse()?;
    if !input.peek(Token![:]) {
        return Err(error(
            PAGE_HEAD,
            input.span(),
            format!("over which state? `page {name}: State {{ … }}`"),
        ));
    }
    input.parse::<Token![:]>()?;
    // a type alone would take the braces of a page for its own
    let state = input.call(Path::parse_mod_style)?;
    graph.ty = Some(syn::parse_quote!(#state));
    page(input, docs, name, graph, sink)
}

/// Whether `page` and a path of at least two segments are next.
pub(super) fn ahead(input: ParseStream<'_>) -> bool {
    input.peek(keyword::page)
        && (input.peek2(Token![::])
            || input.peek2(Token![crate])
            || input.peek2(Token![self])
            || input.peek2(Token![super])
            || (input.peek2(Ident) && input.peek3(Token![::])))
}

/// `page path;`
pub(super) fn taken(input: ParseStream<'_>, docs: Docs, graph: &mut Graph) -> syn::Result<()> {
    input.parse::<keyword::page>()?;
    let path = input.call(Path::parse_mod_style)?;
    let Some(last) = path.segments.last().filter(|_| path.segments.len() > 1) else {
        return Err(error_at(PAGE_HEAD, &path, "this path names no page"));
    };
    if let Some(doc) = docs.attrs.first() {
        return Err(error_at(
            PAGE_HEAD,
            doc,
            "what this page is stands where it is declared\nhelp: move the comment there",
        ));
    }
    graph.pages.push(Page {
        docs,
        name: last.ident.clone(),
        route: None,
        synced: false,
        terminal: false,
        when: Guard::default(),
        entries: Vec::new(),
        fragment: Some(path),
        incomplete: false,
    });
    semicolon(input)
}
