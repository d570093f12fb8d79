//! Containers under construction: what fits is kept, what does not is counted.

use super::{
    CUT, DEEPEST, MOST_ENTRIES, Name, Node,
    bound::{Bound, Budget, Copied, Failed},
    key::Key,
    text::{Clip, json_bytes},
};
use serde::{Serialize, ser};
use serde_json::Value;

/// Where a container stands and whether it is kept.
struct Open<'b> {
    budget: &'b mut Budget,
    /// The depth of what it holds.
    depth: usize,
    /// The variant that it is the value of, as an object of one field.
    tag: Option<&'static str>,
    kept: Kept,
    /// Nothing more fits.
    full: bool,
    omitted: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Yes,
    /// Too deep: `null` in its place.
    AsNull,
    /// Too deep as a variant: the variant's name stays.
    TagOnly,
    /// The budget does not hold it.
    Not,
}

impl<'b> Open<'b> {
    fn new(budget: &'b mut Budget, around: usize, tag: Option<&'static str>) -> Self {
        let inner = around + usize::from(tag.is_some());
        let kept = match tag {
            _ if around >= DEEPEST => Kept::AsNull,
            Some(_) if inner >= DEEPEST => Kept::TagOnly,
            _ => Kept::Yes,
        };
        let tagged = tag.map_or(0, |tag| 3 + json_bytes(tag));
        let own = match kept {
            Kept::Yes => Budget::CONTAINER,
            _ => "null".len(),
        };
        let fits = budget.take(if kept == Kept::AsNull { own } else { own + tagged });
        Open {
            budget,
            depth: inner + 1,
            tag,
            kept: if fits { kept } else { Kept::Not },
            full: false,
            omitted: 0,
        }
    }

    /// Whether one more may be copied; if not, it is counted.
    fn has_room(&mut self, held: usize, most: usize) -> bool {
        let room = self.kept == Kept::Yes && !self.full && held < most;
        if !room {
            self.omitted += 1;
        }
        room
    }

    fn copy<T: Serialize + ?Sized>(&mut self, before: usize, value: &T) -> Copied {
        let left = self.budget.left();
        if self.budget.take(before)
            && let Some(node) = value.serialize(Bound::at(self.budget, self.depth))?
        {
            return Ok(Some(node));
        }
        self.budget.restore(left);
        self.full = true;
        self.omitted += 1;
        Ok(None)
    }

    fn close(self, node: impl FnOnce(u64) -> Node) -> Option<Node> {
        let whole = match self.kept {
            Kept::Not => return None,
            Kept::AsNull => return Some(Node::Null),
            Kept::TagOnly => Node::Null,
            Kept::Yes => {
                self.budget.close(self.omitted);
                node(self.omitted)
            }
        };
        Some(match self.tag {
            None => whole,
            Some(tag) => Node::Object {
                entries: vec![(tag.into(), whole)],
                omitted: 0,
            },
        })
    }
}

/// A list under construction.
pub(super) struct Items<'b> {
    open: Open<'b>,
    items: Vec<Node>,
}

impl<'b> Items<'b> {
    pub(super) fn new(budget: &'b mut Budget, around: usize, tag: Option<&'static str>) -> Self {
        Items {
            open: Open::new(budget, around, tag),
            items: Vec::new(),
        }
    }

    pub(super) fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        let most = self.open.budget.max_items;
        if self.open.has_room(self.items.len(), most) {
            let copied = self.open.copy(1, value)?;
            self.items.extend(copied);
        }
        Ok(())
    }

    pub(super) fn close(self) -> Copied {
        let items = self.items;
        Ok(self.open.close(|omitted| Node::List { items, omitted }))
    }
}

/// An object under construction.
pub(super) struct Entries<'b> {
    open: Open<'b>,
    entries: Vec<(Name, Node)>,
    /// The key whose value comes next, if it is to be kept.
    key: Option<Clip>,
}

impl<'b> Entries<'b> {
    pub(super) fn new(budget: &'b mut Budget, around: usize, tag: Option<&'static str>) -> Self {
        Entries {
            open: Open::new(budget, around, tag),
            entries: Vec::new(),
            key: None,
        }
    }

    /// A field: a type's fields have different names.
    pub(super) fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Failed> {
        if self.open.has_room(self.entries.len(), MOST_ENTRIES) {
            self.keep(name.into(), value, None)?;
        }
        Ok(())
    }

    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        self.key = if self.open.has_room(self.entries.len(), MOST_ENTRIES) {
            Some(key.serialize(Key::BOUNDED)?)
        } else {
            None
        };
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        let Some(key) = self.key.take() else { return Ok(()) };
        let cut = key.is_cut();
        let name = key.finish();
        let place = self.entries.iter().position(|(known, _)| *known == name);
        if cut && place.is_some() {
            // Two long keys that begin alike: there is room for one of them.
            self.open.omitted += 1;
            return Ok(());
        }
        self.keep(name.into(), value, place)
    }

    /// Keeps an entry, in the place of an earlier one of that name.
    fn keep<T: Serialize + ?Sized>(&mut self, name: Name, value: &T, place: Option<usize>) -> Result<(), Failed> {
        // A key of nothing but marks makes the marker's own longer.
        let marks = if name.chars().all(|c| c == CUT) {
            CUT.len_utf8()
        } else {
            0
        };
        if let Some(node) = self.open.copy(json_bytes(&name) + marks + 2, value)? {
            match place {
                Some(place) => self.entries[place].1 = node,
                None => self.entries.push((name, node)),
            }
        }
        Ok(())
    }

    pub(super) fn close(self) -> Copied {
        let entries = self.entries;
        Ok(self.open.close(|omitted| Node::Object { entries, omitted }))
    }
}

/// A struct under construction. Two names mean that serde_json speaks to itself through it: JSON that is kept as text,
/// and numbers of any size.
pub(super) enum Fields<'b> {
    Plain(Entries<'b>),
    Json(Bound<'b>),
    Number(Bound<'b>),
    Read(Copied),
}

const RAW_JSON: &str = "$serde_json::private::RawValue";
const RAW_NUMBER: &str = "$serde_json::private::Number";

impl<'b> Fields<'b> {
    pub(super) fn new(name: &'static str, at: Bound<'b>) -> Self {
        match name {
            RAW_JSON => Fields::Json(at),
            RAW_NUMBER => Fields::Number(at),
            _ => Fields::Plain(at.entries(None)),
        }
    }
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = Option<Node>;
    type Error = Failed;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failed> {
        use serde::Serializer;
        if let Fields::Plain(entries) = self {
            return entries.field(key, value);
        }
        let read = match std::mem::replace(self, Fields::Read(Err(Failed))) {
            Fields::Json(at) => {
                let text = value.serialize(Key::WHOLE)?.finish();
                let json: Value = serde_json::from_str(&text).map_err(|_| Failed)?;
                json.serialize(at)
            }
            Fields::Number(at) => {
                let text = value.serialize(Key::WHOLE)?.finish();
                match (text.parse::<i128>(), text.parse::<f64>()) {
                    (Ok(n), _) => at.serialize_i128(n),
                    (_, Ok(n)) if text.bytes().any(|b| !b.is_ascii_digit()) => at.serialize_f64(n),
                    _ => at.serialize_str(&text),
                }
            }
            Fields::Plain(_) | Fields::Read(_) => return Err(Failed),
        };
        *self = Fields::Read(read);
        Ok(())
    }

    fn end(self) -> Copied {
        match self {
            Fields::Plain(entries) => entries.close(),
            Fields::Read(read) => read,
            Fields::Json(_) | Fields::Number(_) => Err(Failed),
        }
    }
}

macro_rules! list {
    ($($of:ident :: $add:ident),*) => {$(
        impl ser::$of for Items<'_> {
            type Ok = Option<Node>;
            type Error = Failed;
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
                self.item(value)
            }
            fn end(self) -> Copied {
                self.close()
            }
        }
    )*};
}
list!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

impl ser::SerializeMap for Entries<'_> {
    type Ok = Option<Node>;
    type Error = Failed;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        self.key(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.value(value)
    }
    fn end(self) -> Copied {
        self.close()
    }
}

impl ser::SerializeStructVariant for Entries<'_> {
    type Ok = Option<Node>;
    type Error = Failed;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failed> {
        self.field(key, value)
    }
    fn end(self) -> Copied {
        self.close()
    }
}
