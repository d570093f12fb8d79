//! Warnings. The compiler lets a macro say one only by using something that is deprecated; so each can be allowed like
//! any other, with `#[allow(deprecated)]`.

use crate::{codes::Code, diag::located};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// Warns at an author's word. A mistake in the same item is said alone.
pub(crate) fn warn(code: Code, word: &Ident, says: &str) -> TokenStream {
    let note = format!("{code} {says}");
    let declared = Ident::new(&word.to_string(), Span::call_site());
    let used = Ident::new(&word.to_string(), located(word.span()));
    quote! {
        const _: () = {
            #[deprecated(note = #note)] #[allow(non_upper_case_globals)] const #declared: () = ();
            #used
        };
    }
}
