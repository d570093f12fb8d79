//! Whatever has happened: a step that is listed as ready is accepted, or asks the human.

use crate::{office::Office, stage::Stage};
use nav_runtime::{AskId, Principal};
use serde_json::{Value, json};

/// A small generator: the walks are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

const JOURNEYS: [&str; 10] = [
    "round", "stroll", "paying", "lease", "chores", "paint", "tasks", "handing", "naming", "write",
];

fn input(step: &str, dice: &mut Dice) -> Option<Value> {
    match step {
        "desk.pay" => Some(json!({"n": dice.roll(3)})),
        s if s.ends_with("body") => Some(json!({"body": "Dear"})),
        _ => None,
    }
}

/// Takes a ready step of some journey, and says of which.
fn take_a_ready_step(s: &Stage, dice: &mut Dice) -> Option<&'static str> {
    let journey = JOURNEYS[dice.roll(JOURNEYS.len())];
    let open = s.journey(journey);
    let steps = open["readySteps"].as_array().filter(|r| !r.is_empty())?;
    let row = &steps[dice.roll(steps.len())];
    let step = row["step"].as_str().unwrap();
    let mut args = json!({"step": step});
    if let Some(instances) = row["instances"].as_array() {
        args["instance"] = instances[dice.roll(instances.len())].clone();
    }
    if let Some(input) = input(step, dice) {
        args["input"] = input;
    }
    let reply = s.call(&format!("journey.{journey}"), args.clone());
    // with an input of its own a step may be one that the human said no to; without one it may not
    let accepted = reply["ok"] == true
        || reply["judgment"] == "needs-confirm"
        || reply["reason"] == "APPROVAL_DECLINED" && args.get("input").is_some();
    assert!(accepted, "{args} of {open}\nwas answered {reply}");
    Some(journey)
}

fn something_happens(s: &Stage, dice: &mut Dice) {
    let asks = s.session.asks();
    match dice.roll(16) {
        0 | 1 => s.run(),
        2 => drop(s.session.sync("desk")),
        3 => drop(s.session.sync("yard")),
        4 => s.update(|o| o.shut = !o.shut),
        5 => s.update(|o| (o.open, o.total) = (!o.open, 3)),
        6 => s.update(|o| o.tasks = [("a".to_owned(), 0), ("b".to_owned(), 0)].into()),
        7 => s.update(|o| o.tasks.clear()),
        8 => {
            s.session.update_by(Principal::User, |o| o.count += 1);
        }
        9 => s.update(|o| o.colour = o.colour.take().xor(Some("red".into()))),
        10 => {
            let control = s.session.control("desk.sign").unwrap();
            control.set_enabled(dice.roll(2) == 0);
        }
        11 => {
            let control = s.session.control("desk.task.hand_over").unwrap();
            control.instance("a").set_enabled(dice.roll(2) == 0);
        }
        12 if !asks.is_empty() => {
            let _ = s.session.approve(asks[dice.roll(asks.len())].ask_id, "Ann");
        }
        13 if !asks.is_empty() => {
            let _ = s.session.decline(asks[dice.roll(asks.len())].ask_id, "Ann", None);
        }
        14 => {
            let n = dice.roll(9);
            let _ = s.session.reopen(AskId::parse(&format!("ask:{n}")).unwrap(), "Ann");
        }
        15 => {
            if let Some(last) = s.session.transitions().last() {
                let _ = s.session.reject(&last.id.to_string(), "no");
            }
        }
        _ => take_approved(s),
    }
}

/// Uses a yes, as an agent would.
fn take_approved(s: &Stage) {
    for card in s.session.asks() {
        if card.is == nav_runtime::CardIs::Approved && card.receipts.will_use.is_none() {
            s.call("do_action", json!({"action": card.action, "confirm": true}));
        }
    }
}

#[test]
fn they_are_always_accepted() {
    let mut taken = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let (s, mut dice) = (Stage::from(Office::default()), Dice(seed));
        for _ in 0..150 {
            if let Some(journey) = take_a_ready_step(&s, &mut dice) {
                *taken.entry(journey).or_insert(0_u32) += 1;
            }
            something_happens(&s, &mut dice);
        }
        let replays = s.session.__replays();
        assert_eq!(replays, Some(true), "the events alone give the same record");
    }
    assert!(
        taken.len() == JOURNEYS.len() && taken.values().all(|n| *n > 20),
        "{taken:?}"
    );
}

#[test]
fn the_three_doors_never_disagree_about_a_fire() {
    for seed in 100..120 {
        let (s, mut dice) = (Stage::from(Office::default()), Dice(seed));
        for _ in 0..60 {
            take_a_ready_step(&s, &mut dice);
            something_happens(&s, &mut dice);
            let here = s.here();
            for fire in s.session.transitions() {
                let did = s.did(&fire.id.to_string().into());
                let out = here["facts"].as_str().unwrap().contains(&format!("({}).", fire.id));
                assert_eq!(did["settled"] == true, !out, "{}: {did}\n{here}", fire.id);
                assert_eq!(fire.outcome.is_some(), !out);
            }
        }
    }
}
