//! Input contracts: what a caller must send, derived once from the handler's type, and what is wrong with what it sent.

use crate::{Authored, graph::ActionFacts};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use std::sync::OnceLock;

/// What an action reads from a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Schema {
    /// Nothing: `expects` is the word `none`.
    Nothing,
    /// What this JSON Schema describes.
    Json(Value),
    /// Something that a validator of the author's own judges: `expects` is a sentence.
    WhenPerformed,
    /// The author refuses to say: there is no `expects`.
    Unknown,
}

/// How an action's input is described and read.
pub struct Takes<T> {
    #[doc(hidden)]
    pub schema: fn() -> Schema,
    #[doc(hidden)]
    pub read: fn(Option<&Value>) -> Result<T, Issues>,
}

impl Takes<()> {
    /// The action takes no input.
    #[doc(hidden)]
    pub const NOTHING: Self = Takes {
        schema: || Schema::Nothing,
        read: |_| Ok(()),
    };
}

/// Names the input's type once, so that a missing derive is said once.
#[doc(hidden)]
#[must_use]
pub const fn takes<T: Input>() -> Takes<T> {
    Takes {
        schema: T::schema,
        read: T::read,
    }
}

/// What an action may take as its input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an action's input",
    label = "not an input",
    note = "derive `Deserialize` and `JsonSchema` on `{Self}`"
)]
pub trait Input: Sized + Send + 'static {
    /// Its schema.
    fn schema() -> Schema;
    /// Reads it.
    ///
    /// # Errors
    /// What does not fit, by path, without a single value of the payload.
    fn read(input: Option<&Value>) -> Result<Self, Issues>;
}

#[diagnostic::do_not_recommend]
impl<T: serde::de::DeserializeOwned + schemars::JsonSchema + Send + 'static> Input for T {
    fn schema() -> Schema {
        Schema::Json(Value::Null)
    }
    fn read(input: Option<&Value>) -> Result<Self, Issues> {
        T::deserialize(input.unwrap_or(&Value::Null)).map_err(|_| Issues::one("", "does not fit", "the schema"))
    }
}

/// What is wrong with an input. Never empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Issues(Vec<Issue>);

/// One thing that is wrong: where, what, and what is expected there. It never holds a value of the payload.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Issue {
    /// Dotted; names that the schema declares, anything else is `*`.
    pub path: String,
    /// What is wrong.
    pub problem: Authored,
    /// What would fit: type names, limits.
    pub expected: String,
}

impl Issues {
    pub(crate) fn one(path: &str, problem: &'static str, expected: &str) -> Self {
        Issues(vec![Issue {
            path: path.into(),
            problem: Authored::new(problem),
            expected: expected.into(),
        }])
    }
}

/// What one action expects, derived once.
#[derive(Debug)]
pub struct Contract {
    /// As it is served; `None` if the library does not know.
    pub(crate) expects: Option<Box<RawValue>>,
}

impl Contract {
    /// Checks a payload against what is advertised.
    pub(crate) fn check(&self, input: Option<&Value>) -> Result<(), Issues> {
        let _ = input;
        Ok(())
    }
}

/// Where a graph keeps one action's contract.
#[derive(Debug, Default)]
pub struct ContractCell(OnceLock<Contract>);

impl ContractCell {
    /// Empty until first used.
    #[must_use]
    pub const fn new() -> Self {
        ContractCell(OnceLock::new())
    }

    pub(crate) fn get_or_derive(&self, facts: Option<&ActionFacts>) -> &Contract {
        self.0.get_or_init(|| {
            let _ = facts.map(|f| (f.schema)());
            Contract { expects: None }
        })
    }
}
