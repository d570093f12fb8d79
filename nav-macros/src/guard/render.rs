//! A guard's two renderings.
//!
//! The spans decide which token the compiler blames: the walk to a key stands on the key's names, a comparison on its
//! literal. `__nav` names the runtime and `__s` the state wherever this code stands.

use super::{Cond, Guard, Key, Op, Pattern, Test, Value, threshold};
use crate::{
    diag::{in_editor, located, respan},
    names::{fnv, plain},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Lit;

/// What a guard's code names.
pub(crate) struct State {
    /// The state's type.
    pub(crate) ty: TokenStream,
    /// A constant with its keys.
    pub(crate) keys: TokenStream,
}

/// The traits that read keys. Those that walk to one are imported only where a key has a dot: imports cost.
fn walks<'a>(mut keys: impl Iterator<Item = &'a Key>) -> TokenStream {
    if keys.any(|k| k.segments().len() > 1) {
        quote!(
            #[allow(unused_imports)]
            use __nav::guard::{KeyPlain as _, StepOption as _, StepPlain as _};
        )
    } else {
        quote!(
            #[allow(unused_imports)]
            use __nav::guard::KeyPlain as _;
        )
    }
}

/// A `Guard<S>`.
pub(crate) fn render(guard: &Guard, State { ty, keys }: &State) -> TokenStream {
    if let Some(closure) = &guard.closure {
        return quote!(__nav::Guard {
            conds: &[__nav::Cond {
                key: "", key_hash: 0, id: __nav::KeyId::UNKNOWN, op: __nav::Op::Opaque,
                threshold: __nav::Threshold::Opaque, text: "a closure", at: ::core::concat!(::core::file!(), ":", ::core::line!()),
            }],
            eval: |__s: &#ty, _, _| {
                let __holds: fn(&#ty) -> bool = #closure;
                __nav::Tri::of(__holds(__s))
            },
        });
    }
    if guard.conds.is_empty() {
        return quote!(__nav::Guard::NONE);
    }
    let walks = walks(guard.conds.iter().map(|c| &c.key));
    if in_editor() {
        let touched = guard.conds.iter().map(|c| touch(&c.key));
        return quote!({
            const _: fn(&#ty) = |__s| { #walks #(#touched)* };
            __nav::Guard::NONE
        });
    }
    let data = guard.conds.iter().map(|c| data(c, &key_id(&c.key, keys)));
    let verdict = match guard.conds.as_slice() {
        [one] => verdict(one),
        several => {
            let arms = several.iter().enumerate().map(|(n, c)| {
                let verdict = verdict(c);
                quote!(#n => #verdict,)
            });
            quote!(match __n { #(#arms)* _ => __nav::Tri::Unknown })
        }
    };
    quote!(__nav::Guard {
        conds: &[#(#data),*],
        eval: |__s: &#ty, __n: usize, mut __want: ::core::option::Option<&mut __nav::guard::Seen>| {
            #walks
            let _ = __n;
            #verdict
        },
    })
}

/// A key's number, found by const evaluation.
pub(crate) fn key_id(key: &Key, keys: &TokenStream) -> TokenStream {
    let hashes = key.segments().iter().map(|name| fnv(&plain(name)));
    quote!(__nav::keys::find(#keys, &[#(#hashes),*]))
}

/// Reads a key and nothing else, so that the compiler judges its names.
pub(crate) fn touch(key: &Key) -> TokenStream {
    let mut names = key.segments().iter().rev();
    let Some(last) = names.next() else {
        return TokenStream::new();
    };
    let on = |n: usize| if n == 0 { quote!((*__s)) } else { quote!((*__v)) };
    let depth = key.segments().len();
    let mut code = {
        let from = on(depth - 1);
        quote!(let _ = &#from.#last;)
    };
    for (n, name) in names.enumerate() {
        let from = on(depth - 2 - n);
        code = quote!(if let __nav::guard::Read::Is(__v) = (&#from.#name).__nav_step() { #code });
    }
    quote!({ #code })
}

/// The conditions on an item as data. Its fields are no keys of the state.
pub(crate) fn item_facts(guard: &Guard) -> TokenStream {
    let facts = guard
        .conds
        .iter()
        .map(|cond| data(cond, &quote!(__nav::KeyId::UNKNOWN)));
    quote!(&[#(#facts),*])
}

fn data(cond: &Cond, id: &TokenStream) -> TokenStream {
    let key = cond.key.text();
    let hash = fnv(&key);
    let (op, threshold) = op_and_threshold(&cond.test);
    let text = cond.text();
    quote!(__nav::Cond {
        key: #key, key_hash: #hash, id: #id, op: __nav::Op::#op, threshold: #threshold, text: #text,
        at: ::core::concat!(::core::file!(), ":", ::core::line!()),
    })
}

fn op_and_threshold(test: &Test) -> (Ident, TokenStream) {
    match test {
        Test::Truth { not } => {
            let is = !not;
            (format_ident!("Eq"), quote!(__nav::Threshold::Bool(#is)))
        }
        Test::Presence { some, .. } => {
            let op = if *some {
                format_ident!("Ne")
            } else {
                format_ident!("Eq")
            };
            (op, quote!(__nav::Threshold::Null))
        }
        Test::Compare { op, value } => {
            let op = match op {
                Op::Eq => "Eq",
                Op::Ne => "Ne",
                Op::Lt => "Lt",
                Op::Le => "Le",
                Op::Gt => "Gt",
                Op::Ge => "Ge",
            };
            (format_ident!("{op}"), threshold::of_value(value))
        }
        Test::Matches { not, patterns } => {
            let op = if *not {
                format_ident!("NotIn")
            } else {
                format_ident!("In")
            };
            let set = patterns.iter().map(threshold::of_pattern);
            (op, quote!(__nav::Threshold::Set(&[#(#set),*])))
        }
    }
}

/// One condition as an expression of type `Tri`: walks to the key, then tests it.
fn verdict(cond: &Cond) -> TokenStream {
    let test = test(cond);
    let absent = matches!(cond.test, Test::Presence { some: false, .. });
    let mut code = quote!({
        __nav::guard::seen(&mut __want, __v);
        let __holds: bool = #test;
        __nav::Tri::of(__holds)
    });
    let depth = cond.key.segments().len();
    for (n, name) in cond.key.segments().iter().enumerate().rev() {
        let at = located(name.span());
        let from = if n == 0 {
            quote_spanned!(at=> (*__s))
        } else {
            quote_spanned!(at=> (*__v))
        };
        let field = quote_spanned!(at=> (&#from.#name));
        let read = if n + 1 == depth {
            quote_spanned!(at=> #field.__nav_key())
        } else {
            quote_spanned!(at=> #field.__nav_step())
        };
        code = quote!(match #read {
            __nav::guard::Read::Is(__v) => #code,
            __nav::guard::Read::Absent => { __nav::guard::seen(&mut __want, &()); __nav::Tri::of(#absent) }
            __nav::guard::Read::Unknown => __nav::Tri::Unknown,
        });
    }
    code
}

/// One condition as an expression of type `bool` over `__v`, a reference to the key's value.
fn test(cond: &Cond) -> TokenStream {
    let at = cond.key.last_span();
    let here = located(at);
    match &cond.test {
        // not `*__v` alone: an `if` says "expected `bool`", and at the key
        Test::Truth { not } => quote_spanned!(here=> if *__v { #not == false } else { #not }),
        Test::Presence { method, .. } => quote!((*__v).#method()),
        Test::Compare { op, value } => compare(*op, value, at),
        Test::Matches { not, patterns } => {
            let text = patterns
                .iter()
                .any(|p| matches!(p, Pattern::Lit(l) if matches!(l.lit, Lit::Str(_))));
            let on = if text {
                let text = respan(quote!(__nav::guard::text), at);
                quote_spanned!(here=> #text(__v))
            } else {
                quote_spanned!(here=> *__v)
            };
            let patterns = patterns.iter().map(|p| match p {
                // a lone name that does not exist would bind, and match everything
                Pattern::Path(path, data) if path.get_ident().is_some() => {
                    let name = path.get_ident();
                    let at = located(name.map_or(at, Ident::span));
                    quote_spanned!(at=> self::#name #data)
                }
                p => p.to_token_stream(),
            });
            quote!({ #[allow(unreachable_patterns)] match #on { #(#patterns)|* => !#not, _ => #not } })
        }
    }
}

fn compare(op: Op, value: &Value, at: proc_macro2::Span) -> TokenStream {
    let here = located(at);
    match value {
        Value::Lit(lit) if matches!(lit.lit, Lit::Str(_)) => {
            let text = respan(quote!(__nav::guard::text), at);
            let sign: TokenStream = op.sign().parse().unwrap_or_default();
            let text = quote_spanned!(here=> #text(__v));
            quote!(#text #sign #lit)
        }
        Value::Some(inner) if matches!(&**inner, Value::Lit(lit) if matches!(lit.lit, Lit::Str(_))) => {
            let sign: TokenStream = op.sign().parse().unwrap_or_default();
            quote!((*__v).as_deref() #sign ::core::option::Option::Some(#inner))
        }
        value => {
            let mut against = quote_spanned!(here=> __nav::guard::Against { key: __v, is: #value });
            if matches!(value, Value::Path(_)) {
                against = quote_spanned!(here=> #against.seen(&mut __want));
            }
            match op {
                Op::Eq => quote_spanned!(here=> __nav::guard::equal(#against)),
                Op::Ne => quote_spanned!(here=> !__nav::guard::equal(#against)),
                Op::Lt => quote_spanned!(here=> __nav::guard::below(#against)),
                Op::Le => quote_spanned!(here=> __nav::guard::at_most(#against)),
                Op::Gt => quote_spanned!(here=> __nav::guard::above(#against)),
                Op::Ge => quote_spanned!(here=> __nav::guard::at_least(#against)),
            }
        }
    }
}

/// The conditions on an item of `each item in …`, as a boolean over `__s: &Item`; a key that is not the item's is given
/// back.
pub(crate) fn over_item<'a>(guard: &'a Guard, item: &Ident) -> Result<TokenStream, &'a Key> {
    let mut tests = Vec::new();
    for cond in &guard.conds {
        let (first, rest) = cond.key.segments().split_first().ok_or(&cond.key)?;
        if first != item || rest.is_empty() {
            return Err(&cond.key);
        }
        let own = Cond {
            key: Key(rest.to_vec()),
            ..cond.clone()
        };
        tests.push(if in_editor() {
            let touched = touch(&own.key);
            quote!({ #touched true })
        } else {
            let verdict = verdict(&own);
            quote!(::core::matches!(#verdict, __nav::Tri::Yes))
        });
    }
    let walks = walks(guard.conds.iter().map(|c| &c.key));
    Ok(quote!({
        #walks
        let mut __want: ::core::option::Option<&mut __nav::guard::Seen> = ::core::option::Option::None;
        #(#tests)&&*
    }))
}
