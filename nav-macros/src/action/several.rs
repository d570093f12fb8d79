//! `#[actions]`: the methods of an app, or the functions of a module.

use super::{args, check, expand, function::Function};
use crate::{
    codes::FUNCTION_SHAPE,
    diag::{Sink, call_at, error, error_at},
};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Ident, Path, Token, Type, Visibility,
    parse::{ParseStream, Parser},
    token,
};

const WHERE: &str = "`#[actions]` stands on the `impl` of an app or on a module with its functions";

/// Expands the attribute. Whatever is wrong, the item stays.
pub(crate) fn actions(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut sink = Sink::default();
    let krate = match (|input: ParseStream<'_>| krate(input)).parse2(attribute) {
        Ok(krate) => krate,
        Err(said) => {
            sink.push(said);
            None
        }
    };
    let parsed = (|input: ParseStream<'_>| several(input, krate.as_ref(), &mut sink)).parse2(item.clone());
    let expanded = parsed.unwrap_or_else(|said| {
        sink.push(said);
        item
    });
    let errors = sink.into_tokens();
    quote!(#errors #expanded)
}

fn krate(input: ParseStream<'_>) -> syn::Result<Option<Path>> {
    if input.is_empty() {
        return Ok(None);
    }
    if !input.peek(Token![crate]) {
        return Err(error(
            crate::codes::UNKNOWN_ARGUMENT,
            input.span(),
            "`actions` takes `crate = path` only",
        ));
    }
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    input.call(Path::parse_mod_style).map(Some)
}

fn several(input: ParseStream<'_>, krate: Option<&Path>, sink: &mut Sink) -> syn::Result<TokenStream> {
    let mut head = TokenStream::new();
    for attr in input.call(Attribute::parse_outer)? {
        attr.to_tokens(&mut head);
    }
    let vis: Visibility = input.parse()?;
    vis.to_tokens(&mut head);
    if input.peek(Token![mod]) {
        return module(input, head, krate);
    }
    if input.peek(Token![impl]) {
        return methods(input, head, krate, sink);
    }
    Err(error(FUNCTION_SHAPE, input.span(), WHERE))
}

/// A module, with the list of its public actions.
fn module(input: ParseStream<'_>, mut head: TokenStream, krate: Option<&Path>) -> syn::Result<TokenStream> {
    input.parse::<Token![mod]>()?.to_tokens(&mut head);
    input.parse::<Ident>()?.to_tokens(&mut head);
    if !input.peek(token::Brace) {
        return Err(error(
            FUNCTION_SHAPE,
            input.span(),
            "a module whose actions are known has them here\nhelp: write `mod name { … }`, with `#[actions]` inside its file it cannot be seen",
        ));
    }
    let group: Group = match input.parse()? {
        TokenTree::Group(group) => group,
        other => return Err(error_at(FUNCTION_SHAPE, other, WHERE)),
    };
    let krate = krate.map_or_else(|| quote!(::nav_runtime), ToTokens::to_token_stream);
    let actions = public_actions(group.stream());
    let inside = group.stream();
    let list = quote! {
        #[doc(hidden)]
        #[allow(dead_code, unreachable_pub)]
        pub const __ACTIONS: &[&#krate::__private::ActionMeta] =
            &[#(&<self::#actions as #krate::__private::Action>::META),*];
    };
    Ok(quote!(#head { #inside #list }))
}

/// The names of the functions that carry `#[action]` and are not private: of those the compiler knows what is unused.
fn public_actions(tokens: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    let (mut marked, mut public) = (false, false);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(p) if p.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.peek() {
                    marked |= is_action(group.stream());
                    tokens.next();
                }
            }
            TokenTree::Ident(word) if word == "pub" => public = true,
            TokenTree::Ident(word) if word == "fn" => {
                if let Some(TokenTree::Ident(name)) = tokens.next()
                    && marked
                    && public
                {
                    found.push(name);
                }
                (marked, public) = (false, false);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => (marked, public) = (false, false),
            TokenTree::Punct(p) if p.as_char() == ';' => (marked, public) = (false, false),
            _ => {}
        }
    }
    found
}

/// Whether an attribute is `action`, by whatever path.
fn is_action(attribute: TokenStream) -> bool {
    let last = attribute
        .into_iter()
        .take_while(|t| !matches!(t, TokenTree::Group(_)))
        .filter_map(|t| {
            if let TokenTree::Ident(word) = t {
                Some(word)
            } else {
                None
            }
        })
        .last();
    last.is_some_and(|word| word == "action")
}

/// The methods of an app. Each gets a marker beside the `impl`, so that a graph names it as it names a function.
fn methods(
    input: ParseStream<'_>,
    mut head: TokenStream,
    krate: Option<&Path>,
    sink: &mut Sink,
) -> syn::Result<TokenStream> {
    let word: Token![impl] = input.parse()?;
    if input.peek(Token![<]) {
        return Err(error_at(
            FUNCTION_SHAPE,
            word,
            "an app whose methods are actions has no parameters of its own\nhelp: write the types out",
        ));
    }
    word.to_tokens(&mut head);
    let on: Type = input.parse()?;
    if input.peek(Token![for]) {
        return Err(error_at(
            FUNCTION_SHAPE,
            on,
            "the methods of a trait are no actions\nhelp: write them on the app itself",
        ));
    }
    let body;
    let braces = syn::braced!(body in input);
    let (mut inside, mut beside) = (TokenStream::new(), TokenStream::new());
    while !body.is_empty() {
        let ahead = body.fork();
        let attrs = ahead.call(Attribute::parse_outer)?;
        if !attrs.iter().any(is_action_attr) {
            inside.extend(other(&body));
            continue;
        }
        match body.parse::<Function>() {
            Ok(function) => {
                let (method, marker) = method(function, &on, krate);
                inside.extend(method);
                beside.extend(marker);
            }
            Err(said) => {
                sink.push(said);
                inside.extend(other(&body));
            }
        }
    }
    let mut block = Group::new(Delimiter::Brace, inside);
    block.set_span(braces.span.join());
    Ok(quote!(#head #on #block #beside))
}

fn is_action_attr(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|s| s.ident == "action")
}

/// An item that is no action, up to its `;` or its braces.
fn other(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while let Ok(token) = input.parse::<TokenTree>() {
        let ends = match &token {
            TokenTree::Punct(p) => p.as_char() == ';',
            TokenTree::Group(g) => g.delimiter() == Delimiter::Brace,
            _ => false,
        };
        tokens.extend([token]);
        if ends {
            break;
        }
    }
    tokens
}

/// A method as it stays in the `impl`, and what stands beside it.
fn method(mut function: Function, on: &Type, krate: Option<&Path>) -> (TokenStream, TokenStream) {
    let mut sink = Sink::default();
    let (marks, attrs) = function.attrs.into_iter().partition::<Vec<_>, _>(is_action_attr);
    function.attrs = attrs;
    let written = match marks.first().map(|mark| &mark.meta) {
        Some(syn::Meta::List(list)) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let mut args = args::parse(written, &mut sink);
    args.krate = args.krate.or_else(|| krate.cloned());
    if function.body.is_none() {
        sink.at(
            FUNCTION_SHAPE,
            &function.signature.ident,
            "a method has a body\nhelp: declare what is bound later as a free function",
        );
        function.body = Some(quote!({ ::core::unimplemented!() }));
    }
    let action = check::check(args, function, Some(on.clone()), &mut sink);
    let (method, marker) = (expand::item(&action), expand::expand(&action, sink));
    (method.unwrap_or_default(), marker)
}

/// `assert_all_listed!(GRAPH, module)`.
pub(crate) fn assert_all_listed(input: TokenStream) -> TokenStream {
    let parsed = (|input: ParseStream<'_>| {
        let krate: TokenTree = input.parse()?;
        let graph = input.call(Path::parse_mod_style)?;
        input.parse::<Token![,]>()?;
        let module = input.call(Path::parse_mod_style)?;
        input.parse::<Option<Token![,]>>()?;
        Ok((krate, graph, module))
    })
    .parse2(input);
    match parsed {
        Ok((TokenTree::Group(krate), graph, module)) => {
            let (krate, name) = (krate.stream(), module.to_token_stream().to_string().replace(' ', ""));
            let check = call_at(
                &module,
                quote!(__nav::check::all_listed),
                quote!(#graph.data(), #module::__ACTIONS, #name),
            );
            quote! {
                const _: () = {
                    #[allow(unused_imports)] use #krate::__private as __nav;
                    #check
                };
            }
        }
        Ok(_) => quote!(::core::compile_error! { "use `assert_all_listed!`" }),
        Err(said) => {
            let mut sink = Sink::default();
            sink.push(said);
            sink.into_tokens()
        }
    }
}
