//! Journeys and their steps.

use super::{docs, drafts, keyword, semicolon, skip_to_braces, when};
use crate::{
    codes::{ARROW, NO_DRAFT, STEP},
    diag::{Sink, error, error_at, skip_entry},
    graph::ast::{Docs, Journey, Step},
    guard::Guard,
};
use syn::{Ident, Path, Token, parse::ParseStream, token};

pub(super) fn journey(input: ParseStream<'_>, docs: Docs, sink: &mut Sink) -> syn::Result<Journey> {
    input.parse::<keyword::journey>()?;
    let name: Ident = input.parse()?;
    let before = sink.len();
    let mut draft = None;
    if input.peek(Token![:]) {
        match drafts::head(input, &name) {
            Ok(head) => draft = Some(head),
            Err(said) => {
                sink.push(said);
                // the `on` of the head is no item
                if input.parse::<Option<keyword::on>>()?.is_some() {
                    input.parse::<Option<Ident>>()?;
                }
                skip_to_braces(input)?;
                input.parse::<Option<proc_macro2::Group>>()?;
                return Ok(Journey {
                    docs,
                    name,
                    draft,
                    when: Guard::default(),
                    steps: Vec::new(),
                    incomplete: true,
                });
            }
        }
    }
    let when = when(input, sink)?;
    if !input.peek(token::Brace) {
        return Err(error(
            STEP,
            input.span(),
            format!("expected `when` or the journey's steps: `journey {name} {{ … }}`"),
        ));
    }
    let body;
    syn::braced!(body in input);
    let mut steps = Vec::new();
    while !body.is_empty() {
        let parsed = match &mut draft {
            Some(draft) => drafts::step(&body, &mut draft.steps, sink),
            None => step(&body, &mut steps, sink),
        };
        if let Err(said) = parsed {
            sink.push(said);
            skip_entry(&body);
        }
    }
    Ok(Journey {
        docs,
        name,
        draft,
        when,
        steps,
        incomplete: sink.len() > before,
    })
}

fn step(input: ParseStream<'_>, steps: &mut Vec<Step>, sink: &mut Sink) -> syn::Result<()> {
    docs(input, sink)?;
    if let Some(word) = drafts::word(input) {
        return Err(error_at(
            NO_DRAFT,
            &word,
            format!(
                "`{word}` works on a draft, and this journey has none\nhelp: say what it gathers and where: `journey name: Draft on page {{ … }}`"
            ),
        ));
    }
    if !(input.peek(Ident) || input.peek(Token![self]) || input.peek(Token![::])) {
        return Err(error(
            STEP,
            input.span(),
            "expected a step: an entry's name, `page::name` or `area::name`",
        ));
    }
    let path = Path::parse_mod_style(input)?;
    if input.peek(Token![=>]) || input.peek(token::Paren) {
        return Err(error(
            NO_DRAFT,
            input.span(),
            "this works on a draft, and this journey has none\nhelp: say what it gathers and where: `journey name: Draft on page { … }`",
        ));
    }
    if input.peek(Token![->]) {
        return Err(error(
            ARROW,
            input.span(),
            "a step only names an entry\nhelp: where it leads stands on the entry, in its page",
        ));
    }
    let mut names: Vec<Ident> = path.segments.iter().map(|s| s.ident.clone()).collect();
    match names.pop() {
        Some(name) if names.len() <= 2 => steps.push(Step { within: names, name }),
        _ => {
            return Err(error_at(
                STEP,
                &path,
                "a step names an entry, `add_to_cart` or `catalog::add_to_cart`, not a function's path",
            ));
        }
    }
    end(input, sink);
    Ok(())
}

/// The step stands; only its end may be missing.
pub(super) fn end(input: ParseStream<'_>, sink: &mut Sink) {
    let here = input.cursor();
    if let Err(said) = semicolon(input) {
        sink.push(said);
        if input.cursor() == here && !input.peek(Ident) && !input.peek(Token![#]) {
            skip_entry(input);
        }
    }
}
