//! Parses a graph by hand, so that one mistake costs one entry: parsing goes on at the next `;`, `}` or item.
//!
//! A word is a keyword only before a name: an action may be called `go`.

mod drafts;
mod entries;
mod fragments;
mod journeys;

use super::ast::{Docs, Graph, Page, Shared};
use crate::{
    codes::{ATTRIBUTE, GRAPH_HEAD, GRAPH_ITEM, PAGE_HEAD, REPEATED_ARGUMENT, SEMICOLON, SETTING},
    diag::{Sink, did_you_mean, error, error_at, skip_entry},
    guard::{self, Guard},
    names::{Case, plain},
    text,
};
use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Ident, LitStr, Token,
    parse::{ParseStream, Parser},
    token,
};

pub(super) use fragments::parse as parse_fragment;

mod keyword {
    syn::custom_keyword!(start);
    syn::custom_keyword!(id);
    syn::custom_keyword!(rename_all);
    syn::custom_keyword!(page);
    syn::custom_keyword!(journey);
    syn::custom_keyword!(at);
    syn::custom_keyword!(when);
    syn::custom_keyword!(synced);
    syn::custom_keyword!(terminal);
    syn::custom_keyword!(go);
    syn::custom_keyword!(each);
    syn::custom_keyword!(area);
    syn::custom_keyword!(on);
    syn::custom_keyword!(ask);
    syn::custom_keyword!(submit);
}

/// Parses the whole block.
pub(super) fn parse(block: TokenStream, sink: &mut Sink) -> Graph {
    let mut graph = Graph::default();
    let parsed = (|input: ParseStream<'_>| {
        if let Err(said) = head(input, &mut graph, sink) {
            sink.push(said);
            if graph.ty.is_none() {
                skip_entry(input);
            }
        }
        while !input.is_empty() {
            if let Err(said) = item(input, &mut graph, sink) {
                sink.push(said);
                skip_entry(input);
            }
        }
        Ok(())
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

fn head(input: ParseStream<'_>, graph: &mut Graph, sink: &mut Sink) -> syn::Result<()> {
    // the static takes over what is allowed on it
    let (allows, attrs) = (input.call(Attribute::parse_outer)?.into_iter()).partition(|a| a.path().is_ident("allow"));
    graph.allows = allows;
    graph.docs = docs_of(attrs, sink);
    graph.vis = Some(input.parse()?);
    if !input.peek(Token![static]) {
        return Err(error(
            GRAPH_HEAD,
            input.span(),
            "a graph starts with its declaration: `pub static SHOP: Graph<Shop>;`",
        ));
    }
    input.parse::<Token![static]>()?;
    graph.name = Some(input.parse()?);
    input.parse::<Token![:]>()?;
    graph.ty = Some(input.parse()?);
    semicolon(input)
}

/// A missing `;` is one error, at the token in its place; nothing is skipped.
fn semicolon(input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![,]) {
        let comma: Token![,] = input.parse()?;
        return Err(error_at(SEMICOLON, comma, "an entry ends with `;`"));
    }
    if input.peek(Token![;]) {
        return input.parse::<Token![;]>().map(drop);
    }
    Err(error(SEMICOLON, input.span(), "expected `;`"))
}

fn item(input: ParseStream<'_>, graph: &mut Graph, sink: &mut Sink) -> syn::Result<()> {
    let docs = docs(input, sink)?;
    if input.peek(keyword::start) && input.peek2(Token![=]) {
        input.parse::<keyword::start>()?;
        input.parse::<Token![=]>()?;
        let page = input.parse()?;
        once(&mut graph.start, page, "start", sink);
        return semicolon(input);
    }
    if input.peek(keyword::id) && input.peek2(Token![=]) {
        input.parse::<keyword::id>()?;
        input.parse::<Token![=]>()?;
        let id = input.parse()?;
        once(&mut graph.id, id, "id", sink);
        return semicolon(input);
    }
    if input.peek(keyword::rename_all) && input.peek2(Token![=]) {
        input.parse::<keyword::rename_all>()?;
        input.parse::<Token![=]>()?;
        graph.rename_all = rename_all(&input.parse()?)?;
        return semicolon(input);
    }
    if input.peek(Token![pub]) || input.peek(Token![mod]) {
        let vis = input.parse()?;
        input.parse::<Token![mod]>()?;
        graph.ids = Some((vis, input.parse()?));
        return semicolon(input);
    }
    if fragments::ahead(input) {
        return fragments::taken(input, docs, graph);
    }
    if input.peek(keyword::page) && input.peek2(Ident) {
        input.parse::<keyword::page>()?;
        let name = input.parse()?;
        return page(input, docs, name, graph, sink);
    }
    if input.peek(keyword::journey) && input.peek2(Ident) {
        let journey = journeys::journey(input, docs, sink)?;
        graph.journeys.push(journey);
        return Ok(());
    }
    if input.peek(keyword::on) && (input.peek2(Ident) || input.peek2(Token![*])) {
        return shared(input, graph, sink);
    }
    let near = match input.fork().parse::<Ident>() {
        Ok(word) => did_you_mean(&plain(&word), ["page", "journey", "start", "id", "rename_all", "on"]),
        Err(_) => String::new(),
    };
    Err(error(
        GRAPH_ITEM,
        input.span(),
        format!("expected `page`, `journey`, `on`, `start`, `id`, `rename_all` or `mod`{near}"),
    ))
}

fn once<T: quote::ToTokens>(setting: &mut Option<T>, value: T, name: &str, sink: &mut Sink) {
    if setting.is_some() {
        sink.at(
            REPEATED_ARGUMENT,
            &value,
            format!("`{name}` is given twice\nhelp: drop one of them"),
        );
    } else {
        *setting = Some(value);
    }
}

fn rename_all(word: &LitStr) -> syn::Result<Case> {
    let said = word.value();
    Case::of(&said).ok_or_else(|| {
        let words: Vec<_> = Case::WORDS.iter().map(|(w, _)| *w).collect();
        let near = did_you_mean(&said, words.iter().copied());
        error_at(
            SETTING,
            word,
            format!(
                "`rename_all` knows no `{said}`{near}\nhelp: one of {}",
                words.join(", ")
            ),
        )
    })
}

/// A page behind its name: its head and its entries.
fn page(input: ParseStream<'_>, docs: Docs, name: Ident, graph: &mut Graph, sink: &mut Sink) -> syn::Result<()> {
    let mut page = Page {
        docs,
        name,
        route: None,
        synced: false,
        terminal: false,
        when: Guard::default(),
        entries: Vec::new(),
        fragment: None,
        incomplete: false,
    };
    if let Err(said) = page_head(input, &mut page, sink) {
        sink.push(said);
        page.incomplete = true;
        skip_to_braces(input)?;
    }
    if !input.peek(token::Brace) && !page.incomplete {
        sink.span(
            PAGE_HEAD,
            input.span(),
            format!(
                "expected `at`, `synced`, `terminal`, `when` (in this order) or the page's entries: `page {} {{ … }}`",
                page.name
            ),
        );
        page.incomplete = true;
        skip_to_braces(input)?;
    }
    if input.peek(token::Brace) {
        let body;
        syn::braced!(body in input);
        let before = sink.len();
        entries::entries(&body, &mut page.entries, &mut graph.unfinished, None, sink);
        page.incomplete |= sink.len() > before;
    }
    graph.pages.push(page);
    Ok(())
}

fn page_head(input: ParseStream<'_>, page: &mut Page, sink: &mut Sink) -> syn::Result<()> {
    if input.parse::<Option<keyword::at>>()?.is_some() {
        page.route = Some(input.parse()?);
    }
    page.synced = input.parse::<Option<keyword::synced>>()?.is_some();
    page.terminal = input.parse::<Option<keyword::terminal>>()?.is_some();
    page.when = when(input, sink)?;
    Ok(())
}

/// Up to the page's own braces, or to the next item if it has none.
fn skip_to_braces(input: ParseStream<'_>) -> syn::Result<()> {
    let item_ahead = || {
        input.peek(Token![#])
            || ((input.peek(keyword::page) || input.peek(keyword::journey) || input.peek(keyword::on))
                && input.peek2(Ident))
    };
    while !input.is_empty() && !input.peek(token::Brace) && !item_ahead() {
        if input.parse::<Option<Token![;]>>()?.is_some() {
            break;
        }
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn shared(input: ParseStream<'_>, graph: &mut Graph, sink: &mut Sink) -> syn::Result<()> {
    input.parse::<keyword::on>()?;
    let on = if input.parse::<Option<Token![*]>>()?.is_some() {
        None
    } else {
        let mut pages = vec![input.parse::<Ident>()?];
        while input.parse::<Option<Token![,]>>()?.is_some() {
            pages.push(input.parse()?);
        }
        Some(pages)
    };
    let body;
    syn::braced!(body in input);
    let mut entries = Vec::new();
    entries::entries(&body, &mut entries, &mut graph.unfinished, None, sink);
    graph.shared.push(Shared { on, entries });
    Ok(())
}

/// Doc comments; any other attribute would be dropped in silence.
fn docs(input: ParseStream<'_>, sink: &mut Sink) -> syn::Result<Docs> {
    Ok(docs_of(input.call(Attribute::parse_outer)?, sink))
}

fn docs_of(attrs: Vec<Attribute>, sink: &mut Sink) -> Docs {
    let (attrs, others): (Vec<_>, Vec<_>) = attrs.into_iter().partition(|a| a.path().is_ident("doc"));
    for other in others {
        let help = if other.path().is_ident("cfg") {
            "\nhelp: put what is conditional in a graph of its own, or `#[cfg]` the whole `graph!`"
        } else {
            ""
        };
        sink.at(ATTRIBUTE, &other, format!("only doc comments stand here{help}"));
    }
    let does = text::does(&attrs, sink);
    Docs { attrs, does }
}

fn when(input: ParseStream<'_>, sink: &mut Sink) -> syn::Result<Guard> {
    if input.parse::<Option<keyword::when>>()?.is_none() {
        return Ok(Guard::default());
    }
    Ok(guard::parse(input, sink))
}
