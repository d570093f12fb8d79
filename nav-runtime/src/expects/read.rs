//! How an input is read into the handler's type.

use super::{
    Schema,
    compile::{Absent, Rules},
    issue::Issues,
    schema, words,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::{
    any::TypeId,
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock},
};

/// How an action's input is described and read.
pub struct Takes<T> {
    #[doc(hidden)]
    pub schema: fn() -> Schema,
    #[doc(hidden)]
    pub read: fn(Option<&Value>) -> Result<T, Issues>,
}

impl Takes<()> {
    /// The action takes no input.
    #[doc(hidden)]
    pub const NOTHING: Self = Takes {
        schema: || Schema::Nothing,
        read: |_| Ok(()),
    };
}

/// Names the input's type once, so that a missing derive is said once.
#[doc(hidden)]
#[must_use]
pub const fn takes<T: Input>() -> Takes<T> {
    Takes {
        schema: T::schema,
        read: T::read,
    }
}

/// What an action may take as its input.
///
/// Any type that derives `Deserialize` and `JsonSchema` is one. A payload that was not sent counts as `null` if the
/// type takes `null` (an `Option`), as `{}` if it is an object, and is missing otherwise.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an action's input",
    label = "not an input",
    note = "derive `Deserialize` and `JsonSchema` on `{Self}`"
)]
pub trait Input: Sized + Send + 'static {
    /// Its schema.
    fn schema() -> Schema;
    /// Reads it.
    ///
    /// # Errors
    /// What does not fit, by path, without a single value of the payload.
    fn read(input: Option<&Value>) -> Result<Self, Issues>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Input for T {
    fn schema() -> Schema {
        Schema::Json(schema::derived::<T>())
    }

    fn read(input: Option<&Value>) -> Result<Self, Issues> {
        let stand_in;
        let input = match input {
            Some(sent) => sent,
            None => {
                stand_in = Shape::of::<T>().absent.stand_in()?;
                &stand_in
            }
        };
        T::deserialize(input).map_err(|_| Shape::of::<T>().refusal::<T>(input))
    }
}

/// An input that the library is not told about: it has no `expects`, and whatever is sent arrives.
///
/// A payload that was not sent arrives as `null`.
///
/// ```
/// use nav_runtime::{Input, Schema, Unchecked};
/// assert_eq!(Unchecked::schema(), Schema::Unknown);
/// assert_eq!(Unchecked::read(None).unwrap().0, serde_json::Value::Null);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unchecked(pub Value);

impl Input for Unchecked {
    fn schema() -> Schema {
        Schema::Unknown
    }

    fn read(input: Option<&Value>) -> Result<Self, Issues> {
        Ok(Unchecked(input.cloned().unwrap_or_default()))
    }
}

/// Reads a `Value` whose schema the attribute gives.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc)]
pub fn read_described(input: Option<&Value>, schema: fn() -> Schema) -> Result<Value, Issues> {
    match (input, schema()) {
        (Some(sent), _) => Ok(sent.clone()),
        (None, Schema::Json(json)) => Rules::compile(&json).absent().stand_in(),
        (None, _) => Ok(Value::Null),
    }
}

/// Reads a `Value` that the author's own validator judges. What was not sent is judged as `null`.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc)]
pub fn read_judged(input: Option<&Value>, judge: impl FnOnce(&Value) -> Result<(), Issues>) -> Result<Value, Issues> {
    let input = input.cloned().unwrap_or_default();
    judge(&input)?;
    Ok(input)
}

impl Absent {
    /// What is read if nothing was sent.
    fn stand_in(&self) -> Result<Value, Issues> {
        match self {
            Absent::Null => Ok(Value::Null),
            Absent::Empty => Ok(Value::Object(Map::new())),
            Absent::Missing { expected } => Err(Issues::one("", words::MISSING, expected)),
        }
    }
}

/// What reading needs to know of a type's schema, derived once a type: only if nothing was sent, or if it does not fit.
struct Shape {
    absent: Absent,
    names: HashSet<String>,
}

impl Shape {
    fn of<T: JsonSchema + 'static>() -> Arc<Self> {
        static KNOWN: RwLock<Option<HashMap<TypeId, Arc<Shape>>>> = RwLock::new(None);
        let id = TypeId::of::<T>();
        if let Some(known) = KNOWN
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .and_then(|known| known.get(&id))
        {
            return Arc::clone(known);
        }
        // Outside the lock: it runs code of the author's.
        let json = schema::derived::<T>();
        let mut names = HashSet::new();
        schema::each_name(&json, &mut |name| {
            names.insert(name.to_owned());
        });
        let absent = Rules::compile(&json).absent();
        let shape = Arc::new(Shape { absent, names });
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.get_or_insert_default().entry(id).or_insert(shape))
    }

    /// Where the type's own reading failed. Its message is left behind: it may quote the payload.
    fn refusal<T: DeserializeOwned>(&self, input: &Value) -> Issues {
        use serde_path_to_error::Segment;
        let Err(error) = serde_path_to_error::deserialize::<_, T>(input) else {
            return Issues::one("", words::NOT_READ, words::READABLE);
        };
        let mut path = String::new();
        for segment in error.path() {
            let name = match segment {
                Segment::Seq { index } => index.to_string(),
                Segment::Map { key } if self.names.contains(key) => key.clone(),
                Segment::Enum { variant } if self.names.contains(variant) => variant.clone(),
                Segment::Map { .. } => "*".to_owned(),
                Segment::Enum { .. } | Segment::Unknown => continue,
            };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&name);
        }
        Issues::one(&path, words::NOT_READ, words::READABLE)
    }
}
