//! `#[derive(NavState)]`: the keys of a state, and which of them changed.

use crate::{
    codes::{STATE_ARGUMENT, STATE_SHAPE},
    diag::{Sink, located, respan},
    names::{Case, fnv, plain},
    serde::says as serde_says,
};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Fields, Path, Type, parse_quote, spanned::Spanned};

/// What `#[nav(…)]` says.
struct Args {
    app: Type,
    krate: Path,
}

pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(said) => return said.to_compile_error(),
    };
    let mut sink = Sink::default();
    let args = args(&input.attrs, &mut sink);
    let fields = match &input.data {
        Data::Struct(of) => match &of.fields {
            Fields::Named(named) if input.generics.params.is_empty() => Some(&named.named),
            _ => None,
        },
        _ => None,
    };
    let Some(fields) = fields else {
        sink.at(
            STATE_SHAPE,
            &input.ident,
            "a navigation state is a struct with named fields and without parameters\nhelp: its fields are the keys that guards read and actions write",
        );
        return sink.into_tokens();
    };
    let case = serde_says(&input.attrs, "rename_all")
        .and_then(|word| Case::of(&word))
        .unwrap_or_default();
    let fields: Vec<_> = fields
        .iter()
        .filter_map(|f| {
            f.ident.as_ref().map(|name| Field {
                name,
                ty: &f.ty,
                attrs: &f.attrs,
            })
        })
        .collect();
    let keys: Vec<_> = fields.iter().map(|f| f.key(case, &mut sink)).collect();
    let compared = fields.iter().map(Field::compared);
    let (name, app, krate) = (&input.ident, &args.app, &args.krate);
    let errors = sink.into_tokens();
    let this = respan(quote!(__nav::NavState), name.span());
    quote! {
        #errors
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            #[allow(unused_imports)] use __nav::Leaf as _;
            impl #this for #name {
                type App = #app;
                const KEYS: &'static [__nav::KeyMeta] = &[#(#keys),*];
                fn changed(&self, __before: &Self, __first: u16, __changed: &mut __nav::KeySet) {
                    #[allow(unused_mut, unused_assignments)]
                    let mut __at = __first;
                    #(#compared)*
                    let _ = (__at, __before, __changed);
                }
            }
        };
    }
}

fn args(attrs: &[Attribute], sink: &mut Sink) -> Args {
    let mut args = Args {
        app: parse_quote!(()),
        krate: parse_quote!(::nav_runtime),
    };
    for attr in attrs.iter().filter(|a| a.path().is_ident("nav")) {
        let parsed = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("app") {
                args.app = meta.value()?.parse()?;
            } else if meta.path.is_ident("crate") {
                args.krate = meta.value()?.call(Path::parse_mod_style)?;
            } else {
                return Err(crate::diag::error_at(
                    STATE_ARGUMENT,
                    &meta.path,
                    "`nav` takes `app = Type` and `crate = path`",
                ));
            }
            Ok(())
        });
        if let Err(said) = parsed {
            sink.push(said);
        }
    }
    args
}

struct Field<'a> {
    name: &'a Ident,
    ty: &'a Type,
    attrs: &'a [Attribute],
}

impl Field<'_> {
    /// Whether the app writes it by itself, as the field or its type says.
    fn is_from_app(&self, sink: &mut Sink) -> TokenStream {
        let mut said = false;
        for attr in self.attrs.iter().filter(|a| a.path().is_ident("nav")) {
            let parsed = attr.parse_nested_meta(|meta| {
                if meta.path.is_ident("from_app") {
                    said = true;
                    return Ok(());
                }
                Err(crate::diag::error_at(
                    STATE_ARGUMENT,
                    &meta.path,
                    "`nav` on a field takes `from_app`: the app writes it by itself",
                ))
            });
            if let Err(said) = parsed {
                sink.push(said);
            }
        }
        let ty = self.ty;
        if said {
            quote!(true)
        } else {
            quote!(__nav::Nested::<#ty>::FROM_APP)
        }
    }

    fn key(&self, case: Case, sink: &mut Sink) -> TokenStream {
        let from_app = self.is_from_app(sink);
        let rust = plain(self.name);
        let hash = fnv(&rust);
        let wire = serde_says(self.attrs, "rename").unwrap_or_else(|| case.rename(&rust));
        let ty = self.ty;
        quote!(__nav::KeyMeta {
            rust: #rust, hash: #hash, wire: #wire,
            nested: __nav::Nested::<#ty>::KEYS, redacted: __nav::Nested::<#ty>::REDACTED, from_app: #from_app,
        })
    }

    fn compared(&self) -> TokenStream {
        let (name, ty) = (self.name, self.ty);
        // on the type: a field that cannot be compared is a mistake of its type
        let differ = quote_spanned!(located(ty.span())=> __nav::differs(&self.#name, &__before.#name));
        quote! {
            if #differ {
                __changed.insert(__nav::KeyId::__at(__at));
                __nav::Nested::<#ty>::changed(&self.#name, &__before.#name, __at + 1, __changed);
            }
            __at += const { 1 + __nav::keys::count(__nav::Nested::<#ty>::KEYS) };
        }
    }
}
