//! What serde's attributes say of a name.

use proc_macro2::TokenStream;
use syn::{Attribute, LitStr, Token, token};

/// The value of one of serde's attributes: `what = "…"`, or `what(serialize = "…")`.
pub(crate) fn says(attrs: &[Attribute], what: &str) -> Option<String> {
    let mut says = None;
    for attr in attrs.iter().filter(|a| a.path().is_ident("serde")) {
        // what serde does not understand is serde's to say
        let _ = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident(what) && meta.input.peek(Token![=]) {
                says = Some(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.path.is_ident(what) {
                meta.parse_nested_meta(|inner| {
                    let word = inner.value()?.parse::<LitStr>()?.value();
                    if inner.path.is_ident("serialize") {
                        says = Some(word);
                    }
                    Ok(())
                })?;
            } else if meta.input.peek(Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            } else if meta.input.peek(token::Paren) {
                let inner;
                syn::parenthesized!(inner in meta.input);
                inner.parse::<TokenStream>()?;
            }
            Ok(())
        });
    }
    says
}
