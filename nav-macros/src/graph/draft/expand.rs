//! A draft journey as tables and as typed steps.
//!
//! What a step takes is handed to a function of the action's own draft parameters, so that the compiler judges the
//! arguments as it judges those of any call.

use crate::{
    diag::{located, respan},
    graph::{
        ast::StepDoes,
        expand::{Items, leads, option, place, places},
        layout::{Layout, PlacedDraft, PlacedStep},
        logic,
    },
    names::{constant, fnv, plain},
};
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Path, spanned::Spanned};

/// The journeys that open on a page by their drafts.
pub(in crate::graph) fn journeys_on(layout: &Layout<'_>, page: usize) -> impl Iterator<Item = usize> {
    layout
        .drafts
        .iter()
        .filter(move |d| d.page == Some(page))
        .map(|d| d.journey)
}

fn fields_of(draft: &PlacedDraft<'_>) -> Ident {
    Ident::new(&format!("__FIELDS_{}", draft.journey), located(draft.draft.ty.span()))
}

fn meta_of(draft: &PlacedDraft<'_>) -> Ident {
    format_ident!("__META_{}", draft.journey)
}

fn type_of(draft: &PlacedDraft<'_>) -> Ident {
    Ident::new(&format!("__Draft{}", draft.journey), located(draft.draft.ty.span()))
}

/// The constant that mentions a step's path, at the path's last word.
fn stepped(step: &PlacedStep<'_>, path: &Path) -> Ident {
    Ident::new(&format!("__STEP_{}", step.at), last_span(path))
}

fn facts_of(step: &PlacedStep<'_>) -> Ident {
    format_ident!("__FACTS_{}", step.at)
}

fn last_span(path: &Path) -> Span {
    located(path.segments.last().map_or_else(|| path.span(), |s| s.ident.span()))
}

/// The table's rows: one action a step.
pub(in crate::graph) fn facts(layout: &Layout<'_>, draft: &PlacedDraft<'_>) -> Vec<TokenStream> {
    let rows = draft.steps.iter().map(|step| {
        let (id, name) = (&step.id, &step.name);
        let does = option(step.step.docs.does.as_ref());
        let pages = places(draft.page);
        let leads = leads(layout, step.step.leads());
        let journey = place(draft.journey);
        let facts = facts_of(step);
        quote!(__nav::ActionData {
            id: #id, name: #name, does: #does, pages: #pages, leads: #leads,
            draft_of: ::core::option::Option::Some(#journey), each: false, facts: ::core::option::Option::Some(&#facts),
        })
    });
    rows.collect()
}

/// The rows of the typed table.
pub(in crate::graph) fn typed(draft: &PlacedDraft<'_>) -> Vec<TokenStream> {
    let rows = draft.steps.iter().map(|step| {
        let action = option(step.step.path().map(|path| {
            let stepped = stepped(step, path);
            quote!(&#stepped.handler)
        }));
        quote!(__nav::TypedEntry { when: __NONE, action: #action, instances: ::core::option::Option::None })
    });
    rows.collect()
}

/// What the journey's row says of its draft.
pub(in crate::graph) fn data(draft: &PlacedDraft<'_>) -> TokenStream {
    let meta = meta_of(draft);
    let field = |name: &Ident| {
        let hash = fnv(&plain(name));
        quote!(__nav::draft::field_index(#meta, #hash))
    };
    let steps = draft.steps.iter().map(|step| {
        let filled = step.step.fills().map(field);
        let kind = match (&step.step.does, filled) {
            (StepDoes::Asks(_), Some(at)) => quote!(Asks(#at)),
            (StepDoes::Calls { .. }, Some(at)) => quote!(Provides(#at)),
            (StepDoes::Submits { .. }, _) => quote!(Submits),
            _ => quote!(Reads),
        };
        let takes = step.step.takes().iter().map(field);
        quote!(__nav::draft::DraftStep { kind: __nav::draft::DraftStepKind::#kind, takes: &[#(#takes),*] })
    });
    quote!(::core::option::Option::Some(&__nav::draft::DraftData { fields: #meta, steps: &[#(#steps),*] }))
}

/// The constants beside the tables: the draft's type, the steps, the checks.
pub(in crate::graph) fn items(
    layout: &Layout<'_>,
    draft: &PlacedDraft<'_>,
    pages: &[Ident],
    journey: &Ident,
    items: &mut Items,
) {
    let ty = &draft.draft.ty;
    let (alias, fields, meta) = (type_of(draft), fields_of(draft), meta_of(draft));
    let of = |what: TokenStream| respan(quote!(<#alias as __nav::draft::Draft>::#what), ty.span());
    let (handles, all, each) = (of(quote!(Fields)), of(quote!(FIELDS)), of(quote!(META)));
    items.tokens.extend(quote! {
        #[allow(non_camel_case_types)] type #alias = #ty;
        const #fields: #handles = #all;
        const #meta: &[__nav::draft::FieldMeta] = #each;
    });
    let filled = draft.draft.steps.iter().filter_map(|s| s.fills());
    let filled: Vec<_> = filled.map(|f| fnv(&plain(f))).collect();
    let said = ty.to_token_stream().to_string().replace(' ', "");
    items.check(
        ty,
        quote!(__nav::check::provided),
        quote!(#meta, &[#(#filled),*], #said),
    );
    let page = match draft.page {
        Some(page) => logic::needs_of_page(layout, page, &pages[page]),
        None => quote!(__nav::check::Needs::NOTHING),
    };
    let journey = logic::needs("the journey needs", journey);
    for step in &draft.steps {
        let facts = facts_of(step);
        let code = match &step.step.does {
            StepDoes::Asks(field) => asks(draft, step, field),
            StepDoes::Calls {
                path,
                takes,
                arguments,
                fills,
            } => {
                declare(step, path, items);
                calls(draft, step, path, takes, *arguments, fills.as_ref())
            }
            StepDoes::Submits { path, .. } => {
                declare(step, path, items);
                submits(draft, step, path)
            }
        };
        items.tokens.extend(quote!(const #facts: __nav::ActionFacts = #code;));
        if let Some(path) = step.step.path() {
            let stepped = stepped(step, path);
            let submits = matches!(step.step.does, StepDoes::Submits { .. });
            items.check(
                path,
                quote!(__nav::check::step),
                quote!(&#stepped.handler, #submits, #page, #journey),
            );
        }
    }
}

fn declare(step: &PlacedStep<'_>, path: &Path, items: &mut Items) {
    let stepped = stepped(step, path);
    let action = action(step, path);
    let over = respan(quote!(__nav::draft::stepped::<__State, #action>()), path_span(path));
    let ty = respan(
        quote!(&__nav::draft::Stepped<__State, __nav::With<#action>, <#action as __nav::Action>::Returns>),
        path_span(path),
    );
    items.tokens.extend(quote! {
        #[allow(non_camel_case_types)] type #action = #path;
        const #stepped: #ty = &#over;
    });
}

fn path_span(path: &Path) -> Span {
    path.segments.last().map_or_else(|| path.span(), |s| s.ident.span())
}

/// The alias of an action's path: the path itself is mentioned once.
fn action(step: &PlacedStep<'_>, path: &Path) -> Ident {
    Ident::new(&format!("__Action{}", step.at), last_span(path))
}

/// An `ask`: what it was sent is what it provides.
fn asks(draft: &PlacedDraft<'_>, step: &PlacedStep<'_>, field: &Ident) -> TokenStream {
    let (fields, meta) = (fields_of(draft), meta_of(draft));
    let hash = fnv(&plain(field));
    let (name, id_hash) = (&step.name, fnv(&step.name));
    let does = step.step.docs.does.clone().unwrap_or_default();
    let asked = Ident::new("__asked", located(field.span()));
    let asks = respan(quote!(__nav::draft::asks(#asked)), field.span());
    let asks = quote!({ let #asked = #fields.#field.slot(); #asks });
    quote!(__nav::ActionFacts {
        meta: __nav::ActionMeta::new(#name, #id_hash, #does, ::core::concat!(::core::file!(), ":", ::core::line!())),
        writes: &[], reads: &[], shows: ::core::option::Option::None,
        schema: || #asks.schema(__nav::draft::wire(#meta, #hash)),
        prepare: |__given| #asks.read(__given, __nav::draft::wire(#meta, #hash)),
    })
}

/// A step that calls its function with fields of the draft.
fn calls(
    draft: &PlacedDraft<'_>,
    step: &PlacedStep<'_>,
    path: &Path,
    takes: &[Ident],
    arguments: Option<Span>,
    fills: Option<&Ident>,
) -> TokenStream {
    let (fields, stepped, action) = (fields_of(draft), stepped(step, path), action(step, path));
    let names: Vec<_> = takes
        .iter()
        .enumerate()
        .map(|(n, field)| Ident::new(&format!("__{n}"), located(field.span())))
        .collect();
    let mut list = Group::new(proc_macro2::Delimiter::Parenthesis, quote!(#(#names),*));
    list.set_span(located(arguments.unwrap_or_else(|| path_span(path))));
    let gathers = respan(
        quote!((<<#action as __nav::Action>::Draft as __nav::DraftParams>::GATHERS)),
        path_span(path),
    );
    let run = match fills {
        None => quote!(__nav::draft::run_through(#stepped, __given, __draft)),
        Some(field) => {
            let at = last_span(path);
            let returned = quote_spanned!(at=> __returned);
            let fill = quote_spanned!(at=> .fill(#returned));
            quote!(__nav::draft::run(#stepped, __given, __draft, |#returned, __meta| {
                #[allow(unused_imports)] use __nav::draft::{Said as _, Unsaid as _};
                let __filled = #fields.#field.slot() #fill;
                __nav::draft::provided(__filled.map_err(|__e| (&__nav::draft::Words(__e)).words()), __meta)
            }))
        }
    };
    quote!(__nav::ActionFacts {
        prepare: |__given| {
            #(let #names = #fields.#takes.arg(__given.draft)?;)*
            let __draft = #gathers #list;
            #run
        },
        ..#stepped.handler.facts
    })
}

/// The submit: the whole draft, finished.
fn submits(draft: &PlacedDraft<'_>, step: &PlacedStep<'_>, path: &Path) -> TokenStream {
    let (alias, stepped, action) = (type_of(draft), stepped(step, path), action(step, path));
    let finish = respan(quote!(<#alias as __nav::draft::Draft>::finish), draft.draft.ty.span());
    let at = last_span(path);
    let whole = quote_spanned!(at=> <#action as __nav::draft::Submits<#alias>>::whole);
    quote!(__nav::ActionFacts {
        prepare: |__given| __nav::draft::run_through(#stepped, __given, #whole(__nav::draft::whole(__given, #finish)?)),
        ..#stepped.handler.facts
    })
}

/// The module of the steps' ids, under the journey's own name.
pub(in crate::graph) fn ids(layout: &Layout<'_>) -> TokenStream {
    let mut seen = std::collections::HashSet::new();
    let pages = &layout.graph.pages;
    let drafts = layout.drafts.iter().filter(|d| {
        let name = plain(&layout.graph.journeys[d.journey].name);
        name != "journey" && pages.iter().all(|p| plain(&p.name) != name) && seen.insert(name)
    });
    let modules = drafts.map(|draft| {
        let name = &layout.graph.journeys[draft.journey].name;
        let about = format!("The steps of the journey `{}`.", layout.wire(name));
        let mut seen = std::collections::HashSet::new();
        let steps = draft
            .steps
            .iter()
            .filter(|s| seen.insert(constant(&s.step.name).to_string()))
            .map(|s| {
                let (name, id) = (constant(&s.step.name), &s.id);
                let docs = match s.step.docs.attrs.as_slice() {
                    [] => {
                        let says = format!("The step `{}`.", s.name);
                        quote!(#[doc = #says])
                    }
                    _ => crate::graph::ids::written(&s.step.docs),
                };
                quote!(#docs pub const #name: __nav::ActionId<super::Ids> = __nav::ActionId::__new(#id);)
            });
        quote!(#[doc = #about] pub mod #name { #[allow(unused_imports)] use super::__nav; #(#steps)* })
    });
    modules.collect()
}
