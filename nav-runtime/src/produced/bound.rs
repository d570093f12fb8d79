//! The serializer that bounds as it goes.

use super::{
    Caps, LONGEST_TEXT, Node,
    compound::{Entries, Fields, Items},
    text::{Clip, clip},
};
use serde::{Serialize, Serializer, ser};
use std::fmt::{self, Display, Write};

/// What a number takes at most.
const NUMBER: usize = 24;

/// Why there is no copy: the type's own failure, whose words are left behind.
#[derive(Debug)]
pub(super) struct Failed;

impl Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not serialisable")
    }
}

impl std::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: Display>(_: T) -> Self {
        Failed
    }
}

/// What may still be written.
pub(super) struct Budget {
    pub(super) max_items: usize,
    left: usize,
}

impl Budget {
    /// Room for a container's brackets, and for what it says of itself if it is cut.
    pub(super) const CONTAINER: usize = 64;

    pub(super) fn new(caps: Caps) -> Self {
        Budget {
            max_items: caps.max_items,
            left: caps.max_bytes.max(2 * Self::CONTAINER),
        }
    }

    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Gives back what an entry took that was then left out.
    pub(super) fn restore(&mut self, left: usize) {
        self.left = left;
    }

    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Gives back the room of a container that was not cut.
    pub(super) fn close(&mut self, omitted: u64) {
        if omitted == 0 {
            self.left += Self::CONTAINER - 2;
        }
    }
}

/// Copies one value. `None`: the budget does not hold it.
pub(super) struct Bound<'b> {
    budget: &'b mut Budget,
    /// How many containers it stands in.
    depth: usize,
}

impl<'b> Bound<'b> {
    pub(super) fn root(budget: &'b mut Budget) -> Self {
        Bound { budget, depth: 0 }
    }

    pub(super) fn at(budget: &'b mut Budget, depth: usize) -> Self {
        Bound { budget, depth }
    }

    fn scalar(self, node: Node, bytes: usize) -> Copied {
        Ok(self.budget.take(bytes).then_some(node))
    }

    fn clipped(self, mut text: Clip) -> Copied {
        // A text alone always fits: there is no list that could say it was left out.
        if self.depth == 0 {
            text.shorten(self.budget.left());
        }
        let bytes = text.json_bytes();
        self.scalar(Node::Text(text.finish()), bytes)
    }

    fn shown(self, text: &dyn Display) -> Copied {
        let mut out = Clip::new(LONGEST_TEXT);
        // Its `Display` may fail half-way: then what it wrote is no value.
        write!(out, "{text}").map_err(|_| Failed)?;
        self.clipped(out)
    }

    fn items(self, tag: Option<&'static str>) -> Items<'b> {
        Items::new(self.budget, self.depth, tag)
    }

    pub(super) fn entries(self, tag: Option<&'static str>) -> Entries<'b> {
        Entries::new(self.budget, self.depth, tag)
    }
}

/// What copying one value comes to.
pub(super) type Copied = Result<Option<Node>, Failed>;

impl<'b> Serializer for Bound<'b> {
    type Ok = Option<Node>;
    type Error = Failed;
    type SerializeSeq = Items<'b>;
    type SerializeTuple = Items<'b>;
    type SerializeTupleStruct = Items<'b>;
    type SerializeTupleVariant = Items<'b>;
    type SerializeMap = Entries<'b>;
    type SerializeStruct = Fields<'b>;
    type SerializeStructVariant = Entries<'b>;

    fn serialize_bool(self, v: bool) -> Copied {
        self.scalar(Node::Bool(v), 5)
    }
    fn serialize_i8(self, v: i8) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_i16(self, v: i16) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_i32(self, v: i32) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_i64(self, v: i64) -> Copied {
        self.scalar(Node::Int(v), digits(v.unsigned_abs()) + usize::from(v < 0))
    }
    fn serialize_i128(self, v: i128) -> Copied {
        match (i64::try_from(v), u64::try_from(v)) {
            (Ok(v), _) => self.serialize_i64(v),
            (_, Ok(v)) => self.serialize_u64(v),
            _ => self.shown(&v),
        }
    }
    fn serialize_u8(self, v: u8) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_u16(self, v: u16) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_u32(self, v: u32) -> Copied {
        self.serialize_i64(v.into())
    }
    fn serialize_u64(self, v: u64) -> Copied {
        let node = i64::try_from(v).map_or(Node::Big(v), Node::Int);
        self.scalar(node, digits(v))
    }
    fn serialize_u128(self, v: u128) -> Copied {
        match u64::try_from(v) {
            Ok(v) => self.serialize_u64(v),
            Err(_) => self.shown(&v),
        }
    }
    fn serialize_f32(self, v: f32) -> Copied {
        // By way of its shortest text, so that 0.1 stays 0.1.
        let wide = v.to_string().parse().unwrap_or_else(|_| f64::from(v));
        self.serialize_f64(wide)
    }
    fn serialize_f64(self, v: f64) -> Copied {
        let node = if v.is_finite() { Node::Float(v) } else { Node::Null };
        self.scalar(node, NUMBER)
    }
    fn serialize_char(self, v: char) -> Copied {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, v: &str) -> Copied {
        self.clipped(clip(v, LONGEST_TEXT))
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Copied {
        self.shown(&format_args!("{value}"))
    }
    fn serialize_bytes(self, v: &[u8]) -> Copied {
        let mut list = self.items(None);
        for byte in v {
            list.item(byte)?;
        }
        list.close()
    }
    fn serialize_none(self) -> Copied {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Copied {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Copied {
        self.scalar(Node::Null, 4)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Copied {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Copied {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Copied {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Copied {
        let mut object = self.entries(None);
        object.field(variant, value)?;
        object.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        Ok(self.items(None))
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        Ok(self.items(None))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Failed> {
        Ok(self.items(None))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        Ok(self.items(Some(variant)))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        Ok(self.entries(None))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        Ok(Fields::new(name, self))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        Ok(self.entries(Some(variant)))
    }
}

fn digits(n: u64) -> usize {
    n.checked_ilog10().unwrap_or(0) as usize + 1
}
