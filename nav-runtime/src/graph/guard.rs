//! Guards: the same condition as typed code, which decides, and as data, which explains.
//!
//! The macros render a guard once. The compiler checks the code against the state's fields; the data beside it is what
//! const evaluation compares and what a refusal serves as evidence.

use super::keys::{self, KeyId, KeyMeta};
use crate::{Redacted, state::Reported};
use serde::Serialize;
use serde_json::Value;

/// What a guard came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tri {
    /// It holds.
    Yes,
    /// It does not hold.
    No,
    /// It reads a value that was never reported, so nobody knows.
    Unknown,
}

impl Tri {
    /// Both must hold.
    #[must_use]
    pub fn and(self, other: Tri) -> Tri {
        match (self, other) {
            (Tri::No, _) | (_, Tri::No) => Tri::No,
            (Tri::Unknown, _) | (_, Tri::Unknown) => Tri::Unknown,
            _ => Tri::Yes,
        }
    }
}

impl Tri {
    /// Of what is known.
    #[must_use]
    pub const fn of(holds: bool) -> Tri {
        if holds { Tri::Yes } else { Tri::No }
    }
}

impl From<bool> for Tri {
    fn from(holds: bool) -> Tri {
        Tri::of(holds)
    }
}

/// How a condition compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema, Serialize)]
pub enum Op {
    /// `==`, `key`, `!key`, `is_none()`
    #[serde(rename = "eq")]
    Eq,
    /// `!=`, `is_some()`
    #[serde(rename = "ne")]
    Ne,
    /// `>`
    #[serde(rename = "gt")]
    Gt,
    /// `>=`
    #[serde(rename = "gte")]
    Ge,
    /// `<`
    #[serde(rename = "lt")]
    Lt,
    /// `<=`
    #[serde(rename = "lte")]
    Le,
    /// `matches!(…)`
    #[serde(rename = "in")]
    In,
    /// `!matches!(…)`
    #[serde(rename = "notIn")]
    NotIn,
    /// A closure: nothing is known of it but its verdict, so it is never evidence.
    #[serde(skip)]
    Opaque,
}

/// What a key is compared with, as const evaluation sees it.
#[derive(Clone, Copy, Debug)]
pub enum Threshold {
    /// An integer literal.
    Int(i128),
    /// A floating-point literal.
    Float(f64),
    /// A string or character literal.
    Str(&'static str),
    /// A boolean.
    Bool(bool),
    /// `is_none()`, `is_some()`.
    Null,
    /// A constant or a variant, known by its last name; its value is served when it is looked at.
    Named {
        /// As written, the last segment.
        name: &'static str,
        /// FNV-1a of the path as written.
        hash: u64,
    },
    /// `a..=b` or `a..b` inside `matches!`.
    Range {
        /// The lower bound, `Null` if open.
        from: &'static Threshold,
        /// The upper bound, `Null` if open.
        to: &'static Threshold,
        /// Whether `to` itself is in it.
        inclusive: bool,
    },
    /// The alternatives of `matches!`.
    Set(&'static [Threshold]),
    /// A closure's.
    Opaque,
}

impl Threshold {
    fn json(&self) -> Value {
        match self {
            Threshold::Int(i) => i64::try_from(*i).map_or_else(|_| i.to_string().into(), Value::from),
            Threshold::Float(f) => Value::from(*f),
            Threshold::Str(s) => Value::from(*s),
            Threshold::Bool(b) => Value::from(*b),
            Threshold::Null | Threshold::Opaque => Value::Null,
            Threshold::Named { name, .. } => Value::from(*name),
            Threshold::Range { from, to, inclusive } => {
                let mut o = serde_json::Map::new();
                if !matches!(from, Threshold::Null) {
                    o.insert("gte".into(), from.json());
                }
                if !matches!(to, Threshold::Null) {
                    o.insert(if *inclusive { "lte" } else { "lt" }.into(), to.json());
                }
                o.into()
            }
            Threshold::Set(s) => s.iter().map(Threshold::json).collect(),
        }
    }
}

/// One condition as data.
#[derive(Clone, Copy, Debug)]
pub struct Cond {
    /// The key as the author wrote it, dotted.
    pub key: &'static str,
    /// FNV-1a of `key`, for const evaluation.
    pub key_hash: u64,
    /// The deepest key of the state that it names.
    pub id: KeyId,
    /// How it compares.
    pub op: Op,
    /// With what.
    pub threshold: Threshold,
    /// The condition as written, for the compiler's messages.
    pub text: &'static str,
    /// `file:line`, for the compiler's messages.
    pub at: &'static str,
}

/// A condition list over a state `S`: data and one function.
pub struct Guard<S: 'static> {
    /// The conditions; all must hold. Empty: there is no guard.
    pub conds: &'static [Cond],
    /// The verdict of the n-th condition and, when asked, what it saw.
    pub eval: fn(&S, usize, Option<&mut Seen>) -> Tri,
}

impl<S> Guard<S> {
    /// No condition.
    pub const NONE: Guard<S> = Guard {
        conds: &[],
        eval: |_, _, _| Tri::Yes,
    };

    pub(crate) fn holds(&self, state: &S) -> Tri {
        let mut all = Tri::Yes;
        for n in 0..self.conds.len() {
            match (self.eval)(state, n, None) {
                Tri::No => return Tri::No,
                other => all = all.and(other),
            }
        }
        all
    }

    /// Every condition with what it saw; conditions that could not be judged go to `unevaluated` instead.
    pub(crate) fn explain(&self, keys: &'static [KeyMeta], state: &S, out: &mut Explained) {
        for (n, cond) in self.conds.iter().enumerate() {
            let mut seen = Seen::default();
            let verdict = (self.eval)(state, n, Some(&mut seen));
            let key = keys::wire_name(keys, cond.key);
            match verdict {
                Tri::Unknown => out.unevaluated.push(key),
                _ if cond.op == Op::Opaque => {}
                _ => {
                    let redacted = keys::describe(keys, cond.id).is_some_and(|(key, _)| key.redacted);
                    let hide = |v: Value| {
                        if redacted {
                            Value::from(crate::authored::REDACTED)
                        } else {
                            v
                        }
                    };
                    out.evidence.push(Evidence {
                        key,
                        op: cond.op,
                        threshold: hide(seen.threshold.unwrap_or_else(|| cond.threshold.json())),
                        actual_summary: if redacted {
                            crate::authored::REDACTED.into()
                        } else {
                            seen.actual
                        },
                        result: verdict == Tri::Yes,
                        redacted,
                    });
                }
            }
        }
    }
}

/// The evidence of a guard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explained {
    /// The conditions that could be judged.
    pub evidence: Vec<Evidence>,
    /// The keys whose values were never reported.
    pub unevaluated: Vec<String>,
}

/// One judged condition, as it is served.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Evidence {
    /// The key as agents read it.
    pub key: String,
    /// How it was compared.
    pub op: Op,
    /// With what.
    pub threshold: Value,
    /// What was there, in short: a scalar as JSON, `{a, b}` for an object, `(3 items)` for an array.
    pub actual_summary: String,
    /// Whether the condition holds.
    pub result: bool,
    /// Whether the values are hidden.
    pub redacted: bool,
}

/// What a condition saw.
#[doc(hidden)]
#[derive(Default)]
pub struct Seen {
    actual: String,
    threshold: Option<Value>,
}

/// Notes what a condition looks at, if somebody asked.
#[doc(hidden)]
pub fn seen<T: Serialize + ?Sized>(want: &mut Option<&mut Seen>, v: &T) {
    if let Some(w) = want {
        w.actual = summary(&serde_json::to_value(v).unwrap_or(Value::Null));
    }
}

fn summary(v: &Value) -> String {
    match v {
        Value::Array(a) => format!("({} item{})", a.len(), if a.len() == 1 { "" } else { "s" }),
        Value::Object(o) => {
            let mut names = o.keys().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
            if o.len() > 8 {
                names.push_str(", …");
            }
            format!("{{{names}}}")
        }
        Value::String(s) if s.chars().count() > 80 => {
            let cut: String = s.chars().take(80).chain(['…']).collect();
            Value::from(cut).to_string()
        }
        v => v.to_string(),
    }
}

/// What reading a key gives.
#[doc(hidden)]
pub enum Read<'a, T: ?Sized> {
    Is(&'a T),
    /// A key below a `None`: every comparison is false, `is_none()` is true.
    Absent,
    /// Never reported.
    Unknown,
}

// Reading the *last* segment of a key: `Reported` is looked through, everything else is itself.
impl<T> Reported<T> {
    #[doc(hidden)]
    pub fn __nav_key(&self) -> Read<'_, T> {
        self.0.as_ref().map_or(Read::Unknown, Read::Is)
    }
    #[doc(hidden)]
    pub fn __nav_step(&self) -> Read<'_, T> {
        self.__nav_key()
    }
}

impl<T> Redacted<T> {
    #[doc(hidden)]
    pub fn __nav_key(&self) -> Read<'_, T> {
        Read::Is(self.expose())
    }
    #[doc(hidden)]
    pub fn __nav_step(&self) -> Read<'_, T> {
        Read::Is(self.expose())
    }
}

#[doc(hidden)]
pub trait KeyPlain {
    fn __nav_key(&self) -> Read<'_, Self>;
}
impl<T> KeyPlain for T {
    fn __nav_key(&self) -> Read<'_, T> {
        Read::Is(self)
    }
}

// Reading a segment on the way: `Option` and `Reported` are looked through.
#[doc(hidden)]
pub trait StepOption<T> {
    fn __nav_step(&self) -> Read<'_, T>;
}
impl<T> StepOption<T> for Option<T> {
    fn __nav_step(&self) -> Read<'_, T> {
        self.as_ref().map_or(Read::Absent, Read::Is)
    }
}
#[doc(hidden)]
pub trait StepPlain<'a, T> {
    fn __nav_step(&self) -> Read<'a, T>;
}
impl<'a, T> StepPlain<'a, T> for &'a T {
    fn __nav_step(&self) -> Read<'a, T> {
        Read::Is(self)
    }
}

/// Stands for a value where code is only checked, in a branch that is never taken.
#[doc(hidden)]
#[must_use]
#[allow(clippy::empty_loop)]
pub fn never<T>() -> T {
    loop {}
}

/// Ties a threshold to the type of the key it is compared with: a wrong literal is an error on the literal.
#[doc(hidden)]
pub struct Against<'a, T> {
    pub key: &'a T,
    pub is: T,
}

impl<T: Serialize> Against<'_, T> {
    /// The value of a constant or a variant, for evidence.
    #[must_use]
    pub fn seen(self, want: &mut Option<&mut Seen>) -> Self {
        if let Some(w) = want {
            w.threshold = serde_json::to_value(&self.is).ok();
        }
        self
    }
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be tested for equality",
    label = "no `==` on `{Self}`",
    note = "derive `PartialEq` on `{Self}`, or derive a boolean in the state"
)]
pub trait Equal {
    fn same(&self, other: &Self) -> bool;
}
#[diagnostic::do_not_recommend]
impl<T: PartialEq> Equal for T {
    fn same(&self, other: &T) -> bool {
        self == other
    }
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` have no order",
    label = "no `<` on `{Self}`",
    note = "derive `PartialOrd` on `{Self}`, or derive a boolean in the state"
)]
pub trait Ordered {
    fn order(&self, other: &Self) -> Option<std::cmp::Ordering>;
}
#[diagnostic::do_not_recommend]
impl<T: PartialOrd> Ordered for T {
    fn order(&self, other: &T) -> Option<std::cmp::Ordering> {
        self.partial_cmp(other)
    }
}

#[doc(hidden)]
pub fn equal<T: Equal>(a: Against<'_, T>) -> bool {
    a.key.same(&a.is)
}
#[doc(hidden)]
pub fn below<T: Ordered>(a: Against<'_, T>) -> bool {
    a.key.order(&a.is).is_some_and(std::cmp::Ordering::is_lt)
}
#[doc(hidden)]
pub fn at_most<T: Ordered>(a: Against<'_, T>) -> bool {
    a.key.order(&a.is).is_some_and(std::cmp::Ordering::is_le)
}
#[doc(hidden)]
pub fn above<T: Ordered>(a: Against<'_, T>) -> bool {
    a.key.order(&a.is).is_some_and(std::cmp::Ordering::is_gt)
}
#[doc(hidden)]
pub fn at_least<T: Ordered>(a: Against<'_, T>) -> bool {
    a.key.order(&a.is).is_some_and(std::cmp::Ordering::is_ge)
}

#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a key of type `{Self}` is compared with a string",
    label = "this key is a `{Self}`",
    note = "compare it with a value of its own type, or derive a boolean in the state"
)]
pub trait TextKey {
    fn text(&self) -> &str;
}
macro_rules! text_key {
    ($($ty:ty),*) => {$(impl TextKey for $ty { fn text(&self) -> &str { self } })*};
}
text_key!(
    String,
    &'static str,
    std::borrow::Cow<'static, str>,
    Box<str>,
    std::sync::Arc<str>
);

#[doc(hidden)]
pub fn text<T: TextKey>(key: &T) -> &str {
    key.text()
}
