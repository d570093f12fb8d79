//! A schema compiled for checking: one rule a subschema, in one list, references resolved to places in it.

use serde_json::{Map, Number, Value};
use std::collections::HashMap;

/// The place of a rule in the list.
pub(super) type At = usize;

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NULL: Self = Types(1);
    pub(super) const BOOLEAN: Self = Types(1 << 1);
    pub(super) const INTEGER: Self = Types(1 << 2);
    pub(super) const NUMBER: Self = Types(1 << 3);
    pub(super) const STRING: Self = Types(1 << 4);
    pub(super) const ARRAY: Self = Types(1 << 5);
    pub(super) const OBJECT: Self = Types(1 << 6);

    /// Every type and its name, in the order in which they are listed.
    pub(super) const NAMED: [(Self, &'static str); 7] = [
        (Self::STRING, "string"),
        (Self::INTEGER, "integer"),
        (Self::NUMBER, "number"),
        (Self::BOOLEAN, "boolean"),
        (Self::ARRAY, "array"),
        (Self::OBJECT, "object"),
        (Self::NULL, "null"),
    ];

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Types(self.0 | other.0)
    }

    fn read(value: &Value) -> Self {
        let one = |name: &Value| {
            Self::NAMED
                .iter()
                .find(|(_, known)| name.as_str() == Some(known))
                .map_or(0, |(types, _)| types.0)
        };
        match value {
            Value::Array(list) => Types(list.iter().map(one).fold(0, |all, bit| all | bit)),
            name => Types(one(name)),
        }
    }
}

/// What one subschema asks for.
#[derive(Debug, Default)]
pub(super) struct Rule {
    /// Nothing fits.
    pub(super) never: bool,
    pub(super) types: Option<Types>,
    /// `enum` and `const`.
    pub(super) allowed: Option<Vec<Value>>,
    pub(super) text: Lengths,
    pub(super) number: Option<Box<Bounds>>,
    pub(super) list: Option<Box<List>>,
    pub(super) object: Option<Box<Object>>,
    pub(super) reference: Option<At>,
    pub(super) all_of: Vec<At>,
    pub(super) any_of: Vec<At>,
    pub(super) one_of: Vec<At>,
}

/// How many there may be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lengths {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Bounds {
    pub(super) min: Option<Number>,
    pub(super) max: Option<Number>,
    pub(super) above: Option<Number>,
    pub(super) below: Option<Number>,
    pub(super) multiple_of: Option<Number>,
}

#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) prefix: Vec<At>,
    pub(super) items: Option<At>,
    pub(super) count: Lengths,
    pub(super) unique: bool,
}

#[derive(Debug, Default)]
pub(super) struct Object {
    /// Sorted by name.
    pub(super) fields: Vec<(Box<str>, At)>,
    pub(super) required: Vec<Box<str>>,
    pub(super) patterns: Vec<(Pattern, At)>,
    pub(super) additional: Option<At>,
    pub(super) unevaluated: Option<At>,
    pub(super) count: Lengths,
    /// It declares its fields and is silent about others: they are refused.
    pub(super) closed: bool,
}

impl Object {
    pub(super) fn field(&self, name: &str) -> Option<At> {
        let at = self.fields.binary_search_by(|(known, _)| (**known).cmp(name)).ok()?;
        Some(self.fields[at].1)
    }
}

/// Which names a `patternProperties` entry is about. There is no regex engine here: the two patterns of maps with
/// integer keys are known, any other might match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pattern {
    Digits,
    SignedDigits,
    Other,
}

impl Pattern {
    fn read(text: &str) -> Self {
        match text {
            r"^\d+$" => Pattern::Digits,
            r"^-?\d+$" => Pattern::SignedDigits,
            _ => Pattern::Other,
        }
    }

    pub(super) fn may_match(self, name: &str) -> bool {
        let digits = match self {
            Pattern::Other => return true,
            Pattern::Digits => name,
            Pattern::SignedDigits => name.strip_prefix('-').unwrap_or(name),
        };
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    }
}

/// What an input that was not sent counts as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Absent {
    Null,
    Empty,
    Missing { expected: String },
}

/// A whole schema, compiled.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) list: Vec<Rule>,
    pub(super) root: At,
}

impl Rules {
    pub(super) fn compile(schema: &Value) -> Self {
        let mut compiler = Compiler {
            whole: schema,
            list: Vec::new(),
            named: HashMap::new(),
        };
        let root = compiler.reference("#");
        Rules {
            list: compiler.list,
            root,
        }
    }

    pub(super) fn rule(&self, at: At) -> &Rule {
        &self.list[at]
    }
}

struct Compiler<'a> {
    whole: &'a Value,
    list: Vec<Rule>,
    named: HashMap<String, At>,
}

impl Compiler<'_> {
    /// The rule that a `$ref` names. Its place is taken before it is compiled, so that a type may hold itself.
    fn reference(&mut self, to: &str) -> At {
        if let Some(at) = self.named.get(to) {
            return *at;
        }
        let at = self.list.len();
        self.list.push(Rule::default());
        self.named.insert(to.to_owned(), at);
        // A reference that leads nowhere checks nothing: the type's own reading still does.
        if let Some(schema) = to
            .strip_prefix('#')
            .and_then(|pointer| self.whole.pointer(&decoded(pointer)))
        {
            self.list[at] = self.rule(schema);
        }
        at
    }

    fn schema(&mut self, schema: &Value) -> At {
        let rule = self.rule(schema);
        self.list.push(rule);
        self.list.len() - 1
    }

    fn rule(&mut self, schema: &Value) -> Rule {
        let Value::Object(map) = schema else {
            return Rule {
                never: *schema == Value::Bool(false),
                ..Rule::default()
            };
        };
        let mut types = map.get("type").map(Types::read);
        if let (Some(Value::Bool(true)), Some(types)) = (map.get("nullable"), &mut types) {
            *types = types.or(Types::NULL);
        }
        let not = map.get("not");
        Rule {
            never: not.is_some_and(|not| *not == Value::Bool(true) || not.as_object().is_some_and(Map::is_empty)),
            types,
            allowed: match (map.get("const"), map.get("enum")) {
                (Some(only), _) => Some(vec![only.clone()]),
                (None, Some(Value::Array(list))) => Some(list.clone()),
                _ => None,
            },
            text: lengths(map, "minLength", "maxLength"),
            number: bounds(map, types),
            list: self.array(map),
            object: self.object(map),
            reference: map.get("$ref").and_then(Value::as_str).map(|to| self.reference(to)),
            all_of: self.schemas(map.get("allOf")),
            any_of: self.schemas(map.get("anyOf")),
            one_of: self.schemas(map.get("oneOf")),
        }
    }

    fn schemas(&mut self, list: Option<&Value>) -> Vec<At> {
        let Some(Value::Array(list)) = list else {
            return Vec::new();
        };
        list.iter().map(|schema| self.schema(schema)).collect()
    }

    fn one(&mut self, map: &Map<String, Value>, keyword: &str) -> Option<At> {
        map.get(keyword).map(|schema| self.schema(schema))
    }

    fn array(&mut self, map: &Map<String, Value>) -> Option<Box<List>> {
        let keywords = ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"];
        keywords.iter().any(|k| map.contains_key(*k)).then(|| {
            Box::new(List {
                prefix: self.schemas(map.get("prefixItems")),
                items: self.one(map, "items"),
                count: lengths(map, "minItems", "maxItems"),
                unique: map.get("uniqueItems") == Some(&Value::Bool(true)),
            })
        })
    }

    fn object(&mut self, map: &Map<String, Value>) -> Option<Box<Object>> {
        let keywords = [
            "properties",
            "required",
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
            "minProperties",
            "maxProperties",
        ];
        if !keywords.iter().any(|k| map.contains_key(*k)) {
            return None;
        }
        let mut object = Object {
            additional: self.one(map, "additionalProperties"),
            unevaluated: self.one(map, "unevaluatedProperties"),
            count: lengths(map, "minProperties", "maxProperties"),
            ..Object::default()
        };
        if let Some(Value::Object(named)) = map.get("properties") {
            object.fields = named
                .iter()
                .map(|(name, schema)| (name.as_str().into(), self.schema(schema)))
                .collect();
            object.fields.sort_by(|a, b| a.0.cmp(&b.0));
            object.closed = object.additional.is_none() && object.unevaluated.is_none();
        }
        if let Some(Value::Object(named)) = map.get("patternProperties") {
            object.patterns = named
                .iter()
                .map(|(text, schema)| (Pattern::read(text), self.schema(schema)))
                .collect();
        }
        if let Some(Value::Array(names)) = map.get("required") {
            object.required = names.iter().filter_map(Value::as_str).map(Into::into).collect();
        }
        Some(Box::new(object))
    }
}

/// The fragment of a `$ref`: its percent signs undone. (The JSON pointer undoes its own escapes.)
fn decoded(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match (first, escape.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn lengths(map: &Map<String, Value>, min: &str, max: &str) -> Lengths {
    Lengths {
        min: map.get(min).and_then(Value::as_u64).filter(|min| *min > 0),
        max: map.get(max).and_then(Value::as_u64),
    }
}

fn bounds(map: &Map<String, Value>, types: Option<Types>) -> Option<Box<Bounds>> {
    let number = |keyword| map.get(keyword).and_then(Value::as_number).cloned();
    let mut bounds = Bounds {
        min: number("minimum"),
        max: number("maximum"),
        above: number("exclusiveMinimum"),
        below: number("exclusiveMaximum"),
        multiple_of: number("multipleOf"),
    };
    if types.is_some_and(|types| types.has(Types::INTEGER) && !types.has(Types::NUMBER)) {
        let (min, max) = integer_range(map.get("format").and_then(Value::as_str));
        bounds.min = bounds.min.or(min);
        bounds.max = bounds.max.or(max);
    }
    let empty = bounds.min.is_none()
        && bounds.max.is_none()
        && bounds.above.is_none()
        && bounds.below.is_none()
        && bounds.multiple_of.is_none();
    (!empty).then(|| Box::new(bounds))
}

/// The range that an integer's `format` implies: the type's own, since some schemas say it in no other way.
fn integer_range(format: Option<&str>) -> (Option<Number>, Option<Number>) {
    let range = |min: i64, max: u64| (Some(Number::from(min)), Some(Number::from(max)));
    match format {
        Some("int8") => range(i8::MIN.into(), 0x7f),
        Some("int16") => range(i16::MIN.into(), 0x7fff),
        Some("int32") => range(i32::MIN.into(), 0x7fff_ffff),
        Some("int64" | "int") => range(i64::MIN, i64::MAX.unsigned_abs()),
        Some("uint8") => range(0, u8::MAX.into()),
        Some("uint16") => range(0, u16::MAX.into()),
        Some("uint32") => range(0, u32::MAX.into()),
        Some("uint64" | "uint" | "uint128") => range(0, u64::MAX),
        _ => (None, None),
    }
}
