//! Actions: what `#[action]` says of a function, and how an erased handler is read and run.

use super::{
    draft::{Provided, Slots},
    guard::Guard,
    keys::KeyId,
};
use crate::{
    expects::{Issues, Takes},
    produced::{self, Caps, Produced},
    session::{Cx, RawCx},
};
use serde_json::Value;
use std::{fmt::Display, future::Future, pin::Pin, time::Duration};

/// A boxed future that may cross threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, schemars::JsonSchema, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Principal {
    /// A language-model agent.
    Agent,
    /// The person.
    User,
    /// The app itself.
    System,
}

impl Principal {
    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Principal::Agent => "agent",
            Principal::User => "user",
            Principal::System => "system",
        }
    }
}

/// What two fires of one action have to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concurrency {
    /// Nothing: they may run side by side.
    Parallel,
    /// One at a time.
    SingleFlight(Scope),
    /// Once, until it fails, is rolled back, or somebody else changes the keys it wrote.
    Once(Scope),
}

/// What counts as the same fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Any fire of the action.
    Action,
    /// A fire with the same instance.
    Instance,
    /// A fire with the same input.
    Input,
}

/// The caps that an attribute states; what it does not state keeps its default.
#[doc(hidden)]
#[must_use]
pub const fn caps(max_items: Option<usize>, max_bytes: Option<usize>) -> Caps {
    let mut caps = Caps::DEFAULT;
    if let Some(most) = max_items {
        caps.max_items = most;
    }
    if let Some(most) = max_bytes {
        caps.max_bytes = most;
    }
    caps
}

/// What settles a fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Its handler's return.
    Returns,
    /// `session.report(id, …)`, later.
    Reported,
    /// Any writer of the declared keys.
    Observed,
}

/// Who can lift a control's block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClearedBy {
    /// The person.
    User,
    /// The app.
    App,
    /// Nobody: the request itself is wrong.
    Invalid,
}

/// A declared reason for a control that is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedBecause {
    /// The reason, in the author's words.
    pub says: &'static str,
    /// Who can lift it.
    pub cleared_by: ClearedBy,
}

/// A choice that belongs to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HumanDecides {
    /// What it is about, in the author's words; empty if not said.
    pub about: &'static str,
}

/// Everything static about one function, whatever graph lists it.
#[derive(Clone, Copy, Debug)]
pub struct ActionMeta {
    /// The function's name, or `id = "…"`.
    pub id: &'static str,
    /// FNV-1a of `id`.
    pub id_hash: u64,
    /// The first paragraph of the doc comment.
    pub does: &'static str,
    /// `file:line`, for the compiler's messages.
    pub at: &'static str,
    /// High effect: a human decides.
    pub confirm: bool,
    /// Served by no row: a journey is its only door.
    pub withheld: bool,
    /// Whether the function has a body; one without is bound later with `session.bind`.
    pub has_body: bool,
    /// A plain `fn`, which may block its thread.
    pub blocking: bool,
    /// Takes an `#[instance]`.
    pub instance: bool,
    /// How many `#[draft]` parameters it takes.
    pub drafts: u8,
    /// Whether it has a `verify`.
    pub verified: bool,
    /// Hears an explicit cancel.
    pub cancellable: bool,
    /// Keeps nothing of what it returns.
    pub no_capture: bool,
    /// The choice that belongs to a person, who makes it through the app's own control. Served, never enforced.
    pub human_decides: Option<HumanDecides>,
    /// What settles it.
    pub completion: Completion,
    /// What two fires have to do with each other.
    pub concurrency: Concurrency,
    /// Who may fire it; empty: anybody.
    pub may_invoke: &'static [Principal],
    /// The declared reason while it is switched off.
    pub blocked_because: Option<BlockedBecause>,
    /// After this long its fire is left unobserved.
    pub timeout: Option<Duration>,
    /// Caps of its own on what it returns.
    pub returns: Option<Caps>,
}

impl ActionMeta {
    /// An action of which nothing but its words is said; the macro overrides what the attribute states.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(id: &'static str, id_hash: u64, does: &'static str, at: &'static str) -> Self {
        ActionMeta {
            id,
            id_hash,
            does,
            at,
            confirm: false,
            withheld: false,
            has_body: true,
            blocking: false,
            instance: false,
            drafts: 0,
            verified: false,
            cancellable: false,
            no_capture: false,
            human_decides: None,
            completion: Completion::Returns,
            concurrency: Concurrency::Parallel,
            may_invoke: &[],
            blocked_because: None,
            timeout: None,
            returns: None,
        }
    }
}

/// A function that carries `#[action]`: its facts and its types, whatever state it is used over.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action",
    label = "not an action",
    note = "put `#[action]` on the function and name it by its path"
)]
pub trait Action: 'static {
    /// Its facts.
    const META: ActionMeta;
    /// What it reads from a call; `()` if it takes no input.
    type Input: Send + 'static;
    /// How that is described and read.
    const TAKES: Takes<Self::Input>;
    /// The typed instance key; `()` if it takes none.
    type Instance: Send + 'static;
    /// How the instance key is read.
    const INSTANCE: TakesInstance<Self::Instance>;
    /// What the function returns.
    type Returns: 'static;
    /// The draft parameters, as a tuple.
    type Draft: DraftParams;
}

/// What an action says of the keys of its state.
pub struct About<S: 'static> {
    /// Hides it.
    pub when: Guard<S>,
    /// Greys it.
    pub enabled_when: Guard<S>,
    /// Must hold after it settled.
    pub verify: Guard<S>,
    /// Tells that the person has made the choice.
    pub done_when: Guard<S>,
    /// The keys it writes.
    pub writes: &'static [KeyId],
    /// The keys that the human's card shows.
    pub reads: &'static [KeyId],
    /// What else the card shows.
    pub shows: Option<ShowsFn>,
}

impl<S> About<S> {
    /// It names no key.
    pub const NOTHING: Self = About {
        when: Guard::NONE,
        enabled_when: Guard::NONE,
        verify: Guard::NONE,
        done_when: Guard::NONE,
        writes: &[],
        reads: &[],
        shows: None,
    };
}

/// An action over a state.
#[diagnostic::on_unimplemented(
    message = "this action belongs to another state than `{S}`",
    label = "its `Cx` is not a `Cx<{S}>`",
    note = "a graph lists actions over its own state only"
)]
pub trait ActionOn<S: 'static>: Action {
    /// What it says of the state's keys.
    const ABOUT: About<S> = About::NOTHING;
    /// Calls the author's function. An action without a body is never called.
    fn call(cx: Cx<S>, with: With<Self>) -> BoxFuture<'static, Self::Returns>;
    /// Tells success from failure, by type.
    fn finish(returned: Self::Returns) -> Outcome;
}

/// The draft parameters of an action, as a tuple.
pub trait DraftParams: Sized + Send + 'static {
    /// A function from the parameters to their tuple.
    type Gathers;
    /// That function: a step of a draft journey calls it, and the compiler judges the arguments as those of any call.
    const GATHERS: Self::Gathers;
    /// What a call without a draft hands over; `None` if it cannot be called without one.
    fn alone() -> Option<Self> {
        None
    }
}

impl DraftParams for () {
    type Gathers = fn();
    const GATHERS: fn() = || ();
    fn alone() -> Option<Self> {
        Some(())
    }
}

macro_rules! draft_params {
    ($($first:ident $($rest:ident)*)?) => {$(
        impl<$first: Send + 'static $(, $rest: Send + 'static)*> DraftParams for ($first, $($rest,)*) {
            type Gathers = fn($first $(, $rest)*) -> Self;
            #[allow(non_snake_case)]
            const GATHERS: Self::Gathers = |$first $(, $rest)*| ($first, $($rest,)*);
        }
        draft_params!($($rest)*);
    )?};
}
draft_params!(A B C D E F G H I J K L);

/// What a call of an action hands over.
pub struct With<A: Action + ?Sized> {
    /// The typed input.
    pub input: A::Input,
    /// The typed instance key.
    pub instance: A::Instance,
    /// The draft parameters.
    pub draft: A::Draft,
}

/// What came with a call, unread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// The payload; `None` if none was sent.
    pub input: Option<&'a Value>,
    /// The instance key, already found among the instances that exist.
    pub instance: Option<&'a str>,
    /// The draft's values, for a step of a draft journey.
    pub draft: Option<&'a Slots>,
}

/// A call that was read and can run.
pub type Run = Box<dyn FnOnce(RawCx) -> BoxFuture<'static, Outcome> + Send>;

/// Reads a call: the first half of an erased handler.
pub type Prepare = fn(Given<'_>) -> Result<Run, Issues>;

/// How a card's `shows` is made.
pub type ShowsFn = fn(RawCx, Given<'_>) -> Shown;

/// What a card shows.
pub enum Shown {
    /// Made at once.
    Now(Value),
    /// Being made.
    Later(BoxFuture<'static, Value>),
}

/// How a handler ended.
#[derive(Debug)]
pub enum Outcome {
    /// It returned; the data is already bounded.
    Done(Option<Produced>),
    /// It returned what fills its draft field; nothing clears the field.
    Provides(Option<Provided>),
    /// It failed, in the app's own words: data, never a sentence of ours.
    Failed(String),
}

/// One action over one state: the non-generic facts and the typed guards.
pub struct Handler<S: 'static> {
    /// What the core works with.
    pub facts: ActionFacts,
    /// Hides it.
    pub when: Guard<S>,
    /// Greys it.
    pub enabled_when: Guard<S>,
    /// Must hold after it settled.
    pub verify: Guard<S>,
    /// Tells that the person has made the choice.
    pub done_when: Guard<S>,
}

/// The part of a [`Handler`] that knows nothing of the state's type.
#[derive(Clone, Copy)]
pub struct ActionFacts {
    /// What the attribute says.
    pub meta: ActionMeta,
    /// The keys it writes.
    pub writes: &'static [KeyId],
    /// The keys that the card shows.
    pub reads: &'static [KeyId],
    /// What else the card shows.
    pub shows: Option<ShowsFn>,
    /// What a caller must send.
    pub schema: fn() -> crate::expects::Schema,
    /// Reads a call.
    pub prepare: Prepare,
}

/// The one place where a listed path meets the graph's state.
#[doc(hidden)]
#[must_use]
pub const fn handler<S: 'static, A: ActionOn<S>>() -> Handler<S> {
    Handler {
        facts: ActionFacts {
            meta: A::META,
            writes: A::ABOUT.writes,
            reads: A::ABOUT.reads,
            shows: A::ABOUT.shows,
            schema: A::TAKES.schema,
            prepare: prepare::<S, A>,
        },
        when: A::ABOUT.when,
        enabled_when: A::ABOUT.enabled_when,
        verify: A::ABOUT.verify,
        done_when: A::ABOUT.done_when,
    }
}

fn prepare<S: 'static, A: ActionOn<S>>(given: Given<'_>) -> Result<Run, Issues> {
    let input = (A::TAKES.read)(given.input)?;
    let instance = (A::INSTANCE.read)(given.instance)?;
    let Some(draft) = A::Draft::alone() else {
        return Err(Issues::one("", "needs a draft", "a step of its journey"));
    };
    Ok(Box::new(move |raw| {
        let running = A::call(Cx::new(raw), With { input, instance, draft });
        Box::pin(async move { A::finish(running.await) })
    }))
}

/// How a typed instance key is read from its text.
pub struct TakesInstance<T> {
    #[doc(hidden)]
    pub read: fn(Option<&str>) -> Result<T, Issues>,
}

impl TakesInstance<()> {
    /// The action takes no instance.
    #[doc(hidden)]
    pub const NONE: Self = TakesInstance { read: |_| Ok(()) };
}

/// Names the instance's type once, so that a type that cannot be one is said once.
#[doc(hidden)]
#[must_use]
pub const fn takes_instance<T: InstanceKey>() -> TakesInstance<T> {
    TakesInstance {
        read: |key| {
            key.and_then(T::read)
                .ok_or_else(|| Issues::one("", "is no instance of this action", "one of `instances`"))
        },
    }
}

/// A type that can name one of several instances: it is written and read as one integer or one short text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an instance key",
    label = "not an instance key",
    note = "an instance key derives `Deserialize` and `Send`, and is written as an integer or a text"
)]
pub trait InstanceKey: Sized + Send + 'static {
    /// Reads the key from its text.
    fn read(text: &str) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: serde::de::DeserializeOwned + Send + 'static> InstanceKey for T {
    fn read(text: &str) -> Option<Self> {
        use serde::de::{IntoDeserializer, value::Error};
        let as_text: IntoDeserializerOf<'_> = text.into_deserializer();
        T::deserialize(as_text).ok().or_else(|| {
            if let Ok(n) = text.parse::<u64>() {
                return T::deserialize(IntoDeserializer::<Error>::into_deserializer(n)).ok();
            }
            let n = text.parse::<i64>().ok()?;
            T::deserialize(IntoDeserializer::<Error>::into_deserializer(n)).ok()
        })
    }
}

type IntoDeserializerOf<'a> = serde::de::value::StrDeserializer<'a, serde::de::value::Error>;

/// `each x in key`: what can be enumerated, one instance key an item.
#[diagnostic::on_unimplemented(
    message = "`each` cannot enumerate a `{Self}`",
    label = "not a collection with keys",
    note = "use a map, a set of keys, or a `Vec` of items that implement `Instance`"
)]
pub trait Instances {
    /// What a condition of the `each` looks at.
    type Item;
    /// Calls `f` with each key, as it serialises, and its item.
    fn each(&self, f: &mut dyn FnMut(&dyn erased::Key, &Self::Item));
}

/// An item of a `Vec` that knows its own key.
pub trait Instance {
    /// The key's type.
    type Key: serde::Serialize;
    /// The key.
    fn key(&self) -> &Self::Key;
}

#[doc(hidden)]
pub mod erased {
    /// The longest key that is served, in bytes.
    pub const LONGEST: usize = 128;

    /// A key about to be written as text.
    pub trait Key {
        /// The key's text; `None` if it is no integer and no text, or longer than [`LONGEST`].
        fn text(&self) -> Option<String>;
    }

    impl<T: serde::Serialize> Key for T {
        fn text(&self) -> Option<String> {
            let text = match serde_json::to_value(self).ok()? {
                serde_json::Value::String(s) => s,
                serde_json::Value::Number(n) if n.is_i64() || n.is_u64() => n.to_string(),
                _ => return None,
            };
            (!text.is_empty() && text.len() <= LONGEST && !text.chars().any(char::is_control)).then_some(text)
        }
    }
}

impl<K: serde::Serialize, V> Instances for std::collections::BTreeMap<K, V> {
    type Item = V;
    fn each(&self, f: &mut dyn FnMut(&dyn erased::Key, &V)) {
        self.iter().for_each(|(k, v)| f(k, v));
    }
}
impl<K: serde::Serialize, V, H> Instances for std::collections::HashMap<K, V, H> {
    type Item = V;
    fn each(&self, f: &mut dyn FnMut(&dyn erased::Key, &V)) {
        self.iter().for_each(|(k, v)| f(k, v));
    }
}
impl<K: serde::Serialize> Instances for std::collections::BTreeSet<K> {
    type Item = K;
    fn each(&self, f: &mut dyn FnMut(&dyn erased::Key, &K)) {
        self.iter().for_each(|k| f(k, k));
    }
}
impl<T: Instance> Instances for Vec<T> {
    type Item = T;
    fn each(&self, f: &mut dyn FnMut(&dyn erased::Key, &T)) {
        self.iter().for_each(|t| f(t.key(), t));
    }
}
macro_rules! own_key {
    ($($ty:ty),*) => {$(impl Instance for $ty { type Key = $ty; fn key(&self) -> &$ty { self } })*};
}
own_key!(String, u8, u16, u32, u64, i8, i16, i32, i64);

/// What a successful handler may return.
#[diagnostic::on_unimplemented(
    message = "an action cannot return `{Self}`",
    label = "the agent could not be shown this",
    note = "derive `Serialize` on it, or return `()`"
)]
pub trait Output {
    /// A bounded copy of it; `None` for `()` and `None`.
    fn data(&self, caps: Caps) -> Option<Produced>;
}

#[diagnostic::do_not_recommend]
impl<T: serde::Serialize> Output for T {
    fn data(&self, caps: Caps) -> Option<Produced> {
        produced::sanitise(self, caps)
    }
}

/// What a failed handler may return.
#[diagnostic::on_unimplemented(
    message = "an action's error has to say what went wrong, and `{Self}` cannot be displayed",
    label = "not `Display`",
    note = "implement `Display` on `{Self}` (for example with `thiserror`)"
)]
pub trait Failure {
    /// The app's own words.
    fn words(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<E: Display + ?Sized> Failure for E {
    fn words(&self) -> String {
        self.to_string()
    }
}

/// Any alias of `Result` is a `Result`: the inherent method wins over [`Plain`]'s.
#[doc(hidden)]
pub struct Returned<R>(pub R);

impl<T, E> Returned<Result<T, E>> {
    #[allow(clippy::missing_errors_doc)]
    pub fn split(self) -> Result<T, E> {
        self.0
    }
}

#[doc(hidden)]
pub trait Plain: Sized {
    type T;
    #[allow(clippy::missing_errors_doc)]
    fn split(self) -> Result<Self::T, std::convert::Infallible>;
}

impl<R> Plain for Returned<R> {
    type T = R;
    fn split(self) -> Result<R, std::convert::Infallible> {
        Ok(self.0)
    }
}

/// What an action came to, from what [`Returned::split`] told apart.
#[doc(hidden)]
pub fn outcome<T: Output, E: Failure>(returned: Result<T, E>, meta: &ActionMeta) -> Outcome {
    match returned {
        Ok(_) if meta.no_capture => Outcome::Done(None),
        Ok(t) => Outcome::Done(t.data(meta.returns.unwrap_or_default())),
        Err(e) => Outcome::Failed(e.words()),
    }
}

/// What `error = path` makes of an error: a constant of the author's instead of its own words.
#[doc(hidden)]
#[allow(clippy::missing_errors_doc)]
pub fn told<T, E>(returned: Result<T, E>, tell: fn(&E) -> crate::Authored) -> Result<T, crate::Authored> {
    returned.map_err(|error| tell(&error))
}
