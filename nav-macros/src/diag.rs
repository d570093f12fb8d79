//! Errors: collected, coded, and put on the author's own token.

use crate::codes::{Code, SYNTAX};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::{cell::Cell, fmt::Display};
use syn::parse::ParseStream;

/// Everything that went wrong, in order.
#[derive(Default)]
pub(crate) struct Sink(Vec<syn::Error>);

impl Sink {
    /// A finding at the tokens that make it.
    pub(crate) fn at(&mut self, code: Code, tokens: impl ToTokens, says: impl Display) {
        self.0.push(error_at(code, tokens, says));
    }

    /// A finding at a place.
    pub(crate) fn span(&mut self, code: Code, span: Span, says: impl Display) {
        self.0.push(error(code, span, says));
    }

    /// What a parser said. Errors of `syn` itself get the general code.
    pub(crate) fn push(&mut self, said: syn::Error) {
        for one in said {
            let says = one.to_string();
            if says.starts_with("[N") {
                self.0.push(one);
            } else {
                self.0.push(error(SYNTAX, one.span(), says));
            }
        }
    }

    /// Whether nothing went wrong so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How much went wrong so far.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What the compiler is to say.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.into_iter().map(|e| e.to_compile_error()).collect()
    }
}

/// A coded error at a place.
pub(crate) fn error(code: Code, span: Span, says: impl Display) -> syn::Error {
    syn::Error::new(span, format!("{code} {says}"))
}

/// A coded error that runs from the first of some tokens to the last.
pub(crate) fn error_at(code: Code, tokens: impl ToTokens, says: impl Display) -> syn::Error {
    syn::Error::new_spanned(tokens, format!("{code} {says}"))
}

/// `; did you mean …?`, if something is near.
pub(crate) fn did_you_mean<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(name, wanted), name))
        .min()
        .filter(|(distance, _)| distance * 3 <= wanted.len().max(3))
        .map(|(_, name)| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}

/// Skips to just after the next `;` or braces.
pub(crate) fn skip_entry(input: ParseStream<'_>) {
    while let Ok(token) = input.parse::<TokenTree>() {
        match token {
            TokenTree::Punct(p) if p.as_char() == ';' => break,
            TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => break,
            _ => {}
        }
    }
}

thread_local! {
    static EDITOR: Cell<bool> = const { Cell::new(false) };
}

/// Runs an expansion for whoever asks: the compiler, or an editor that expands macros in its own server.
///
/// An editor that is not recognised gets the compiler's expansion: completion degrades, nothing breaks.
pub(crate) fn expanding<T>(expand: impl FnOnce() -> T) -> T {
    EDITOR.set(std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some());
    expand()
}

/// Whether an editor asks.
pub(crate) fn in_editor() -> bool {
    EDITOR.get()
}

/// Where the author's token is, while names resolve as the macro's own.
///
/// Not in an editor: there every token of ours on one of the author's would answer its hover.
pub(crate) fn located(author: Span) -> Span {
    if in_editor() {
        Span::call_site()
    } else {
        Span::call_site().located_at(author)
    }
}

/// Where the first of some tokens is; see [`located`].
pub(crate) fn located_at(tokens: &impl ToTokens) -> Span {
    located(first_span(tokens))
}

fn first_span(tokens: &impl ToTokens) -> Span {
    tokens
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |t| t.span())
}

/// Our tokens, every one where the author's is.
pub(crate) fn respan(ours: TokenStream, author: Span) -> TokenStream {
    let at = located(author);
    ours.into_iter()
        .map(|token| match token {
            TokenTree::Group(g) => {
                let mut moved = Group::new(g.delimiter(), respan(g.stream(), at));
                moved.set_span(at);
                TokenTree::Group(moved)
            }
            mut token => {
                token.set_span(at);
                token
            }
        })
        .collect()
}

/// A call whose reported span runs from the first of the author's tokens to the last.
pub(crate) fn call_at(author: &impl ToTokens, callee: TokenStream, arguments: TokenStream) -> TokenStream {
    let mut tokens = author.to_token_stream().into_iter();
    let first = tokens.next().map_or_else(Span::call_site, |t| t.span());
    let last = tokens.last().map_or(first, |t| t.span());
    let callee = callee.into_iter().map(|mut token| {
        token.set_span(located(first));
        token
    });
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(located(last));
    callee.chain([TokenTree::Group(arguments)]).collect()
}
