//! The guard grammar. What parsed is kept, what did not is said.

use super::{Cond, Guard, Key, Op, Pattern, SignedLit, Test, Value};
use crate::{
    codes::{
        GUARD_CONDITION, GUARD_KEY_FIRST, GUARD_MACRO, GUARD_METHOD, GUARD_NESTED, GUARD_OPERATOR, GUARD_OR,
        GUARD_PATTERN, GUARD_VALUE,
    },
    diag::{Sink, error, error_at},
    names::plain,
};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Ident, Lit, Path, Token, parse::ParseStream, token};

const NO_ARITHMETIC: &str = "a guard compares a key with one literal or constant, and knows no arithmetic\nhelp: derive the fact in the state, as its own field";

/// Parses up to whatever is no part of a guard.
pub(crate) fn parse(input: ParseStream<'_>, sink: &mut Sink) -> Guard {
    let mut guard = Guard::default();
    if input.peek(Token![|]) || input.peek(Token![move]) || (input.peek(Token![||]) && guard.is_empty()) {
        match input.parse() {
            Ok(closure) => guard.closure = Some(closure),
            Err(said) => sink.push(said),
        }
        return guard;
    }
    loop {
        match cond(input) {
            Ok(cond) => guard.conds.push(cond),
            Err(said) => {
                sink.push(said);
                skip_cond(input);
            }
        }
        if input.peek(Token![||]) {
            refuse_or(input, guard.conds.last(), sink);
            skip_cond(input);
        }
        if !input.peek(Token![&&]) {
            return guard;
        }
        let _ = input.parse::<Token![&&]>();
    }
}

fn refuse_or(input: ParseStream<'_>, before: Option<&Cond>, sink: &mut Sink) {
    let Ok(or) = input.parse::<Token![||]>() else { return };
    let after = cond(&input.fork()).ok().map(|c| c.key.text());
    let same = before.map(|c| c.key.text()).filter(|key| Some(key) == after.as_ref());
    let help = match same {
        Some(key) => format!("write `matches!({key}, … | …)`"),
        None => "derive one boolean in the state and name it here".into(),
    };
    sink.at(
        GUARD_OR,
        or,
        format!("a guard has no `||`: it has to say which condition failed\nhelp: {help}"),
    );
}

fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty()
        || input.peek(Token![&&])
        || input.peek(Token![;])
        || input.peek(Token![,])
        || input.peek(token::Brace)
}

fn skip_cond(input: ParseStream<'_>) {
    while !at_end(input) {
        if input.parse::<TokenTree>().is_err() {
            break;
        }
    }
}

fn cond(input: ParseStream<'_>) -> syn::Result<Cond> {
    let from = input.fork();
    let (key, test) = key_and_test(input)?;
    let mut written = TokenStream::new();
    while from.cursor() != input.cursor() {
        written.extend([from.parse::<TokenTree>()?]);
    }
    Ok(Cond { key, test, written })
}

fn key_and_test(input: ParseStream<'_>) -> syn::Result<(Key, Test)> {
    if input.peek(token::Paren) {
        let inner;
        syn::parenthesized!(inner in input);
        let cond = key_and_test(&inner)?;
        if !inner.is_empty() {
            return Err(error(
                GUARD_NESTED,
                inner.span(),
                "a guard is a flat list joined by `&&`\nhelp: drop the parentheses",
            ));
        }
        return Ok(cond);
    }
    if input.peek(Lit) || input.peek(Token![-]) {
        return Err(error(
            GUARD_KEY_FIRST,
            input.span(),
            "a condition starts with its key\nhelp: write `key > 3`, not `3 < key`",
        ));
    }
    let not = input.parse::<Option<Token![!]>>()?.is_some();
    if input.peek(Ident) && input.peek2(Token![!]) && !input.peek2(Token![!=]) {
        return matches(input, not);
    }
    let mut key: Key = input.parse()?;
    if input.peek(Token![::]) {
        return Err(error_at(
            GUARD_KEY_FIRST,
            &key,
            "a condition starts with a key of the state\nhelp: write the constant on the right",
        ));
    }
    if input.peek(token::Paren) {
        return presence(input, &mut key, not).map(|test| (key, test));
    }
    let Some(op) = operator(input)? else {
        return Ok((key, Test::Truth { not }));
    };
    if not {
        return Err(error_at(
            GUARD_CONDITION,
            &key,
            "`!` applies to a boolean key\nhelp: turn the comparison round instead",
        ));
    }
    let value = value(input)?;
    if !(at_end(input) || input.peek(Token![||])) {
        return Err(error(GUARD_CONDITION, input.span(), NO_ARITHMETIC));
    }
    Ok((key, Test::Compare { op, value }))
}

fn matches(input: ParseStream<'_>, not: bool) -> syn::Result<(Key, Test)> {
    let name: Ident = input.parse()?;
    if name != "matches" {
        return Err(error_at(
            GUARD_MACRO,
            name,
            "the only macro in a guard is `matches!(key, A | B)`",
        ));
    }
    input.parse::<Token![!]>()?;
    let inner;
    syn::parenthesized!(inner in input);
    let key = inner.parse()?;
    inner.parse::<Token![,]>()?;
    inner.parse::<Option<Token![|]>>()?;
    let mut patterns = vec![pattern(&inner)?];
    while inner.parse::<Option<Token![|]>>()?.is_some() {
        patterns.push(pattern(&inner)?);
    }
    inner.parse::<Option<Token![,]>>()?;
    if !inner.is_empty() {
        return Err(error(
            GUARD_PATTERN,
            inner.span(),
            "`matches!` in a guard takes a key and patterns joined by `|`, and no `if`",
        ));
    }
    Ok((key, Test::Matches { not, patterns }))
}

/// `key.is_some()` and `key.is_none()`: the last name of the key was a method's.
fn presence(input: ParseStream<'_>, key: &mut Key, not: bool) -> syn::Result<Test> {
    let inner;
    let parens = syn::parenthesized!(inner in input);
    let Some(method) = key.0.pop() else {
        return Err(inner.error("expected a key"));
    };
    let some = method == "is_some";
    if key.0.is_empty() || !(some || method == "is_none") || !inner.is_empty() {
        let mut call = method.to_token_stream();
        call.extend(quote_spanned!(parens.span.join()=> ()));
        return Err(error_at(
            GUARD_METHOD,
            call,
            format!(
                "a guard cannot call `{method}`: it knows `is_some()`, `is_none()`, comparisons and `matches!`\nhelp: derive the fact in the state, as its own field"
            ),
        ));
    }
    if not {
        let other = if some { "is_none" } else { "is_some" };
        return Err(error_at(
            GUARD_METHOD,
            &method,
            format!("`!` applies to a boolean key\nhelp: write `{}.{other}()`", key.text()),
        ));
    }
    Ok(Test::Presence { method, some })
}

/// `None` if the key stands alone.
fn operator(input: ParseStream<'_>) -> syn::Result<Option<Op>> {
    macro_rules! take {
        ($($token:tt => $op:ident),*) => {$(
            if input.peek(Token![$token]) {
                input.parse::<Token![$token]>()?;
                return Ok(Some(Op::$op));
            }
        )*};
    }
    if input.peek(Token![=>]) {
        return Err(error(
            GUARD_OPERATOR,
            input.span(),
            "`=>` does not compare; did you mean `>=`?",
        ));
    }
    take!(== => Eq, != => Ne, <= => Le, >= => Ge);
    if at_end(input) || input.peek(Token![||]) || input.peek(Token![->]) {
        return Ok(None);
    }
    take!(< => Lt, > => Gt);
    if input.peek(Token![=]) {
        return Err(error(GUARD_OPERATOR, input.span(), "a guard compares with `==`"));
    }
    if input.peek(Token![+])
        || input.peek(Token![-])
        || input.peek(Token![*])
        || input.peek(Token![/])
        || input.peek(Token![%])
    {
        return Err(error(GUARD_CONDITION, input.span(), NO_ARITHMETIC));
    }
    Err(error(
        GUARD_CONDITION,
        input.span(),
        "expected `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&` or the end of the guard",
    ))
}

fn signed(input: ParseStream<'_>) -> syn::Result<SignedLit> {
    Ok(SignedLit {
        minus: input.parse()?,
        lit: input.parse()?,
    })
}

fn path_ahead(input: ParseStream<'_>) -> bool {
    input.peek(Ident)
        || input.peek(Token![::])
        || input.peek(Token![crate])
        || input.peek(Token![self])
        || input.peek(Token![super])
}

fn value(input: ParseStream<'_>) -> syn::Result<Value> {
    if input.peek(Token![-]) || input.peek(Lit) {
        return signed(input).map(Value::Lit);
    }
    if input.peek(Ident) && input.peek2(token::Paren) {
        let call: Ident = input.parse()?;
        if call != "Some" {
            return Err(error_at(
                GUARD_VALUE,
                call,
                "a guard compares with a literal, a constant or a variant, never with a call\nhelp: derive the fact in the state, as its own field",
            ));
        }
        let inner;
        syn::parenthesized!(inner in input);
        return Ok(Value::Some(Box::new(value(&inner)?)));
    }
    if !path_ahead(input) {
        return Err(error(
            GUARD_VALUE,
            input.span(),
            "expected a literal, a constant or a variant",
        ));
    }
    let path = Path::parse_mod_style(input)?;
    if let Some(name) = path.get_ident().map(plain) {
        if name == "None" {
            return Err(error_at(
                GUARD_VALUE,
                &path,
                "nothing is compared with `None`\nhelp: write `key.is_none()`",
            ));
        }
        let dotted = input.peek(Token![.]);
        if dotted || name.starts_with(char::is_lowercase) {
            return Err(error_at(
                GUARD_VALUE,
                &path,
                format!(
                    "a guard compares a key with a literal or a constant, and `{name}{}` looks like another key\nhelp: derive a boolean in the state and name it here",
                    if dotted { "…" } else { "" }
                ),
            ));
        }
    }
    Ok(Value::Path(path))
}

fn pattern(input: ParseStream<'_>) -> syn::Result<Pattern> {
    let refused = "a guard matches literals, ranges and variants: `matches!(status, Status::Open | Status::Held)`";
    let from = if input.peek(Token![-]) || input.peek(Lit) {
        Some(signed(input)?)
    } else {
        None
    };
    if input.peek(Token![..]) {
        let inclusive = input.peek(Token![..=]);
        if inclusive {
            input.parse::<Token![..=]>()?;
        } else {
            input.parse::<Token![..]>()?;
        }
        let to = if input.peek(Token![-]) || input.peek(Lit) {
            Some(signed(input)?)
        } else {
            None
        };
        return Ok(Pattern::Range { from, inclusive, to });
    }
    if let Some(lit) = from {
        return Ok(Pattern::Lit(lit));
    }
    if !path_ahead(input) {
        return Err(error(GUARD_PATTERN, input.span(), refused));
    }
    let path = Path::parse_mod_style(input)?;
    if path
        .get_ident()
        .is_some_and(|name| plain(name).starts_with(|c: char| c.is_lowercase() || c == '_'))
    {
        return Err(error_at(GUARD_PATTERN, &path, refused));
    }
    let mut data = TokenStream::new();
    if input.peek(token::Paren) || input.peek(token::Brace) {
        let group: TokenTree = input.parse()?;
        if let TokenTree::Group(inner) = &group
            && inner
                .stream()
                .into_iter()
                .any(|t| !matches!(&t, TokenTree::Punct(_)) && t.to_string() != "_")
        {
            return Err(error_at(GUARD_PATTERN, &path, refused));
        }
        data.extend([group]);
    }
    Ok(Pattern::Path(path, data))
}
