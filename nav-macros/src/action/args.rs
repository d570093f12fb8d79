//! The attribute's arguments.

use crate::{
    codes::{ARGUMENT_VALUE, GUARD_CONDITION, ID_CHARACTERS, REPEATED_ARGUMENT, UNKNOWN_ARGUMENT},
    diag::{Sink, did_you_mean, error, error_at},
    guard::{self, Guard, Key},
    names::{illegal_in_id, plain},
};
use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Ident, LitInt, LitStr, Path, Token, Type,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    token,
};

const KNOWN: &[&str] = &[
    "confirm",
    "withheld",
    "cancellable",
    "no_capture",
    "reported",
    "observed",
    "single_flight",
    "once",
    "parallel",
    "writes",
    "reads",
    "when",
    "enabled_when",
    "verify",
    "shows",
    "input_schema",
    "validate",
    "error",
    "blocked_because",
    "may_invoke",
    "human_decides",
    "timeout",
    "returns",
    "state",
    "id",
    "crate",
];

/// What the attribute says.
#[derive(Default)]
pub(super) struct Args {
    /// The names that were given, in the author's order.
    pub(super) given: Vec<Ident>,
    pub(super) scope: Option<Ident>,
    pub(super) writes: Vec<Key>,
    pub(super) reads: Vec<Key>,
    pub(super) when: Guard,
    pub(super) enabled_when: Guard,
    pub(super) verify: Guard,
    pub(super) shows: Option<Path>,
    /// Describes an input that is a `Value`.
    pub(super) input_schema: Option<Path>,
    /// Judges an input that is a `Value`.
    pub(super) validate: Option<Path>,
    /// What an agent is told of an error.
    pub(super) error: Option<Path>,
    pub(super) blocked_because: Option<(LitStr, Ident)>,
    pub(super) may_invoke: Vec<Ident>,
    pub(super) decides_about: Option<LitStr>,
    pub(super) done_when: Guard,
    pub(super) timeout_ms: Option<u64>,
    pub(super) max_items: Option<LitInt>,
    pub(super) max_bytes: Option<LitInt>,
    pub(super) state: Option<Type>,
    /// The action's own name, in messages and logs. What agents call it by is its entry's name in the graph.
    pub(super) id: Option<LitStr>,
    pub(super) krate: Option<Path>,
}

impl Args {
    /// The argument's name, if it was given.
    pub(super) fn given(&self, name: &str) -> Option<&Ident> {
        self.given.iter().find(|g| plain(g) == name)
    }

    /// Whether a flag was given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.given(name).is_some()
    }
}

/// Parses what it can, and goes on behind the next comma.
pub(super) fn parse(attribute: TokenStream, sink: &mut Sink) -> Args {
    let mut args = Args::default();
    let parsed = (|input: ParseStream<'_>| {
        while !input.is_empty() {
            let before = sink.len();
            if let Err(said) = arg(input, &mut args, sink) {
                sink.push(said);
            }
            if sink.len() == before && !input.is_empty() && !input.peek(Token![,]) {
                sink.span(ARGUMENT_VALUE, input.span(), "expected `,` or the end of the arguments");
            }
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    })
    .parse2(attribute);
    // what is left over in a group is the echo of a mistake that was said
    if let Err(said) = parsed
        && sink.is_empty()
    {
        sink.push(said);
    }
    args
}

fn arg(input: ParseStream<'_>, args: &mut Args, sink: &mut Sink) -> syn::Result<()> {
    let name = input.call(Ident::parse_any)?;
    let word = plain(&name);
    if args.has(&word) {
        return Err(error_at(
            REPEATED_ARGUMENT,
            &name,
            format!("`{word}` is given twice\nhelp: drop one of them"),
        ));
    }
    if !KNOWN.contains(&word.as_str()) {
        let near = did_you_mean(&word, KNOWN.iter().copied());
        return Err(error_at(
            UNKNOWN_ARGUMENT,
            name,
            format!("`action` has no argument `{word}`{near}"),
        ));
    }
    args.given.push(name);
    match word.as_str() {
        "writes" => args.writes = keys(input)?,
        "reads" => args.reads = keys(input)?,
        "when" => args.when = in_parens(input, sink)?,
        "enabled_when" => args.enabled_when = in_parens(input, sink)?,
        "verify" => args.verify = in_parens(input, sink)?,
        "single_flight" | "once" if input.peek(token::Paren) => {
            let inner;
            syn::parenthesized!(inner in input);
            args.scope = Some(word_of(&inner, &["action", "instance", "input"])?);
            ends(&inner)?;
        }
        "shows" => args.shows = Some(equals(input)?.call(Path::parse_mod_style)?),
        "input_schema" => args.input_schema = Some(equals(input)?.call(Path::parse_mod_style)?),
        "validate" => args.validate = Some(equals(input)?.call(Path::parse_mod_style)?),
        "error" => args.error = Some(equals(input)?.call(Path::parse_mod_style)?),
        "blocked_because" => args.blocked_because = Some(blocked_because(input)?),
        "may_invoke" => args.may_invoke = may_invoke(input)?,
        "human_decides" if input.peek(token::Paren) => human_decides(input, args, sink)?,
        "timeout" => args.timeout_ms = Some(milliseconds(&equals(input)?.parse()?)?),
        "returns" => returns(input, args)?,
        "state" => args.state = Some(equals(input)?.parse()?),
        "crate" => args.krate = Some(equals(input)?.call(Path::parse_mod_style)?),
        "id" => args.id = Some(id(equals(input)?.parse()?)?),
        _ => {}
    }
    Ok(())
}

fn equals(input: ParseStream<'_>) -> syn::Result<ParseStream<'_>> {
    input.parse::<Token![=]>()?;
    Ok(input)
}

fn ends(inner: ParseStream<'_>) -> syn::Result<()> {
    if inner.is_empty() {
        return Ok(());
    }
    Err(error(ARGUMENT_VALUE, inner.span(), "expected `)`"))
}

fn keys(input: ParseStream<'_>) -> syn::Result<Vec<Key>> {
    let inner;
    syn::parenthesized!(inner in input);
    Ok(Punctuated::<Key, Token![,]>::parse_terminated(&inner)?
        .into_iter()
        .collect())
}

fn in_parens(input: ParseStream<'_>, sink: &mut Sink) -> syn::Result<Guard> {
    let inner;
    syn::parenthesized!(inner in input);
    let before = sink.len();
    let guard = guard::parse(&inner, sink);
    if !inner.is_empty() && sink.len() == before {
        sink.span(GUARD_CONDITION, inner.span(), "expected `&&` or the end of the guard");
    }
    inner.parse::<TokenStream>()?;
    Ok(guard)
}

/// One of a few words.
fn word_of(input: ParseStream<'_>, words: &[&str]) -> syn::Result<Ident> {
    let list = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
    let Ok(name) = input.call(Ident::parse_any) else {
        return Err(error(ARGUMENT_VALUE, input.span(), format!("expected one of {list}")));
    };
    if words.contains(&plain(&name).as_str()) {
        return Ok(name);
    }
    let near = did_you_mean(&plain(&name), words.iter().copied());
    Err(error_at(
        ARGUMENT_VALUE,
        &name,
        format!("expected one of {list}, not `{name}`{near}"),
    ))
}

fn blocked_because(input: ParseStream<'_>) -> syn::Result<(LitStr, Ident)> {
    let inner;
    syn::parenthesized!(inner in input);
    let says = inner.parse()?;
    inner.parse::<Token![,]>()?;
    let name: Ident = inner.parse()?;
    if name != "cleared_by" {
        return Err(error_at(
            ARGUMENT_VALUE,
            name,
            "expected `cleared_by = …`: who can lift it, `user`, `app` or `invalid`",
        ));
    }
    let by = word_of(equals(&inner)?, &["user", "app", "invalid"])?;
    ends(&inner)?;
    Ok((says, by))
}

fn may_invoke(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let inner;
    syn::parenthesized!(inner in input);
    let mut who: Vec<Ident> = Vec::new();
    while !inner.is_empty() {
        let name = word_of(&inner, &["user", "agent", "system"])?;
        if who.contains(&name) {
            return Err(error_at(
                REPEATED_ARGUMENT,
                &name,
                format!("`{name}` is given twice\nhelp: drop one of them"),
            ));
        }
        who.push(name);
        if !inner.is_empty() {
            inner.parse::<Token![,]>()?;
        }
    }
    if who.is_empty() {
        return Err(error(
            ARGUMENT_VALUE,
            inner.span(),
            "who may invoke it? `user`, `agent`, `system`",
        ));
    }
    Ok(who)
}

fn human_decides(input: ParseStream<'_>, args: &mut Args, sink: &mut Sink) -> syn::Result<()> {
    let inner;
    syn::parenthesized!(inner in input);
    while !inner.is_empty() {
        let name = word_of(&inner, &["about", "done_when"])?;
        if name == "about" {
            args.decides_about = Some(equals(&inner)?.parse()?);
        } else {
            args.done_when = in_parens(&inner, sink)?;
        }
        if !inner.is_empty() {
            inner.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

fn returns(input: ParseStream<'_>, args: &mut Args) -> syn::Result<()> {
    let inner;
    syn::parenthesized!(inner in input);
    while !inner.is_empty() {
        let name = word_of(&inner, &["max_items", "max_bytes"])?;
        let cap = Some(equals(&inner)?.parse::<LitInt>()?);
        if name == "max_items" {
            args.max_items = cap;
        } else {
            args.max_bytes = cap;
        }
        if !inner.is_empty() {
            inner.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

fn milliseconds(text: &LitStr) -> syn::Result<u64> {
    let said = text.value();
    let number = said.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &said[number.len()..] {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    number
        .parse::<u64>()
        .ok()
        .filter(|n| *n > 0)
        .zip(factor)
        .and_then(|(n, factor)| n.checked_mul(factor))
        .ok_or_else(|| {
            error_at(
                ARGUMENT_VALUE,
                text,
                "a time is a number and `ms`, `s`, `m` or `h`: `timeout = \"30s\"`",
            )
        })
}

fn id(text: LitStr) -> syn::Result<LitStr> {
    let said = text.value();
    match illegal_in_id(&said) {
        None if !said.is_empty() => Ok(text),
        _ => Err(error_at(
            ID_CHARACTERS,
            &text,
            "an id has only ASCII letters, digits, `_` and `-`",
        )),
    }
}
