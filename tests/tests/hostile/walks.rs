//! Random walks of right and wrong calls: what the tools say of one fire never differs.

use crate::{
    bad_calls::check,
    sends,
    shop::{CANARY, Served, served},
};
use nav_runtime::AskId;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    Call(String, Value),
    Ready(u8, u8),
    Act(u8, bool, bool),
    Answer(u8, u8),
    World(u8),
    Run(u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (sends::tool(), sends::args()).prop_map(|(tool, args)| {
            let args = sends::fitting(&tool, args);
            Step::Call(tool, args)
        }),
        6 => (any::<u8>(), any::<u8>()).prop_map(|(j, n)| Step::Ready(j, n)),
        5 => (any::<u8>(), any::<bool>(), proptest::bool::weighted(0.1)).prop_map(|(a, c, d)| Step::Act(a, c, d)),
        2 => (any::<u8>(), 1..6_u8).prop_map(|(w, n)| Step::Answer(w, n)),
        2 => any::<u8>().prop_map(Step::World),
        4 => any::<u8>().prop_map(Step::Run),
    ]
}

/// What every action takes, and nothing else.
fn fits(action: &str) -> Option<Value> {
    match action.rsplit('.').next()? {
        "search" | "call_somebody" => Some(json!({"text": CANARY})),
        "add" => Some(json!({"dress": CANARY, "quantity": 1})),
        "place_order" => Some(json!({"kind": "cash"})),
        _ => None,
    }
}

struct Walk {
    shop: Served,
    /// Every fire, in order.
    fired: Vec<String>,
    /// How each came to rest when it was first asked for.
    rest: BTreeMap<String, Value>,
    /// How many inputs were made up because a human had declined the usual one.
    said: u32,
}

impl Walk {
    fn call(&mut self, tool: &str, args: &Value) -> Value {
        let reply = check(&self.shop, tool, args);
        if reply["ok"] == true
            && reply["effectStatus"] == "pending"
            && let Some(id) = reply["transitionId"].as_str()
        {
            self.fired.push(id.to_owned());
        }
        reply
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Call(tool, args) => {
                self.call(&tool, &args);
            }
            Step::Ready(journey, n) => self.ready(usize::from(journey), usize::from(n)),
            Step::Act(a, confirm, decline) => self.act(usize::from(a), confirm, decline),
            Step::Answer(what, n) => self.answer(what, n),
            Step::World(what) => self.world(what),
            Step::Run(n) if n % 16 == 0 => {
                self.shop.host.drop_all();
            }
            Step::Run(n) if n % 3 == 0 => {
                self.shop.host.step();
            }
            Step::Run(_) => {
                self.shop.host.run_until_idle();
            }
        }
    }

    /// What is listed as ready is accepted at once, or asks the human.
    fn ready(&mut self, journey: usize, n: usize) {
        let tool = sends::TOOLS[journey % 3];
        let place = self.call(tool, &json!({}));
        let Some(steps) = place["readySteps"].as_array().filter(|s| !s.is_empty()) else {
            return;
        };
        let row = &steps[n % steps.len()];
        let id = row["step"].as_str().unwrap();
        let mut args = json!({"step": id});
        if let Some(input) = fits(id) {
            args["input"] = input;
        }
        if let Some(instances) = row["instances"].as_array() {
            args["instance"] = instances[n % instances.len()].clone();
        }
        let mut reply = self.call(tool, &args);
        if reply["reason"] == "APPROVAL_DECLINED" && id == "checkout.place_order" {
            // a no covers the input it was said to; what makes the step ready is that another one would ask
            self.said += 1;
            args["input"] = json!({"kind": "card", "number": format!("never said before: {}", self.said)});
            reply = self.call(tool, &args);
        }
        let room = !matches!(
            reply["reason"].as_str(),
            Some("TOO_MANY_PENDING" | "TOO_MANY_QUESTIONS")
        );
        assert!(
            !room || reply["ok"] == true || reply["judgment"] == "needs-confirm",
            "{id} was ready: {place}\nand is refused: {reply}"
        );
    }

    fn act(&mut self, a: usize, confirm: bool, decline: bool) {
        let here = self.call("shop.whats_here", &json!({}));
        let rows = here["actions"].as_array().unwrap();
        let row = &rows[a % rows.len()];
        let mut args = json!({"action": row["action"], "confirm": confirm && !decline, "decline": decline});
        if let Some(input) = fits(row["action"].as_str().unwrap()) {
            args["input"] = input;
        }
        if let Some(instance) = row["instances"].get(0) {
            args["instance"] = instance.clone();
        }
        let reply = self.call("shop.do_action", &args);
        assert!(!decline || reply["ok"] == false, "a decline fires nothing: {reply}");
    }

    fn answer(&mut self, what: u8, n: u8) {
        let Some(ask) = AskId::parse(&format!("ask:{n}")) else {
            return;
        };
        let session = &self.shop.session;
        let _ = match what % 6 {
            0..=2 => session.approve(ask, CANARY),
            3 => session.decline(ask, CANARY, Some(CANARY)),
            4 => session.revoke(ask, CANARY),
            _ => session.reopen(ask, CANARY),
        };
    }

    fn world(&mut self, what: u8) {
        let session = &self.shop.session;
        match what % 8 {
            0 => {
                session.update(|s| s.cart_items = u32::from(what % 3));
            }
            1 => {
                session.update(|s| s.note = format!("{CANARY}{what}"));
            }
            2 => {
                session.update(|s| s.lines.clear());
            }
            3 => {
                session.update(|s| {
                    s.lines.insert(format!("{CANARY}{what}"), 1);
                });
            }
            4 | 5 => {
                session
                    .sync(["catalog", "checkout", "receipt"][usize::from(what / 8 % 3)])
                    .unwrap();
            }
            6 => session.control("catalog.stumble").unwrap().set_enabled(what > 128),
            _ => session
                .control("catalog.line.remove")
                .unwrap()
                .instance(format!("{CANARY}-1"))
                .set_enabled(what > 128),
        }
    }

    fn holds_together(&mut self) {
        let here = self.call("shop.whats_here", &json!({}));
        self.facts_agree(here["facts"].as_str().unwrap());
        for row in here["actions"].as_array().unwrap() {
            if let Some(id) = row["priorFireUnsettled"].as_str() {
                assert_eq!(self.rest_of(id)["settled"], false, "{row}");
            }
        }
        for (tool, journey) in sends::TOOLS.iter().take(3).zip(["purchase", "freebies", "tidy"]) {
            let rows = here["journeys"].as_array().unwrap();
            let Some(row) = rows.iter().find(|r| r["journey"] == journey) else {
                continue;
            };
            if row["standing"] == "done" {
                continue;
            }
            let place = self.call(tool, &json!({}));
            if place["judgment"] == "blocked" {
                assert_eq!(row["feasible"], false, "{row}");
            } else {
                assert_eq!(row["standing"], place["standing"], "{place}");
                self.place_agrees(&place);
            }
        }
    }

    fn rest_of(&mut self, id: &str) -> Value {
        let now = self.call("shop.did_it_work", &json!({"transitionId": id}));
        if now["settled"] == true {
            let facts = [
                "effectStatus",
                "outcome",
                "effectVerified",
                "verifyHeld",
                "error",
                "data",
                "interrupted",
            ];
            let facts: Value = facts.iter().map(|f| now[*f].clone()).collect();
            let first = self.rest.entry(id.to_owned()).or_insert_with(|| facts.clone());
            assert_eq!(*first, facts, "a settlement never changes");
        }
        now
    }

    /// The attempts in the facts, newest last, are the fires that did_it_work knows.
    fn facts_agree(&mut self, facts: &str) {
        let told: Vec<&str> = facts.lines().filter(|l| l.contains(" fired ")).collect();
        let ids: Vec<String> = self.fired[self.fired.len() - told.len()..].to_vec();
        for (line, id) in told.into_iter().zip(ids) {
            let end = self.rest_of(&id);
            let grade = line.trim_start_matches("• ").split(" — ").next().unwrap();
            let action = id.split('#').next().unwrap();
            assert!(line.contains(action), "{line} is not {id}");
            assert_eq!(grade, expected_grade(&end), "{id}: {end}");
        }
    }

    fn place_agrees(&mut self, place: &Value) {
        for row in place["laterSteps"].as_array().unwrap() {
            if row["status"] == "done" {
                let step = row["step"].as_str().unwrap().to_owned();
                let ids: Vec<_> = self
                    .fired
                    .iter()
                    .filter(|id| id.starts_with(&format!("{step}#")))
                    .cloned()
                    .collect();
                let done = ids.iter().any(|id| self.rest_of(id)["effectStatus"] == "performed");
                assert!(done, "{row} is done and no fire of it is: {ids:?}");
            }
        }
        for step in place["awaitingState"].as_array().into_iter().flatten() {
            let prefix = format!("{}#", step.as_str().unwrap());
            let out = self.shop.session.awaiting_settlement();
            assert!(
                out.iter().any(|id| id.to_string().starts_with(&prefix)),
                "{prefix} is not out"
            );
        }
    }
}

fn expected_grade(end: &Value) -> &'static str {
    if end["settled"] == false {
        return "not yet known";
    }
    match end["effectStatus"].as_str().unwrap() {
        "performed" => match &end["effectVerified"] {
            Value::Bool(true) => "DID happen",
            Value::Bool(false) => "ran, but the declared effect was NOT observed",
            _ => "ran, but the effect was unobservable",
        },
        "refused" if end["outcome"] == "committed" && end["verifyHeld"] != false => "ran, but failed after writing",
        "refused" => "did NOT happen",
        _ => "ran, but the outcome was never observed",
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tools_never_disagree(steps in proptest::collection::vec(step(), 1..60)) {
        let mut walk = Walk { shop: served(), fired: Vec::new(), rest: BTreeMap::new(), said: 0 };
        let tools = walk.shop.port.tools().json().to_owned();
        for (n, step) in steps.into_iter().enumerate() {
            walk.take(step);
            if n % 4 == 0 {
                walk.holds_together();
            }
        }
        walk.holds_together();
        prop_assert_eq!(walk.shop.port.tools().json(), &tools);
        prop_assert!(!tools.contains(CANARY));
        prop_assert_eq!(walk.shop.session.__replays(), Some(true));
    }
}
