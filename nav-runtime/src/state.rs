//! The projected state: the few facts an agent plans by.

use crate::{
    Redacted,
    graph::keys::{KeyId, KeyMeta, KeySet, count},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{any::Any, marker::PhantomData};

/// What guards read and actions write: not the app's database, but the few facts that an agent plans by.
///
/// Derive it on a struct with named fields, beside `Clone` and `serde::Serialize`; every field is `PartialEq`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a navigation state",
    label = "not a navigation state",
    note = "add `#[derive(NavState)]` to `{Self}`"
)]
pub trait NavState: Clone + Serialize + Send + Sync + 'static {
    /// What handlers get as [`Cx::app`](crate::Cx::app): the user, the database, the clients. `()` if nothing is named.
    type App: Send + Sync + 'static;
    /// The keys, in the order they are written.
    const KEYS: &'static [KeyMeta];
    /// Adds to `changed` the keys whose values differ; the first key of this struct has the number `first`.
    #[doc(hidden)]
    fn changed(&self, before: &Self, first: u16, changed: &mut KeySet);
}

/// A value that the app may never have reported. A guard over an unreported value is *unevaluated*, never false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reported<T>(pub Option<T>);

impl<T> Reported<T> {
    /// Nothing has been reported yet.
    pub const NEVER: Reported<T> = Reported(None);

    /// The value, if it was ever reported.
    pub const fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<T> Default for Reported<T> {
    fn default() -> Self {
        Reported(None)
    }
}

impl<T> From<T> for Reported<T> {
    fn from(value: T) -> Self {
        Reported(Some(value))
    }
}

impl<T: Serialize> Serialize for Reported<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Reported<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(Reported)
    }
}

/// Whether a key's value changed. A bound of our own, so that a field without `PartialEq` is one error at its type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "changes of a `{Self}` cannot be seen",
    label = "no `==` on `{Self}`",
    note = "derive `PartialEq` on `{Self}`: an update is compared with what was there before"
)]
pub trait Comparable {
    fn differs(&self, other: &Self) -> bool;
}

#[diagnostic::do_not_recommend]
impl<T: PartialEq + ?Sized> Comparable for T {
    fn differs(&self, other: &Self) -> bool {
        self != other
    }
}

#[doc(hidden)]
pub fn differs<T: Comparable + ?Sized>(a: &T, b: &T) -> bool {
    a.differs(b)
}

/// The keys of a field's type: those of a state (through `Option`, `Reported` and `Redacted`), none otherwise.
///
/// The inherent items win over those of [`Leaf`] wherever they apply.
#[doc(hidden)]
pub struct Nested<T>(PhantomData<T>);

impl<T: NavState> Nested<T> {
    pub const KEYS: &'static [KeyMeta] = T::KEYS;
    pub fn changed(now: &T, before: &T, first: u16, changed: &mut KeySet) {
        now.changed(before, first, changed);
    }
}

impl<T: NavState> Nested<Option<T>> {
    pub const KEYS: &'static [KeyMeta] = T::KEYS;
    pub fn changed(now: &Option<T>, before: &Option<T>, first: u16, changed: &mut KeySet) {
        match (now, before) {
            (Some(now), Some(before)) => now.changed(before, first, changed),
            (None, None) => {}
            _ => (first..first + count(T::KEYS)).for_each(|k| changed.insert(KeyId(k))),
        }
    }
}

impl<T: NavState> Nested<Reported<T>> {
    pub const KEYS: &'static [KeyMeta] = T::KEYS;
    pub fn changed(now: &Reported<T>, before: &Reported<T>, first: u16, changed: &mut KeySet) {
        Nested::<Option<T>>::changed(&now.0, &before.0, first, changed);
    }
}

impl<T> Nested<Redacted<T>> {
    pub const REDACTED: bool = true;
}

impl<T> Nested<Option<Redacted<T>>> {
    pub const REDACTED: bool = true;
}

impl<T> Nested<Reported<Redacted<T>>> {
    pub const REDACTED: bool = true;
}

#[doc(hidden)]
pub trait Leaf {
    type Of;
    const KEYS: &'static [KeyMeta] = &[];
    const REDACTED: bool = false;
    const FROM_APP: bool = false;
    fn changed(_: &Self::Of, _: &Self::Of, _: u16, _: &mut KeySet) {}
}

impl<T> Nested<Reported<T>> {
    pub const FROM_APP: bool = true;
}
#[doc(hidden)]
impl<T> Leaf for Nested<T> {
    type Of = T;
}

/// What the runtime knows of a state whose type it has forgotten.
pub trait StateView: Any + Send + Sync {
    /// The value of one key, serialised; `null` if it is absent. Redacted values arrive as `[REDACTED]`.
    fn value(&self, path: &[&str]) -> Value;
}

impl<S: NavState> StateView for S {
    fn value(&self, path: &[&str]) -> Value {
        pick::value_at(self, path)
    }
}

/// Serialises one field of a struct and nothing else of it: reading one key never walks the rest of the state.
mod pick {
    use serde::{
        Serialize, Serializer,
        ser::{Error as _, Impossible, SerializeMap, SerializeStruct},
    };
    use serde_json::{Error, Value};

    pub(super) fn value_at<T: Serialize + ?Sized>(of: &T, path: &[&str]) -> Value {
        let picked = if path.is_empty() {
            serde_json::to_value(of)
        } else {
            of.serialize(Pick { path })
        };
        picked.unwrap_or(Value::Null)
    }

    /// Enters what can hold the first name of `path`, which is never empty here.
    struct Pick<'a> {
        path: &'a [&'a str],
    }

    struct Fields<'a> {
        path: &'a [&'a str],
        named: bool,
        found: Value,
    }

    type None = Impossible<Value, Error>;

    fn no_fields<T>() -> Result<T, Error> {
        Err(Error::custom("no fields"))
    }

    macro_rules! without_fields {
        ($($name:ident($($ty:ty),*) -> $out:ty;)*) => {$(
            fn $name(self, $(_: $ty),*) -> Result<$out, Error> { no_fields() }
        )*};
    }

    impl<'a> Serializer for Pick<'a> {
        type Ok = Value;
        type Error = Error;
        type SerializeSeq = None;
        type SerializeTuple = None;
        type SerializeTupleStruct = None;
        type SerializeTupleVariant = None;
        type SerializeMap = Fields<'a>;
        type SerializeStruct = Fields<'a>;
        type SerializeStructVariant = None;

        without_fields! {
            serialize_bool(bool) -> Value; serialize_i8(i8) -> Value; serialize_i16(i16) -> Value;
            serialize_i32(i32) -> Value; serialize_i64(i64) -> Value; serialize_u8(u8) -> Value;
            serialize_u16(u16) -> Value; serialize_u32(u32) -> Value; serialize_u64(u64) -> Value;
            serialize_f32(f32) -> Value; serialize_f64(f64) -> Value; serialize_char(char) -> Value;
            serialize_str(&str) -> Value; serialize_bytes(&[u8]) -> Value; serialize_none() -> Value;
            serialize_unit() -> Value; serialize_unit_struct(&'static str) -> Value;
            serialize_unit_variant(&'static str, u32, &'static str) -> Value;
            serialize_seq(Option<usize>) -> None; serialize_tuple(usize) -> None;
            serialize_tuple_struct(&'static str, usize) -> None;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> None;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> None;
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
            value.serialize(self)
        }
        fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, Error> {
            value.serialize(self)
        }
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Value, Error> {
            no_fields()
        }
        fn serialize_map(self, _: Option<usize>) -> Result<Fields<'a>, Error> {
            Ok(Fields {
                path: self.path,
                named: false,
                found: Value::Null,
            })
        }
        fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, Error> {
            self.serialize_map(Option::None)
        }
    }

    impl SerializeStruct for Fields<'_> {
        type Ok = Value;
        type Error = Error;
        fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
            if self.path.first() == Some(&name) {
                self.found = value_at(value, &self.path[1..]);
            }
            Ok(())
        }
        fn end(self) -> Result<Value, Error> {
            Ok(self.found)
        }
    }

    /// A struct with a flattened field serialises as a map.
    impl SerializeMap for Fields<'_> {
        type Ok = Value;
        type Error = Error;
        fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
            let key = serde_json::to_value(key)?;
            self.named = self.path.first().is_some_and(|name| key.as_str() == Some(name));
            Ok(())
        }
        fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
            if self.named {
                self.found = value_at(value, &self.path[1..]);
            }
            Ok(())
        }
        fn end(self) -> Result<Value, Error> {
            Ok(self.found)
        }
    }
}
