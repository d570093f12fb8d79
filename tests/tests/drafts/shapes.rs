//! Draft graphs of several shapes, and what any run of calls may come to.

use nav_runtime::{ManualHost, Port, PortOptions, Session, graph::DraftStepKind, prelude::*};
use nav_tests::gates::Gates;
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

/// Every handler waits at a gate of its own, numbered as they start.
#[derive(Clone, Default)]
pub struct Slow(Arc<(Gates, AtomicU32)>);

impl Slow {
    async fn wait(&self) {
        let turn = self.0.1.fetch_add(1, Ordering::SeqCst);
        self.0.0.wait(&turn.to_string()).await;
    }
}

#[derive(Clone, Debug, Default, Serialize, NavState)]
#[nav(app = Slow)]
pub struct Nothing {
    pub sent: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct N(u64);

/// What every computed field holds.
fn from(taken: &[Option<u64>]) -> u64 {
    taken
        .iter()
        .enumerate()
        .map(|(at, n)| n.unwrap_or(0) * (at as u64 + 2))
        .sum::<u64>()
        % 1_000_003
}

/// Look it up.
#[action]
async fn look_up(cx: Cx<Nothing>, input: Given) -> N {
    cx.app().wait().await;
    N(input.n)
}
#[derive(Deserialize, JsonSchema)]
struct Given {
    n: u64,
}
/// From one.
#[action]
async fn one(cx: Cx<Nothing>, #[draft] a: N) -> N {
    cx.app().wait().await;
    N(from(&[Some(a.0)]))
}
/// From two.
#[action]
async fn two(cx: Cx<Nothing>, #[draft] a: N, #[draft] b: N) -> N {
    cx.app().wait().await;
    N(from(&[Some(a.0), Some(b.0)]))
}
/// From one that may be missing.
#[action]
async fn maybe(cx: Cx<Nothing>, #[draft] a: Option<N>, #[draft] b: N) -> N {
    cx.app().wait().await;
    N(from(&[a.map(|a| a.0), Some(b.0)]))
}

#[derive(Draft)]
struct Chain {
    a: N,
    b: N,
    c: N,
    d: N,
}
#[derive(Draft)]
struct Diamond {
    top: N,
    left: N,
    right: N,
    bottom: N,
}
#[derive(Draft)]
struct Wide {
    a: N,
    b: Option<N>,
    c: N,
    sum: N,
    extra: Option<N>,
}
#[derive(Draft)]
struct Loose {
    wish: Option<N>,
    base: N,
    priced: N,
    again: Option<N>,
    last: N,
}

macro_rules! sends {
    ($($name:ident: $of:ident { $($field:ident),* })*) => {$(
        /// Send it.
        #[action(confirm, withheld, writes(sent))]
        async fn $name(cx: Cx<Nothing>, #[draft] whole: $of) {
            $(let _ = whole.$field;)*
            cx.update(|s| s.sent += 1);
        }
    )*};
}
sends! {
    send_chain: Chain { a, b, c, d }
    send_diamond: Diamond { top, left, right, bottom }
    send_wide: Wide { a, b, c, sum, extra }
    send_loose: Loose { wish, base, priced, again, last }
}

graph! {
    /// Shapes.
    static SHAPES: Graph<Nothing>;
    start = here;
    page here terminal { }
    /// Each from the one before.
    journey chain: Chain on here {
        look_up => a;
        one(a) as to_b => b;
        one(b) as to_c => c;
        one(c) as to_d => d;
        submit send_chain;
    }
    /// Two ways to one.
    journey diamond: Diamond on here {
        /// The top.
        ask top;
        one(top) as go_left => left;
        one(top) as go_right => right;
        two(left, right) => bottom;
        submit send_diamond;
    }
    /// Many at once.
    journey wide: Wide on here {
        /// The first.
        ask a;
        /// The second.
        ask b;
        look_up => c;
        two(a, c) => sum;
        one(sum) => extra;
        submit send_wide;
    }
    /// Much that may be missing.
    journey loose: Loose on here {
        /// A wish.
        ask wish;
        look_up => base;
        maybe(wish, base) => priced;
        one(priced) => again;
        maybe(again, priced) as finally => last;
        submit send_loose;
    }
}

#[derive(Clone, Debug)]
enum Op {
    Run(usize, u64),
    Finish(usize),
    Submit { send: bool },
}

fn ops() -> impl Strategy<Value = (usize, Vec<Op>)> {
    let op = prop_oneof![
        6 => (0..5_usize, 0..50_u64).prop_map(|(step, n)| Op::Run(step, n)),
        6 => (0..4_usize).prop_map(Op::Finish),
        2 => any::<bool>().prop_map(|send| Op::Submit { send }),
    ];
    (0..4_usize, prop::collection::vec(op, 1..60))
}

/// A field as it should be: what it holds, and which versions it was computed from.
#[derive(Clone)]
struct Held {
    value: u64,
    version: u32,
    fire: usize,
    from: Vec<Option<u32>>,
}

struct Out {
    step: usize,
    fire: usize,
    turn: u32,
    took: Vec<Option<u32>>,
    value: u64,
}

/// The draft as the words of the contract have it: nothing is ever dropped here, a value is current or it is not.
struct Model {
    journey: usize,
    held: Vec<Option<Held>>,
    out: Vec<Out>,
    versions: u32,
    fires: usize,
    turns: u32,
}

impl Model {
    fn draft(&self) -> &'static nav_runtime::graph::DraftData {
        SHAPES.data().journeys[self.journey].draft.unwrap()
    }

    fn provider(&self, field: usize) -> usize {
        let fills =
            |kind| matches!(kind, DraftStepKind::Provides(f) | DraftStepKind::Asks(f) if usize::from(f) == field);
        self.draft().steps.iter().position(|s| fills(s.kind)).unwrap()
    }

    fn takes(&self, step: usize) -> Vec<usize> {
        self.draft().steps[step].takes.iter().map(|f| usize::from(*f)).collect()
    }

    /// A field's version, if it holds a value that was computed from the current ones.
    fn current(&self, field: usize) -> Option<u32> {
        let held = self.held[field].as_ref()?;
        let now: Vec<_> = self
            .takes(self.provider(field))
            .into_iter()
            .map(|f| self.current(f))
            .collect();
        (held.from == now).then_some(held.version)
    }

    fn missing(&self, fields: impl IntoIterator<Item = usize>) -> Vec<&'static str> {
        let metas = &self.draft().fields;
        let gone = fields
            .into_iter()
            .filter(|f| !metas[*f].optional && self.current(*f).is_none());
        gone.map(|f| metas[f].wire).collect()
    }

    fn store(&mut self, out: Out, field: usize) {
        let now: Vec<_> = self.takes(out.step).into_iter().map(|f| self.current(f)).collect();
        let newer = self.held[field].as_ref().is_some_and(|h| h.fire > out.fire);
        if now != out.took || newer {
            return;
        }
        self.versions += 1;
        self.held[field] = Some(Held {
            value: out.value,
            version: self.versions,
            fire: out.fire,
            from: out.took,
        });
    }

    fn values(&self) -> Value {
        let fields = self.draft().fields.iter().enumerate();
        let held = fields.filter(|(f, _)| self.current(*f).is_some());
        held.map(|(f, m)| (m.wire.to_owned(), json!(self.held[f].as_ref().unwrap().value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

struct World {
    session: Session<Nothing>,
    port: Port,
    host: ManualHost,
    slow: Slow,
    model: Model,
}

impl World {
    fn call(&self, args: &Value) -> Value {
        let name = format!("shapes.journey.{}", SHAPES.data().journeys[self.model.journey].id);
        let reply = serde_json::to_value(self.port.call(&name, args)).unwrap();
        self.host.run_until_idle();
        reply
    }

    fn run(&mut self, step: usize, n: u64) -> Result<(), TestCaseError> {
        let draft = self.model.draft();
        let (id, kind) = (
            SHAPES.data().journeys[self.model.journey].steps[step],
            draft.steps[step].kind,
        );
        let action = &SHAPES.data().actions[usize::from(id)];
        let (field, input) = match kind {
            DraftStepKind::Asks(f) => (f, json!({ draft.fields[usize::from(f)].wire: n })),
            DraftStepKind::Provides(f) if draft.steps[step].takes.is_empty() => (f, json!({"n": n})),
            DraftStepKind::Provides(f) => (f, Value::Null),
            _ => return Ok(()),
        };
        let mut args = json!({"step": action.id});
        if !input.is_null() {
            args["input"] = input;
        }
        let missing = self.model.missing(self.model.takes(step));
        let reply = self.call(&args);
        if !missing.is_empty() {
            prop_assert_eq!(&reply["reason"], "DRAFT_INCOMPLETE", "{}", reply);
            prop_assert_eq!(&reply["missing"], &json!(missing));
            return Ok(());
        }
        prop_assert_eq!(&reply["ok"], true, "{}", reply);
        let took: Vec<_> = self
            .model
            .takes(step)
            .into_iter()
            .map(|f| self.model.current(f))
            .collect();
        let taken: Vec<_> = (self.model.takes(step).into_iter().zip(&took))
            .map(|(f, current)| current.and_then(|_| self.model.held[f].as_ref().map(|h| h.value)))
            .collect();
        self.model.fires += 1;
        let mut out = Out {
            step,
            fire: self.model.fires,
            turn: self.model.turns,
            value: if taken.is_empty() { n } else { from(&taken) },
            took,
        };
        if let DraftStepKind::Asks(_) = kind {
            out.turn = u32::MAX;
            self.model.store(out, usize::from(field));
        } else {
            self.model.turns += 1;
            self.model.out.push(out);
        }
        Ok(())
    }

    fn finish(&mut self, nth: usize) {
        if self.model.out.is_empty() {
            return;
        }
        let out = self.model.out.remove(nth % self.model.out.len());
        self.slow.0.0.release(&out.turn.to_string());
        self.host.run_until_idle();
        if let DraftStepKind::Provides(field) = self.model.draft().steps[out.step].kind {
            self.model.store(out, usize::from(field));
        }
    }

    fn submit(&mut self, send: bool) -> Result<(), TestCaseError> {
        let missing = self.model.missing(0..self.model.held.len());
        let reply = self.call(&json!({"step": "submit"}));
        if !missing.is_empty() {
            prop_assert_eq!(&reply["reason"], "DRAFT_INCOMPLETE", "{}", reply);
            prop_assert_eq!(&reply["missing"], &json!(missing));
            return Ok(());
        }
        if !self.model.out.is_empty() {
            prop_assert_eq!(&reply["reason"], "PRIOR_FIRE_PENDING", "{}", reply);
            return Ok(());
        }
        prop_assert_eq!(&reply["judgment"], "needs-confirm", "{}", reply);
        prop_assert_eq!(&reply["receipts"]["willUse"]["draft"], &self.model.values());
        if send {
            let before = self.session.state().sent;
            let ask = self
                .session
                .asks()
                .into_iter()
                .find(|c| json!(c.ask_id) == reply["askId"])
                .unwrap();
            self.session.approve(ask.ask_id, "ann").unwrap();
            let sent = self.call(&json!({"step": "submit", "confirm": true}));
            prop_assert_eq!(&sent["ok"], true, "{}", sent);
            prop_assert_eq!(self.session.state().sent, before + 1);
            self.model.held.fill(None);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_submit_is_accepted_exactly_when_every_required_field_is_computed_from_the_current_ones(
        (journey, ops) in ops()
    ) {
        let (host, slow) = (ManualHost::new(), Slow::default());
        let opening = SHAPES.session(slow.clone()).host(Arc::new(host.clone()));
        let session = opening.state(Nothing::default()).open().unwrap();
        let fields = SHAPES.data().journeys[journey].draft.unwrap().fields.len();
        let model = Model { journey, held: vec![None; fields], out: Vec::new(), versions: 0, fires: 0, turns: 0 };
        let mut world = World { port: session.serve(PortOptions::default()), session, host, slow, model };
        for op in ops {
            match op {
                Op::Run(step, n) => {
                    let steps = world.model.draft().steps.len();
                    world.run(step % steps, n)?;
                }
                Op::Finish(nth) => world.finish(nth),
                Op::Submit { send } => world.submit(send)?,
            }
        }
    }
}
