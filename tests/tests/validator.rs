//! The input validator agrees with a full JSON Schema validator wherever both mean the same.
//!
//! They differ on purpose in one way: fields that an object schema does not declare are refused. So the generated
//! schemas say so themselves, with `unevaluatedProperties: false` on every object that stands for a whole value.

use nav_runtime::__private::__check;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const NAMES: [&str; 4] = ["a", "b", "c", "title"];

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(&NAMES[..]).prop_map(str::to_owned)
}

/// Values of few words, so that they often fit.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..4).prop_map(Value::from),
        (-3_i64..4).prop_map(|n| json!(n as f64 + 0.5)),
        prop::sample::select(&["", "x", "é", "xyz", "a long text"][..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name(), inner, 0..4).prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

fn scalar_schema() -> impl Strategy<Value = Value> {
    let limit = || -3_i64..4;
    prop_oneof![
        Just(json!({})),
        Just(json!({"type": "null"})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": ["string", "null"]})),
        (0_u64..3, 0_u64..4).prop_map(|(min, max)| json!({"type": "string", "minLength": min, "maxLength": max})),
        (limit(), limit()).prop_map(|(min, max)| json!({"type": "integer", "minimum": min, "exclusiveMaximum": max})),
        (limit(), limit()).prop_map(|(min, max)| json!({"type": "number", "exclusiveMinimum": min, "maximum": max})),
        (1_i64..4).prop_map(|of| json!({"type": "number", "multipleOf": of})),
        prop::collection::vec(value(), 1..4).prop_map(|list| json!({ "enum": list })),
        value().prop_map(|only| json!({ "const": only })),
    ]
}

/// Part of an object: it says nothing about the fields it does not declare.
fn open_object(inner: impl Strategy<Value = Value> + Clone) -> impl Strategy<Value = Map<String, Value>> {
    (
        prop::collection::btree_map(name(), inner, 0..4),
        prop::collection::vec(name(), 0..2),
    )
        .prop_map(|(fields, required)| {
            let fields: Map<String, Value> = fields.into_iter().collect();
            let schema = json!({"type": "object", "properties": fields, "required": required});
            schema.as_object().cloned().unwrap_or_default()
        })
}

fn schema() -> impl Strategy<Value = Value> {
    scalar_schema().prop_recursive(4, 32, 4, |inner| {
        let closed = open_object(inner.clone()).prop_map(|mut object| {
            object.insert("unevaluatedProperties".into(), json!(false));
            Value::Object(object)
        });
        let map = inner
            .clone()
            .prop_map(|of| json!({"type": "object", "additionalProperties": of}));
        let composed = (
            open_object(inner.clone()),
            prop::collection::vec(open_object(inner.clone()), 1..4),
            prop::sample::select(&["allOf", "anyOf", "oneOf"][..]),
        )
            .prop_map(|(mut object, parts, how)| {
                object.insert(how.into(), json!(parts));
                object.insert("unevaluatedProperties".into(), json!(false));
                Value::Object(object)
            });
        let choice = (prop::collection::vec(inner.clone(), 1..4), any::<bool>())
            .prop_map(|(parts, one)| json!({ (if one { "oneOf" } else { "anyOf" }): parts }));
        let list = (
            inner.clone(),
            prop::collection::vec(inner, 0..3),
            0_u64..2,
            1_u64..5,
            any::<bool>(),
        )
            .prop_map(|(items, prefix, min, max, unique)| {
                let mut list = json!({"type": "array", "items": items, "minItems": min, "maxItems": max});
                if !prefix.is_empty() {
                    list["prefixItems"] = json!(prefix);
                }
                if unique {
                    list["uniqueItems"] = json!(true);
                }
                list
            });
        prop_oneof![2 => closed, 1 => map, 2 => composed, 2 => choice, 1 => list]
    })
}

/// Without the fields' closedness said: the validator closes them by itself.
fn unsaid(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => {
            let kept = map
                .iter()
                .filter(|(keyword, value)| !(*keyword == "unevaluatedProperties" && **value == json!(false)));
            Value::Object(kept.map(|(keyword, value)| (keyword.clone(), unsaid(value))).collect())
        }
        Value::Array(list) => list.iter().map(unsaid).collect(),
        scalar => scalar.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn it_agrees_with_a_full_validator(schema in schema(), inputs in prop::collection::vec(value(), 8)) {
        let full = jsonschema::draft202012::new(&schema).unwrap();
        for input in inputs {
            let found = __check(&schema, &input);
            prop_assert_eq!(full.is_valid(&input), found.is_ok(), "{} {} {:?}", schema, input, found);
        }
    }

    #[test]
    fn an_issue_never_holds_what_was_sent(schema in schema(), input in value()) {
        let canary = with_canaries(&input);
        if let Err(issues) = __check(&schema, &canary) {
            prop_assert!(!issues.as_slice().is_empty());
            prop_assert!(issues.as_slice().len() <= 16);
            prop_assert!(!issues.to_string().contains("CANARY"), "{}", issues);
        }
    }
}

fn with_canaries(input: &Value) -> Value {
    match input {
        Value::String(text) => json!(format!("CANARY{text}")),
        Value::Array(list) => list.iter().map(with_canaries).collect(),
        Value::Object(map) => {
            let mut map: Map<String, Value> = map.iter().map(|(n, v)| (n.clone(), with_canaries(v))).collect();
            map.insert("CANARY".into(), json!("CANARY"));
            Value::Object(map)
        }
        other => other.clone(),
    }
}

#[test]
fn what_is_closed_by_itself_is_closed_when_said() {
    let schema = json!({
        "type": "object", "properties": {"a": {}}, "required": ["a"], "unevaluatedProperties": false,
        "oneOf": [
            {"properties": {"kind": {"const": "x"}, "b": {"type": "integer"}}, "required": ["kind"]},
            {"properties": {"kind": {"const": "y"}, "c": {"type": "integer"}}, "required": ["kind"]},
        ],
    });
    for input in [
        json!({"a": 1, "kind": "x", "b": 1}),
        json!({"a": 1, "kind": "x", "c": 1}),
        json!({"a": 1, "kind": "y", "c": 1}),
        json!({"a": 1, "kind": "y", "d": 1}),
        json!({"a": 1, "kind": "z"}),
    ] {
        let full = jsonschema::draft202012::is_valid(&schema, &input);
        assert_eq!(__check(&unsaid(&schema), &input).is_ok(), full, "{input}");
        assert_eq!(__check(&schema, &input).is_ok(), full, "{input}");
    }
}
