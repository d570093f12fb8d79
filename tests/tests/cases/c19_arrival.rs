//! A museum: where an action leads, the claim of it, what observes the claim, what contradicts it, and a way that
//! fails.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Museum {
    ticket: u32,
}

/// A broken door
#[action]
async fn broken(_cx: Cx<Museum>) -> Result<(), &'static str> {
    Err("jammed")
}

/// A slow door
#[action(writes(ticket), parallel)]
async fn slow(cx: Cx<Museum>) {
    cx.app().wait("slow").await;
    cx.update(|s| s.ticket = 1);
}

graph! {
    /// A museum
    static MUSEUM: Graph<Museum>;
    start = hall;

    page hall at "/hall" {
        /// Go east
        go east -> east;
        /// Go west
        go west -> west;
        broken -> east;
        slow -> west;
    }
    page east at "/rooms/:room" {
        /// Back
        go back -> hall;
    }
    page west at "/west" {
        /// Back
        go back2 -> hall;
    }

    /// Go east and back
    journey tour { hall::east; back; }
}

#[test]
fn museum() {
    let mut play = Play::open(MUSEUM.session(Gates::default()).state(Museum::default()));
    let e = play.expect(
        "do_action",
        json!({"action": "east"}),
        json!({
            "ok": true, "did": "hall.east", "effectStatus": "pending", "transitionId": "hall.east#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "east",
        }),
    );
    play.expect(
        "did_it_work",
        json!({"transitionId": e["transitionId"]}),
        json!({
            "ok": true, "settled": false, "judgment": "still-pending", "did": "hall.east", "howToAct": "<text>",
            "youAreOn": "east",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": e["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.east", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "claimed", "arrivalMeans": "<text>", "toNode": "east",
            "youAreOn": "east",
        }),
    );
    assert!(!play.session.sync("east").unwrap().moved);
    play.expect(
        "did_it_work",
        json!({"transitionId": e["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.east", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "observed", "arrivalMeans": "<text>", "toNode": "east",
            "youAreOn": "east",
        }),
    );
    let b = play.expect(
        "do_action",
        json!({"action": "back"}),
        json!({
            "ok": true, "did": "east.back", "effectStatus": "pending", "transitionId": "east.back#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "hall",
        }),
    );
    play.flush();
    assert!(play.session.sync("west").unwrap().moved);
    play.expect(
        "did_it_work",
        json!({"transitionId": b["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "east.back", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "claimed", "arrivalMeans": "<text>", "toNode": "hall",
            "youAreOn": "west",
        }),
    );
    assert!(play.session.sync("hall").unwrap().moved);
    play.expect(
        "did_it_work",
        json!({"transitionId": b["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "east.back", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "claimed", "arrivalMeans": "<text>", "toNode": "hall",
            "youAreOn": "hall",
        }),
    );
    let x = play.expect(
        "do_action",
        json!({"action": "broken"}),
        json!({
            "ok": true, "did": "hall.broken", "effectStatus": "pending", "transitionId": "hall.broken#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "east",
        }),
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": x["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.broken", "effectStatus": "refused", "outcome": "rolled-back",
            "effectVerified": "unobservable", "toNode": "east", "error": "jammed", "youAreOn": "hall",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("ran, but the effect was unobservable", "hall.east"),
                    fired("ran, but the effect was unobservable", "east.back"),
                    fired("did NOT happen", "hall.broken"),
                ],
            },
            "brief": "<text>",
            "actions": [
                {"action": "hall.east", "does": "Go east", "goesTo": "east", "expects": "none"},
                {"action": "hall.west", "does": "Go west", "goesTo": "west", "expects": "none"},
                {"action": "hall.broken", "does": "A broken door", "goesTo": "east", "expects": "none"},
                {"action": "hall.slow", "does": "A slow door", "goesTo": "west", "expects": "none"},
            ],
            "journeys": [{"journey": "tour", "does": "Go east and back", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "hall",
        }),
    );
    let s = play.expect(
        "do_action",
        json!({"action": "slow"}),
        json!({
            "ok": true, "did": "hall.slow", "effectStatus": "pending", "transitionId": "hall.slow#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "youAreOn": "hall",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("ran, but the effect was unobservable", "hall.east"),
                    fired("ran, but the effect was unobservable", "east.back"),
                    fired("did NOT happen", "hall.broken"),
                    fired("not yet known", "hall.slow"),
                ],
                "open": ["Awaiting the app's report"],
            },
            "brief": "<text>",
            "actions": [
                {"action": "hall.east", "does": "Go east", "goesTo": "east", "expects": "none"},
                {"action": "hall.west", "does": "Go west", "goesTo": "west", "expects": "none"},
                {"action": "hall.broken", "does": "A broken door", "goesTo": "east", "expects": "none"},
                {
                    "action": "hall.slow", "does": "A slow door", "goesTo": "west",
                    "priorFireUnsettled": s["transitionId"], "expects": "none",
                },
            ],
            "journeys": [{"journey": "tour", "does": "Go east and back", "feasible": true, "standing": "in-progress"}],
            "youAreOn": "hall",
        }),
    );
    play.release("slow");
    play.expect(
        "did_it_work",
        json!({"transitionId": s["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.slow", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "arrival": "claimed", "arrivalMeans": "<text>",
            "toNode": "west", "youAreOn": "west",
        }),
    );
    play.expect("whats_here", json!({}), json!({
        "ok": true,
        "facts": {
            "attempts": [
                fired("ran, but the effect was unobservable", "hall.east"),
                fired("ran, but the effect was unobservable", "east.back"),
                fired("did NOT happen", "hall.broken"),
                fired("DID happen", "hall.slow"),
            ],
        },
        "brief": "<text>", "actions": [{"action": "west.back2", "does": "Back", "goesTo": "hall", "expects": "none"}],
        "journeys": [], "journeysElsewhere": 1, "journeysElsewhereMeans": "<text>", "youAreOn": "west",
    }));
    // differs: a path is read by the routes of the pages
    assert_eq!(play.session.sync_path("/west").unwrap().page, "west");
    play.expect(
        "did_it_work",
        json!({"transitionId": s["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.slow", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "arrival": "observed", "arrivalMeans": "<text>",
            "toNode": "west", "youAreOn": "west",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("ran, but the effect was unobservable", "hall.east"),
                    fired("ran, but the effect was unobservable", "east.back"),
                    fired("did NOT happen", "hall.broken"),
                    fired("DID happen", "hall.slow"),
                ],
            },
            "brief": "<text>",
            "actions": [{"action": "west.back2", "does": "Back", "goesTo": "hall", "expects": "none"}],
            "journeys": [], "journeysElsewhere": 1, "journeysElsewhereMeans": "<text>",
            "youAreOn": "west",
        }),
    );
    assert!(play.session.sync("hall").unwrap().moved);
    let e2 = play.expect(
        "do_action",
        json!({"action": "east"}),
        json!({
            "ok": true, "did": "hall.east", "effectStatus": "pending", "transitionId": "hall.east#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "east",
        }),
    );
    assert_eq!(play.session.sync_path("/rooms/9").unwrap().page, "east");
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": e2["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "hall.east", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": "unobservable", "arrival": "observed", "arrivalMeans": "<text>", "toNode": "east",
            "youAreOn": "east",
        }),
    );
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true,
            "facts": {
                "attempts": [
                    fired("ran, but the effect was unobservable", "hall.east"),
                    fired("ran, but the effect was unobservable", "east.back"),
                    fired("did NOT happen", "hall.broken"),
                    fired("DID happen", "hall.slow"),
                    fired("ran, but the effect was unobservable", "hall.east"),
                ],
            },
            "brief": "<text>",
            "actions": [{"action": "east.back", "does": "Back", "goesTo": "hall", "expects": "none"}],
            "journeys": [], "journeysElsewhere": 1, "journeysElsewhereMeans": "<text>",
            "youAreOn": "east",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "back"}),
        json!({
            "ok": true, "did": "east.back", "effectStatus": "pending", "transitionId": "east.back#new",
            "howToSettle": "<text>", "settleWith": {"tool": "museum.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "hall",
        }),
    );
}
