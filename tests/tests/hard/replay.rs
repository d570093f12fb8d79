//! Replaying the recorded events gives what answers are read from, and nothing else changes it.

use crate::world::{Stage, says};
use nav_runtime::AskId;
use serde_json::{Value, json};

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

#[test]
fn three_hundred_random_walks_replay() {
    for seed in 1..=300 {
        let mut dice = Dice(seed * 0x9e37_79b9);
        let stage = if seed % 2 == 0 {
            Stage::queued()
        } else {
            Stage::inline()
        };
        stage.app().acts(move |cx| async move {
            match cx.state().count % 4 {
                0 => panic!("meant: a walk"),
                1 => return Err(says("no")),
                2 => return Ok(Value::Null),
                _ => {}
            }
            cx.update(|w| w.count += 1);
            Ok(json!(1))
        });
        for _ in 0..80 {
            step(&stage, &mut dice);
        }
        assert_eq!(stage.session.__replays(), Some(true), "seed {seed}");
    }
}

fn step(stage: &Stage, dice: &mut Dice) {
    const ACTIONS: [&str; 12] = [
        "add",
        "act",
        "act_unseen",
        "act_verified",
        "act_alone",
        "act_once",
        "act_soon",
        "block",
        "show",
        "over",
        "back",
        "bound",
    ];
    let ask = AskId::parse(&format!("ask:{}", dice.roll(4) + 1)).unwrap();
    match dice.roll(14) {
        0 => {
            stage.session.sync(["here", "there"][dice.roll(2)]).unwrap();
        }
        1 => {
            stage.host().step();
        }
        2 => stage.update(|w| w.count = dice.roll(6) as u32),
        3 => {
            let _ = stage.session.approve(ask, "ann");
        }
        4 => {
            let _ = stage.session.decline(ask, "ann", None);
        }
        5 => {
            let _ = stage.session.revoke(ask, "ann");
        }
        6 => {
            let _ = stage.session.reopen(ask, "ann");
        }
        7 => {
            stage.call(
                ["world.journey.counting", "world.journey.watched"][dice.roll(2)],
                json!({}),
            );
        }
        8 => stage.host().advance(std::time::Duration::from_secs(40)),
        9 => {
            let control = stage.session.control("here.add").unwrap();
            control.set_enabled(dice.roll(3) > 0);
            control.set_busy([None, Some("working")][dice.roll(2)]);
        }
        10 if dice.roll(8) == 0 => {
            stage.host().drop_all();
        }
        11 => {
            let step = ["add", "over", "pay"][dice.roll(3)];
            stage.call("world.journey.watched", json!({"step": step}));
        }
        _ => {
            let confirm = dice.roll(2) == 0;
            stage.call(
                "world.do_action",
                json!({"action": ACTIONS[dice.roll(12)], "confirm": confirm}),
            );
        }
    }
}
