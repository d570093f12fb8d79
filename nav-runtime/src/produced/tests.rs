use super::*;
use serde::{Deserialize, ser::SerializeMap as _};
use serde_json::{Value, json};
use std::{
    cell::Cell,
    collections::{BTreeMap, HashMap},
};

fn json_of<T: Serialize + ?Sized>(value: &T) -> String {
    sanitise(value, Caps::default()).map_or("none".to_owned(), |p| p.into_json().get().to_owned())
}

fn value_of<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::from_str(&json_of(value)).unwrap()
}

/// `{"d1": {"d2": … leaf}}`.
fn nested(levels: usize, leaf: &Value) -> Value {
    (1..=levels)
        .rev()
        .fold(leaf.clone(), |inner, n| json!({ format!("d{n}"): inner }))
}

#[test]
fn nothing_is_no_data() {
    #[derive(Serialize)]
    struct Done;
    assert!(sanitise(&(), Caps::default()).is_none());
    assert!(sanitise(&None::<u8>, Caps::default()).is_none());
    assert!(sanitise(&Some(()), Caps::default()).is_none());
    assert!(sanitise(&Done, Caps::default()).is_none());
    assert_eq!(json_of(&Some(0)), "0");
    assert_eq!(json_of(&""), "\"\"");
}

#[test]
fn fields_keep_the_order_of_the_type() {
    #[derive(Serialize)]
    struct Receipt {
        total: u32,
        currency: &'static str,
        items: Vec<(u8, bool)>,
        at: Option<u8>,
    }
    let receipt = Receipt {
        total: 42,
        currency: "SEK",
        items: vec![(1, true)],
        at: None,
    };
    assert_eq!(
        json_of(&receipt),
        r#"{"total":42,"currency":"SEK","items":[[1,true]],"at":null}"#
    );
}

#[test]
fn enums_look_as_serde_json_writes_them() {
    #[derive(Serialize)]
    enum Shape {
        Point,
        Circle(f64),
        Line(u8, u8),
        Box { w: u8 },
    }
    let all = [Shape::Point, Shape::Circle(1.5), Shape::Line(1, 2), Shape::Box { w: 3 }];
    assert_eq!(value_of(&all), serde_json::to_value(&all).unwrap());
}

#[test]
fn a_text_is_cut_at_200_characters_and_never_inside_one() {
    assert_eq!(value_of(&"é".repeat(200)), json!("é".repeat(200)));
    assert_eq!(value_of(&"é".repeat(201)), json!("é".repeat(200) + "…"));
    assert_eq!(value_of(&"🦀".repeat(5000)), json!("🦀".repeat(200) + "…"));
    let shown = format_args!("{}{}", "a".repeat(150), "b".repeat(1 << 16)).to_string();
    assert_eq!(value_of(&format_args!("{shown}")), value_of(&shown));
}

#[test]
fn a_list_keeps_30_and_counts_the_rest() {
    assert_eq!(value_of(&vec![0; 30]).as_array().unwrap().len(), 30);
    let cut = value_of(&(0..31).collect::<Vec<_>>());
    assert_eq!((&cut[29], &cut[30]), (&json!(29), &json!("… 1 more omitted")));
    let cut = value_of(&vec![7_u8; 1_000_000]);
    assert_eq!(
        (cut.as_array().unwrap().len(), &cut[30]),
        (31, &json!("… 999970 more omitted"))
    );
    let bytes = json_of(&Bytes(vec![9; 100]));
    assert!(bytes.ends_with(r#"9,9,"… 70 more omitted"]"#), "{bytes}");
}

struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

#[test]
fn what_is_beyond_the_cap_is_counted_without_being_serialised() {
    struct Counts<'a>(&'a Cell<u32>);
    impl Serialize for Counts<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            to.serialize_u8(1)
        }
    }
    let copied = Cell::new(0);
    let list: Vec<_> = (0..10_000).map(|_| Counts(&copied)).collect();
    assert!(json_of(&list).contains("… 9970 more omitted"));
    assert_eq!(copied.get(), 30);
}

#[test]
fn an_object_keeps_40_and_counts_the_rest() {
    let map: BTreeMap<u32, u8> = (100..300).map(|n| (n, 0)).collect();
    let cut = value_of(&map);
    assert_eq!(cut.as_object().unwrap().len(), 41);
    assert_eq!(cut["…"], "160 more omitted");
    assert_eq!(
        value_of(&(0..40).map(|n| (n, n)).collect::<BTreeMap<u8, u8>>())
            .as_object()
            .unwrap()
            .len(),
        40
    );
}

#[test]
fn an_entry_that_is_called_like_the_marker_is_not_hidden_by_it() {
    let mut map: BTreeMap<String, u8> = (0..60).map(|n| (format!("z{n:02}"), 0)).collect();
    map.insert("…".to_owned(), 9);
    let mut map: Vec<_> = map.into_iter().collect();
    map.rotate_right(1);
    struct InOrder(Vec<(String, u8)>);
    impl Serialize for InOrder {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let mut out = to.serialize_map(None)?;
            for (name, value) in &self.0 {
                out.serialize_entry(name, value)?;
            }
            out.end()
        }
    }
    let cut = value_of(&InOrder(map));
    assert_eq!((&cut["…"], &cut["……"]), (&json!(9), &json!("21 more omitted")));
}

#[test]
fn containers_below_the_fourth_level_are_null() {
    assert_eq!(value_of(&nested(4, &json!("leaf"))), nested(4, &json!("leaf")));
    assert_eq!(value_of(&nested(5, &json!("leaf"))), nested(4, &Value::Null));
    assert_eq!(value_of(&nested(4, &json!({}))), nested(4, &Value::Null));
    assert_eq!(value_of(&json!([[[["leaf"]]]])), json!([[[["leaf"]]]]));
    assert_eq!(value_of(&json!([[[[["leaf"]]]]])), json!([[[[null]]]]));
    #[derive(Serialize)]
    enum Kind {
        Deep { x: u8 },
    }
    assert_eq!(value_of(&[[[Kind::Deep { x: 1 }]]]), json!([[[{ "Deep": null }]]]));
    assert_eq!(value_of(&[[[[Kind::Deep { x: 1 }]]]]), json!([[[[null]]]]));
}

#[test]
fn nesting_without_end_ends() {
    #[derive(Serialize)]
    struct Round<'a> {
        name: &'static str,
        #[serde(serialize_with = "again")]
        me: &'a str,
    }
    fn again<S: Serializer>(_: &&str, to: S) -> Result<S::Ok, S::Error> {
        Round { name: "round", me: "" }.serialize(to)
    }
    let end = json!({"name": "round", "me": null});
    let round = |inner: &Value| json!({"name": "round", "me": inner});
    assert_eq!(value_of(&Round { name: "round", me: "" }), round(&round(&round(&end))));
}

#[test]
fn numbers_stay_exact_or_become_what_json_can_say() {
    assert_eq!(json_of(&u64::MAX), u64::MAX.to_string());
    assert_eq!(json_of(&i64::MIN), i64::MIN.to_string());
    assert_eq!(json_of(&u128::from(u64::MAX)), u64::MAX.to_string());
    assert_eq!(json_of(&u128::MAX), format!("\"{}\"", u128::MAX));
    assert_eq!(json_of(&i128::MIN), format!("\"{}\"", i128::MIN));
    assert_eq!(json_of(&[0.1_f32, -2.5, f32::MAX]), "[0.1,-2.5,3.4028235e+38]");
    assert_eq!(json_of(&[f64::NAN, f64::INFINITY, 1.0]), "[null,null,1.0]");
}

#[test]
fn keys_are_written_as_serde_json_writes_them() {
    #[derive(Serialize, PartialEq, Eq, Hash)]
    enum Size {
        Large,
    }
    assert_eq!(json_of(&HashMap::from([(Size::Large, 1)])), r#"{"Large":1}"#);
    assert_eq!(json_of(&HashMap::from([(true, 1)])), r#"{"true":1}"#);
    assert_eq!(json_of(&HashMap::from([(-7_i128, 'x')])), r#"{"-7":"x"}"#);
    assert_eq!(
        json_of(&HashMap::from([("k".repeat(300), 1)])),
        format!("{{\"{}…\":1}}", "k".repeat(200))
    );
    assert_eq!(json_of(&HashMap::from([((1, 2), 1)])), "none", "a tuple is no key");
    let alike: BTreeMap<_, _> = (0..3).map(|n| (format!("{}{n}", "k".repeat(300)), n)).collect();
    assert_eq!(
        json_of(&alike),
        format!("{{\"{}…\":0,\"…\":\"2 more omitted\"}}", "k".repeat(200))
    );
}

#[test]
fn a_flattened_field_of_the_same_name_is_there_once() {
    #[derive(Serialize)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u8>,
    }
    let more = BTreeMap::from([("id", 2), ("x", 3)]);
    assert_eq!(json_of(&Outer { id: 1, more }), r#"{"id":2,"x":3}"#);
}

#[test]
fn json_kept_as_text_is_bounded_too() {
    let raw = RawValue::from_string(format!("{{\"rows\":[{}1]}}", "1,".repeat(99))).unwrap();
    let cut = value_of(&raw);
    assert_eq!(cut["rows"][30], "… 70 more omitted");
}

#[test]
fn a_value_that_does_not_serialise_has_no_data() {
    struct Fails;
    impl Serialize for Fails {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("secret"))
        }
    }
    assert_eq!(json_of(&("fine", Fails)), "none");
}

/// Counts every element and entry that is there or said to be left out.
fn counted(value: &Value) -> u64 {
    let said = |text: &Value| -> u64 {
        let text = text.as_str().unwrap_or_default().trim_start_matches("… ");
        text.strip_suffix(" more omitted")
            .and_then(|n| n.parse().ok())
            .unwrap_or(0)
    };
    match value {
        Value::Array(list) => {
            let omitted = list.last().map_or(0, said);
            list.len() as u64 - u64::from(omitted > 0) + omitted
        }
        Value::Object(map) => {
            let omitted = map.get("…").map_or(0, said);
            map.len() as u64 - u64::from(omitted > 0) + omitted
        }
        _ => 0,
    }
}

#[test]
fn the_whole_stays_below_its_bytes_and_every_count_is_true() {
    #[derive(Serialize)]
    struct Row {
        name: String,
        tags: Vec<String>,
        sizes: BTreeMap<String, u64>,
    }
    let rows: Vec<Row> = (0..50)
        .map(|n| Row {
            name: "\u{1}\"é".repeat(n * 3),
            tags: (0..n).map(|t| format!("tag {t}")).collect(),
            sizes: (0..n as u64).map(|s| (format!("size {s}"), s * 1_000_003)).collect(),
        })
        .collect();
    for max_items in [0, 1, 7, 30, 1000] {
        for max_bytes in (0..4000).step_by(37).chain([10_000, 20_000, 64 * 1024]) {
            let cut = sanitise(&rows, Caps { max_items, max_bytes }).unwrap().into_json();
            assert!(
                cut.get().len() <= max_bytes.max(128),
                "{} > {max_bytes}",
                cut.get().len()
            );
            let cut: Value = serde_json::from_str(cut.get()).unwrap();
            assert_eq!(counted(&cut), 50, "{cut}");
            for (n, row) in cut
                .as_array()
                .unwrap()
                .iter()
                .enumerate()
                .filter(|(_, row)| row.is_object())
            {
                assert_eq!(counted(row), 3, "{row}");
                for of in ["tags", "sizes"] {
                    assert!(row.get(of).is_none_or(|list| counted(list) == n as u64), "{row}");
                }
            }
        }
    }
}

#[test]
fn a_lone_text_is_cut_to_the_bytes_there_are() {
    let caps = Caps {
        max_items: 30,
        max_bytes: 128,
    };
    let cut = sanitise(&"é".repeat(150), caps).unwrap().into_json();
    assert_eq!(cut.get().len(), 127);
    assert!(cut.get().ends_with("é…\""));
}

#[test]
fn named_fields_are_hidden_across_lists_and_nothing_is_added() {
    let value = json!({
        "patient": {"ssn": "123", "name": "Bo"},
        "rows": [{"ssn": "1", "ok": 1}, {"ok": 2}, [{"ssn": "2"}]],
        "whole": {"a": 1},
        "kept": "yes",
        "a.b": {"c": 1},
    });
    let paths = ["patient.ssn", "rows.ssn", "whole", "kept.ssn", "gone", "a.b.c"].map(str::to_owned);
    let hidden = json!({
        "patient": {"ssn": "[REDACTED]", "name": "Bo"},
        "rows": [{"ssn": "[REDACTED]", "ok": 1}, {"ok": 2}, [{"ssn": "[REDACTED]"}]],
        "whole": "[REDACTED]",
        "kept": "yes",
        "a.b": {"c": "[REDACTED]"},
    });
    let mut copy = sanitise(&value, Caps::default()).unwrap();
    copy.redact(&paths);
    assert_eq!(serde_json::to_value(&copy).unwrap(), hidden);
    let mut payload = value;
    redact(&mut payload, &paths);
    assert_eq!(payload, hidden);
}

#[test]
fn a_redacted_field_never_arrives() {
    #[derive(Serialize, Deserialize)]
    struct Login {
        user: String,
        token: crate::Redacted<String>,
    }
    let login = Login {
        user: "bo".into(),
        token: crate::Redacted::new("s3cret".into()),
    };
    assert_eq!(json_of(&login), r#"{"user":"bo","token":"[REDACTED]"}"#);
}

#[test]
fn an_error_is_one_clean_line() {
    assert_eq!(
        clean_error("no\u{202e} stock\u{7}\r\n\n  left\u{200b}"),
        "no stock left"
    );
    assert_eq!(clean_error("\n a\tb\u{2028}c \n"), "a b c");
    assert_eq!(clean_error("hi\u{e0041}\u{e0042}"), "hi");
    assert_eq!(clean_error(&"é".repeat(200)), "é".repeat(200));
    assert_eq!(clean_error(&"é".repeat(1 << 20)), "é".repeat(200) + "…");
    assert_eq!(clean_label(&"x".repeat(100)), "x".repeat(80) + "…");
    assert_eq!(clean_label("Placing\nyour order"), "Placing your order");
}
