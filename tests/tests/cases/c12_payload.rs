//! Parcel office: what inputs a typed, nested, optional, listed, bare, undeclared or absent contract takes, and what
//! PAYLOAD_INVALID says.

use nav_runtime::{Unchecked, prelude::*};
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Parcel {
    kg: f64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weigh {
    kg: f64,
    #[serde(default)]
    tag: String,
    dims: Option<Dims>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Dims {
    w: i64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Letter {
    #[serde(default)]
    a: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Sized {
    size: Size,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    S,
    L,
}

/// Weigh a parcel
#[action(writes(kg), parallel)]
async fn weigh(cx: Cx<Parcel>, input: Weigh) -> Weigh {
    cx.update(|s| s.kg = input.kg);
    input
}

/// All optional
#[action]
async fn optional(input: Letter) -> Letter {
    input
}

/// Has an enum
#[action]
async fn enumed(input: Sized) -> Sized {
    input
}

/// Takes nothing
#[action]
async fn none() {}

/// Undeclared
#[action]
async fn free(input: Unchecked) -> Value {
    input.0
}

/// A bare string schema
#[action]
async fn bare(input: String) -> String {
    input
}

graph! {
    /// A parcel office
    pub static PARCEL: Graph<Parcel>;
    start = window;

    page window terminal {
        weigh;
        optional;
        enumed;
        none;
        free;
        bare;
    }

    /// Post
    journey post { weigh; }
}

#[test]
fn parcel() {
    let mut play = Play::open(PARCEL.session(Gates::default()).state(Parcel::default()));
    let an_int64 = "integer, at least -9223372036854775808, at most 9223372036854775807";
    let a_weight = json!({
        "type": "object",
        "properties": {
            "kg": {"type": "number", "format": "double"}, "tag": {"type": "string"},
            "dims": {
                "type": ["object", "null"], "properties": {"w": {"type": "integer", "format": "int64"}},
                "required": ["w"],
            },
        },
        "required": ["kg"], "additionalProperties": false,
    });
    let a_letter = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let a_size = json!({
        "type": "object", "properties": {"size": {"type": "string", "enum": ["s", "l"]}}, "required": ["size"],
    });
    play.expect(
        "do_action",
        json!({"action": "weigh"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "kg", "problem": "is missing", "expected": "number"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": {}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "kg", "problem": "is missing", "expected": "number"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": {"kg": "3"}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "kg", "problem": "has the wrong type", "expected": "number"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": {"kg": 3, "extra": 1, "more": 2}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "*", "problem": "is not expected", "expected": "only dims, kg, tag"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": {"kg": 3, "dims": {}}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "dims.w", "problem": "is missing", "expected": an_int64}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": {"kg": 3, "dims": {"w": 1.5}}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "dims.w", "problem": "has the wrong type", "expected": an_int64}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": "three"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "object"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": null}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "object"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "weigh", "input": [3]}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "object"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "journey.post",
        json!({"step": "weigh", "input": {"kg": true}}),
        json!({
            "journey": "post", "frame": "open", "standing": "in-progress", "judgment": "rejected",
            "readySteps": [
                {
                    "step": "window.weigh", "does": "Weigh a parcel",
                    "expects": a_weight,
                },
            ],
            "laterSteps": [], "howToAct": "<text>", "ok": false, "did": "window.weigh", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "kg", "problem": "has the wrong type", "expected": "number"}],
            "expects": a_weight,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.fires(json!({"action": "weigh", "input": {"kg": 3}}), "window.weigh", "window");
    play.flush();
    play.fires(json!({"action": "optional"}), "window.optional", "window");
    play.expect(
        "do_action",
        json!({"action": "optional", "input": null}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.optional", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "object"}],
            "expects": a_letter,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "optional", "input": "x"}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.optional", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "object"}],
            "expects": a_letter,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    // differs: what a schema says is held to
    play.expect(
        "do_action",
        json!({"action": "enumed", "input": {"size": "xl"}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.enumed", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "size", "problem": "is not one of the allowed values", "expected": "\"s\", \"l\""}],
            "expects": a_size, "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "enumed", "input": {}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.enumed", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "size", "problem": "is missing", "expected": "\"s\", \"l\""}],
            "expects": a_size,
            "youAreOn": "window", "why": "<text>",
        }),
    );
    play.fires(json!({"action": "none", "input": ""}), "window.none", "window");
    play.fires(json!({"action": "none", "input": {}}), "window.none", "window");
    play.fires(json!({"action": "none", "input": {}}), "window.none", "window");
    play.expect(
        "do_action",
        json!({"action": "none", "input": {"a": 1}}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.none", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "is not expected", "expected": "no input"}],
            "expects": "none", "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "none", "input": 0}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.none", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "is not expected", "expected": "no input"}],
            "expects": "none", "youAreOn": "window", "why": "<text>",
        }),
    );
    play.expect(
        "do_action",
        json!({"action": "none", "input": null}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.none", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "is not expected", "expected": "no input"}],
            "expects": "none", "youAreOn": "window", "why": "<text>",
        }),
    );
    play.fires(json!({"action": "none"}), "window.none", "window");
    play.fires(
        json!({"action": "free", "input": {"any": [1, 2]}}),
        "window.free",
        "window",
    );
    play.fires(json!({"action": "free"}), "window.free", "window");
    play.expect(
        "do_action",
        json!({"action": "bare", "input": 4}),
        json!({
            "ok": false, "judgment": "rejected", "did": "window.bare", "reason": "PAYLOAD_INVALID",
            "issues": [{"path": "", "problem": "has the wrong type", "expected": "string"}],
            "expects": {"type": "string"}, "youAreOn": "window", "why": "<text>",
        }),
    );
    play.flush();
}
