//! Drafts: typed dataflow over erased slots.
//!
//! A draft is a struct of named fields. Each step of its journey provides one field, from what its handler returns or,
//! for an `ask`, from the input itself; the submit takes the whole struct. The compiler checks every field's type; the
//! core only moves erased values.

use super::action::{ActionMeta, Given, Outcome};
use crate::{
    expects::{Input, Issues, Schema},
    produced::{self, Caps, Produced},
};
use serde_json::Value;
use std::{any::Any, marker::PhantomData, sync::Arc};

/// A field of a draft.
#[derive(Clone, Copy, Debug)]
pub struct FieldMeta {
    /// Its name in Rust.
    pub rust: &'static str,
    /// FNV-1a of `rust`.
    pub hash: u64,
    /// Its name as serde writes it; agents read it.
    pub wire: &'static str,
    /// Whether the submit can do without it.
    pub optional: bool,
}

/// What a draft journey gathers. Derive it on a struct with named fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a draft",
    label = "not a draft",
    note = "add `#[derive(Draft)]` to `{Self}`"
)]
pub trait Draft: Sized + Send + 'static {
    /// One typed handle a field: the only way from a field's name to its slot.
    #[doc(hidden)]
    type Fields: 'static;
    /// The handles.
    #[doc(hidden)]
    const FIELDS: Self::Fields;
    /// The fields, in the order they are written.
    const META: &'static [FieldMeta];
    /// The whole, once every required field holds a value.
    #[doc(hidden)]
    fn finish(slots: &Slots) -> Option<Self>;
}

/// What a field of a draft may hold.
#[diagnostic::on_unimplemented(
    message = "a draft cannot hold a `{Self}`",
    label = "not a draft value",
    note = "a field is `Clone + Serialize + Send + Sync + 'static`"
)]
pub trait DraftValue: Clone + Send + Sync + 'static {
    /// As it is shown.
    #[doc(hidden)]
    fn shown(&self) -> Option<Produced>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone + serde::Serialize + Send + Sync + 'static> DraftValue for T {
    fn shown(&self) -> Option<Produced> {
        produced::sanitise(self, Caps::DEFAULT)
    }
}

/// A value without its type, and how it is shown.
#[derive(Clone)]
pub struct Provided {
    pub(crate) value: Arc<dyn Any + Send + Sync>,
    pub(crate) shown: Option<Produced>,
}

impl std::fmt::Debug for Provided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Provided")
    }
}

/// The values of a draft, one slot a field.
#[derive(Clone, Debug, Default)]
pub struct Slots(Vec<Option<Provided>>);

impl Slots {
    pub(crate) fn new(fields: usize) -> Self {
        Slots(vec![None; fields])
    }

    pub(crate) fn get(&self, field: u16) -> Option<&Provided> {
        self.0.get(usize::from(field))?.as_ref()
    }

    /// Puts a value in a slot; what was there is handed back, to be dropped where an author's `Drop` may run.
    pub(crate) fn replace(&mut self, field: u16, value: Option<Provided>) -> Option<Provided> {
        let slot = self.0.get_mut(usize::from(field))?;
        std::mem::replace(slot, value)
    }
}

/// A required field of a draft.
#[doc(hidden)]
pub struct Field<D, T> {
    index: u16,
    of: PhantomData<fn(D) -> T>,
}

/// A field declared `Option<T>`: a step fills it with a `T`, and nothing waits for it.
#[doc(hidden)]
pub struct OptField<D, T>(Field<D, T>);

impl<D, T> Clone for Field<D, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<D, T> Copy for Field<D, T> {}

impl<D, T> Field<D, T> {
    #[must_use]
    pub const fn __new(index: u16) -> Self {
        Field { index, of: PhantomData }
    }
    /// What a step that fills this field has to give.
    #[must_use]
    pub const fn slot(&self) -> Field<D, T> {
        Field::__new(self.index)
    }
    /// Its place among the fields.
    #[must_use]
    pub const fn index(&self) -> u16 {
        self.index
    }
}

impl<D, T> OptField<D, T> {
    #[must_use]
    pub const fn __new(index: u16) -> Self {
        OptField(Field::__new(index))
    }
    #[must_use]
    pub const fn slot(&self) -> Field<D, T> {
        Field::__new(self.0.index)
    }
    #[must_use]
    pub const fn index(&self) -> u16 {
        self.0.index
    }
}

/// The field has no value: the gate has already refused a step that takes it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Missing;

impl From<Missing> for Issues {
    fn from(_: Missing) -> Issues {
        Issues::one("", "needs a field of the draft", "a step that provides it")
    }
}

impl<D, T: DraftValue> Field<D, T> {
    /// What a step that takes this field gets.
    ///
    /// # Errors
    /// [`Missing`].
    pub fn arg(&self, slots: Option<&Slots>) -> Result<T, Missing> {
        let held = slots.and_then(|s| s.get(self.index)).ok_or(Missing)?;
        held.value.downcast_ref::<T>().cloned().ok_or(Missing)
    }
}

impl<D, T: DraftValue> OptField<D, T> {
    #[allow(clippy::missing_errors_doc)]
    pub fn arg(&self, slots: Option<&Slots>) -> Result<Option<T>, Missing> {
        Ok(self.0.arg(slots).ok())
    }
}

/// A handler's return value that fills a field of type `F`.
#[diagnostic::on_unimplemented(
    message = "this step gives `{Self}`, but the field holds `{F}`",
    label = "returns `{Self}`",
    note = "a step returns what its field holds: `{F}`, `Option<{F}>`, or a `Result` of either"
)]
pub trait Provides<F> {
    /// What it fails with.
    #[doc(hidden)]
    type Err;
    /// The value, if there is one.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn provide(self) -> Result<Option<F>, Self::Err>;
}
#[diagnostic::do_not_recommend]
impl<F> Provides<F> for F {
    type Err = std::convert::Infallible;
    fn provide(self) -> Result<Option<F>, Self::Err> {
        Ok(Some(self))
    }
}
#[diagnostic::do_not_recommend]
impl<F> Provides<F> for Option<F> {
    type Err = std::convert::Infallible;
    fn provide(self) -> Result<Option<F>, Self::Err> {
        Ok(self)
    }
}
#[diagnostic::do_not_recommend]
impl<F, E> Provides<F> for Result<F, E> {
    type Err = E;
    fn provide(self) -> Result<Option<F>, E> {
        self.map(Some)
    }
}
#[diagnostic::do_not_recommend]
impl<F, E> Provides<F> for Result<Option<F>, E> {
    type Err = E;
    fn provide(self) -> Result<Option<F>, E> {
        self
    }
}

impl<D: 'static, F: DraftValue> Field<D, F> {
    /// The field's type is fixed before the value's, so that a mismatch is said in our words.
    #[allow(clippy::missing_errors_doc)]
    pub fn fill<R: Provides<F>>(self, returned: R) -> Result<Option<Provided>, R::Err> {
        Ok(returned.provide()?.map(|value| Provided {
            shown: value.shown(),
            value: Arc::new(value),
        }))
    }
}

/// The words of an error, if it has any: that it must is said once, at the handler.
#[doc(hidden)]
pub struct Words<E>(pub E);

#[doc(hidden)]
pub trait Said {
    fn words(&self) -> String;
}
impl<E: std::fmt::Display> Said for Words<E> {
    fn words(&self) -> String {
        self.0.to_string()
    }
}
#[doc(hidden)]
pub trait Unsaid {
    fn words(&self) -> String;
}
impl<E> Unsaid for &Words<E> {
    fn words(&self) -> String {
        String::new()
    }
}

/// What a step came to.
#[doc(hidden)]
pub fn provided(filled: Result<Option<Provided>, String>, meta: &ActionMeta) -> Outcome {
    match filled {
        Ok(Some(provided)) => Outcome::Provides(Some(Provided {
            shown: provided.shown.filter(|_| !meta.no_capture),
            ..provided
        })),
        Ok(None) => Outcome::Provides(None),
        Err(words) => Outcome::Failed(words),
    }
}

/// Reads what an `ask` step was sent: one object with one property, the field.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc)]
pub fn ask<D, F: DraftValue + Input>(given: Given<'_>, name: &str, _: Field<D, F>) -> Result<Provided, Issues> {
    let value = F::read(given.input.and_then(|v| v.get(name)))?;
    Ok(Provided {
        shown: value.shown(),
        value: Arc::new(value),
    })
}

/// What an `ask` step expects.
#[doc(hidden)]
#[must_use]
pub fn ask_schema<D, F: DraftValue + Input>(name: &str, _: Field<D, F>) -> Schema {
    let of_field = match F::schema() {
        Schema::Json(schema) => schema,
        _ => Value::Bool(true),
    };
    Schema::Json(serde_json::json!({
        "type": "object",
        "properties": { name: of_field },
        "required": [name],
        "additionalProperties": false,
    }))
}

/// A draft journey, beside its steps.
pub struct DraftData {
    /// The fields.
    pub fields: &'static [FieldMeta],
    /// One a step of the journey, in the same order.
    pub steps: &'static [DraftStep],
}

/// What a step does to its draft.
#[derive(Clone, Copy, Debug)]
pub struct DraftStep {
    /// What kind of step.
    pub kind: DraftStepKind,
    /// The fields it takes, by their places.
    pub takes: &'static [u16],
}

/// What kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftStepKind {
    /// Its handler's return fills a field.
    Provides(u16),
    /// Its input fills a field; it has no handler.
    Asks(u16),
    /// It reads over the draft and fills nothing.
    Reads,
    /// It sends the whole draft.
    Submits,
}

impl DraftStepKind {
    /// The field it fills.
    pub(crate) fn fills(self) -> Option<u16> {
        match self {
            DraftStepKind::Provides(field) | DraftStepKind::Asks(field) => Some(field),
            DraftStepKind::Reads | DraftStepKind::Submits => None,
        }
    }
}

/// The place of a field, by the hash of its name; `u16::MAX` where there is none, which is said elsewhere.
#[doc(hidden)]
#[must_use]
pub const fn field_index(fields: &[FieldMeta], hash: u64) -> u16 {
    let mut i = 0;
    while i < fields.len() {
        if fields[i].hash == hash {
            return i as u16;
        }
        i += 1;
    }
    u16::MAX
}

/// The action whose draft parameter is the whole of `D`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the finished `{D}`",
    label = "a `submit` takes the whole draft",
    note = "give it one draft parameter, of the draft's own type: `#[draft] draft: {D}`"
)]
pub trait Submits<D>: super::Action {
    /// Hands the whole over.
    #[doc(hidden)]
    fn whole(draft: D) -> Self::Draft;
}
