//! What is allowed, and seldom meant.

use super::check::Action;
use crate::{
    codes::{NOTHING_SHOWN, TWO_FIRES},
    lint,
    names::plain,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The warnings, unless the function allows them.
pub(super) fn lints(action: &Action) -> TokenStream {
    // a constant beside the function is not under its attributes
    let allows = |a: &&syn::Attribute| a.path().is_ident("allow") && quote!(#a).to_string().contains("deprecated");
    if action.function.attrs.iter().any(|a| allows(&a)) {
        return TokenStream::new();
    }
    [nothing_shown(action), two_fires(action)]
        .into_iter()
        .flatten()
        .collect()
}

/// A person who is asked has to see what it is about.
fn nothing_shown(action: &Action) -> Option<TokenStream> {
    let args = &action.args;
    let confirm = args.given("confirm")?;
    let shown = args.has("reads") || args.has("shows") || action.input().is_some() || action.instance().is_some();
    (!shown && action.drafts().is_empty()).then(|| {
        lint::warn(
            NOTHING_SHOWN,
            confirm,
            "a person is asked, and sees nothing but what the action does: write `reads(…)` or `shows = …`, or `reads()` if there is nothing to show",
        )
    })
}

/// A client that repeats a call whose answer it lost would do the work twice.
fn two_fires(action: &Action) -> Option<TokenStream> {
    let args = &action.args;
    let writes = args.given("writes")?;
    let said = ["confirm", "single_flight", "once", "parallel"]
        .iter()
        .any(|a| args.has(a));
    let by_people = !args.may_invoke.is_empty() && !args.may_invoke.iter().any(|who| plain(who) == "agent");
    (!said && !by_people && !args.writes.is_empty()).then(|| {
        lint::warn(
            TWO_FIRES,
            writes,
            "what if it is fired twice, as by a client that repeats a call? Write `single_flight`, `once`, or `parallel` if two are simply two",
        )
    })
}
