use super::*;
use crate::Redacted;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};

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
fn a_tagged_enum_is_judged_by_its_tag() {
    assert_eq!(told::<Pay>(&json!({"kind": "cash"})), [""; 0]);
    assert_eq!(told::<Pay>(&json!({"kind": "card"})), ["number is missing: string"]);
    assert_eq!(told::<Pay>(&json!({"kind": "card", "number": "1", "to": "x"})).len(), 1);
    assert_eq!(
        told::<Pay>(&json!({"kind": "CANARY"})),
        [r#"kind is not one of the allowed values: "card", "invoice", "cash""#]
    );
    assert_eq!(
        told::<Pay>(&json!({})),
        [r#"kind is missing: "card", "invoice", "cash""#]
    );
    assert_eq!(told::<Option<Pay>>(&json!({"kind": "invoice", "days": 300})).len(), 2);
    assert_eq!(told::<Option<Pay>>(&json!(null)), [""; 0]);
    assert_eq!(told::<Option<Pay>>(&json!(1)), [" has the wrong type: object or null"]);
}

#[test]
fn a_plain_enum_lists_its_words() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Size {
        /// Small.
        S,
        L,
        Other(u8),
        Box {
            w: u8,
        },
    }
    assert_eq!(told::<Size>(&json!("s")), [""; 0]);
    assert_eq!(
        told::<Size>(&json!("CANARY")),
        [r#" is not one of the allowed values: "l" or "s" or object"#]
    );
    assert_eq!(
        told::<Size>(&json!({"other": "x"})),
        ["other has the wrong type: integer, at least 0, at most 255"]
    );
    assert_eq!(
        told::<Size>(&json!({"box": {"w": 1, "CANARY": 1}})),
        ["box.* is not expected: only w"]
    );
    assert_eq!(
        told::<Size>(&json!({"CANARY": 1})),
        [" fits none of the choices: object with one of: other, box"]
    );
}

#[test]
fn untagged_choices_are_tried_and_flattened_fields_are_known() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Find {
        Id { id: u32 },
        Name { name: String, exact: Option<bool> },
    }
    assert_eq!(told::<Find>(&json!({"id": 1})), [""; 0]);
    assert_eq!(told::<Find>(&json!({"name": "x", "exact": true})), [""; 0]);
    assert_eq!(told::<Find>(&json!({"id": 1, "exact": true})).len(), 1);
    assert!(!told::<Find>(&json!({"CANARY": 1})).is_empty());

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Order {
        id: u32,
        #[serde(flatten)]
        pay: Pay,
        #[serde(flatten)]
        dims: Dims,
    }
    assert_eq!(
        told::<Order>(&json!({"id": 1, "w": 2, "kind": "card", "number": "4"})),
        [""; 0]
    );
    let extra = told::<Order>(&json!({"id": 1, "w": 2, "kind": "cash", "CANARY": 1}));
    assert_eq!(extra, ["* is not expected: only id, w, kind, number, days, to"]);
    assert_eq!(told::<Order>(&json!({"id": 1, "w": "2", "kind": "cash"})).len(), 1);

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Open {
        id: u32,
        #[serde(flatten)]
        more: BTreeMap<String, u8>,
    }
    assert_eq!(told::<Open>(&json!({"id": 1, "x": 2})), [""; 0]);
    assert_eq!(
        told::<Open>(&json!({"id": 1, "CANARY": "x"})),
        ["* has the wrong type: integer, at least 0, at most 255"]
    );
}

#[test]
fn lists_tuples_sets_and_maps() {
    assert_eq!(told::<(u8, String)>(&json!([1, "x"])), [""; 0]);
    assert_eq!(told::<(u8, String)>(&json!([1])), [" has too few items: at least 2"]);
    assert_eq!(
        told::<(u8, String)>(&json!([1, "x", 3])),
        [" has too many items: at most 2"]
    );
    assert_eq!(
        told::<HashSet<String>>(&json!(["a", "b", "a"])),
        [" repeats an item: each item once"]
    );
    assert_eq!(
        told::<BTreeMap<String, Vec<u8>>>(&json!({"CANARY": [1, 2, "x"]})),
        ["*.2 has the wrong type: integer, at least 0, at most 255"]
    );
    assert_eq!(told::<BTreeMap<u32, bool>>(&json!({"17": true})), [""; 0]);
    assert_eq!(
        told::<BTreeMap<u32, bool>>(&json!({"x17": true})),
        ["* is not expected: nothing here"]
    );
}

#[derive(Deserialize, JsonSchema, Debug)]
#[allow(dead_code)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
    left: Option<Box<Tree>>,
}

#[test]
fn a_type_that_holds_itself_is_checked_through_its_reference() {
    assert!(served::<Tree>().contains(r##""$ref":"#"##), "{}", served::<Tree>());
    let fine = json!({"name": "a", "children": [{"name": "b", "left": {"name": "c"}}]});
    assert_eq!(told::<Tree>(&fine), [""; 0]);
    let wrong = json!({"name": "a", "children": [{"name": "b", "left": {"name": 1, "CANARY": 1}}]});
    assert_eq!(
        told::<Tree>(&wrong),
        [
            "children.0.left.name has the wrong type: string",
            "children.0.left.* is not expected: only children, left, name",
        ]
    );
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Forest {
        trees: Vec<Tree>,
    }
    assert!(served::<Forest>().contains("$defs"), "{}", served::<Forest>());
    assert_eq!(told::<Forest>(&json!({"trees": [fine]})), [""; 0]);
    assert_eq!(told::<Forest>(&json!({"trees": [wrong]})).len(), 2);
}

#[test]
fn depth_without_end_is_refused_and_not_followed() {
    let mut deep = json!({"name": "x"});
    for _ in 0..500 {
        deep = json!({"name": "x", "left": deep});
    }
    let told = told::<Tree>(&deep);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].ends_with("left is nested too deeply: at most 64 levels"),
        "{told:?}"
    );
    // A schema that goes in a circle without a value in between.
    let circle = json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}});
    assert!(__check(&circle, &json!(1)).is_err());
}

#[test]
fn choices_that_multiply_at_every_level_end_soon() {
    let choice = |extra: &str| json!({"type": "object", "properties": {"next": {"$ref": "#"}, (extra): true}});
    let schema = json!({"anyOf": [choice("a"), choice("b"), choice("c"), {"type": "integer"}]});
    let mut deep = json!("no integer");
    for _ in 0..60 {
        deep = json!({ "next": deep });
    }
    let began = std::time::Instant::now();
    let told = told_of(__check(&schema, &deep));
    assert_eq!(told, [" is too large to check: a smaller input"]);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
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
