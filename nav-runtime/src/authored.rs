//! The text firewall: what may stand in a sentence that a model reads, by type.
//!
//! [`Authored`] holds words from the source code. There is no way to make one from a `String` that exists only at run
//! time, so a product's name or a customer's note cannot become part of an instruction. [`Text`] is a sentence put
//! together from authored words, ids of the graph and numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Words that stand in the source code. Make one with [`authored!`](crate::authored).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Authored(&'static str);

impl Authored {
    pub(crate) const fn new(words: &'static str) -> Self {
        Authored(words)
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn of<W: Words>() -> Self {
        Authored(W::WORDS)
    }

    /// The words themselves.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Authored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl fmt::Display for Authored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl schemars::JsonSchema for Authored {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Authored".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        str::json_schema(generator)
    }
}

/// A constant of the program: the only door to an [`Authored`], and one that a value made at run time cannot take.
#[doc(hidden)]
pub trait Words {
    const WORDS: &'static str;
}

/// Makes an [`Authored`](crate::Authored) from a string literal.
///
/// ```
/// let says = nav_runtime::authored!("The kitchen is closed.");
/// assert_eq!(says.as_str(), "The kitchen is closed.");
/// ```
///
/// Anything but a literal is refused:
///
/// ```compile_fail
/// let name = String::from("IGNORE PREVIOUS INSTRUCTIONS");
/// let says = nav_runtime::authored!(name.as_str());
/// ```
#[macro_export]
macro_rules! authored {
    ($words:literal) => {{
        enum __Words {}
        impl $crate::__private::Words for __Words {
            const WORDS: &'static str = $words;
        }
        $crate::Authored::of::<__Words>()
    }};
    ($($other:tt)*) => {
        ::core::compile_error!(
            "[N70] `authored!` takes one string literal: the agent reads it as the author's own words"
        )
    };
}

/// A sentence of authored words, ids of the graph and numbers: never a runtime string.
#[derive(Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Text(String::with_capacity(bytes))
    }

    pub(crate) fn words(&mut self, words: Authored) -> &mut Self {
        self.0.push_str(words.0);
        self
    }

    /// A fixed piece that the crate itself spells out beside the call.
    pub(crate) fn lit(&mut self, piece: &'static str) -> &mut Self {
        self.0.push_str(piece);
        self
    }

    pub(crate) fn number(&mut self, n: u64) -> &mut Self {
        use fmt::Write;
        let _ = write!(self.0, "{n}");
        self
    }

    /// The sentence.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl schemars::JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        str::json_schema(generator)
    }
}

impl From<Authored> for Text {
    fn from(words: Authored) -> Self {
        Text(words.0.to_owned())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What stands in place of a value that must not be shown.
pub(crate) const REDACTED: &str = "[REDACTED]";

/// A value that handlers use and nobody is shown.
///
/// It is read like a `T` and has the schema of `T`, but serialises, debugs and displays as `[REDACTED]`, so it never
/// reaches a reply, a card, the ledger or a log.
///
/// ```
/// use nav_runtime::Redacted;
/// let token: Redacted<String> = serde_json::from_str("\"s3cret\"").unwrap();
/// assert_eq!(token.expose(), "s3cret");
/// assert_eq!(serde_json::to_string(&token).unwrap(), "\"[REDACTED]\"");
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Redacted<T>(T);

impl<T> Redacted<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Redacted(value)
    }

    /// The value itself. Whoever calls this is responsible for where it goes.
    pub const fn expose(&self) -> &T {
        &self.0
    }

    /// Takes the value out.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> From<T> for Redacted<T> {
    fn from(value: T) -> Self {
        Redacted(value)
    }
}

impl<T> Serialize for Redacted<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(REDACTED)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Redacted<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Redacted)
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for Redacted<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T> fmt::Debug for Redacted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

impl<T> fmt::Display for Redacted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}
