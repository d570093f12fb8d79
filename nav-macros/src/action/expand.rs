//! The function, a marker type of the same name, and the two traits that a graph asks of it.

use super::check::{Action, Param, returns_span};
use crate::{
    diag::{Sink, call_at, in_editor, located, located_at, respan},
    guard::{self, Guard, Key, State},
    names::{fnv, plain},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{ReturnType, Type, spanned::Spanned};

/// The function itself.
pub(super) fn item(action: &Action) -> Option<TokenStream> {
    let function = &action.function;
    // without a body there is nothing to call; of one that nothing lists the marker warns, and that is enough
    function.body.as_ref().map(|_| quote!(#[allow(dead_code)] #function))
}

/// What stands beside it. On an error the marker still does, so that nothing else fails.
pub(super) fn expand(action: &Action, sink: Sink) -> TokenStream {
    let broken = !sink.is_empty();
    let errors = sink.into_tokens();
    let function = &action.function;
    let (name, vis) = (&function.signature.ident, &function.vis);
    let marker = quote_spanned! {name.span()=>
        #[doc(hidden)] #[allow(non_camel_case_types)] #vis enum #name {}
    };
    let krate = action
        .args
        .krate
        .as_ref()
        .map_or_else(|| quote!(::nav_runtime), ToTokens::to_token_stream);
    let state = action.state.as_ref().map(|state| quote!(type __State = #state;));
    let facts = facts(action);
    let on_state = on_state(action, broken);
    let checks = (!broken && action.state.is_some()).then(|| checks(action));
    let lints = (!broken && !in_editor()).then(|| super::lints::lints(action));
    quote! {
        #errors
        #marker
        #lints
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            #state
            #facts
            #on_state
            #checks
        };
    }
}

/// `impl Action`: what holds over any state.
fn facts(action: &Action) -> TokenStream {
    let name = &action.function.signature.ident;
    let meta = meta(action);
    let (input, takes) = match action.input() {
        Some(ty) => (quote!(#ty), takes(action, ty)),
        None => (quote!(()), quote!(__nav::Takes::NOTHING)),
    };
    let (instance, reads) = match action.instance() {
        Some(ty) => (
            quote!(#ty),
            respan(quote!(__nav::takes_instance::<Self::Instance>()), ty.span()),
        ),
        None => (quote!(()), quote!(__nav::TakesInstance::NONE)),
    };
    let returns = match &action.function.signature.output {
        ReturnType::Type(_, ty) if !matches!(**ty, syn::Type::ImplTrait(_)) => quote!(#ty),
        _ => quote!(()),
    };
    let drafts = action.drafts();
    let draft = if drafts.is_empty() {
        quote!(())
    } else {
        quote!((#(#drafts,)*))
    };
    let submits = submits(action);
    quote! {
        #submits
        impl __nav::Action for #name {
            const META: __nav::ActionMeta = #meta;
            type Input = #input;
            const TAKES: __nav::Takes<Self::Input> = #takes;
            type Instance = #instance;
            const INSTANCE: __nav::TakesInstance<Self::Instance> = #reads;
            type Returns = #returns;
            type Draft = #draft;
        }
    }
}

/// How an input is described and read: by its type, or, if it is a bare `Value`, by what the attribute gives.
fn takes(action: &Action, ty: &Type) -> TokenStream {
    let args = &action.args;
    let describes = args.input_schema.as_ref().map(|path| {
        let at = located_at(path);
        quote_spanned!(at=> const __DESCRIBES: fn() -> __nav::Value = #path;)
    });
    let judges = args.validate.as_ref().map(|path| {
        let at = located_at(path);
        quote_spanned!(at=> const __JUDGES: fn(&__nav::Value) -> ::core::result::Result<(), __nav::Issues> = #path;)
    });
    let described = quote!(|| __nav::Schema::Json(__DESCRIBES()));
    let (schema, read) = match (&describes, &judges) {
        (None, None) => return respan(quote!(__nav::takes::<Self::Input>()), ty.span()),
        (Some(_), None) => (described.clone(), quote!(__nav::read_described(__sent, #described))),
        (None, Some(_)) => (
            quote!(|| __nav::Schema::WhenPerformed),
            quote!(__nav::read_judged(__sent, __JUDGES)),
        ),
        (Some(_), Some(_)) => (
            described.clone(),
            quote!({
                let __read = __nav::read_described(__sent, #described)?;
                __nav::read_judged(::core::option::Option::Some(&__read), __JUDGES)
            }),
        ),
    };
    // on the type: one that is no `Value` is said there
    let takes = respan(
        quote!(__nav::Takes { schema: #schema, read: |__sent| #read }),
        ty.span(),
    );
    quote!({ #describes #judges #takes })
}

/// One draft parameter and no input: the action may send a whole draft.
fn submits(action: &Action) -> Option<TokenStream> {
    let drafts = action.drafts();
    let [whole] = drafts.as_slice() else { return None };
    let name = &action.function.signature.ident;
    action.input().is_none().then(|| {
        quote! {
            impl __nav::draft::Submits<#whole> for #name {
                fn whole(__draft: #whole) -> Self::Draft { (__draft,) }
            }
        }
    })
}

/// The facts; those that nobody states keep their defaults.
fn meta(action: &Action) -> TokenStream {
    let args = &action.args;
    let signature = &action.function.signature;
    let id = args
        .id
        .as_ref()
        .map_or_else(|| plain(&signature.ident), syn::LitStr::value);
    let hash = fnv(&id);
    let does = &action.does;
    let mut stated = TokenStream::new();
    for flag in ["confirm", "withheld", "cancellable", "no_capture"] {
        if args.has(flag) {
            let flag = format_ident!("{flag}");
            stated.extend(quote!(#flag: true,));
        }
    }
    if action.function.body.is_none() {
        stated.extend(quote!(has_body: false,));
    } else if signature.asyncness.is_none() {
        stated.extend(quote!(blocking: true,));
    }
    if action.instance().is_some() {
        stated.extend(quote!(instance: true,));
    }
    if !args.verify.is_empty() {
        stated.extend(quote!(verified: true,));
    }
    #[expect(clippy::cast_possible_truncation, reason = "nobody writes 256 parameters")]
    let drafts = action.drafts().len() as u8;
    if drafts > 0 {
        stated.extend(quote!(drafts: #drafts,));
    }
    if args.has("reported") {
        stated.extend(quote!(completion: __nav::Completion::Reported,));
    } else if args.has("observed") {
        stated.extend(quote!(completion: __nav::Completion::Observed,));
    }
    let scope = args.scope.as_ref().map_or_else(|| format_ident!("Action"), variant);
    if args.has("single_flight") {
        stated.extend(quote!(concurrency: __nav::Concurrency::SingleFlight(__nav::Scope::#scope),));
    } else if args.has("once") {
        stated.extend(quote!(concurrency: __nav::Concurrency::Once(__nav::Scope::#scope),));
    }
    if !args.may_invoke.is_empty() {
        let who = args.may_invoke.iter().map(variant);
        stated.extend(quote!(may_invoke: &[#(__nav::Principal::#who),*],));
    }
    if let Some((says, by)) = &args.blocked_because {
        let by = variant(by);
        stated.extend(quote!(blocked_because: ::core::option::Option::Some(
            __nav::BlockedBecause { says: #says, cleared_by: __nav::ClearedBy::#by }
        ),));
    }
    if args.has("human_decides") {
        let about = args.decides_about.as_ref().map(syn::LitStr::value).unwrap_or_default();
        stated.extend(quote!(human_decides: ::core::option::Option::Some(__nav::HumanDecides { about: #about }),));
    }
    if let Some(ms) = args.timeout_ms {
        stated.extend(quote!(timeout: ::core::option::Option::Some(::core::time::Duration::from_millis(#ms)),));
    }
    if args.has("returns") {
        let cap = |cap: &Option<syn::LitInt>| match cap {
            Some(cap) => quote!(::core::option::Option::Some(#cap)),
            None => quote!(::core::option::Option::None),
        };
        let (items, bytes) = (cap(&args.max_items), cap(&args.max_bytes));
        stated.extend(quote!(returns: ::core::option::Option::Some(__nav::caps(#items, #bytes)),));
    }
    let new = quote!(__nav::ActionMeta::new(#id, #hash, #does, ::core::concat!(::core::file!(), ":", ::core::line!())));
    if stated.is_empty() {
        return new;
    }
    quote!(__nav::ActionMeta { #stated ..#new })
}

/// The variant that a word in lower case names. It keeps no span: an unknown word was already said.
fn variant(word: &Ident) -> Ident {
    Ident::new(&crate::names::Case::Pascal.rename(&plain(word)), Span::call_site())
}

/// `impl ActionOn`: over the state that the `Cx` names, or over any.
fn on_state(action: &Action, broken: bool) -> TokenStream {
    let name = &action.function.signature.ident;
    let (generics, state) = match &action.state {
        Some(_) => (quote!(), quote!(__State)),
        None => (quote!(<__State: 'static>), quote!(__State)),
    };
    let about_state = if broken || action.state.is_none() {
        TokenStream::new()
    } else {
        about_state(action)
    };
    let call = call(action, broken);
    let at_return = located(returns_span(&action.function));
    let outcome = quote_spanned!(at_return=> __nav::outcome(__returned, &<Self as __nav::Action>::META));
    let told = action.args.error.as_ref().map(|path| {
        let told = quote_spanned!(located_at(path)=> __nav::told(__returned, #path));
        quote!(let __returned = #told;)
    });
    quote! {
        impl #generics __nav::ActionOn<#state> for #name {
            #about_state
            fn call(__cx: __nav::Cx<#state>, __with: __nav::With<Self>) -> __nav::BoxFuture<'static, Self::Returns> {
                #call
            }
            fn finish(__returned: Self::Returns) -> __nav::Outcome {
                #[allow(unused_imports)] use __nav::Plain as _;
                let __returned = __nav::Returned(__returned).split();
                #told
                #outcome
            }
        }
    }
}

/// The constant that names keys of the state: one for all that is said, since each costs.
fn about_state(action: &Action) -> TokenStream {
    let args = &action.args;
    let state = State {
        ty: quote!(__State),
        // on the state's own mention: a type that is none is then the same error everywhere, and said once
        keys: respan(
            quote!(<__State as __nav::NavState>::KEYS),
            action.state_at.unwrap_or_else(Span::call_site),
        ),
    };
    let guard = |name: &str, guard: &Guard| {
        (!guard.is_empty()).then(|| {
            let name = Ident::new(name, Span::call_site());
            let code = guard::render(guard, &state);
            quote!(#name: #code,)
        })
    };
    let keys = |name: &str, keys: &[Key]| {
        (!keys.is_empty()).then(|| {
            let name = Ident::new(name, Span::call_site());
            let ids = keys.iter().map(|k| guard::key_id(k, &state.keys));
            quote!(#name: &[#(#ids),*],)
        })
    };
    let shows = args.shows.as_ref().map(|path| {
        let at = located_at(path);
        let call = quote_spanned!(at=> __nav::shows::<__State, Self, _, _>(#path, __raw, __given));
        quote!(shows: ::core::option::Option::Some(|__raw, __given| #call),)
    });
    let said: Vec<_> = [
        guard("when", &args.when),
        guard("enabled_when", &args.enabled_when),
        guard("verify", &args.verify),
        guard("done_when", &args.done_when),
        keys("writes", &args.writes),
        keys("reads", &args.reads),
        shows,
    ]
    .into_iter()
    .flatten()
    .collect();
    if said.is_empty() {
        return TokenStream::new();
    }
    quote!(const ABOUT: __nav::About<__State> = __nav::About { #(#said)* ..__nav::About::NOTHING };)
}

/// Asks const evaluation whether the action's own conditions can hold together, where two are on one key.
fn checks(action: &Action) -> TokenStream {
    let args = &action.args;
    let name = &action.function.signature.ident;
    let needs = |constant: &str| {
        let constant = Ident::new(constant, Span::call_site());
        quote!(__nav::check::Needs { says: "", conds: <#name as __nav::ActionOn<__State>>::ABOUT.#constant.conds })
    };
    let mut checks = TokenStream::new();
    let mut ask = |cond: &guard::Cond, own: TokenStream, scope: usize, nth: usize| {
        let call = call_at(
            &cond.written,
            quote!(__nav::check::guard),
            quote!(&[], &[#own], #scope, #nth),
        );
        checks.extend(quote!(const _: () = #call;));
    };
    for (guard, constant) in [
        (&args.when, "when"),
        (&args.enabled_when, "enabled_when"),
        (&args.verify, "verify"),
        (&args.done_when, "done_when"),
    ] {
        guard.again().for_each(|(nth, cond)| ask(cond, needs(constant), 0, nth));
    }
    // what hides an action and what greys it are looked at together
    let twice: Vec<_> = args.enabled_when.again().map(|(nth, _)| nth).collect();
    for (nth, cond) in args.enabled_when.conds.iter().enumerate() {
        if !twice.contains(&nth) && args.when.mentions(&cond.key) {
            let (when, enabled) = (needs("when"), needs("enabled_when"));
            ask(cond, quote!(#when, #enabled), 1, nth);
        }
    }
    checks
}

/// The body of `call`: the author's function with its arguments in the author's order.
fn call(action: &Action, broken: bool) -> TokenStream {
    let function = &action.function;
    if broken || function.body.is_none() {
        let touched = if broken { quote!() } else { touched(action) };
        return quote! {
            #touched
            let _ = (__cx, __with);
            ::std::boxed::Box::pin(::core::future::pending())
        };
    }
    let mut draft = 0_usize;
    let arguments = action.params.iter().map(|param| match param {
        Param::Cx(_) => quote!(__cx),
        Param::Input(_) => quote!(__with.input),
        Param::Instance(_) => quote!(__with.instance),
        Param::Draft(_) => {
            let at = syn::Index::from(draft);
            draft += 1;
            quote!(__with.draft.#at)
        }
    });
    let name = &function.signature.ident;
    let here = located(name.span());
    let call = match receiver(action) {
        None => {
            let on = action.on.as_ref().map(|on| quote!(<#on>::));
            quote_spanned!(here=> #on #name(#(#arguments),*))
        }
        Some((on, at)) => {
            let app = quote_spanned!(at=> { let __app: &#on = __on.app(); __app });
            quote_spanned!(here=> <#on>::#name(#app, #(#arguments),*))
        }
    };
    if action.function.signature.receiver().is_some() {
        let awaited = function.signature.asyncness.map(|_| quote_spanned!(here=> .await));
        let touched = touched(action);
        return quote! {
            #touched
            let _ = (&__cx, &__with);
            ::std::boxed::Box::pin(async move {
                let __on = ::core::clone::Clone::clone(&__cx);
                #call #awaited
            })
        };
    }
    let pin = quote_spanned!(here=> ::std::boxed::Box::pin);
    let future = if function.signature.asyncness.is_some() {
        quote_spanned!(here=> #pin(#call))
    } else {
        quote_spanned!(here=> #pin(async move { #call }))
    };
    let touched = touched(action);
    quote! {
        #touched
        let _ = (&__cx, &__with);
        #future
    }
}

/// The app's type and where it is taken, of a method that takes it.
fn receiver(action: &Action) -> Option<(&Type, Span)> {
    let receiver = action.function.signature.receiver()?;
    Some((action.on.as_ref()?, located(receiver.self_token.span)))
}

/// Lets the compiler judge the keys that only const evaluation looks at. It runs never, and costs no body of its own.
fn touched(action: &Action) -> TokenStream {
    let named = || action.args.writes.iter().chain(&action.args.reads);
    let keys: Vec<_> = named().map(guard::touch).collect();
    let walks = named().any(|k| k.segments().len() > 1).then(|| {
        quote!(
            #[allow(unused_imports)]
            use __nav::guard::{StepOption as _, StepPlain as _};
        )
    });
    if keys.is_empty() || action.state.is_none() {
        return TokenStream::new();
    }
    quote! {
        if false {
            #walks
            let __s: &__State = __nav::guard::never();
            #(#keys)*
        }
    }
}
