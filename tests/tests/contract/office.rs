//! An office whose handlers do what a test says: one graph with every kind of action, over which the contract is told.

use nav_runtime::{Unchecked, prelude::*};
use nav_tests::gates::Gates;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    pin::Pin,
    sync::{Arc, Mutex},
};

pub type Told = Result<Value, String>;
type Doing = Pin<Box<dyn Future<Output = Told> + Send>>;
type Script = Arc<dyn Fn(Cx<Office>) -> Doing + Send + Sync>;

/// The app behind the office.
#[derive(Clone, Default)]
pub struct Staff(Arc<Inside>);

#[derive(Default)]
pub struct Inside {
    pub gates: Gates,
    scripts: Mutex<HashMap<&'static str, Script>>,
    /// What the cards of `show` and `show_slowly` show.
    pub shown: Mutex<Value>,
    /// The handlers that were run, oldest first.
    pub ran: Mutex<Vec<&'static str>>,
}

impl std::ops::Deref for Staff {
    type Target = Inside;
    fn deref(&self) -> &Inside {
        &self.0
    }
}

impl Staff {
    /// What an action does from now on.
    pub fn on<F>(&self, action: &'static str, script: impl Fn(Cx<Office>) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Told> + Send + 'static,
    {
        let script: Script = Arc::new(move |cx| Box::pin(script(cx)) as Doing);
        self.scripts.lock().unwrap().insert(action, script);
    }

    /// How often an action's handler was run.
    pub fn runs(&self, action: &str) -> usize {
        self.ran.lock().unwrap().iter().filter(|a| **a == action).count()
    }

    pub fn shows(&self, value: Value) {
        *self.shown.lock().unwrap() = value;
    }
}

#[derive(Clone, Debug, Default, Serialize, NavState)]
#[nav(app = Staff)]
pub struct Office {
    pub count: u32,
    pub total: u64,
    pub paid: bool,
    pub open: bool,
    pub shut: bool,
    pub colour: Option<String>,
    pub rating: Reported<u32>,
    pub pin: Redacted<String>,
    pub tasks: BTreeMap<String, u32>,
    pub letters: u32,
}

async fn do_it(cx: Cx<Office>, action: &'static str, usual: impl FnOnce(&mut Office)) -> Told {
    cx.app().ran.lock().unwrap().push(action);
    let script = cx.app().scripts.lock().unwrap().get(action).cloned();
    if let Some(script) = script {
        return script(cx).await;
    }
    cx.update(usual);
    Ok(Value::Null)
}

/// Count one up.
#[action(writes(count), parallel)]
pub async fn count_up(cx: Cx<Office>) -> Told {
    do_it(cx, "count_up", |o| o.count += 1).await
}

/// Count both up.
#[action(writes(count, total), parallel)]
pub async fn both(cx: Cx<Office>) -> Told {
    do_it(cx, "both", |o| {
        o.count += 1;
        o.total += 1;
    })
    .await
}

/// Look something up.
#[action]
pub async fn look_up(cx: Cx<Office>) -> Told {
    do_it(cx, "look_up", |_| ()).await
}

/// Look something up and keep nothing of it.
#[action(no_capture)]
pub async fn glance(cx: Cx<Office>) -> Told {
    do_it(cx, "glance", |_| ()).await
}

/// Look up a few rows.
#[action(returns(max_items = 3))]
pub async fn few(cx: Cx<Office>) -> Told {
    do_it(cx, "few", |_| ()).await
}

/// Open the shutters.
#[action(writes(open), verify(open), parallel)]
pub async fn raise(cx: Cx<Office>) -> Told {
    do_it(cx, "raise", |o| o.open = true).await
}

/// Call a courier.
#[action(writes(total), reported, parallel)]
pub async fn call_courier(cx: Cx<Office>) -> Told {
    do_it(cx, "call_courier", |_| ()).await
}

/// Wait for the post.
#[action(writes(total), observed, parallel)]
pub async fn await_post(cx: Cx<Office>) -> Told {
    do_it(cx, "await_post", |_| ()).await
}

/// Sort the post within half a minute.
#[action(writes(count), timeout = "30s", cancellable, parallel)]
pub async fn sort(cx: Cx<Office>) -> Told {
    do_it(cx, "sort", |o| o.count += 1).await
}

#[derive(Deserialize, JsonSchema)]
pub struct Amount {
    /// How much.
    pub n: u32,
    /// To whom, in words.
    #[serde(default)]
    pub to: String,
}

/// Pay somebody.
#[action(confirm, reads(total), writes(paid), enabled_when(!shut))]
pub async fn pay(cx: Cx<Office>, input: Amount) -> Told {
    let _ = (input.n, input.to);
    do_it(cx, "pay", |o| o.paid = true).await
}

/// Sign the lease.
#[action(confirm, reads(total), writes(paid))]
pub async fn sign(cx: Cx<Office>) -> Told {
    do_it(cx, "sign", |o| o.paid = true).await
}

/// Show the lease and sign it.
#[action(confirm, shows = lease, writes(paid))]
pub async fn show(cx: Cx<Office>) -> Told {
    do_it(cx, "show", |o| o.paid = true).await
}

fn lease(cx: Cx<Office>) -> Value {
    cx.app().shown.lock().unwrap().clone()
}

/// Fetch the lease and sign it.
#[action(confirm, shows = fetch_lease, writes(paid))]
pub async fn show_slowly(cx: Cx<Office>) -> Told {
    do_it(cx, "show_slowly", |o| o.paid = true).await
}

async fn fetch_lease(cx: Cx<Office>) -> Value {
    cx.app().gates.wait("lease").await;
    cx.app().shown.lock().unwrap().clone()
}

/// Send a form of any kind.
#[action(confirm)]
pub async fn send_form(cx: Cx<Office>, input: Unchecked) -> Told {
    drop(input);
    do_it(cx, "send_form", |_| ()).await
}

/// Clean, one at a time.
#[action(writes(count), single_flight)]
pub async fn clean(cx: Cx<Office>) -> Told {
    do_it(cx, "clean", |o| o.count += 1).await
}

/// Name the office, once.
#[action(writes(count), once)]
pub async fn name_it(cx: Cx<Office>) -> Told {
    do_it(cx, "name_it", |o| o.count += 1).await
}

/// Order supplies, once for each amount.
#[action(writes(total), once(input))]
pub async fn order(cx: Cx<Office>, input: Amount) -> Told {
    let n = u64::from(input.n);
    do_it(cx, "order", |o| o.total += n).await
}

/// Ring once.
#[action(once)]
pub async fn ring(cx: Cx<Office>) -> Told {
    do_it(cx, "ring", |_| ()).await
}

/// Let the tenant decide on the rent.
#[action(may_invoke(user, system), writes(total))]
pub async fn set_rent(cx: Cx<Office>) -> Told {
    do_it(cx, "set_rent", |o| o.total += 1).await
}

/// Choose the colour of the door.
#[action(human_decides(about = "The colour of the door.", done_when(colour.is_some())))]
pub async fn choose(cx: Cx<Office>) -> Told {
    do_it(cx, "choose", |_| ()).await
}

/// Print the sign.
#[action(writes(count), enabled_when(open && total > 1), blocked_because("The printer is cold.", cleared_by = app), parallel)]
pub async fn print(cx: Cx<Office>) -> Told {
    do_it(cx, "print", |o| o.count += 1).await
}

/// Ask somebody from the house.
#[action(writes(count), parallel)]
pub async fn ask_house(cx: Cx<Office>) -> u32;

/// Praise the office.
#[action(writes(count), when(rating > 3), parallel)]
pub async fn praise(cx: Cx<Office>) -> Told {
    do_it(cx, "praise", |o| o.count += 1).await
}

/// Open the safe.
#[action(writes(count), when(pin == "sesame"), parallel)]
pub async fn open_safe(cx: Cx<Office>) -> Told {
    do_it(cx, "open_safe", |o| o.count += 1).await
}

/// Close the books once there is something in them.
#[action(writes(total), when(count > 0), parallel)]
pub async fn close_books(cx: Cx<Office>) -> Told {
    do_it(cx, "close_books", |o| o.total += 1).await
}

/// Do one task, one at a time for each.
#[action(writes(tasks), single_flight(instance))]
pub async fn work_on(cx: Cx<Office>, #[instance] task: String) -> Told {
    do_it(cx, "work_on", move |o| {
        o.tasks.entry(task).and_modify(|n| *n += 1);
    })
    .await
}

/// Hand one task over, once for each.
#[action(confirm, once(instance))]
pub async fn hand_over(cx: Cx<Office>, #[instance] task: String) -> Told {
    drop(task);
    do_it(cx, "hand_over", |_| ()).await
}

/// Walk to the yard, counting.
#[action(writes(count), parallel)]
pub async fn walk(cx: Cx<Office>) -> Told {
    do_it(cx, "walk", |o| o.count += 1).await
}

/// Look at the yard.
#[action]
pub async fn inspect(cx: Cx<Office>) -> Told {
    do_it(cx, "inspect", |_| ()).await
}

#[derive(Clone, Debug, Serialize, Draft)]
pub struct Letter {
    pub to: String,
    pub body: String,
}

/// Find whom to write to.
#[action]
pub async fn find_address(cx: Cx<Office>) -> String {
    drop(cx);
    "the landlord".into()
}

/// Send the letter.
#[action(confirm, withheld, writes(letters))]
pub async fn send_letter(cx: Cx<Office>, #[draft] letter: Letter) -> Told {
    drop(letter);
    do_it(cx, "send_letter", |o| o.letters += 1).await
}

graph! {
    /// An office.
    pub static OFFICE: Graph<Office>;
    pub mod ids;
    start = desk;

    page desk at "/desk" {
        count_up; both; look_up; glance; few; raise; call_courier; await_post; sort;
        pay; sign; show; show_slowly; send_form;
        clean; name_it; order; ring; set_rent; choose; print; ask_house; praise; open_safe; close_books;
        each task in tasks { work_on; hand_over; }
        walk -> yard;
        /// Go to the yard.
        go leave -> yard;
    }
    page yard at "/yard" {
        inspect;
        count_up;
        /// Go back to the desk.
        go back -> desk;
    }
    page attic synced {
        /// Come down.
        go down -> desk;
    }

    /// Count, then look at the yard.
    journey round { desk::count_up; leave; inspect; }
    /// Count and walk over.
    journey stroll { desk::count_up; walk; }
    /// Pay while the office is not shut.
    journey paying when !shut { pay; desk::count_up; }
    /// Sign the lease.
    journey lease { sign; look_up; }
    /// Print and ask around.
    journey chores { print; ask_house; set_rent; close_books; }
    /// Paint the door.
    journey paint { choose; desk::count_up; }
    /// Do the tasks.
    journey tasks { work_on; }
    /// Hand the tasks over.
    journey handing { hand_over; }
    /// Name it and ring.
    journey naming { name_it; ring; }
    /// Write a letter.
    journey write: Letter on desk {
        find_address => to;
        /// The words of the letter.
        ask body;
        submit send_letter;
    }
}

/// An input of `pay`.
pub fn amount(n: u32) -> Value {
    json!({"n": n, "to": "Ann"})
}
