//! The words that cross the wire, each with the list of all of them.

/// Declares enums whose variants are words on the wire. Each gets `word()` and `ALL`, so that no word can be forgotten
/// where all of them are looked at.
macro_rules! words {
    ($($(#[$doc:meta])* pub enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, schemars::JsonSchema, serde::Serialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $variant,)* }
        impl $name {
            /// Every word there is, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// The word on the wire.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
    )*};
}
pub(crate) use words;
