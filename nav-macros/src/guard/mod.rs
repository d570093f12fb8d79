//! Guards: parsed once, rendered as typed code, which decides, and as data, which explains.

mod parse;
mod render;
mod threshold;

pub(crate) use parse::parse;
pub(crate) use render::{State, item_facts, key_id, over_item, render, touch};

use crate::names::plain;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    ExprClosure, Ident, Lit, Path, Token,
    parse::{Parse, ParseStream},
};

/// A key of the state as the author wrote it: field names with dots between. Never empty.
#[derive(Clone)]
pub(crate) struct Key(Vec<Ident>);

impl Key {
    /// The dotted name.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(plain).collect::<Vec<_>>().join(".")
    }

    /// Its field names.
    pub(crate) fn segments(&self) -> &[Ident] {
        &self.0
    }

    /// Whether one of two keys is the other or lies below it.
    pub(crate) fn meets(&self, other: &Key) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(one, other)| plain(one) == plain(other))
    }

    /// Where its last name is.
    pub(crate) fn last_span(&self) -> Span {
        self.0.last().map_or_else(Span::call_site, Ident::span)
    }
}

impl ToTokens for Key {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let names = &self.0;
        tokens.extend(quote::quote!(#(#names).*));
    }
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut names = vec![input.parse::<Ident>()?];
        while input.peek(Token![.]) && !input.peek(Token![..]) {
            input.parse::<Token![.]>()?;
            names.push(input.parse()?);
        }
        Ok(Key(names))
    }
}

/// How a condition compares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Op {
    fn sign(self) -> &'static str {
        match self {
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
        }
    }
}

/// A literal with its sign.
#[derive(Clone)]
pub(crate) struct SignedLit {
    minus: Option<Token![-]>,
    lit: Lit,
}

impl ToTokens for SignedLit {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.minus.to_tokens(tokens);
        self.lit.to_tokens(tokens);
    }
}

/// What a key is compared with.
#[derive(Clone)]
pub(crate) enum Value {
    Lit(SignedLit),
    Path(Path),
    Some(Box<Value>),
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Value::Lit(lit) => lit.to_tokens(tokens),
            Value::Path(path) => path.to_tokens(tokens),
            Value::Some(value) => tokens.extend(quote::quote!(::core::option::Option::Some(#value))),
        }
    }
}

/// An alternative of `matches!`.
#[derive(Clone)]
pub(crate) enum Pattern {
    Lit(SignedLit),
    Range {
        from: Option<SignedLit>,
        inclusive: bool,
        to: Option<SignedLit>,
    },
    /// A constant or a variant, and what stands behind a variant with data: `(..)` or `{ .. }`.
    Path(Path, TokenStream),
}

impl ToTokens for Pattern {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Pattern::Lit(lit) => lit.to_tokens(tokens),
            Pattern::Range { from, inclusive, to } => {
                let dots = if *inclusive {
                    quote::quote!(..=)
                } else {
                    quote::quote!(..)
                };
                tokens.extend(quote::quote!(#from #dots #to));
            }
            Pattern::Path(path, data) => {
                path.to_tokens(tokens);
                data.to_tokens(tokens);
            }
        }
    }
}

/// What a condition asks of its key.
#[derive(Clone)]
pub(crate) enum Test {
    Truth { not: bool },
    Presence { method: Ident, some: bool },
    Compare { op: Op, value: Value },
    Matches { not: bool, patterns: Vec<Pattern> },
}

/// One condition.
#[derive(Clone)]
pub(crate) struct Cond {
    pub(crate) key: Key,
    pub(crate) test: Test,
    /// As written.
    pub(crate) written: TokenStream,
}

impl Cond {
    /// As it is read: with the spaces that people write.
    fn text(&self) -> String {
        let key = self.key.text();
        let not = |not: bool| if not { "!" } else { "" };
        match &self.test {
            Test::Truth { not: n } => format!("{}{key}", not(*n)),
            Test::Presence { method, .. } => format!("{key}.{method}()"),
            Test::Compare { op, value } => format!("{key} {} {}", op.sign(), value_text(value)),
            Test::Matches { not: n, patterns } => {
                let patterns: Vec<_> = patterns.iter().map(tight).collect();
                format!("{}matches!({key}, {})", not(*n), patterns.join(" | "))
            }
        }
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Some(inner) => format!("Some({})", value_text(inner)),
        value => tight(value),
    }
}

fn tight(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    text.replace(" :: ", "::")
        .replace("- ", "-")
        .replace(" ..= ", "..=")
        .replace(" .. ", "..")
}

/// Conditions that must all hold, or one closure of which nothing is known but its verdict.
#[derive(Clone, Default)]
pub(crate) struct Guard {
    pub(crate) conds: Vec<Cond>,
    pub(crate) closure: Option<ExprClosure>,
}

impl Guard {
    /// The conditions that have another on their key before them, and so may exclude one another.
    pub(crate) fn again(&self) -> impl Iterator<Item = (usize, &Cond)> {
        let conds = self.conds.iter().enumerate();
        conds.filter(|(nth, cond)| self.conds[..*nth].iter().any(|c| c.key.text() == cond.key.text()))
    }

    /// Whether some condition is on a key.
    pub(crate) fn mentions(&self, key: &Key) -> bool {
        self.conds.iter().any(|c| c.key.text() == key.text())
    }

    /// Whether there is no guard.
    pub(crate) fn is_empty(&self) -> bool {
        self.conds.is_empty() && self.closure.is_none()
    }
}
