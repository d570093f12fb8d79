//! The served schema: derived from a type, cleaned of runtime values, written in a stable order.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use serde_json::{Map, Value};

/// What a keyword's value is made of.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    /// Values and texts, no schema.
    Data,
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// Schemas by name.
    Named,
}

impl Holds {
    fn of(keyword: &str) -> Self {
        match keyword {
            "items"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else" => Holds::Schema,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::Schemas,
            "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => Holds::Named,
            _ => Holds::Data,
        }
    }
}

/// Annotations that are runtime values, or that cost bytes and say nothing.
const STRIPPED: [&str; 4] = ["$schema", "title", "default", "examples"];

/// How a schema reads best; keywords that are not here follow in alphabetical order.
const ORDER: [&str; 12] = [
    "$ref",
    "type",
    "description",
    "const",
    "enum",
    "format",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "oneOf",
];

/// The schema of a type as it is read, with subschemas inlined. Only a type that holds itself keeps references.
pub(super) fn derived<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    cleaned(settings.into_generator().into_root_schema_for::<T>().to_value())
}

/// A schema without the keywords of [`STRIPPED`], at every place where a schema stands. `true` becomes `{}`.
pub(super) fn cleaned(mut schema: Value) -> Value {
    clean(&mut schema);
    if schema == Value::Bool(true) {
        schema = Value::Object(Map::new());
    }
    schema
}

fn clean(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    for keyword in STRIPPED {
        map.remove(keyword);
    }
    for (keyword, value) in map.iter_mut() {
        match (Holds::of(keyword), value) {
            (Holds::Schema, value) => clean(value),
            (Holds::Schemas, Value::Array(list)) => list.iter_mut().for_each(clean),
            (Holds::Named, Value::Object(named)) => named.values_mut().for_each(clean),
            _ => {}
        }
    }
}

/// Calls `f` with every property name that the schema declares, at any level.
pub(super) fn each_name(schema: &Value, f: &mut impl FnMut(&str)) {
    let Value::Object(map) = schema else { return };
    for (keyword, value) in map {
        match (Holds::of(keyword), value) {
            (Holds::Schema, value) => each_name(value, f),
            (Holds::Schemas, Value::Array(list)) => list.iter().for_each(|schema| each_name(schema, f)),
            (Holds::Named, Value::Object(named)) => {
                for (name, schema) in named {
                    if keyword == "properties" {
                        f(name);
                    }
                    each_name(schema, f);
                }
            }
            _ => {}
        }
    }
}

/// Writes a schema with its keywords in [`ORDER`] and names in alphabetical order, whatever order the map is in.
pub(super) struct Ordered<'a> {
    value: &'a Value,
    holds: Holds,
}

impl<'a> Ordered<'a> {
    pub(super) const fn root(schema: &'a Value) -> Self {
        Ordered {
            value: schema,
            holds: Holds::Schema,
        }
    }
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let inner = |value, holds| Ordered { value, holds };
        match (self.value, self.holds) {
            (Value::Object(map), holds) => {
                let mut entries: Vec<(&String, &Value)> = map.iter().collect();
                match holds {
                    Holds::Schema => entries.sort_by_key(|(keyword, _)| (rank(keyword), *keyword)),
                    _ => entries.sort_by_key(|(name, _)| *name),
                }
                let mut out = to.serialize_map(Some(entries.len()))?;
                for (name, value) in entries {
                    let holds = match holds {
                        Holds::Schema => Holds::of(name),
                        Holds::Named => Holds::Schema,
                        Holds::Schemas | Holds::Data => Holds::Data,
                    };
                    out.serialize_entry(name, &inner(value, holds))?;
                }
                out.end()
            }
            (Value::Array(list), holds) => {
                let holds = if holds == Holds::Schemas {
                    Holds::Schema
                } else {
                    Holds::Data
                };
                let mut out = to.serialize_seq(Some(list.len()))?;
                for value in list {
                    out.serialize_element(&inner(value, holds))?;
                }
                out.end()
            }
            (scalar, _) => scalar.serialize(to),
        }
    }
}

fn rank(keyword: &str) -> usize {
    ORDER.iter().position(|known| *known == keyword).unwrap_or(ORDER.len())
}
