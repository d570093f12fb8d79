//! Input contracts: what a caller must send, derived once from the handler's type, and what is wrong with what it sent.
//!
//! One derivation serves every surface: [`Input::schema`] gives the schema, a [`Contract`] holds it as it is served and
//! compiled for checking. What is advertised is enforced, and then the handler's own type reads the input.

mod choose;
mod compile;
mod describe;
mod glance;
mod issue;
mod number;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod validate;
mod words;

pub use issue::{Issue, Issues};
pub use read::{Input, Takes, Unchecked, read_described, read_judged, takes};

use crate::{graph::ActionFacts, session::guarded};
use compile::Rules;
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

/// What one action expects, derived once.
#[derive(Debug)]
pub(crate) struct Contract {
    /// As it is served; `None` if the library does not know.
    pub(crate) expects: Option<Box<RawValue>>,
    checks: Checks,
}

#[derive(Debug)]
enum Checks {
    Blank,
    Rules(Rules),
    Nothing,
}

impl Contract {
    /// Whether only a blank input is accepted.
    pub(crate) fn takes_nothing(&self) -> bool {
        matches!(self.checks, Checks::Blank)
    }

    pub(crate) fn of(schema: Schema) -> Self {
        let (expects, checks) = match schema {
            Schema::Nothing => (raw(&words::NONE), Checks::Blank),
            Schema::Json(json) => {
                let json = schema::cleaned(json);
                (raw(&schema::Ordered::root(&json)), Checks::Rules(Rules::compile(&json)))
            }
            Schema::WhenPerformed => (raw(&words::WHEN_PERFORMED), Checks::Nothing),
            Schema::Unknown => (None, Checks::Nothing),
        };
        Contract { expects, checks }
    }

    /// Checks a payload against what is advertised. It does not read it into the handler's type.
    pub(crate) fn check(&self, input: Option<&Value>) -> Result<(), Issues> {
        match &self.checks {
            Checks::Nothing => Ok(()),
            Checks::Blank if is_blank(input) => Ok(()),
            Checks::Blank => Err(Issues::one("", words::NOT_EXPECTED, words::NO_INPUT)),
            Checks::Rules(rules) => rules.check(input),
        }
    }
}

fn raw(served: &impl serde::Serialize) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(served).ok()
}

/// Whether an action without an input lets this pass.
fn is_blank(input: Option<&Value>) -> bool {
    match input {
        None => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Object(map)) => map.is_empty(),
        Some(_) => false,
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

    /// An entry without a function takes nothing. Of an author's schema that panics nothing is known.
    pub(crate) fn get_or_derive(&self, facts: Option<&ActionFacts>) -> &Contract {
        self.0.get_or_init(|| {
            let schema = facts.map_or(Some(Schema::Nothing), |facts| guarded(facts.schema));
            Contract::of(schema.unwrap_or(Schema::Unknown))
        })
    }
}

/// The validator alone, for the workspace's own tests.
///
/// # Errors
/// What does not fit.
#[doc(hidden)]
pub fn __check(schema: &Value, input: &Value) -> Result<(), Issues> {
    Contract::of(Schema::Json(schema.clone())).check(Some(input))
}
