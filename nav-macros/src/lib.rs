//! The macros of `nav-runtime`. Use them through it.

use proc_macro::TokenStream;

/// Marks a function as an action.
#[proc_macro_attribute]
pub fn action(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Derives a navigation state.
#[proc_macro_derive(NavState, attributes(nav))]
pub fn nav_state(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[doc(hidden)]
#[proc_macro]
pub fn graph_with_crate(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
