//! A lighthouse: conditions that must hold after an action, held, not held and not to be judged.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Light {
    lit: String,
    bell: String,
    ghost: Reported<u32>,
}

#[derive(Serialize)]
pub struct Ran {
    ran: &'static str,
}

fn never(_: &Light) -> bool {
    panic!("fog")
}

/// Light the lamp
#[action(writes(lit), verify(lit == "lit"), parallel)]
async fn on(cx: Cx<Light>) {
    cx.update(|s| s.lit = "lit".to_owned());
}

/// Says lit but is not
#[action(writes(lit), verify(lit == "bright"), parallel)]
async fn lie(cx: Cx<Light>) {
    cx.update(|s| s.lit = "dim".to_owned());
}

/// No writes, does not hold
#[action(verify(|s| s.bell == "rung"))]
async fn click(_cx: Cx<Light>) -> Ran {
    Ran { ran: "click" }
}

/// No writes, holds
#[action(verify(|s| s.bell == "still"))]
async fn click_ok(_cx: Cx<Light>) -> Ran {
    Ran { ran: "clickOk" }
}

/// On a key that nobody reported
#[action(writes(ghost), verify(ghost == 1), parallel)]
async fn unev(_cx: Cx<Light>) -> Ran {
    Ran { ran: "unev" }
}

/// Cannot be judged
#[action(verify(|s| never(s)))]
async fn pred_x(_cx: Cx<Light>) -> Ran {
    Ran { ran: "predX" }
}

/// Leads away, does not hold
#[action(verify(|s| s.bell == "rung"))]
async fn nav_bad(_cx: Cx<Light>) -> Ran {
    Ran { ran: "navBad" }
}

/// Row
#[action]
async fn row(_cx: Cx<Light>) {}

graph! {
    /// A lighthouse
    pub static LIGHT: Graph<Light>;
    rename_all = "camelCase";
    start = lamp;

    page lamp {
        on;
        lie;
        click;
        click_ok;
        unev;
        pred_x;
        nav_bad -> sea;
    }
    page sea terminal { row; }

    /// Light up
    journey light_up { click; on; }
}

#[test]
fn light() {
    let state = Light {
        bell: "still".to_owned(),
        ..Light::default()
    };
    let mut play = Play::open(LIGHT.session(Gates::default()).state(state));
    let on = play.fires(json!({"action": "on"}), "lamp.on", "lamp");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": on["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "lamp.on", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "verifyHeld": true, "toNode": "lamp", "youAreOn": "lamp",
        }),
    );
    let lie = play.fires(json!({"action": "lie"}), "lamp.lie", "lamp");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": lie["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "lamp.lie", "effectStatus": "refused", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "verifyHeld": false, "toNode": "lamp", "why": "<text>",
            "youAreOn": "lamp",
        }),
    );
    let click = play.fires(json!({"action": "click"}), "lamp.click", "lamp");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": click["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "lamp.click", "effectStatus": "refused", "outcome": "rolled-back",
            "effectVerified": "unobservable", "verifyHeld": false, "toNode": "lamp", "why": "<text>",
            "data": {"ran": "click"}, "youAreOn": "lamp",
        }),
    );
    let click_ok = play.fires(json!({"action": "clickOk"}), "lamp.clickOk", "lamp");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": click_ok["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "lamp.clickOk", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "verifyHeld": true, "toNode": "lamp", "data": {"ran": "clickOk"},
            "youAreOn": "lamp",
        }),
    );
    let unev = play.fires(json!({"action": "unev"}), "lamp.unev", "lamp");
    play.flush();
    play.expect("did_it_work", json!({"transitionId": unev["transitionId"]}), json!({
        "ok": true, "settled": true, "did": "lamp.unev", "effectStatus": "performed", "outcome": "committed",
        "effectVerified": false, "writesObserved": false, "why": "<text>", "verifyHeld": "unevaluable", "toNode": "lamp", "data": {"ran": "unev"},
        "youAreOn": "lamp",
    }));
    let pred_x = play.fires(json!({"action": "predX"}), "lamp.predX", "lamp");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": pred_x["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "lamp.predX", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "verifyHeld": "unevaluable", "toNode": "lamp", "data": {"ran": "predX"},
            "youAreOn": "lamp",
        }),
    );
    let nav_bad = play.expect(
        "do_action",
        json!({"action": "navBad"}),
        json!({
            "ok": true, "did": "lamp.navBad", "effectStatus": "pending", "transitionId": "lamp.navBad#new",
            "howToSettle": "<text>", "settleWith": {"tool": "light.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "sea",
        }),
    );
    play.flush();
    play.expect("did_it_work", json!({"transitionId": nav_bad["transitionId"]}), json!({
        "ok": true, "settled": true, "did": "lamp.navBad", "effectStatus": "refused", "outcome": "rolled-back",
        "effectVerified": "unobservable", "verifyHeld": false, "toNode": "sea", "why": "<text>", "data": {"ran": "navBad"}, "youAreOn": "lamp",
    }));
    // differs: a step is done once its fire has settled, and never if what must hold does not
    play.expect(
        "journey.lightUp",
        json!({"step": "click"}),
        json!({
            "journey": "lightUp", "frame": "open", "standing": "in-progress", "judgment": "one-ready-step",
            "readySteps": [{"step": "lamp.on", "does": "Light the lamp", "expects": "none"}],
            "awaitingState": ["lamp.click"], "laterSteps": [], "howToAct": "<text>", "ok": true,
            "did": "lamp.click", "effectStatus": "pending", "transitionId": "lamp.click#new", "howToSettle": "<text>",
            "settleWith": {"tool": "light.did_it_work", "arg": "transitionId"}, "youAreOn": "lamp",
        }),
    );
    play.flush();
    play.expect(
        "journey.lightUp",
        json!({}),
        json!({
            "ok": true, "journey": "lightUp", "frame": "open", "standing": "failed", "judgment": "needs-choice",
            "readySteps": [
                {"step": "lamp.click", "does": "No writes, does not hold", "expects": "none"},
                {"step": "lamp.on", "does": "Light the lamp", "expects": "none"},
            ],
            "laterSteps": [], "howToAct": "<text>", "youAreOn": "lamp",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("DID happen", "lamp.on"),
                    fired("did NOT happen", "lamp.lie"),
                    fired("did NOT happen", "lamp.click"),
                    fired("ran, but the effect was unobservable", "lamp.clickOk"),
                    fired("ran, but the declared effect was NOT observed", "lamp.unev"),
                    fired("ran, but the effect was unobservable", "lamp.predX"),
                    fired("did NOT happen", "lamp.navBad"),
                    fired("did NOT happen", "lamp.click"),
                ],
            },
            "brief": "<text>",
            "actions": [
                {"action": "lamp.on", "does": "Light the lamp", "expects": "none"},
                {"action": "lamp.lie", "does": "Says lit but is not", "expects": "none"},
                {"action": "lamp.click", "does": "No writes, does not hold", "expects": "none"},
                {"action": "lamp.clickOk", "does": "No writes, holds", "expects": "none"},
                {"action": "lamp.unev", "does": "On a key that nobody reported", "expects": "none"},
                {"action": "lamp.predX", "does": "Cannot be judged", "expects": "none"},
                {"action": "lamp.navBad", "does": "Leads away, does not hold", "goesTo": "sea", "expects": "none"},
            ],
            "journeys": [{"journey": "lightUp", "does": "Light up", "feasible": true, "standing": "failed"}],
            "youAreOn": "lamp",
        }),
    );
}
