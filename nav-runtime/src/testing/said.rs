use crate::port::Reply;
use serde_json::Value;
use std::{fmt, ops::Deref};

/// A reply, as an agent reads it.
#[derive(Clone, PartialEq)]
pub struct Said(Value);

impl Said {
    pub(super) fn of(reply: &Reply) -> Self {
        // writing our own types to memory does not fail
        Said(serde_json::to_value(reply).unwrap_or_default())
    }

    /// It says this there: a JSON pointer, such as `/readySteps/0/step`.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn has(&self, at: &str, wanted: impl Into<Value>) -> &Self {
        let wanted = wanted.into();
        let is = self.0.pointer(at);
        assert!(is == Some(&wanted), "{at} is not {wanted} in\n{self}");
        self
    }

    /// It says nothing there.
    ///
    /// # Panics
    /// If it does.
    #[track_caller]
    pub fn lacks(&self, at: &str) -> &Self {
        assert!(self.0.pointer(at).is_none(), "{at} is there in\n{self}");
        self
    }

    /// The text there; empty if there is none.
    #[must_use]
    pub fn text(&self, at: &str) -> &str {
        self.0.pointer(at).and_then(Value::as_str).unwrap_or_default()
    }
}

impl Deref for Said {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
