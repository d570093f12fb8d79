//! A step that is done once and was done before its journey was opened is done, not in the way for ever.
#![allow(missing_docs, clippy::unwrap_used)]

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Desk {
    member: bool,
    lent: u32,
}

/// Sign up.
#[action(writes(member), once)]
async fn sign_up(cx: Cx<Desk>) {
    cx.update(|s| s.member = true);
}

/// Lend a book.
#[action(writes(lent), when(member), parallel)]
async fn lend(cx: Cx<Desk>) {
    cx.update(|s| s.lent += 1);
}

graph! {
    /// A lending desk.
    pub static DESK: Graph<Desk>;
    start = desk;

    page desk terminal {
        sign_up;
        lend;
    }

    /// Sign up and take a book.
    journey join { sign_up; lend; }
}

#[test]
fn a_journey_over_it_can_be_finished() {
    let play = Play::open(DESK.session(Gates::default()).state(Desk::default()));
    play.call("do_action", &json!({"action": "sign_up"}));
    play.flush();
    let open = play.call("journey.join", &json!({}));
    assert_eq!(open["laterSteps"], json!([{"step": "desk.sign_up", "status": "done"}]));
    play.call("journey.join", &json!({"step": "lend"}));
    play.flush();
    assert_eq!(play.call("journey.join", &json!({}))["frame"], "completed");
}
