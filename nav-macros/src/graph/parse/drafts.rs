//! Draft journeys: what they gather, and the steps that fill it.

use super::{
    docs,
    entries::{before_a_name, leads},
    journeys::end,
    keyword,
};
use crate::{
    codes::{ARROW, DRAFT_HEAD, STEP, SUBMIT},
    diag::{Sink, error, error_at},
    graph::ast::{Draft, DraftStep, StepDoes},
};
use syn::{Ident, Path, Token, Type, parse::ParseStream, punctuated::Punctuated, token};

/// `: Type on page`.
pub(super) fn head(input: ParseStream<'_>, journey: &Ident) -> syn::Result<Draft> {
    input.parse::<Token![:]>()?;
    let no_type = input.peek(keyword::on) && input.peek2(Ident);
    if no_type
        || !(input.peek(Ident) || input.peek(Token![::]) || input.peek(Token![crate]) || input.peek(Token![super]))
    {
        return Err(error(
            DRAFT_HEAD,
            input.span(),
            format!("what does it gather? `journey {journey}: Draft on page {{ … }}`"),
        ));
    }
    let ty: Type = input.parse()?;
    if !(input.peek(keyword::on) && input.peek2(Ident)) {
        return Err(error(
            DRAFT_HEAD,
            input.span(),
            format!("on which page? `journey {journey}: Draft on page {{ … }}`"),
        ));
    }
    input.parse::<keyword::on>()?;
    Ok(Draft {
        ty,
        on: input.parse()?,
        steps: Vec::new(),
    })
}

/// The word that only a draft journey knows, if one is ahead.
pub(super) fn word(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = (input.peek(keyword::ask) || input.peek(keyword::submit)) && before_a_name(input);
    ahead.then(|| input.fork().parse().ok()).flatten()
}

fn submits(input: ParseStream<'_>) -> bool {
    input.peek(keyword::submit)
        && (before_a_name(input)
            || input.peek2(Token![crate])
            || input.peek2(Token![self])
            || input.peek2(Token![super]))
}

pub(super) fn step(input: ParseStream<'_>, steps: &mut Vec<DraftStep>, sink: &mut Sink) -> syn::Result<()> {
    let docs = docs(input, sink)?;
    if input.peek(keyword::ask) && before_a_name(input) {
        input.parse::<keyword::ask>()?;
        let field: Ident = input.parse()?;
        steps.push(DraftStep {
            docs,
            name: field.clone(),
            does: StepDoes::Asks(field),
        });
        end(input, sink);
        return Ok(());
    }
    if submits(input) {
        input.parse::<keyword::submit>()?;
        let (path, name) = function(input)?;
        if input.peek(token::Paren) {
            return Err(error(
                SUBMIT,
                input.span(),
                "a `submit` takes the whole draft\nhelp: drop the arguments",
            ));
        }
        if input.peek(Token![=>]) {
            return Err(error(
                ARROW,
                input.span(),
                "a `submit` fills nothing: it sends the draft\nhelp: a page is reached with `->`",
            ));
        }
        let leads = leads(input)?;
        steps.push(DraftStep {
            docs,
            name,
            does: StepDoes::Submits { path, leads },
        });
        end(input, sink);
        return Ok(());
    }
    let (path, mut name) = function(input)?;
    let mut takes = Vec::new();
    let mut arguments = None;
    if input.peek(token::Paren) {
        let inner;
        let parens = syn::parenthesized!(inner in input);
        arguments = Some(parens.span.join());
        takes = fields(&inner)?;
    }
    if input.parse::<Option<Token![as]>>()?.is_some() {
        name = input.parse()?;
    }
    if input.peek(Token![->]) {
        return Err(error(
            ARROW,
            input.span(),
            "a step leads nowhere: nothing happens before the `submit`\nhelp: a field is filled with `=>`",
        ));
    }
    let mut fills = None;
    if input.parse::<Option<Token![=>]>>()?.is_some() {
        if !input.peek(Ident) {
            return Err(error(STEP, input.span(), "expected the field that the step fills"));
        }
        fills = Some(input.parse()?);
    }
    steps.push(DraftStep {
        docs,
        name,
        does: StepDoes::Calls {
            path,
            takes,
            arguments,
            fills,
        },
    });
    end(input, sink);
    Ok(())
}

/// The fields that a step takes, by position.
fn fields(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let only_names = |input: ParseStream<'_>| {
        if input.peek(Ident) {
            return input.parse::<Ident>();
        }
        Err(error(
            STEP,
            input.span(),
            "a step takes fields of the draft, by name\nhelp: what the agent sends is the function's own input",
        ))
    };
    let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(input, only_names)?;
    Ok(names.into_iter().collect())
}

/// A function's path, and the name that a step has by it.
fn function(input: ParseStream<'_>) -> syn::Result<(Path, Ident)> {
    let path_ahead = input.peek(Ident)
        || input.peek(Token![::])
        || input.peek(Token![crate])
        || input.peek(Token![self])
        || input.peek(Token![super]);
    if !path_ahead {
        return Err(error(
            STEP,
            input.span(),
            "expected a step: `ask field`, `function(field) => field` or `submit function`",
        ));
    }
    let path = Path::parse_mod_style(input)?;
    match path.segments.last() {
        Some(last) if !["self", "super", "crate"].contains(&last.ident.to_string().as_str()) => {
            let name = last.ident.clone();
            Ok((path, name))
        }
        _ => Err(error_at(STEP, &path, "this path names no function")),
    }
}
