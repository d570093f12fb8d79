//! The entries of a page: actions, `go`, `each` and `area`.

use super::{docs, keyword, semicolon, when};
use crate::{
    codes::{ARROW, BLOCK, EACH_CONDITION, ENTRY, LEADS},
    diag::{Sink, error, error_at, skip_entry},
    graph::ast::{Docs, Each, Entry, Runs},
    guard::{self, Key},
};
use proc_macro2::{TokenStream, TokenTree};
use std::rc::Rc;
use syn::{Ident, Path, Token, parse::ParseStream, token};

/// What entries stand in.
#[derive(Clone)]
pub(super) struct Block {
    name: Ident,
    each: Option<Rc<Each>>,
}

/// Parses entries to the end. One that fails is said and kept raw, and the next one is parsed.
pub(super) fn entries(
    input: ParseStream<'_>,
    into: &mut Vec<Entry>,
    unfinished: &mut Vec<TokenStream>,
    block: Option<&Block>,
    sink: &mut Sink,
) {
    while !input.is_empty() {
        let start = input.fork();
        if let Err(said) = entry(input, into, unfinished, block, sink) {
            unfinished.push(up_to_semicolon(&start));
            sink.push(said);
            skip_entry(input);
        }
    }
}

fn up_to_semicolon(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![;]) {
        tokens.extend(input.parse::<TokenTree>());
    }
    tokens
}

/// Whether a keyword stands before a name, and is one.
pub(super) fn before_a_name(input: ParseStream<'_>) -> bool {
    input.peek2(Ident) && !input.peek2(keyword::when) && !input.peek2(Token![as])
}

fn entry(
    input: ParseStream<'_>,
    into: &mut Vec<Entry>,
    unfinished: &mut Vec<TokenStream>,
    block: Option<&Block>,
    sink: &mut Sink,
) -> syn::Result<()> {
    let docs = docs(input, sink)?;
    if (input.peek(keyword::each) || input.peek(keyword::area)) && before_a_name(input) {
        let inner = if input.peek(keyword::each) {
            each(input, sink)?
        } else {
            input.parse::<keyword::area>()?;
            Block {
                name: input.parse()?,
                each: None,
            }
        };
        if block.is_some() {
            sink.at(
                BLOCK,
                &inner.name,
                "`each` and `area` do not nest\nhelp: list it beside the one around it",
            );
        }
        if !input.peek(token::Brace) {
            return Err(error(BLOCK, input.span(), "expected the entries: `{ … }`"));
        }
        let body;
        syn::braced!(body in input);
        entries(&body, into, unfinished, Some(&inner), sink);
        return Ok(());
    }
    let (runs, name) = runs(input)?;
    let mut entry = Entry {
        docs,
        name,
        runs,
        area: block.map(|b| b.name.clone()),
        each: block.and_then(|b| b.each.clone()),
        leads: leads(input)?,
        when: guard::Guard::default(),
    };
    if input.peek(Token![=>]) {
        let arrow: Token![=>] = input.parse()?;
        sink.at(
            ARROW,
            arrow,
            "`=>` fills a field of a draft, in a journey\nhelp: a page is reached with `->`",
        );
        into.push(entry);
        skip_entry(input);
        return Ok(());
    }
    entry.when = when(input, sink)?;
    into.push(entry);
    let here = input.cursor();
    if let Err(said) = semicolon(input) {
        // the entry stands; only its end is missing
        sink.push(said);
        if input.cursor() == here && !starts_an_entry(input) {
            skip_entry(input);
        }
    }
    Ok(())
}

/// Whether the next token may be the next entry's first, as after a forgotten `;`.
fn starts_an_entry(input: ParseStream<'_>) -> bool {
    input.peek(Ident) || input.peek(Token![#])
}

fn each(input: ParseStream<'_>, sink: &mut Sink) -> syn::Result<Block> {
    input.parse::<keyword::each>()?;
    let item: Ident = input.parse()?;
    if !input.peek(Token![in]) {
        return Err(error(
            BLOCK,
            input.span(),
            format!("expected `in`: `each {item} in key {{ … }}`"),
        ));
    }
    input.parse::<Token![in]>()?;
    let key: Key = input.parse()?;
    let mut when = when(input, sink)?;
    let foreign = guard::over_item(&when, &item).err().cloned();
    if let Some(key) = foreign {
        sink.at(
            EACH_CONDITION,
            &key,
            format!(
                "a condition here is about the item: `{item}.field`\nhelp: a condition on the state goes on the page or on the entry"
            ),
        );
        when = guard::Guard::default();
    } else if let Some(closure) = when.closure.take() {
        sink.at(
            EACH_CONDITION,
            closure,
            format!("a condition here compares a field of the item: `{item}.field == …`"),
        );
    }
    Ok(Block {
        name: item.clone(),
        each: Some(Rc::new(Each { item, key, when })),
    })
}

fn runs(input: ParseStream<'_>) -> syn::Result<(Runs, Ident)> {
    if input.peek(keyword::go) && before_a_name(input) {
        input.parse::<keyword::go>()?;
        let name: Ident = input.parse()?;
        if !input.peek(Token![->]) && !input.peek(Token![=>]) {
            return Err(error(
                LEADS,
                input.span(),
                format!("where does it go? `go {name} -> page;`"),
            ));
        }
        return Ok((Runs::Go, name));
    }
    let path_ahead = input.peek(Ident)
        || input.peek(Token![::])
        || input.peek(Token![crate])
        || input.peek(Token![self])
        || input.peek(Token![super]);
    if !path_ahead {
        return Err(error(
            ENTRY,
            input.span(),
            "expected an action's path, `go`, `each` or `area`",
        ));
    }
    let path = Path::parse_mod_style(input)?;
    let name = if input.parse::<Option<Token![as]>>()?.is_some() {
        input.parse()?
    } else {
        match path.segments.last() {
            Some(last) if !["self", "super", "crate"].contains(&last.ident.to_string().as_str()) => last.ident.clone(),
            _ => return Err(error_at(ENTRY, &path, "this path names no action")),
        }
    };
    Ok((Runs::Action(path), name))
}

pub(super) fn leads(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let mut pages = Vec::new();
    if input.parse::<Option<Token![->]>>()?.is_none() {
        return Ok(pages);
    }
    loop {
        if !input.peek(Ident) {
            return Err(error(LEADS, input.span(), "expected a page"));
        }
        pages.push(input.parse()?);
        if input.parse::<Option<Token![|]>>()?.is_none() {
            return Ok(pages);
        }
    }
}

impl Docs {
    /// Whether there is something to read.
    pub(in crate::graph) fn is_silent(&self) -> bool {
        self.does.is_none()
    }
}
