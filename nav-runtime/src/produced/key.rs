//! Keys of maps, as JSON writes them; and the text of a value that is only text.

use super::{
    LONGEST_TEXT,
    bound::Failed,
    text::{Clip, clip},
};
use serde::{Serialize, Serializer, ser::Impossible};
use std::fmt::{Display, Write};

/// Reads a key: a text, a number, a bool or a variant's name. Anything else is no key.
pub(super) struct Key {
    longest: usize,
}

impl Key {
    pub(super) const BOUNDED: Self = Key { longest: LONGEST_TEXT };
    /// The whole of a text, to be read again.
    pub(super) const WHOLE: Self = Key { longest: usize::MAX };

    fn shown(self, value: impl Display) -> Result<Clip, Failed> {
        let mut out = Clip::new(self.longest);
        write!(out, "{value}").map_err(|_| Failed)?;
        Ok(out)
    }

    fn float(self, value: f64, text: impl Serialize) -> Result<Clip, Failed> {
        if !value.is_finite() {
            return Err(Failed);
        }
        let text = serde_json::to_string(&text).map_err(|_| Failed)?;
        self.shown(text)
    }
}

macro_rules! shown {
    ($($name:ident: $ty:ty),*) => {$(
        fn $name(self, v: $ty) -> Result<Clip, Failed> {
            self.shown(v)
        }
    )*};
}

impl Serializer for Key {
    type Ok = Clip;
    type Error = Failed;
    type SerializeSeq = Impossible<Clip, Failed>;
    type SerializeTuple = Impossible<Clip, Failed>;
    type SerializeTupleStruct = Impossible<Clip, Failed>;
    type SerializeTupleVariant = Impossible<Clip, Failed>;
    type SerializeMap = Impossible<Clip, Failed>;
    type SerializeStruct = Impossible<Clip, Failed>;
    type SerializeStructVariant = Impossible<Clip, Failed>;

    shown!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_char: char
    );

    fn serialize_f32(self, v: f32) -> Result<Clip, Failed> {
        self.float(v.into(), v)
    }
    fn serialize_f64(self, v: f64) -> Result<Clip, Failed> {
        self.float(v, v)
    }
    fn serialize_str(self, v: &str) -> Result<Clip, Failed> {
        Ok(clip(v, self.longest))
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Clip, Failed> {
        self.shown(value)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Clip, Failed> {
        Ok(clip(variant, self.longest))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Clip, Failed> {
        value.serialize(self)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Clip, Failed> {
        value.serialize(self)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Clip, Failed> {
        Err(Failed)
    }
    fn serialize_none(self) -> Result<Clip, Failed> {
        Err(Failed)
    }
    fn serialize_unit(self) -> Result<Clip, Failed> {
        Err(Failed)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Clip, Failed> {
        Err(Failed)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Clip, Failed> {
        Err(Failed)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        Err(Failed)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        Err(Failed)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Failed> {
        Err(Failed)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        Err(Failed)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        Err(Failed)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        Err(Failed)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        Err(Failed)
    }
}
