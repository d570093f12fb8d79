//! Each kind of type: what of it is refused, and how that is said.

use super::*;
use std::collections::HashSet;

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
