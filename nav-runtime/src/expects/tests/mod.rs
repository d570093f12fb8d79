mod types;

use super::*;
use crate::Redacted;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

/// As the port serves it.
fn served<T: Input>() -> String {
    Contract::of(T::schema())
        .expects
        .map_or("absent".into(), |raw| raw.get().to_owned())
}

/// What a caller is told about an input, `path problem: expected` a line; empty if it is accepted.
fn told<T: Input>(input: &Value) -> Vec<String> {
    told_of(Contract::of(T::schema()).check(Some(input)))
}

fn told_of(checked: Result<(), Issues>) -> Vec<String> {
    let lines = |issues: Issues| {
        let line = |issue: &Issue| format!("{} {}: {}", issue.path, issue.problem, issue.expected);
        issues.as_slice().iter().map(line).collect()
    };
    checked.err().map(lines).unwrap_or_default()
}

#[derive(Deserialize, JsonSchema, Debug, PartialEq)]
struct Parcel {
    /// Its weight, in kilograms.
    kg: f64,
    #[schemars(length(min = 1, max = 8))]
    tag: Option<String>,
    dims: Option<Dims>,
    #[serde(default)]
    count: u8,
}

#[derive(Deserialize, JsonSchema, Debug, PartialEq)]
struct Dims {
    w: i32,
}

#[test]
fn a_schema_is_inlined_ordered_and_without_runtime_values() {
    assert_eq!(
        served::<Parcel>(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""count":{"type":"integer","format":"uint8","maximum":255,"minimum":0},"#,
            r#""dims":{"type":["object","null"],"properties":{"w":{"type":"integer","format":"int32"}},"required":["w"]},"#,
            r#""kg":{"type":"number","description":"Its weight, in kilograms.","format":"double"},"#,
            r#""tag":{"type":["string","null"],"maxLength":8,"minLength":1}"#,
            r#"},"required":["kg"]}"#
        )
    );
}

#[test]
fn only_keywords_are_stripped_never_names() {
    #[derive(Deserialize, JsonSchema)]
    #[schemars(title = "A book", example = &"CANARY")]
    #[allow(dead_code)]
    struct Book {
        title: String,
        #[serde(default = "canary")]
        default: String,
        examples: Vec<String>,
        #[schemars(example = &"CANARY")]
        properties: String,
    }
    fn canary() -> String {
        "CANARY".into()
    }
    let text = served::<Book>();
    assert!(
        !text.contains("CANARY") && !text.contains("A book") && !text.contains("$schema"),
        "{text}"
    );
    let schema: Value = serde_json::from_str(&text).unwrap();
    for name in ["title", "default", "examples", "properties"] {
        assert!(schema["properties"].get(name).is_some(), "{name}");
    }
}

#[test]
fn what_is_wrong_is_said_by_path() {
    assert_eq!(told::<Parcel>(&json!({"kg": 3})), [""; 0]);
    assert_eq!(told::<Parcel>(&json!({})), ["kg is missing: number"]);
    assert_eq!(told::<Parcel>(&json!({"kg": "3"})), ["kg has the wrong type: number"]);
    assert_eq!(
        told::<Parcel>(&json!({"kg": 3, "dims": {}})),
        ["dims.w is missing: integer, at least -2147483648, at most 2147483647"]
    );
    assert_eq!(
        told::<Parcel>(&json!({"kg": 3, "tag": ""})),
        ["tag is too short: at least 1 character"]
    );
    assert_eq!(
        told::<Parcel>(&json!({"kg": 3, "tag": "åäöåäöåä"})),
        [""; 0],
        "characters, not bytes"
    );
    assert_eq!(
        told::<Parcel>(&json!({"kg": 3, "tag": "åäöåäöåäö"})),
        ["tag is too long: at most 8 characters"]
    );
    for wrong in [json!("three"), json!([3]), json!(null), json!(3)] {
        assert_eq!(told::<Parcel>(&wrong), [" has the wrong type: object"]);
    }
    assert_eq!(
        told::<Parcel>(&json!({"count": 256, "dims": {"w": 1.5}, "kg": true, "tag": 1})),
        [
            "count is too large: at most 255",
            "dims.w has the wrong type: integer, at least -2147483648, at most 2147483647",
            "kg has the wrong type: number",
            "tag has the wrong type: string or null, 1 to 8 characters",
        ]
    );
}

#[test]
fn unknown_fields_are_refused_at_every_level_and_never_named() {
    let unknown = told::<Parcel>(&json!({"kg": 3, "CANARY": "CANARY", "CANARY2": 2, "dims": {"w": 1, "CANARY": {}}}));
    assert_eq!(
        unknown,
        [
            "dims.* is not expected: only w",
            "* is not expected: only count, dims, kg, tag"
        ]
    );
}

#[test]
fn issues_are_at_most_sixteen() {
    let many = json!(vec!["x"; 1000]);
    assert_eq!(told::<Vec<u8>>(&many).len(), 16);
    assert_eq!(
        told::<Vec<u8>>(&many)[15],
        "15 has the wrong type: integer, at least 0, at most 255"
    );
}

#[test]
fn integers_are_what_the_type_reads() {
    assert_eq!(told::<u32>(&json!(3)), [""; 0]);
    assert_eq!(told::<u32>(&json!(3.0)).len(), 1);
    assert_eq!(
        told::<u32>(&json!(4_294_967_296_u64)),
        [" is too large: at most 4294967295"]
    );
    assert_eq!(
        told::<i64>(&json!(u64::MAX)),
        [" is too large: at most 9223372036854775807"]
    );
    let huge: Value = serde_json::from_str("123456789012345678901234567890").unwrap();
    assert!(told::<u64>(&huge)[0].starts_with(" is too large: "));
    assert!(told::<i64>(&json!(-1e30))[0].starts_with(" is too small: "));
    assert_eq!(told::<u64>(&json!(u64::MAX)), [""; 0]);
    assert_eq!(told::<f32>(&json!(1)), [""; 0]);
}

#[derive(Deserialize, JsonSchema, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code)]
enum Pay {
    Card { number: Redacted<String> },
    Invoice { to: String, days: Option<u8> },
    Cash,
}

#[test]
fn what_was_not_sent_counts_as_the_type_says() {
    #[derive(Deserialize, JsonSchema, Debug, PartialEq)]
    struct Filter {
        a: Option<u8>,
    }
    let absent = |schema: Schema| told_of(Contract::of(schema).check(None));
    assert_eq!(absent(<Filter as Input>::schema()), [""; 0]);
    assert_eq!(<Filter as Input>::read(None), Ok(Filter { a: None }));
    assert_eq!(absent(<Parcel as Input>::schema()), ["kg is missing: number"]);
    assert!(<Parcel as Input>::read(None).is_err());
    assert_eq!(absent(<String as Input>::schema()), [" is missing: string"]);
    assert_eq!(
        told_of(<String as Input>::read(None).map(drop)),
        [" is missing: string"]
    );
    assert_eq!(<Option<Filter> as Input>::read(None), Ok(None));
    assert_eq!(absent(<Option<Filter> as Input>::schema()), [""; 0]);
    assert_eq!(absent(<Value as Input>::schema()), [" is missing: any value"]);
    assert!(<Value as Input>::read(None).is_err());
    assert_eq!(
        absent(<Pay as Input>::schema()),
        [r#"kind is missing: "card", "invoice", "cash""#]
    );
}

#[test]
fn each_kind_of_contract_serves_and_takes_what_it_says() {
    let kind = |schema: Schema| {
        let contract = Contract::of(schema);
        let inputs = [
            None,
            Some(json!("")),
            Some(json!({})),
            Some(json!(null)),
            Some(json!(0)),
            Some(json!({"a": 1})),
        ];
        let takes = inputs.map(|input| contract.check(input.as_ref()).is_ok());
        (contract.expects.map(|raw| raw.get().to_owned()), takes)
    };
    let yes = [true; 6];
    assert_eq!(
        kind(Schema::Nothing),
        (Some("\"none\"".into()), [true, true, true, false, false, false])
    );
    assert_eq!(
        kind(Schema::WhenPerformed),
        (Some("\"validated when it is performed\"".into()), yes)
    );
    assert_eq!(kind(Schema::Unknown), (None, yes));
    assert_eq!(
        kind(<Value as Input>::schema()),
        (Some("{}".into()), [false, true, true, true, true, true])
    );
}

#[test]
fn what_reading_refuses_is_said_by_path_without_its_words() {
    #[derive(Debug, JsonSchema)]
    #[schemars(transparent)]
    struct Even(#[allow(dead_code)] u8);
    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let n = u8::deserialize(from)?;
            if n % 2 == 0 {
                Ok(Even(n))
            } else {
                Err(serde::de::Error::custom(format!("CANARY {n}")))
            }
        }
    }
    #[derive(Deserialize, JsonSchema, Debug)]
    #[allow(dead_code)]
    struct Pairs {
        rows: Vec<BTreeMap<String, Even>>,
    }
    let input = json!({"rows": [{}, {"CANARY": 3}]});
    assert_eq!(told::<Pairs>(&input), [""; 0], "the schema cannot say it");
    let issues = <Pairs as Input>::read(Some(&input)).unwrap_err();
    assert_eq!(
        issues.to_string(),
        "rows.1.* was refused when it was read (expected: a value that the action accepts)"
    );
}

#[test]
fn a_hidden_input_is_described_and_read_like_what_it_hides() {
    assert_eq!(served::<Redacted<Dims>>(), served::<Dims>());
    assert_eq!(<Redacted<u8> as Input>::read(Some(&json!(7))).unwrap().expose(), &7);
}

#[test]
fn a_described_value_and_a_judged_one() {
    let schema = || Schema::Json(json!({"type": "object", "properties": {"a": {}}}));
    assert_eq!(read_described(None, schema), Ok(json!({})));
    assert_eq!(read_described(Some(&json!(1)), schema), Ok(json!(1)));
    let judge = |value: &Value| match value {
        Value::Null => Err(Issues::of(
            crate::authored!("label"),
            crate::authored!("is missing"),
            crate::authored!("a label"),
        )),
        _ => Ok(()),
    };
    assert!(read_judged(None, judge).is_err());
    assert_eq!(read_judged(Some(&json!(1)), judge), Ok(json!(1)));
}

#[test]
fn a_long_text_is_checked_in_linear_time() {
    let long = json!({"kg": 1, "tag": "é".repeat(1 << 19)});
    assert_eq!(told::<Parcel>(&long), ["tag is too long: at most 8 characters"]);
}
