//! Fields that must not be shown, by dot path.

use super::{Node, Produced};
use crate::authored::REDACTED;
use serde_json::Value;

/// Fields that nobody is shown, by dot path: `patient.ssn`. Lists are crossed element by element, so `rows.ssn` is
/// that field of each row. A path of one channel never touches the other.
///
/// ```
/// use nav_runtime::RedactedFields;
/// let hidden = RedactedFields::default().payload("card.number").produced("patient.ssn").produced("rows.ssn");
/// assert_eq!(hidden.produced, ["patient.ssn", "rows.ssn"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RedactedFields {
    /// Of what handlers return.
    pub produced: Vec<String>,
    /// Of what callers send.
    pub payload: Vec<String>,
}

impl RedactedFields {
    /// Hides a field of what handlers return.
    #[must_use]
    pub fn produced(mut self, path: impl Into<String>) -> Self {
        self.produced.push(path.into());
        self
    }

    /// Hides a field of what callers send.
    #[must_use]
    pub fn payload(mut self, path: impl Into<String>) -> Self {
        self.payload.push(path.into());
        self
    }
}

/// Puts `"[REDACTED]"` in place of each named field that is there. What is not there stays away.
pub(crate) fn redact(value: &mut Value, paths: &[String]) {
    paths.iter().for_each(|path| hide(value, path));
}

impl Produced {
    /// Puts `"[REDACTED]"` in place of each named field that is there.
    pub(crate) fn redact(&mut self, paths: &[String]) {
        paths.iter().for_each(|path| hide(&mut self.0, path));
    }
}

impl Produced {
    /// The same for a value that was sent as one field of a payload.
    pub(crate) fn redact_as(&mut self, field: &str, paths: &[String]) {
        for rest in paths.iter().filter_map(|path| path.strip_prefix(field)) {
            match rest.strip_prefix('.') {
                Some(rest) => hide(&mut self.0, rest),
                None if rest.is_empty() => self.0 = Node::hidden(),
                None => {}
            }
        }
    }
}

/// What has fields or elements.
trait Tree: Sized {
    fn hidden() -> Self;
    fn elements(&mut self, f: impl FnMut(&mut Self));
    fn fields(&mut self, f: impl FnMut(&str, &mut Self));
}

fn hide<T: Tree>(tree: &mut T, path: &str) {
    tree.elements(|element| hide(element, path));
    tree.fields(|name, value| match path.strip_prefix(name) {
        Some("") => *value = T::hidden(),
        // A name may hold a dot itself: so the path is compared, not split.
        Some(rest) => {
            if let Some(rest) = rest.strip_prefix('.') {
                hide(value, rest);
            }
        }
        None => {}
    });
}

impl Tree for Value {
    fn hidden() -> Self {
        Value::String(REDACTED.to_owned())
    }
    fn elements(&mut self, f: impl FnMut(&mut Self)) {
        if let Value::Array(list) = self {
            list.iter_mut().for_each(f);
        }
    }
    fn fields(&mut self, mut f: impl FnMut(&str, &mut Self)) {
        if let Value::Object(map) = self {
            map.iter_mut().for_each(|(name, value)| f(name, value));
        }
    }
}

impl Tree for Node {
    fn hidden() -> Self {
        Node::Text(REDACTED.to_owned())
    }
    fn elements(&mut self, f: impl FnMut(&mut Self)) {
        if let Node::List { items, .. } = self {
            items.iter_mut().for_each(f);
        }
    }
    fn fields(&mut self, mut f: impl FnMut(&str, &mut Self)) {
        if let Node::Object { entries, .. } = self {
            entries.iter_mut().for_each(|(name, value)| f(name, value));
        }
    }
}
