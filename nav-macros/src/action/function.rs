//! The function that carries the attribute: its signature is parsed, its body is not, since its mistakes are the
//! compiler's to say.

use crate::{codes::FUNCTION_SHAPE, diag::error};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Signature, Token, Visibility,
    parse::{Parse, ParseStream},
};

pub(super) struct Function {
    pub(super) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) signature: Signature,
    /// `None` for `fn f(…);`, which is declared now and bound later.
    pub(super) body: Option<TokenStream>,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let other_item = [
            input.peek(Token![struct]),
            input.peek(Token![enum]),
            input.peek(Token![impl]),
            input.peek(Token![mod]),
            input.peek(Token![trait]),
        ];
        if other_item.contains(&true) {
            return Err(error(FUNCTION_SHAPE, input.span(), "`#[action]` marks a function"));
        }
        let signature = input.parse()?;
        let body = if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            None
        } else {
            Some(input.parse::<TokenTree>()?.into())
        };
        Ok(Function {
            attrs,
            vis,
            signature,
            body,
        })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.attrs.iter().for_each(|a| a.to_tokens(tokens));
        self.vis.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
