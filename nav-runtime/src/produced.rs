//! What a handler returns, as a bounded copy.

use serde::Serialize;
use serde_json::Value;

/// Caps on a bounded copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The most elements of an array.
    pub max_items: usize,
    /// The most bytes of JSON in all.
    pub max_bytes: usize,
}

impl Caps {
    /// What holds unless something else is said.
    pub const DEFAULT: Caps = Caps {
        max_items: 30,
        max_bytes: 64 * 1024,
    };
}

impl Default for Caps {
    fn default() -> Self {
        Caps::DEFAULT
    }
}

/// A bounded copy of a value; `None` for `()` and `None`.
pub(crate) fn sanitise<T: Serialize + ?Sized>(value: &T, caps: Caps) -> Option<Value> {
    let _ = caps;
    serde_json::to_value(value).ok().filter(|v| !v.is_null())
}

/// Temporary.
#[derive(Clone, Debug, Default)]
pub struct RedactedFields {
    /// Of returned data.
    pub produced: Vec<String>,
    /// Of payloads.
    pub payload: Vec<String>,
}

impl RedactedFields {
    pub(crate) fn of_payload(&self, v: &Value) -> Value {
        v.clone()
    }
    pub(crate) fn of_produced(&self, v: Value) -> Option<std::sync::Arc<serde_json::value::RawValue>> {
        serde_json::value::to_raw_value(&v).ok().map(std::sync::Arc::from)
    }
}

pub(crate) fn clean_error(text: &str) -> String {
    text.chars().take(200).collect()
}
pub(crate) fn clean_label(text: &str) -> String {
    text.chars().take(80).collect()
}
