//! What is wrong with an input, without a single value of it.

use crate::Authored;
use serde::Serialize;
use std::fmt;

/// The most issues that one refusal lists.
pub(super) const MOST: usize = 16;

/// What is wrong with an input. Never empty.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize)]
#[serde(transparent)]
pub struct Issues(Vec<Issue>);

/// One thing that is wrong: where, what, and what is expected there. It never holds a value of the payload.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Issue {
    /// Where: dotted, `items.0.code`; empty for the input itself. Names that the schema declares; any other name is
    /// `*`.
    pub path: String,
    /// What is wrong.
    pub problem: Authored,
    /// What would fit: type names, limits, values that the schema lists.
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

    /// An issue in the author's own words, for a validator of their own.
    ///
    /// ```
    /// use nav_runtime::{Issues, authored};
    /// let issues = Issues::of(authored!("size"), authored!("is sold out"), authored!("another size"));
    /// assert_eq!(issues.as_slice()[0].path, "size");
    /// ```
    #[must_use]
    pub fn of(path: Authored, problem: Authored, expected: Authored) -> Self {
        Issues(vec![Issue {
            path: path.as_str().into(),
            problem,
            expected: expected.as_str().into(),
        }])
    }

    /// Adds the issues of another; the first 16 are kept.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self.0.truncate(MOST);
        self
    }

    /// The same issues, of a property of the input.
    pub(crate) fn within(mut self, property: &str) -> Self {
        for issue in &mut self.0 {
            issue.path = match issue.path.as_str() {
                "" => property.to_owned(),
                inner => format!("{property}.{inner}"),
            };
        }
        self
    }

    /// The issues, in the order of the input.
    #[must_use]
    pub fn as_slice(&self) -> &[Issue] {
        &self.0
    }

    /// `Err` if there is an issue.
    pub(super) fn found(issues: Vec<Issue>) -> Result<(), Self> {
        if issues.is_empty() { Ok(()) } else { Err(Issues(issues)) }
    }
}

impl fmt::Display for Issues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, issue) in self.0.iter().enumerate() {
            let place = if issue.path.is_empty() {
                "the input"
            } else {
                &issue.path
            };
            let gap = if n == 0 { "" } else { "; " };
            write!(f, "{gap}{place} {} (expected: {})", issue.problem, issue.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for Issues {}
