//! What would fit, in words: types, limits and values that the schema itself lists.

use super::{
    compile::{Absent, At, Lengths, Object, Rule, Rules, Types},
    words,
};
use serde_json::{Number, Value};
use std::fmt::{Display, Write};

/// The most names or values that one `expected` lists.
const LISTED: usize = 20;
/// How far a description follows references and compositions.
const FAR: usize = 4;

impl Rules {
    /// What fits at a place.
    pub(super) fn describe(&self, at: At) -> String {
        let mut parts = Vec::new();
        self.collect(at, FAR, &mut parts);
        if parts.is_empty() {
            "any value".to_owned()
        } else {
            parts.join(" or ")
        }
    }

    /// What fits one of several choices.
    pub(super) fn describe_choices(&self, choices: &[At]) -> String {
        let mut parts: Vec<String> = Vec::new();
        for at in choices {
            let part = self.describe(*at);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.join(" or ")
    }

    fn collect(&self, at: At, far: usize, into: &mut Vec<String>) {
        let rule = self.rule(at);
        if let Some(own) = own_words(rule) {
            if !into.contains(&own) {
                into.push(own);
            }
            return;
        }
        let Some(far) = far.checked_sub(1) else { return };
        let inner = rule.reference.iter().chain(&rule.any_of).chain(&rule.one_of);
        inner.for_each(|at| self.collect(*at, far, into));
        if into.is_empty() {
            rule.all_of.iter().for_each(|at| self.collect(*at, far, into));
        }
        if into.is_empty() && rule.object.is_some() {
            into.push("object".to_owned());
        }
    }

    /// What an input that was not sent counts as.
    pub(super) fn absent(&self) -> Absent {
        match self.root_takes(self.root, FAR) {
            types if types.has(Types::NULL) => Absent::Null,
            types if types.has(Types::OBJECT) => Absent::Empty,
            _ => Absent::Missing {
                expected: self.describe(self.root),
            },
        }
    }

    fn root_takes(&self, at: At, far: usize) -> Types {
        let rule = self.rule(at);
        if let Some(types) = rule.types {
            return types;
        }
        if rule.object.is_some() {
            return Types::OBJECT;
        }
        let Some(far) = far.checked_sub(1) else {
            return Types::default();
        };
        let inner = rule.reference.iter().chain(&rule.all_of);
        inner
            .chain(&rule.any_of)
            .chain(&rule.one_of)
            .map(|at| self.root_takes(*at, far))
            .fold(Types::default(), Types::or)
    }

    /// The fields that an object may have; `None` if none is declared.
    pub(super) fn known_fields(&self, at: At) -> Option<String> {
        let mut names = Vec::new();
        self.field_names(at, FAR, &mut names);
        (!names.is_empty()).then(|| listed(names.into_iter()))
    }

    fn field_names<'a>(&'a self, at: At, far: usize, into: &mut Vec<&'a str>) {
        let rule = self.rule(at);
        for (name, _) in rule.object.iter().flat_map(|object| &object.fields) {
            if !into.contains(&&**name) {
                into.push(name);
            }
        }
        let Some(far) = far.checked_sub(1) else { return };
        let inner = rule.reference.iter().chain(&rule.all_of);
        for at in inner.chain(&rule.any_of).chain(&rule.one_of) {
            self.field_names(*at, far, into);
        }
    }

    /// The one field that an object must have in any of these choices, with the values that tell them apart.
    pub(super) fn tag(&self, choices: &[At]) -> Option<(&str, Vec<&Value>)> {
        let objects: Vec<&Object> = choices
            .iter()
            .filter(|at| self.rule(**at).types != Some(Types::NULL))
            .map(|at| self.rule(*at).object.as_deref())
            .collect::<Option<_>>()?;
        let value_of = |object: &Object, name: &str| {
            let at = object
                .field(name)
                .filter(|_| object.required.iter().any(|r| **r == *name))?;
            let values = self.rule(at).allowed.as_deref()?;
            (values.len() == 1).then_some(at)
        };
        let (name, _) = objects
            .first()?
            .fields
            .iter()
            .find(|(name, _)| objects.iter().all(|object| value_of(object, name).is_some()))?;
        let values = objects
            .iter()
            .filter_map(|object| object.field(name))
            .filter_map(|at| self.rule(at).allowed.as_ref()?.first())
            .collect();
        Some((name, values))
    }

    /// The names of choices that are each an object of one required field, as enums are written.
    pub(super) fn variants(&self, choices: &[At]) -> Option<String> {
        let names: Vec<&str> = choices
            .iter()
            .filter_map(|at| match self.rule(*at).object.as_deref() {
                Some(object) => match (&object.fields[..], &object.required[..]) {
                    ([(name, _)], [required]) if name == required => Some(Some(&**name)),
                    _ => Some(None),
                },
                None => None,
            })
            .collect::<Option<_>>()?;
        (!names.is_empty()).then(|| format!("object with one of: {}", listed(names.into_iter())))
    }
}

/// A rule's own types, limits or values.
fn own_words(rule: &Rule) -> Option<String> {
    if rule.never {
        return Some("nothing".to_owned());
    }
    if let Some(values) = &rule.allowed {
        return Some(values_of(values.iter()));
    }
    let types = rule.types?;
    let mut out = Types::NAMED
        .iter()
        .filter(|(one, _)| types.has(*one))
        .map(|(_, name)| *name)
        .collect::<Vec<_>>()
        .join(" or ");
    if types.has(Types::STRING) {
        out.push_str(&counted(rule.text, "character"));
    }
    if let (true, Some(list)) = (types.has(Types::ARRAY), &rule.list) {
        out.push_str(&counted(list.count, "item"));
    }
    if let (true, Some(bounds)) = (types.has(Types::INTEGER) || types.has(Types::NUMBER), &rule.number) {
        for (word, limit) in [
            ("at least", &bounds.min),
            ("at most", &bounds.max),
            ("above", &bounds.above),
            ("below", &bounds.below),
            ("a multiple of", &bounds.multiple_of),
        ] {
            if let Some(limit) = limit {
                let _ = write!(out, ", {word} {limit}");
            }
        }
    }
    Some(out)
}

fn counted(lengths: Lengths, what: &str) -> String {
    let many = |n: u64| if n == 1 { "" } else { "s" };
    match (lengths.min, lengths.max) {
        (Some(min), Some(max)) if min == max => format!(", exactly {min} {what}{}", many(min)),
        (Some(min), Some(max)) => format!(", {min} to {max} {what}s"),
        (Some(min), None) => format!(", at least {min} {what}{}", many(min)),
        (None, Some(max)) => format!(", at most {max} {what}{}", many(max)),
        (None, None) => String::new(),
    }
}

pub(super) fn at_least(limit: &Number) -> String {
    format!("at least {limit}")
}

pub(super) fn at_most(limit: &Number) -> String {
    format!("at most {limit}")
}

/// Values of the schema, as JSON.
pub(super) fn values_of<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    listed(values)
}

fn listed(items: impl Iterator<Item = impl Display>) -> String {
    let mut out = String::new();
    let mut more = 0_usize;
    for (n, item) in items.enumerate() {
        if n >= LISTED {
            more += 1;
            continue;
        }
        let gap = if n == 0 { "" } else { ", " };
        let _ = write!(out, "{gap}{item}");
    }
    if more > 0 {
        let _ = write!(out, ", {more} more");
    }
    if out.is_empty() {
        words::NOTHING_HERE.to_owned()
    } else {
        out
    }
}
