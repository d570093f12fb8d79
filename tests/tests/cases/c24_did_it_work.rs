//! A kiln room: fires at rest, out, and worked on after they came to rest; ids that mean nothing.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Kiln {
    temp: u32,
    log: String,
    never: u32,
}

#[derive(Serialize)]
pub struct Pot {
    pot: u32,
}

/// Fire the kiln
#[action(writes(temp), parallel)]
async fn fire(cx: Cx<Kiln>) {
    cx.app().wait("k").await;
    cx.update(|s| s.temp = 900);
}

/// Glaze a pot
#[action]
async fn glaze(_cx: Cx<Kiln>) -> Pot {
    Pot { pot: 1 }
}

/// Upload the log
#[action(writes(log), parallel)]
async fn upload(cx: Cx<Kiln>) {
    cx.app().keep("u", cx.working("Uploading 3 files"));
    cx.update(|s| s.log = "sent".to_owned());
}

/// Never reports
#[action(writes(never), parallel)]
async fn stuck(_cx: Cx<Kiln>) {}

/// Handler never returns
#[action]
async fn hang(cx: Cx<Kiln>) {
    let _open = cx.working("Hanging about");
    cx.app().wait("never").await;
}

graph! {
    /// A kiln room
    pub static KILN: Graph<Kiln>;
    start = room;

    page room terminal {
        fire;
        glaze;
        upload;
        stuck;
        hang;
    }
}

#[test]
fn kiln() {
    let mut play = Play::open(KILN.session(Gates::default()).state(Kiln {
        temp: 20,
        ..Kiln::default()
    }));
    play.expect(
        "did_it_work",
        json!({}),
        json!({
            "ok": false, "judgment": "error", "reason": "TRANSITION_ID_REQUIRED", "why": "<text>", "pending": [],
            "awaitingSettlement": [], "awaitingHuman": [], "youAreOn": "room",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": ""}),
        json!({
            "ok": false, "judgment": "error", "reason": "TRANSITION_ID_REQUIRED", "why": "<text>", "pending": [],
            "awaitingSettlement": [], "awaitingHuman": [], "youAreOn": "room",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": 4}),
        json!({
            // differs: a wrong type is not a missing argument
            "ok": false, "judgment": "error", "reason": "ARGUMENT_INVALID", "why": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": "room.fire#1"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_TRANSITION", "pending": [], "awaitingSettlement": [],
            "awaitingHuman": [], "youAreOn": "room", "why": "<text>",
        }),
    );
    let f = play.fires(json!({"action": "fire"}), "room.fire", "room");
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "room.fire", "howToAct": "<text>",
            "youAreOn": "room",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {"attempts": [fired("not yet known", "room.fire")], "open": ["Awaiting the app's report"]},
            "brief": "<text>",
            "actions": [
                {
                    "action": "room.fire", "does": "Fire the kiln", "priorFireUnsettled": f["transitionId"],
                    "expects": "none",
                },
                {"action": "room.glaze", "does": "Glaze a pot", "expects": "none"},
                {"action": "room.upload", "does": "Upload the log", "expects": "none"},
                {"action": "room.stuck", "does": "Never reports", "expects": "none"},
                {"action": "room.hang", "does": "Handler never returns", "expects": "none"},
            ],
            "journeys": [], "youAreOn": "room",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": "nope"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_TRANSITION", "pending": [f["transitionId"]],
            "awaitingSettlement": [f["transitionId"]], "awaitingHuman": [], "youAreOn": "room", "why": "<text>",
        }),
    );
    play.expect(
        "did_it_work",
        json!({}),
        json!({
            "ok": false, "judgment": "error", "reason": "TRANSITION_ID_REQUIRED", "why": "<text>",
            "pending": [f["transitionId"]], "awaitingSettlement": [f["transitionId"]], "awaitingHuman": [],
            "youAreOn": "room",
        }),
    );
    let g = play.fires(json!({"action": "glaze"}), "room.glaze", "room");
    play.expect(
        "did_it_work",
        json!({"transitionId": g["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "room.glaze", "howToAct": "<text>",
            "youAreOn": "room",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": g["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "room.glaze", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "toNode": "room", "data": {"pot": 1}, "youAreOn": "room",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "room.fire", "howToAct": "<text>",
            "youAreOn": "room",
        }),
    );
    play.release("k");
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "room.fire", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "room", "youAreOn": "room",
        }),
    );
    let u = play.fires(json!({"action": "upload"}), "room.upload", "room");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": u["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "room.upload", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "room", "stillWorking": true,
            "stillWorkingMeans": "<text>", "youAreOn": "room",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("DID happen", "room.fire"),
                    fired("ran, but the effect was unobservable", "room.glaze"),
                    fired("DID happen", "room.upload"),
                ],
                "open": ["The app is still working on"],
            },
            "brief": "<text>",
            "actions": [
                {"action": "room.fire", "does": "Fire the kiln", "expects": "none"},
                {"action": "room.glaze", "does": "Glaze a pot", "expects": "none"},
                {"action": "room.upload", "does": "Upload the log", "expects": "none"},
                {"action": "room.stuck", "does": "Never reports", "expects": "none"},
                {"action": "room.hang", "does": "Handler never returns", "expects": "none"},
            ],
            "journeys": [], "youAreOn": "room",
        }),
    );
    play.release("u");
    play.expect(
        "did_it_work",
        json!({"transitionId": u["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "room.upload", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "room", "youAreOn": "room",
        }),
    );
    let s = play.fires(json!({"action": "stuck"}), "room.stuck", "room");
    play.flush();
    // differs: a handler that finishes settles its fire
    play.expect(
        "did_it_work",
        json!({"transitionId": s["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "room.stuck", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": false, "writesObserved": false, "why": "<text>", "toNode": "room", "youAreOn": "room",
        }),
    );
    let h = play.fires(json!({"action": "hang"}), "room.hang", "room");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": h["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "room.hang", "howToAct": "<text>",
            "stillWorking": true, "stillWorkingMeans": "<text>", "youAreOn": "room",
        }),
    );
    let out: Vec<String> = play
        .session
        .awaiting_settlement()
        .iter()
        .map(ToString::to_string)
        .collect();
    play.same("awaiting_settlement", out, json!([h["transitionId"]]));
    play.session.update(|s| s.temp = 21);
    play.expect(
        "did_it_work",
        json!({"transitionId": "stimulus#6"}),
        json!({
            "ok": false, "judgment": "error", "reason": "UNKNOWN_TRANSITION", "pending": [],
            "awaitingSettlement": [h["transitionId"]], "awaitingHuman": [], "youAreOn": "room",
            "why": "<text>",
        }),
    );
    let loose = play.session.control("room.glaze").unwrap().open_work("Loose work");
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("DID happen", "room.fire"),
                    fired("ran, but the effect was unobservable", "room.glaze"),
                    fired("DID happen", "room.upload"),
                    fired("ran, but the declared effect was NOT observed", "room.stuck"),
                    // differs: not yet known for as long as did_it_work says pending
                    fired("not yet known", "room.hang"),
                ],
                "open": ["Awaiting the app's report", "The app is still working on"],
            },
            "brief": "<text>",
            "actions": [
                {"action": "room.fire", "does": "Fire the kiln", "staleWrites": ["temp"], "expects": "none"},
                {"action": "room.glaze", "does": "Glaze a pot", "expects": "none"},
                {"action": "room.upload", "does": "Upload the log", "expects": "none"},
                {"action": "room.stuck", "does": "Never reports", "expects": "none"},
                {
                    "action": "room.hang", "does": "Handler never returns", "priorFireUnsettled": h["transitionId"],
                    "expects": "none",
                },
            ],
            "journeys": [], "youAreOn": "room",
        }),
    );
    drop(loose);
    let open: Vec<String> = play.session.open_work().iter().map(|w| w.label.to_string()).collect();
    assert_eq!(open, ["Hanging about"]);
    assert!(play.session.report("bogus", |s| s.temp = 22).is_err());
    assert_eq!(play.session.state().temp, 21);
}
