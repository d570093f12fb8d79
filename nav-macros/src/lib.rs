//! The macros of `nav-runtime`. Use them through it.

use proc_macro::TokenStream;

mod action;
mod codes;
mod diag;
mod draft;
mod graph;
mod guard;
mod lint;
mod names;
mod serde;
mod state;
mod text;

/// Marks a function as an action: something that a graph can list and an agent can fire.
///
/// The first paragraph of the doc comment is what the agent reads. Arguments state what the function does: `confirm`,
/// `writes(…)`, `when(…)` and others.
#[proc_macro_attribute]
pub fn action(attribute: TokenStream, item: TokenStream) -> TokenStream {
    diag::expanding(|| action::expand(attribute.into(), item.into())).into()
}

/// Marks the `impl` of an app, whose methods are actions, or a module of functions that are.
///
/// A method takes the app as `&self`; a graph lists it by its bare name, like a function beside the `impl`. Of a module
/// `assert_all_listed!` knows whether a graph lists all its public actions.
#[proc_macro_attribute]
pub fn actions(attribute: TokenStream, item: TokenStream) -> TokenStream {
    diag::expanding(|| action::actions(attribute.into(), item.into())).into()
}

/// Derives a navigation state: its fields are the keys that guards read and actions write.
///
/// `#[nav(app = Type)]` names what handlers get from `cx.app()`.
#[proc_macro_derive(NavState, attributes(nav))]
pub fn nav_state(input: TokenStream) -> TokenStream {
    diag::expanding(|| state::derive(input.into())).into()
}

/// Derives a draft: what a draft journey gathers before it asks a person.
///
/// A field of type `Option` is optional. The names that agents read follow `#[serde(rename)]` and
/// `#[serde(rename_all)]`.
#[proc_macro_derive(Draft, attributes(draft, serde))]
pub fn draft(input: TokenStream) -> TokenStream {
    diag::expanding(|| draft::derive(input.into())).into()
}

/// What `graph!` expands to; its first token names the runtime.
#[doc(hidden)]
#[proc_macro]
pub fn graph_with_crate(input: TokenStream) -> TokenStream {
    diag::expanding(|| graph::expand(input.into())).into()
}

/// What `page!` expands to; its first token names the runtime.
#[doc(hidden)]
#[proc_macro]
pub fn page_with_crate(input: TokenStream) -> TokenStream {
    diag::expanding(|| graph::expand_page(input.into())).into()
}

/// What `assert_all_listed!` expands to; its first token names the runtime.
#[doc(hidden)]
#[proc_macro]
pub fn assert_all_listed_with_crate(input: TokenStream) -> TokenStream {
    diag::expanding(|| action::assert_all_listed(input.into())).into()
}
