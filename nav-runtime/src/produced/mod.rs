//! What a handler returns, as a bounded copy; what of it must not be shown; and text that comes from the app.

mod bound;
mod compound;
mod key;
mod redact;
#[cfg(test)]
mod tests;
mod text;

pub use redact::RedactedFields;
pub(crate) use redact::redact;
pub(crate) use text::{clean_error, clean_label};

use bound::{Bound, Budget};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Caps on a bounded copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The most elements of an array.
    pub max_items: usize,
    /// The most bytes of JSON in all. Less than 128 counts as 128.
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

/// The most characters of a text, of a key too.
const LONGEST_TEXT: usize = 200;
/// The most entries of an object.
const MOST_ENTRIES: usize = 40;
/// How many containers may stand in each other.
const DEEPEST: usize = 4;
/// What stands where something was left out.
const CUT: char = '…';

/// A bounded copy of what a handler returned.
///
/// It serialises as JSON, its fields in the order in which the author's type serialises them. What was left out is
/// counted in it: a list ends in `"… 12 more omitted"`, an object in `"…": "12 more omitted"`, a text in `…`.
#[derive(Clone, Debug, PartialEq)]
pub struct Produced(Node);

/// A field's name is the type's own, a map's key is a copy.
type Name = Cow<'static, str>;

/// A value whose fields keep their order.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Null,
    Bool(bool),
    Int(i64),
    /// Beyond `i64` only.
    Big(u64),
    Float(f64),
    Text(String),
    List {
        items: Vec<Node>,
        omitted: u64,
    },
    Object {
        entries: Vec<(Name, Node)>,
        omitted: u64,
    },
}

/// A bounded copy of a value, made in one pass: what is beyond the caps is counted and never copied. `None` for `()`,
/// `None` and whatever else is `null`.
///
/// A value whose `Serialize` fails has no data either, since half a value would be an invention. One that panics
/// passes its panic on.
pub(crate) fn sanitise<T: Serialize + ?Sized>(value: &T, caps: Caps) -> Option<Produced> {
    let mut budget = Budget::new(caps);
    match value.serialize(Bound::root(&mut budget)) {
        Ok(None | Some(Node::Null)) => None,
        Ok(Some(node)) => Some(Produced(node)),
        Err(_) => {
            tracing::warn!(
                of = std::any::type_name::<T>(),
                "what a handler returned could not be serialised: it has no data"
            );
            None
        }
    }
}

impl Produced {
    /// The JSON, once.
    pub(crate) fn into_json(self) -> Box<RawValue> {
        serde_json::value::to_raw_value(&self).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }
}

impl Serialize for Produced {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Null => to.serialize_unit(),
            Node::Bool(b) => to.serialize_bool(*b),
            Node::Int(n) => to.serialize_i64(*n),
            Node::Big(n) => to.serialize_u64(*n),
            Node::Float(n) => to.serialize_f64(*n),
            Node::Text(text) => to.serialize_str(text),
            Node::List { items, omitted } => {
                let mut out = to.serialize_seq(None)?;
                for item in items {
                    out.serialize_element(item)?;
                }
                if *omitted > 0 {
                    out.serialize_element(&format_args!("{CUT} {omitted} more omitted"))?;
                }
                out.end()
            }
            Node::Object { entries, omitted } => {
                let mut out = to.serialize_map(None)?;
                for (name, value) in entries {
                    out.serialize_entry(name, value)?;
                }
                if *omitted > 0 {
                    out.serialize_entry(&marker_name(entries), &format_args!("{omitted} more omitted"))?;
                }
                out.end()
            }
        }
    }
}

/// `…`, or as many of them as no entry is called.
fn marker_name(entries: &[(Name, Node)]) -> String {
    let mut name = CUT.to_string();
    while entries.iter().any(|(known, _)| *known == name) {
        name.push(CUT);
    }
    name
}
