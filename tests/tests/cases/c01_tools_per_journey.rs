//! A lending desk: the tools with one a journey, and that a step does not move them.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
#[serde(rename_all = "camelCase")]
pub struct Library {
    reader: String,
    loans: u32,
    in_hand: String,
}

#[derive(Deserialize, JsonSchema)]
pub struct ScanCard {
    card: String,
}

/// Scan a reader card
#[action(writes(reader), parallel)]
async fn scan_card(cx: Cx<Library>, input: ScanCard) {
    cx.update(|s| s.reader = input.card);
}

/// Issue the scanned book to the reader
#[action(confirm, reads(), when(reader != ""), writes(loans))]
async fn issue_book(cx: Cx<Library>) {
    cx.update(|s| s.loans = 1);
}

/// Take a book off the shelf
#[action(writes(in_hand), parallel)]
async fn pull_book(cx: Cx<Library>) {
    cx.update(|s| s.in_hand = "Emma".to_owned());
}

graph! {
    /// A town library lending desk
    static LIBRARY: Graph<Library>;
    rename_all = "kebab-case";
    start = desk;

    page desk {
        scan_card;
        issue_book;
        /// Walk to the shelves
        go to_shelves -> shelves;
    }
    page shelves {
        pull_book;
        /// Return to the desk
        go back_to_desk -> desk;
    }

    /// Lend one book to a reader
    journey lend { scan_card; issue_book; }
    /// Fetch a book from the shelves
    journey fetch { to_shelves; pull_book; back_to_desk; }
}

#[test]
fn library() {
    let mut play = Play::open(LIBRARY.session(Gates::default()).state(Library::default()));
    let tools: Value = serde_json::from_str(play.port.tools().json()).unwrap();
    let text = |kind: &str| json!({"type": kind, "description": "<text>"});
    // differs: an input takes any value, and sinceVersion is an integer
    let any = json!({"description": "<text>"});
    let takes = |properties: Value| json!({"type": "object", "properties": properties, "additionalProperties": false});
    let a_step = takes(json!({
        "step": text("string"), "input": any, "confirm": text("boolean"), "decline": text("boolean"),
        "instance": text("string"),
    }));
    let mut an_action = takes(json!({
        "action": text("string"), "input": any, "confirm": text("boolean"), "decline": text("boolean"),
        "instance": text("string"),
    }));
    an_action["required"] = json!(["action"]);
    let mut a_key = takes(json!({"key": text("string")}));
    a_key["required"] = json!(["key"]);
    let mut an_id = takes(json!({"transitionId": text("string")}));
    an_id["required"] = json!(["transitionId"]);
    let whats_here = takes(json!({
        "sinceVersion": {"type": "integer", "minimum": 0, "description": "<text>"}, "routeTo": text("string"),
    }));
    // differs: a tool that only looks says so
    let looks = json!({"readOnlyHint": true});
    play.same(
        "tools",
        tools.clone(),
        json!([
            {"name": "library.journey.lend", "description": "<text>", "inputSchema": a_step},
            {"name": "library.journey.fetch", "description": "<text>", "inputSchema": a_step},
            {
                "name": "library.whats_here", "description": "<text>", "inputSchema": whats_here, "annotations": looks,
            },
            {
                "name": "library.why", "description": "<text>", "inputSchema": a_key, "annotations": looks,
            },
            {"name": "library.do_action", "description": "<text>", "inputSchema": an_action},
            {
                "name": "library.did_it_work", "description": "<text>", "inputSchema": an_id, "annotations": looks,
            },
        ]),
    );
    // differs: a step is done once its fire has settled
    play.expect(
        "journey.fetch",
        json!({"step": "to-shelves"}),
        json!({
            "journey": "fetch", "frame": "open", "standing": "in-progress", "judgment": "needs-choice",
            "readySteps": [
                {"step": "shelves.pull-book", "does": "Take a book off the shelf", "expects": "none"},
                {"step": "shelves.back-to-desk", "does": "Return to the desk", "goesTo": "desk", "expects": "none"},
            ],
            "laterSteps": [], "awaitingState": ["desk.to-shelves"], "howToAct": "<text>", "ok": true,
            "did": "desk.to-shelves", "effectStatus": "pending", "transitionId": "desk.to-shelves#new",
            "howToSettle": "<text>", "settleWith": {"tool": "library.did_it_work", "arg": "transitionId"},
            "toNodeClaimed": true, "youAreOn": "shelves",
        }),
    );
    play.flush();
    play.same(
        "tools",
        serde_json::from_str::<Value>(play.port.tools().json()).unwrap(),
        tools,
    );
}
