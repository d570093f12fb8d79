//! A warehouse: looking again since a version, what others changed meanwhile, journeys that start elsewhere.

use nav_runtime::{Principal, prelude::*};
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Warehouse {
    pallets: i64,
    signed: bool,
    parked: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct Count {
    #[serde(default)]
    n: i64,
}

/// Count the pallets
#[action(writes(pallets), parallel)]
async fn count_pallets(cx: Cx<Warehouse>, input: Count) {
    cx.update(|s| s.pallets = input.n);
}

/// Sign off the load
#[action(reads(pallets), writes(signed), parallel)]
async fn sign_off(cx: Cx<Warehouse>) {
    cx.update(|s| s.signed = true);
}

/// Park the lorry
#[action(writes(parked), parallel)]
async fn park(cx: Cx<Warehouse>) {
    cx.update(|s| s.parked = true);
}

/// File papers
#[action]
async fn file(_cx: Cx<Warehouse>) {}

graph! {
    /// A warehouse
    pub static WAREHOUSE: Graph<Warehouse>;
    rename_all = "kebab-case";
    start = dock;

    page dock {
        count_pallets;
        sign_off;
        /// Go to the yard
        go to_yard -> yard;
    }
    page yard terminal { park; }
    page office synced { file; }

    /// Load and sign
    journey load { count_pallets; sign_off; }
    /// Park a lorry
    journey parking { park; }
    /// File the papers
    journey paperwork { file; }
}

#[test]
fn warehouse() {
    let mut play = Play::open(WAREHOUSE.session(Gates::default()).state(Warehouse::default()));
    let a_count = json!({"type": "object", "properties": {"n": {"type": "integer", "format": "int64"}}});
    let h0 = play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets",
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.session.update_by(Principal::User, |s| s.pallets = 7);
    play.expect(
        "whats_here",
        json!({"sinceVersion": h0["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets", "staleWrites": ["pallets"],
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleReads": ["pallets"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    let h1 = play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets", "staleWrites": ["pallets"],
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleReads": ["pallets"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.expect(
        "whats_here",
        json!({"sinceVersion": h1["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets", "staleWrites": ["pallets"],
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleReads": ["pallets"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.expect(
        "whats_here",
        json!({"sinceVersion": h1["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets", "staleWrites": ["pallets"],
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleReads": ["pallets"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.fires(
        json!({"action": "count-pallets", "input": {"n": 9}}),
        "dock.count-pallets",
        "dock",
    );
    play.flush();
    let h2 = play.expect(
        "whats_here",
        json!({"sinceVersion": h1["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [fired("DID happen", "dock.count-pallets")]}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets",
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleReads": ["pallets"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.fires(json!({"action": "sign-off"}), "dock.sign-off", "dock");
    play.flush();
    play.expect(
        "whats_here",
        json!({"sinceVersion": h2["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [fired("DID happen", "dock.sign-off")], "hidden": 1}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets",
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.session.update(|s| s.signed = false);
    let h3 = play.expect(
        "whats_here",
        json!({"sinceVersion": h2["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [fired("DID happen", "dock.sign-off")], "hidden": 1}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets",
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "staleWrites": ["signed"], "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    play.same(
        "carried",
        play.session.carried_stale("dock.sign-off").unwrap(),
        json!(["signed"]),
    );
    play.same(
        "known",
        play.session.acknowledge_stale("dock.sign-off").unwrap(),
        json!(["signed"]),
    );
    play.expect(
        "whats_here",
        json!({"sinceVersion": h3["version"]}),
        json!({
            "ok": true, "facts": {"attempts": [], "hidden": 2}, "brief": "<text>",
            "actions": [
                {
                    "action": "dock.count-pallets", "does": "Count the pallets",
                    "expects": a_count,
                },
                {"action": "dock.sign-off", "does": "Sign off the load", "expects": "none"},
                {"action": "dock.to-yard", "does": "Go to the yard", "goesTo": "yard", "expects": "none"},
            ],
            "journeys": [{"journey": "load", "does": "Load and sign", "feasible": true, "standing": "in-progress"}],
            "journeysElsewhere": 2, "journeysElsewhereMeans": "<text>", "youAreOn": "dock",
        }),
    );
    // differs: a wrong argument is refused
    for since in [json!(9999), json!(-3), json!(2.5), json!("2")] {
        play.expect(
            "whats_here",
            json!({"sinceVersion": since}),
            json!({
                "ok": false, "judgment": "error", "reason": "ARGUMENT_INVALID", "why": "<text>", "youAreOn": "dock",
            }),
        );
    }
}
