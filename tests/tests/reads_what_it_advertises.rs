//! What a derived schema lets pass, the type reads; what it refuses, the type refuses too, except unknown fields.

use nav_runtime::{__private::__check, Input, Schema};
use proptest::{
    prelude::*,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{cell::Cell, collections::BTreeMap};

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Plain {
    a: u8,
    b: Option<String>,
    #[serde(default)]
    c: Vec<i32>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum External {
    X,
    Y,
    A(u8),
    B { a: bool },
    C(u8, String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Internal {
    #[serde(rename = "x")]
    X { a: u8 },
    #[serde(rename = "y")]
    Y(Plain),
    #[serde(rename = "z")]
    Z,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "a")]
#[allow(dead_code)]
enum Adjacent {
    #[serde(rename = "x")]
    X(u8),
    #[serde(rename = "y")]
    Y { b: String },
    #[serde(rename = "z")]
    Z,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Number(u8),
    Named { a: String },
    Both { a: u8, b: bool },
    List(Vec<u8>),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Flat {
    d: bool,
    #[serde(flatten)]
    inner: Internal,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tree {
    a: Option<Box<Tree>>,
    #[serde(default)]
    b: Vec<Tree>,
    c: Option<Internal>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Wide {
    a: (u8, Option<bool>),
    b: BTreeMap<String, External>,
    c: Option<[i8; 2]>,
}

fn value() -> impl Strategy<Value = Value> {
    let word = || prop::sample::select(&["x", "y", "z", "X", "A"][..]);
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => (-2_i64..300).prop_map(Value::from),
        1 => Just(json!(1.5)),
        2 => word().prop_map(Value::from),
    ];
    let name = || prop::sample::select(&["a", "b", "c", "d", "kind", "A", "B", "C"][..]);
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let field = prop_oneof![
            4 => (name(), inner.clone()).prop_map(|(name, value)| (name.to_owned(), value)),
            2 => word().prop_map(|word| ("kind".to_owned(), json!(word))),
        ];
        prop_oneof![
            1 => prop::collection::vec(inner, 0..3).prop_map(Value::from),
            3 => prop::collection::vec(field, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Any value, and often an object as some of the types want it.
fn input() -> impl Strategy<Value = Value> {
    let small = || {
        prop_oneof![
            Just(json!(1)),
            Just(json!(true)),
            Just(json!("x")),
            Just(json!([1, null])),
            Just(json!({}))
        ]
    };
    let kind = prop::sample::select(&["x", "y", "z"][..]);
    let likely = (small(), small(), small(), small(), kind, 0_u8..32).prop_map(|(a, b, c, d, kind, kept)| {
        let all = [("a", a), ("b", b), ("c", c), ("d", d), ("kind", json!(kind))];
        let fields = all.into_iter().enumerate().filter(|(bit, _)| kept >> bit & 1 == 1);
        Value::Object(fields.map(|(_, (name, value))| (name.to_owned(), value)).collect())
    });
    prop_oneof![1 => value(), 2 => likely]
}

fn has_list(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::Object(map) => map.values().any(has_list),
        _ => false,
    }
}

/// Whether the type took it.
fn agrees<T: Input>(input: &Value) -> Result<bool, TestCaseError> {
    let Schema::Json(schema) = T::schema() else {
        return Err(TestCaseError::fail("no schema"));
    };
    let of = std::any::type_name::<T>();
    match (__check(&schema, input), T::read(Some(input))) {
        (Ok(()), Err(issues)) => Err(TestCaseError::fail(format!(
            "{of} does not read {input}: {issues} {schema}"
        ))),
        (Err(issues), Ok(_)) => {
            let unknown = issues.as_slice().iter().all(|issue| {
                ["is not expected", "fits more than one of the choices"].contains(&issue.problem.as_str())
            });
            // A derived type also reads its fields from a list, in order, which no schema says.
            prop_assert!(
                unknown || has_list(input),
                "{} reads {}, but {} {}",
                of,
                input,
                issues,
                schema
            );
            Ok(false)
        }
        (checked, _) => Ok(checked.is_ok()),
    }
}

type Agrees = fn(&Value) -> Result<bool, TestCaseError>;

#[test]
fn every_kind_of_type() {
    let config = ProptestConfig {
        cases: 5000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let types: [(&str, Agrees); 9] = [
        ("plain", agrees::<Plain>),
        ("external", agrees::<External>),
        ("internal", agrees::<Internal>),
        ("optional", agrees::<Option<Internal>>),
        ("adjacent", agrees::<Adjacent>),
        ("untagged", agrees::<Untagged>),
        ("flat", agrees::<Flat>),
        ("tree", agrees::<Tree>),
        ("wide", agrees::<Wide>),
    ];
    let taken: [Cell<u32>; 9] = Default::default();
    let ran =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)).run(&input(), |input| {
            for ((_, agrees), taken) in types.iter().zip(&taken) {
                taken.set(taken.get() + u32::from(agrees(&input)?));
            }
            Ok(())
        });
    if let Err(failed) = ran {
        panic!("{failed}");
    }
    for ((name, _), taken) in types.iter().zip(taken) {
        assert!(taken.get() > 0, "no input of the type {name} was ever made");
        println!("{name}: {}", taken.get());
    }
}
