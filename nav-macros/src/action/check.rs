//! What only the signature and the arguments together show.

use super::{args::Args, function::Function};
use crate::{
    codes::{CONTRADICTION, FUNCTION_SHAPE, NO_DOES, VERIFY_UNWRITTEN, WHICH_STATE},
    diag::{Sink, error_at},
    names::plain,
    text,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{FnArg, ReturnType, Type, spanned::Spanned};

/// What a parameter is for.
pub(super) enum Param {
    Cx(Type),
    Input(Type),
    Instance(Type),
    Draft(Type),
}

/// A checked action. Mistakes are in the sink; what is here can be expanded all the same.
pub(super) struct Action {
    pub(super) args: Args,
    pub(super) function: Function,
    pub(super) does: String,
    /// In the author's order.
    pub(super) params: Vec<Param>,
    /// The state's type; `None` if the action works over any.
    pub(super) state: Option<TokenStream>,
    /// The app whose method it is, if it is one.
    pub(super) on: Option<Type>,
    /// Where the state is named.
    pub(super) state_at: Option<proc_macro2::Span>,
}

impl Action {
    /// The input's type.
    pub(super) fn input(&self) -> Option<&Type> {
        self.params
            .iter()
            .find_map(|p| if let Param::Input(ty) = p { Some(ty) } else { None })
    }

    /// The instance key's type.
    pub(super) fn instance(&self) -> Option<&Type> {
        self.params
            .iter()
            .find_map(|p| if let Param::Instance(ty) = p { Some(ty) } else { None })
    }

    /// The draft parameters' types.
    pub(super) fn drafts(&self) -> Vec<&Type> {
        self.params
            .iter()
            .filter_map(|p| if let Param::Draft(ty) = p { Some(ty) } else { None })
            .collect()
    }
}

const METHOD: &str = "a method is no action by itself\nhelp: write `#[actions]` on the `impl`, or a free function: `cx.app()` is the app";

/// The error of a method, which can only be said in its own place.
pub(super) fn method(function: &Function) -> Option<TokenStream> {
    let receiver = function.signature.receiver()?;
    Some(error_at(FUNCTION_SHAPE, receiver, METHOD).to_compile_error())
}

/// Checks the action, and takes the marks of its parameters away.
pub(super) fn check(args: Args, mut function: Function, on: Option<Type>, sink: &mut Sink) -> Action {
    let name = function.signature.ident.clone();
    let does = text::does(&function.attrs, sink);
    if does.is_none() {
        sink.at(
            NO_DOES,
            &name,
            "an action says what it does\nhelp: write a `///` line above it: the agent reads its first paragraph",
        );
    }
    shape(&function, sink);
    receiver(&function, on.as_ref(), sink);
    let params = params(&mut function, sink);
    let cx = params
        .iter()
        .find_map(|p| if let Param::Cx(ty) = p { Some(ty) } else { None });
    let state = match (&args.state, cx) {
        (Some(state), _) => Some(quote!(#state)),
        (None, Some(cx)) => Some(quote!(<#cx as __nav::Context>::State)),
        (None, None) => None,
    };
    let state_at = args.state.as_ref().or(cx).map(Spanned::span);
    let action = Action {
        args,
        function,
        does: does.unwrap_or_default(),
        params,
        state,
        on,
        state_at,
    };
    which_state(&action, sink);
    contradictions(&action, sink);
    verified_keys(&action, sink);
    action
}

fn shape(function: &Function, sink: &mut Sink) {
    let signature = &function.signature;
    if !signature.generics.params.is_empty() {
        sink.at(
            FUNCTION_SHAPE,
            &signature.generics,
            "an action has no parameters of its own\nhelp: write the type out, and call a generic helper from the body",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        sink.at(FUNCTION_SHAPE, token, "an action is a safe function");
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && let Type::ImplTrait(ty) = &**ty
    {
        sink.at(
            FUNCTION_SHAPE,
            ty,
            "an action returns a type that has a name\nhelp: write the type out",
        );
    }
}

/// The app is shared by every call.
fn receiver(function: &Function, on: Option<&Type>, sink: &mut Sink) {
    let (Some(_), Some(receiver)) = (on, function.signature.receiver()) else {
        return;
    };
    let by_reference = matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, None));
    if !by_reference {
        sink.at(
            FUNCTION_SHAPE,
            receiver,
            "the app is shared by every call: an action takes it as `&self`",
        );
    }
}

fn params(function: &mut Function, sink: &mut Sink) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    for argument in &mut function.signature.inputs {
        let FnArg::Typed(typed) = argument else { continue };
        let mark = typed.attrs.iter().find_map(|a| {
            a.path()
                .get_ident()
                .map(plain)
                .filter(|mark| mark == "draft" || mark == "instance")
        });
        typed
            .attrs
            .retain(|a| !(a.path().is_ident("draft") || a.path().is_ident("instance")));
        let mut ty = (*typed.ty).clone();
        if let Type::Reference(reference) = &ty {
            let says = if is_cx(&reference.elem) {
                "take `Cx` by value: it is a cheap handle"
            } else {
                "an action owns what it takes\nhelp: drop the `&`"
            };
            sink.at(FUNCTION_SHAPE, reference, says);
            ty = if is_cx(&reference.elem) {
                (*reference.elem).clone()
            } else {
                syn::parse_quote!(())
            };
        }
        if let Type::ImplTrait(opaque) = &ty {
            sink.at(
                FUNCTION_SHAPE,
                opaque,
                "an action takes types that have a name\nhelp: write the type out",
            );
            ty = syn::parse_quote!(());
        }
        let (param, again) = match mark.as_deref() {
            Some("draft") => (Param::Draft(ty), None),
            Some(_) => (
                Param::Instance(ty),
                params
                    .iter()
                    .any(|p| matches!(p, Param::Instance(_)))
                    .then_some("an action takes one `#[instance]`"),
            ),
            None if is_cx(&ty) => (
                Param::Cx(ty),
                params
                    .iter()
                    .any(|p| matches!(p, Param::Cx(_)))
                    .then_some("an action takes one `Cx`"),
            ),
            None => (
                Param::Input(ty),
                params
                    .iter()
                    .any(|p| matches!(p, Param::Input(_)))
                    .then_some("an action takes one input\nhelp: put the fields in one struct"),
            ),
        };
        if let Some(says) = again {
            sink.at(FUNCTION_SHAPE, &typed.pat, says);
        }
        params.push(param);
    }
    params
}

fn is_cx(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "Cx"))
}

fn which_state(action: &Action, sink: &mut Sink) {
    if action.state.is_some() {
        return;
    }
    if action.function.signature.receiver().is_some() {
        sink.at(
            WHICH_STATE,
            &action.function.signature.ident,
            "the app of which state?\nhelp: take a `cx: Cx<State>`, or write `state = State`",
        );
        return;
    }
    let args = &action.args;
    let names_keys = |word: &str| match word {
        "writes" => !args.writes.is_empty(),
        "reads" => !args.reads.is_empty(),
        "human_decides" => !args.done_when.is_empty(),
        word => ["when", "enabled_when", "verify", "shows"].contains(&word),
    };
    if let Some(first) = action.args.given.iter().find(|g| names_keys(&plain(g))) {
        sink.at(
            WHICH_STATE,
            first,
            "keys of which state?\nhelp: take a `cx: Cx<State>`, or write `state = State`",
        );
    }
}

fn contradictions(action: &Action, sink: &mut Sink) {
    let args = &action.args;
    let mut against = |name: &Ident, says: &str| sink.at(CONTRADICTION, name, says);
    for (one, other, says) in [
        (
            "reported",
            "observed",
            "what settles it: a report, or a writer of its keys?\nhelp: drop one of `reported` and `observed`",
        ),
        (
            "single_flight",
            "once",
            "`once` lets one through in all, `single_flight` one at a time\nhelp: drop one of them",
        ),
        (
            "single_flight",
            "parallel",
            "`parallel` lets any number run side by side, `single_flight` one at a time\nhelp: drop one of them",
        ),
        (
            "once",
            "parallel",
            "`parallel` lets any number run side by side, `once` lets one through in all\nhelp: drop one of them",
        ),
        (
            "no_capture",
            "returns",
            "nothing of what it returns is kept, so there is nothing to cap\nhelp: drop one of `no_capture` and `returns`",
        ),
    ] {
        if let (Some(one), Some(other)) = (args.given(one), args.given(other)) {
            let later = args.given.iter().rev().find(|g| *g == one || *g == other);
            against(later.unwrap_or(other), says);
        }
    }
    if let Some(observed) = args.given("observed")
        && args.writes.is_empty()
    {
        against(
            observed,
            "any writer of its keys settles it, and it writes none\nhelp: say which with `writes(…)`",
        );
    }
    for name in ["input_schema", "validate"].iter().filter_map(|name| args.given(name)) {
        if action.input().is_none() {
            against(
                name,
                "the action takes no input\nhelp: take an `input: serde_json::Value`, or drop this",
            );
        }
    }
    match &args.scope {
        Some(scope) if scope == "instance" && action.instance().is_none() => {
            against(
                scope,
                "the action takes no `#[instance]`\nhelp: mark the parameter, or write `action`",
            );
        }
        Some(scope) if scope == "input" && action.input().is_none() => {
            against(scope, "the action takes no input\nhelp: write `action` or `instance`");
        }
        _ => {}
    }
}

/// What must hold after the action is what the action brings about.
fn verified_keys(action: &Action, sink: &mut Sink) {
    let args = &action.args;
    let mut said: Vec<String> = Vec::new();
    for cond in &args.verify.conds {
        let key = cond.key.text();
        if args.writes.iter().any(|written| written.meets(&cond.key)) || said.contains(&key) {
            continue;
        }
        let help = if args.given("writes").is_some() {
            format!("add `{key}` to its `writes`")
        } else {
            format!("add `writes({key})`")
        };
        sink.at(
            VERIFY_UNWRITTEN,
            &cond.key,
            format!("`verify` tells that the action did its work, and it does not write `{key}`\nhelp: {help}, or ask for the condition before it: `enabled_when(…)`"),
        );
        said.push(key);
    }
}

/// Where the return type is, or the name if nothing is returned.
pub(super) fn returns_span(function: &Function) -> proc_macro2::Span {
    match &function.signature.output {
        ReturnType::Type(_, ty) => ty.span(),
        ReturnType::Default => function.signature.ident.span(),
    }
}
