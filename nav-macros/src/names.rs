//! Names: as Rust spells them, as constants, on the wire, and as numbers.

use proc_macro2::Ident;
use syn::ext::IdentExt;

/// An identifier without `r#`.
pub(crate) fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}

/// The constant of a name, at the name's own place.
pub(crate) fn constant(name: &Ident) -> Ident {
    Ident::new(&plain(name).to_uppercase(), name.span())
}

/// FNV-1a, as the runtime's const evaluation computes it.
pub(crate) fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The first character that an id may not hold.
pub(crate) fn illegal_in_id(id: &str) -> Option<char> {
    id.chars()
        .find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
}

/// How `rename_all` writes a name of several words.
#[derive(Clone, Copy, Default)]
pub(crate) enum Case {
    /// As it is.
    #[default]
    AsIs,
    /// `lowercase`.
    Lower,
    /// `UPPERCASE`.
    Upper,
    /// `PascalCase`.
    Pascal,
    /// `camelCase`.
    Camel,
    /// `SCREAMING_SNAKE_CASE`.
    ScreamingSnake,
    /// `kebab-case`.
    Kebab,
    /// `SCREAMING-KEBAB-CASE`.
    ScreamingKebab,
}

impl Case {
    /// The words of `rename_all`, as serde spells them.
    pub(crate) const WORDS: &'static [(&'static str, Case)] = &[
        ("lowercase", Case::Lower),
        ("UPPERCASE", Case::Upper),
        ("PascalCase", Case::Pascal),
        ("camelCase", Case::Camel),
        ("snake_case", Case::AsIs),
        ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
        ("kebab-case", Case::Kebab),
        ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
    ];

    /// The case of that word.
    pub(crate) fn of(word: &str) -> Option<Case> {
        Self::WORDS.iter().find(|(w, _)| *w == word).map(|(_, case)| *case)
    }

    /// A name in snake case, rewritten.
    pub(crate) fn rename(self, name: &str) -> String {
        match self {
            Case::AsIs => name.to_owned(),
            Case::Lower => name.to_lowercase(),
            Case::Upper | Case::ScreamingSnake => name.to_uppercase(),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_uppercase().replace('_', "-"),
            Case::Pascal => name.split('_').map(capitalised).collect(),
            Case::Camel => {
                let pascal = Case::Pascal.rename(name);
                let mut letters = pascal.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_lowercase())
                    .into_iter()
                    .chain(letters)
                    .collect()
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}
