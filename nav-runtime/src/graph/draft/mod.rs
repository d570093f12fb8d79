//! Drafts: typed dataflow over erased slots.
//!
//! A draft is a struct of named fields. Each step of its journey provides one field, from what its handler returns or,
//! for an `ask`, from the input itself; the submit takes the whole struct. The compiler checks every field's type; the
//! core only moves erased values.

mod step;

pub use step::{Said, Stepped, Unsaid, Words, asks, provided, run, run_through, stepped, whole};

use super::Action;
use crate::{
    expects::Issues,
    produced::{self, Caps, Produced},
};
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
///
/// What it may hold is asked for once, where it is made: a type that cannot be held is then said once.
#[doc(hidden)]
pub struct Field<D, T> {
    index: u16,
    get: fn(&Provided) -> Option<T>,
    put: fn(T) -> Provided,
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

/// The field at a place. `D` is what it is a field of.
#[doc(hidden)]
#[must_use]
pub const fn field<D, T: DraftValue>(index: u16) -> Field<D, T> {
    Field {
        index,
        get: |held| held.value.downcast_ref::<T>().cloned(),
        put: |value| Provided {
            shown: value.shown(),
            value: Arc::new(value),
        },
        of: PhantomData,
    }
}

/// The optional field at a place.
#[doc(hidden)]
#[must_use]
pub const fn optional_field<D, T: DraftValue>(index: u16) -> OptField<D, T> {
    OptField(field(index))
}

impl<D, T> Field<D, T> {
    /// What a step that fills this field has to give.
    #[must_use]
    pub const fn slot(&self) -> Field<D, T> {
        *self
    }

    /// What a step that takes this field gets.
    ///
    /// # Errors
    /// [`Missing`].
    pub fn arg(&self, slots: Option<&Slots>) -> Result<T, Missing> {
        let held = slots.and_then(|s| s.get(self.index)).ok_or(Missing)?;
        (self.get)(held).ok_or(Missing)
    }

    /// The field's type is fixed before the value's, so that a mismatch is said in our words.
    #[allow(clippy::missing_errors_doc)]
    pub fn fill<R: Provides<T>>(self, returned: R) -> Result<Option<Provided>, R::Err> {
        Ok(returned.provide()?.map(self.put))
    }
}

impl<D, T> OptField<D, T> {
    #[must_use]
    pub const fn slot(&self) -> Field<D, T> {
        self.0
    }

    #[allow(clippy::missing_errors_doc)]
    pub fn arg(&self, slots: Option<&Slots>) -> Result<Option<T>, Missing> {
        Ok(self.0.arg(slots).ok())
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

/// The name of a field on the wire, by the hash of its name in Rust; empty where there is none, which is said elsewhere.
#[doc(hidden)]
#[must_use]
pub const fn wire(fields: &[FieldMeta], hash: u64) -> &'static str {
    match field_index(fields, hash) {
        u16::MAX => "",
        at => fields[at as usize].wire,
    }
}

/// The action whose draft parameter is the whole of `D`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the finished `{D}`",
    label = "a `submit` takes the whole draft",
    note = "give it one draft parameter of the draft's own type, and no input: `#[draft] draft: {D}`"
)]
pub trait Submits<D>: Action {
    /// Hands the whole over.
    #[doc(hidden)]
    fn whole(draft: D) -> Self::Draft;
}
