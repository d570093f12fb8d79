//! A graph whose every author's part is a script of the test: handlers, guards, comparisons, serialisation, drops.

pub use crate::stage::{Driver, EndsBadly, Stage, finishes, quiet, runtime, within};
use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

pub type Hook = Arc<dyn Fn() + Send + Sync>;

/// A value whose comparison, serialisation and end are the author's code.
#[derive(Clone, Default)]
pub struct Touchy {
    pub n: u32,
    pub on_eq: Option<Hook>,
    pub on_serialize: Option<Hook>,
    pub on_drop: Option<Hook>,
}

fn run(hook: Option<&Hook>) {
    if let Some(hook) = hook {
        hook();
    }
}

impl Touchy {
    pub fn on_eq(hook: impl Fn() + Send + Sync + 'static) -> Self {
        let mut touchy = Touchy::default();
        touchy.on_eq = Some(Arc::new(hook));
        touchy
    }
    pub fn on_serialize(hook: impl Fn() + Send + Sync + 'static) -> Self {
        let mut touchy = Touchy::default();
        touchy.on_serialize = Some(Arc::new(hook));
        touchy
    }
    pub fn on_drop(hook: impl Fn() + Send + Sync + 'static) -> Self {
        let mut touchy = Touchy::default();
        touchy.on_drop = Some(Arc::new(hook));
        touchy
    }
}

impl From<Touchy> for World {
    fn from(touchy: Touchy) -> Self {
        World {
            touchy,
            ..World::default()
        }
    }
}

impl fmt::Debug for Touchy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Touchy({})", self.n)
    }
}
impl PartialEq for Touchy {
    fn eq(&self, other: &Self) -> bool {
        run(self.on_eq.as_ref());
        self.n == other.n
    }
}
impl Serialize for Touchy {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        run(self.on_serialize.as_ref());
        to.serialize_u32(self.n)
    }
}
impl Drop for Touchy {
    fn drop(&mut self) {
        run(self.on_drop.as_ref());
    }
}

#[derive(Clone, Debug, Default, Serialize, NavState)]
#[nav(app = App)]
pub struct World {
    pub count: u32,
    pub total: u64,
    pub paid: bool,
    pub touchy: Touchy,
    pub slots: BTreeMap<String, u32>,
}

pub type Told = Result<Value, Words>;
pub type Doing = Pin<Box<dyn Future<Output = Told> + Send>>;
type Script = Box<dyn Fn(Cx<World>) -> Doing + Send + Sync>;
type Plain = Box<dyn Fn(&Cx<World>) -> Told + Send + Sync>;
type Guarding = Box<dyn Fn(&Cx<World>) -> Value + Send + Sync>;

/// What an error says, by a script of the test.
pub struct Words(pub Box<dyn Fn() -> String + Send>);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.0)())
    }
}

pub fn says(words: &'static str) -> Words {
    Words(Box::new(move || words.to_owned()))
}

#[derive(Default)]
pub struct App {
    script: Mutex<Option<Arc<Script>>>,
    plain: Mutex<Option<Arc<Plain>>>,
    preview: Mutex<Option<Arc<Guarding>>>,
    gift: Mutex<Option<Arc<Touchy>>>,
}

fn get<T>(slot: &Mutex<Option<Arc<T>>>) -> Option<Arc<T>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn put<T>(slot: &Mutex<Option<Arc<T>>>, script: T) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(script));
}

impl App {
    /// What `act` and its like do.
    pub fn acts<F>(&self, script: impl Fn(Cx<World>) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Told> + Send + 'static,
    {
        put(&self.script, Box::new(move |cx| Box::pin(script(cx)) as Doing));
    }
    /// The same, as a future that is the test's own.
    pub fn acts_boxed(&self, script: impl Fn(Cx<World>) -> Doing + Send + Sync + 'static) {
        put(&self.script, Box::new(script));
    }
    /// What `block` does.
    pub fn blocks(&self, script: impl Fn(&Cx<World>) -> Told + Send + Sync + 'static) {
        put(&self.plain, Box::new(script));
    }
    /// What `give` returns.
    pub fn gives(&self, gift: Touchy) {
        put(&self.gift, gift);
    }
    /// What the card of `show` shows.
    pub fn previews(&self, script: impl Fn(&Cx<World>) -> Value + Send + Sync + 'static) {
        put(&self.preview, Box::new(script));
    }
}

async fn act_out(cx: Cx<World>) -> Told {
    match get(&cx.app().script) {
        Some(script) => script(cx).await,
        None => {
            cx.update(|w| w.count += 1);
            Ok(Value::Null)
        }
    }
}

/// Do what the test says.
#[action(writes(count), parallel)]
pub async fn act(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it and declare nothing.
#[action]
pub async fn act_unseen(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it on a thread that may block.
#[action(writes(count), parallel)]
pub fn block(cx: Cx<World>) -> Told {
    match get(&cx.app().plain) {
        Some(script) => script(&cx),
        None => {
            cx.update(|w| w.count += 1);
            Ok(Value::Null)
        }
    }
}

/// Give back what the test says.
#[action]
pub async fn give(cx: Cx<World>) -> Touchy {
    get(&cx.app().gift).map_or_else(Touchy::default, |gift| Touchy::clone(&gift))
}

/// Count one up.
#[action(writes(count), parallel)]
pub async fn add(cx: Cx<World>) {
    cx.update(|w| w.count += 1);
}

/// Do it while nobody looks closely.
#[action(writes(count), when(|w| w.touchy == Touchy::default()), parallel)]
pub async fn act_guarded(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it and look whether it holds.
#[action(writes(count), verify(|w| w.touchy == Touchy::default()), parallel)]
pub async fn act_verified(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it while there is something.
#[action(writes(total), when(count > 0), parallel)]
pub async fn act_while(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it one at a time.
#[action(writes(count), single_flight)]
pub async fn act_alone(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it once.
#[action(writes(paid), once)]
pub async fn act_once(cx: Cx<World>) -> Told {
    act_out(cx).await
}

/// Do it within a minute.
#[action(writes(count), timeout = "60s", parallel)]
pub async fn act_soon(cx: Cx<World>) -> Told {
    act_out(cx).await
}

#[derive(Deserialize, JsonSchema)]
pub struct Amount {
    /// How much.
    pub n: u32,
}

/// Pay.
#[action(confirm, reads(total), writes(paid), enabled_when(count > 0))]
pub async fn pay(cx: Cx<World>, input: Amount) -> Told {
    let _ = input.n;
    act_out(cx).await
}

/// Show it and pay.
#[action(confirm, shows = preview, writes(paid))]
pub async fn show(cx: Cx<World>) -> Told {
    act_out(cx).await
}

fn preview(cx: Cx<World>) -> Value {
    get(&cx.app().preview).map_or(Value::Null, |script| script(&cx))
}

/// An input whose reading is the author's code.
pub struct Unreadable;

impl JsonSchema for Unreadable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Unreadable".into()
    }
    fn json_schema(of: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(of)
    }
}

impl<'de> Deserialize<'de> for Unreadable {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("meant: reading panics")
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Reads {
    /// What.
    pub what: Unreadable,
}

/// Read what cannot be read.
#[action]
pub async fn read(input: Reads) {
    let Unreadable = input.what;
}

thread_local! {
    /// What happens when an input that was read is dropped.
    pub static ON_INPUT_DROP: std::cell::RefCell<Option<Hook>> = const { std::cell::RefCell::new(None) };
}

/// An input whose end is the author's code.
pub struct Fragile(Option<Hook>);

impl Drop for Fragile {
    fn drop(&mut self) {
        run(self.0.as_ref());
    }
}

impl JsonSchema for Fragile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fragile".into()
    }
    fn json_schema(of: &mut schemars::SchemaGenerator) -> schemars::Schema {
        u32::json_schema(of)
    }
}

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u32::deserialize(from)?;
        Ok(Fragile(ON_INPUT_DROP.with_borrow(Clone::clone)))
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Drops {
    pub what: Fragile,
}

/// Take what ends badly.
#[action(single_flight)]
pub async fn take(cx: Cx<World>, input: Drops) -> Told {
    let told = act_out(cx).await;
    drop(input.what);
    told
}

/// Take it once a person agrees.
#[action(confirm)]
pub async fn take_confirmed(input: Drops) {
    drop(input.what);
}

/// Take it when there is something.
#[action(state = World, enabled_when(count > 5))]
pub async fn take_enabled(input: Drops) {
    drop(input.what);
}

/// An input whose schema is the author's code.
#[derive(Deserialize)]
pub struct Undescribed {
    #[allow(dead_code)]
    pub n: u32,
}

impl JsonSchema for Undescribed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Undescribed".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        panic!("meant: describing panics")
    }
}

/// Take what nobody can describe.
#[action]
pub async fn take_undescribed(input: Undescribed) {
    let _ = input.n;
}

/// Free a slot.
#[action(writes(slots), parallel)]
pub async fn free(cx: Cx<World>, #[instance] slot: String) {
    cx.update(|w| {
        w.slots.remove(&slot);
    });
}

/// Do what is bound later, on a thread that may block.
#[action(writes(count), parallel)]
pub fn bound(cx: Cx<World>) -> u32;

graph! {
    /// What a test can do to a session.
    pub static WORLD: Graph<World>;
    pub mod ids;
    start = here;

    page here {
        act;
        act_unseen;
        block;
        add;
        act_guarded;
        act_verified;
        act_while;
        act_alone;
        act_once;
        act_soon;
        pay;
        show;
        give;
        read;
        take;
        take_confirmed;
        take_enabled;
        bound;
        each slot in slots { free; }
        /// Go there.
        go over -> there;
    }
    page there {
        /// Go back.
        go back -> here;
        take_undescribed;
    }
    /// Count and pay.
    journey counting { add; pay; }
    /// Count if nobody looks closely.
    journey watched when |w| w.touchy == Touchy::default() { add; over; }
}
