//! `#[derive(Draft)]`: the fields of a draft, each a typed handle on its slot.

use crate::{
    codes::{DRAFT_SHAPE, STATE_ARGUMENT},
    diag::{Sink, error_at, respan},
    names::{Case, fnv, plain},
    serde,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Fields, GenericArgument, Path, PathArguments, Type, parse_quote, spanned::Spanned,
};

pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(said) => return said.to_compile_error(),
    };
    let mut sink = Sink::default();
    let krate = krate(&input.attrs, &mut sink);
    let named = match &input.data {
        Data::Struct(of) => match &of.fields {
            Fields::Named(named) if input.generics.params.is_empty() => Some(&named.named),
            _ => None,
        },
        _ => None,
    };
    let Some(named) = named else {
        sink.at(
            DRAFT_SHAPE,
            &input.ident,
            "a draft is a struct with named fields and without parameters\nhelp: each field is filled by one step of a journey",
        );
        return sink.into_tokens();
    };
    let case = serde::says(&input.attrs, "rename_all")
        .and_then(|word| Case::of(&word))
        .unwrap_or_default();
    let fields: Vec<_> = (0_u16..)
        .zip(named)
        .filter_map(|(at, f)| {
            f.ident.as_ref().map(|name| Field {
                at,
                name,
                ty: &f.ty,
                wire: serde::says(&f.attrs, "rename").unwrap_or_else(|| case.rename(&plain(name))),
            })
        })
        .collect();
    let name = &input.ident;
    let handles = format_ident!("{}Fields", plain(name));
    let declared = fields.iter().map(|f| f.declared(name));
    let made = fields.iter().map(Field::made);
    let meta = fields.iter().map(Field::meta);
    let finished = fields.iter().map(|f| {
        let field = f.name;
        quote!(#field: <Self as __nav::draft::Draft>::FIELDS.#field.arg(::core::option::Option::Some(__slots)).ok()?)
    });
    let errors = sink.into_tokens();
    quote! {
        #errors
        const _: () = {
            #[allow(unused_imports)] use #krate::__private as __nav;
            #[doc(hidden)]
            #[allow(private_interfaces, missing_docs)]
            pub struct #handles { #(#declared),* }
            impl __nav::draft::Draft for #name {
                type Fields = #handles;
                const FIELDS: #handles = #handles { #(#made),* };
                const META: &'static [__nav::draft::FieldMeta] = &[#(#meta),*];
                fn finish(__slots: &__nav::draft::Slots) -> ::core::option::Option<Self> {
                    let _ = __slots;
                    ::core::option::Option::Some(#name { #(#finished),* })
                }
            }
        };
    }
}

fn krate(attrs: &[Attribute], sink: &mut Sink) -> Path {
    let mut krate = parse_quote!(::nav_runtime);
    for attr in attrs.iter().filter(|a| a.path().is_ident("draft")) {
        let parsed = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                krate = meta.value()?.call(Path::parse_mod_style)?;
                return Ok(());
            }
            Err(error_at(STATE_ARGUMENT, &meta.path, "`draft` takes `crate = path`"))
        });
        if let Err(said) = parsed {
            sink.push(said);
        }
    }
    krate
}

struct Field<'a> {
    at: u16,
    name: &'a Ident,
    ty: &'a Type,
    wire: String,
}

impl Field<'_> {
    fn declared(&self, draft: &Ident) -> TokenStream {
        let (name, ty) = (self.name, self.ty);
        match inside_option(ty) {
            Some(ty) => quote!(pub #name: __nav::draft::OptField<#draft, #ty>),
            None => quote!(pub #name: __nav::draft::Field<#draft, #ty>),
        }
    }

    /// The handle: on the type, since a type that no draft can hold is a mistake there.
    fn made(&self) -> TokenStream {
        let (name, at) = (self.name, self.at);
        let make = match inside_option(self.ty) {
            Some(ty) => respan(quote!(__nav::draft::optional_field(#at)), ty.span()),
            None => respan(quote!(__nav::draft::field(#at)), self.ty.span()),
        };
        quote!(#name: #make)
    }

    fn meta(&self) -> TokenStream {
        let rust = plain(self.name);
        let hash = fnv(&rust);
        let wire = &self.wire;
        let optional = inside_option(self.ty).is_some();
        quote!(__nav::draft::FieldMeta { rust: #rust, hash: #hash, wire: #wire, optional: #optional })
    }
}

/// The `T` of an `Option<T>`, by its spelling, as clap and schemars tell it.
fn inside_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}
