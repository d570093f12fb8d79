//! What the attribute says of inputs and errors: a schema given, a validator given, a constant instead of an error's words.
#![allow(clippy::unwrap_used, missing_docs)]

use nav_runtime::{Authored, Issues, ManualHost, PortOptions, prelude::*};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Clone, Debug, Default, Serialize, NavState)]
pub struct Desk {
    pub notes: u32,
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]})
}

fn sound(input: &Value) -> Result<(), Issues> {
    if input["text"] == "rude" {
        return Err(Issues::of(
            authored!("text"),
            authored!("is rude"),
            authored!("kind words"),
        ));
    }
    Ok(())
}

pub enum DeskError {
    Closed,
    Full,
}

impl std::fmt::Display for DeskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a secret of the database")
    }
}

fn tell(error: &DeskError) -> Authored {
    match error {
        DeskError::Closed => authored!("the desk is closed"),
        DeskError::Full => authored!("the desk is full"),
    }
}

/// Leave a note.
#[action(input_schema = schema)]
pub fn described(_cx: Cx<Desk>, input: Value) -> Value {
    input
}

/// Leave a note that is read first.
#[action(validate = sound)]
pub fn judged(_cx: Cx<Desk>, input: Value) -> Value {
    input
}

/// Leave a note of a kind that is read first.
#[action(input_schema = schema, validate = sound)]
pub fn both(_cx: Cx<Desk>, input: Value) -> Value {
    input
}

/// Fail.
#[action(error = tell)]
pub fn fail(cx: Cx<Desk>) -> Result<(), DeskError> {
    Err(if cx.state().notes == 0 {
        DeskError::Closed
    } else {
        DeskError::Full
    })
}

graph! {
    /// A desk.
    pub static DESK: Graph<Desk>;
    start = hall;
    page hall { described; judged; both; fail; }
}

/// Fires an action and gives its refusal, or what it came to.
fn fire(action: &str, input: Value) -> Value {
    let host = Arc::new(ManualHost::new());
    let session = DESK
        .session(())
        .state(Desk::default())
        .host(host.clone())
        .open()
        .unwrap();
    let port = session.serve(PortOptions::default());
    let mut args = json!({"action": format!("hall.{action}")});
    if !input.is_null() {
        args["input"] = input;
    }
    let reply = serde_json::to_value(port.call("desk.do_action", &args)).unwrap();
    host.run_until_idle();
    match reply.get("transitionId") {
        Some(id) => serde_json::to_value(port.call("desk.did_it_work", &json!({"transitionId": id}))).unwrap(),
        None => reply,
    }
}

#[test]
fn a_schema_that_is_given_is_enforced() {
    assert_eq!(
        fire("described", json!({"text": "hello"}))["data"],
        json!({"text": "hello"})
    );
    assert_eq!(fire("described", json!({"text": 1}))["issues"][0]["path"], "text");
    assert_eq!(fire("both", json!({}))["ok"], false);
}

#[test]
fn a_validator_that_is_given_judges() {
    assert_eq!(
        fire("judged", json!({"text": "hello"}))["data"],
        json!({"text": "hello"})
    );
    for action in ["judged", "both"] {
        let refused = fire(action, json!({"text": "rude"}));
        assert_eq!(refused["issues"][0]["problem"], "is rude", "{refused}");
    }
    assert_eq!(fire("both", json!({"text": "kind"}))["data"], json!({"text": "kind"}));
}

#[test]
fn an_error_is_told_by_a_constant() {
    let settled = fire("fail", Value::Null);
    let text = settled.to_string();
    assert!(text.contains("the desk is closed"), "{text}");
    assert!(!text.contains("secret"), "{text}");
}
