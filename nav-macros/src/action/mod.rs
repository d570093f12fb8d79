//! `#[action]`: parse, check, expand.

mod args;
mod check;
mod expand;
mod function;
mod lints;
mod several;

pub(crate) use several::{actions, assert_all_listed};

use crate::diag::Sink;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Expands the attribute. Whatever is wrong, the function stays.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut sink = Sink::default();
    let args = args::parse(attribute, &mut sink);
    let mut function: function::Function = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(said) => {
            sink.push(said);
            let errors = sink.into_tokens();
            return quote!(#errors #item);
        }
    };
    if let Some(misplaced) = check::method(&function) {
        // inside an `impl` nothing but the method may stand, so the error takes the place of its body
        function.body = Some(quote!({ #misplaced }));
        return function.to_token_stream();
    }
    let action = check::check(args, function, None, &mut sink);
    let item = expand::item(&action);
    let expanded = expand::expand(&action, sink);
    quote!(#item #expanded)
}
