//! What a key is compared with, as data.

use super::{Pattern, SignedLit, Value};
use crate::names::{fnv, plain};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Lit, Path};

pub(super) fn of_value(value: &Value) -> TokenStream {
    match value {
        Value::Lit(lit) => of_lit(lit),
        Value::Path(path) => of_path(path),
        Value::Some(inner) => of_value(inner),
    }
}

pub(super) fn of_pattern(pattern: &Pattern) -> TokenStream {
    let bound = |lit: &Option<SignedLit>| lit.as_ref().map_or_else(|| quote!(__nav::Threshold::Null), of_lit);
    match pattern {
        Pattern::Lit(lit) => of_lit(lit),
        Pattern::Path(path, _) => of_path(path),
        Pattern::Range { from, inclusive, to } => {
            let (from, to) = (bound(from), bound(to));
            quote!(__nav::Threshold::Range { from: &#from, to: &#to, inclusive: #inclusive })
        }
    }
}

fn of_lit(SignedLit { minus, lit }: &SignedLit) -> TokenStream {
    match lit {
        Lit::Int(int) => {
            // of a number beyond this nothing is known, and the compiler checks it
            let Ok(size) = int.base10_parse::<i128>() else {
                return quote!(__nav::Threshold::Opaque);
            };
            let signed = if minus.is_some() { -size } else { size };
            quote!(__nav::Threshold::Int(#signed))
        }
        Lit::Float(float) => {
            let size: f64 = float.base10_parse().unwrap_or_default();
            let signed = if minus.is_some() { -size } else { size };
            quote!(__nav::Threshold::Float(#signed))
        }
        Lit::Bool(is) => quote!(__nav::Threshold::Bool(#is)),
        Lit::Str(text) => {
            let text = text.value();
            quote!(__nav::Threshold::Str(#text))
        }
        Lit::Char(letter) => {
            let text = letter.value().to_string();
            quote!(__nav::Threshold::Str(#text))
        }
        _ => quote!(__nav::Threshold::Opaque),
    }
}

fn of_path(path: &Path) -> TokenStream {
    let name = path.segments.last().map(|s| plain(&s.ident)).unwrap_or_default();
    let hash = fnv(&path.to_token_stream().to_string().replace(' ', ""));
    quote!(__nav::Threshold::Named { name: #name, hash: #hash })
}
