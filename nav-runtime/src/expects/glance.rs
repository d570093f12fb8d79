//! A first look at a choice: whether it could fit at all, and whether it was meant.

use super::{
    compile::{At, Rule, Rules, Types},
    number,
};
use serde_json::Value;

/// How many choices within choices are looked into before one is tried.
const GLANCE: usize = 3;
/// How many plain references are followed.
const FAR: usize = 32;

pub(super) fn type_fits(rule: &Rule, value: &Value) -> bool {
    let Some(types) = rule.types else { return true };
    match value {
        Value::Null => types.has(Types::NULL),
        Value::Bool(_) => types.has(Types::BOOLEAN),
        Value::Number(n) => types.has(Types::NUMBER) || (types.has(Types::INTEGER) && number::integer(n).is_some()),
        Value::String(_) => types.has(Types::STRING),
        Value::Array(_) => types.has(Types::ARRAY),
        Value::Object(_) => types.has(Types::OBJECT),
    }
}

impl Rules {
    /// False only if a choice certainly does not fit: by its type, its values, the field that names it and, if
    /// `strictly`, a required field that is missing.
    pub(super) fn could_fit(&self, at: At, value: &Value, strictly: bool) -> bool {
        self.could_fit_within(at, value, strictly, GLANCE)
    }

    fn could_fit_within(&self, at: At, value: &Value, strictly: bool, far: usize) -> bool {
        let rule = self.reached(at);
        let inner = |choices: &[At]| {
            choices.is_empty()
                || far == 0
                || choices
                    .iter()
                    .any(|at| self.could_fit_within(*at, value, strictly, far - 1))
        };
        if rule.never || !type_fits(rule, value) {
            return false;
        }
        if rule.allowed.as_ref().is_some_and(|allowed| !allowed.contains(value)) {
            return false;
        }
        if !inner(&rule.any_of) || !inner(&rule.one_of) {
            return false;
        }
        let (Some(object), Value::Object(map)) = (&rule.object, value) else {
            return true;
        };
        let tells = |at: At| self.rule(at).allowed.as_ref();
        let tag_differs = object
            .fields
            .iter()
            .any(|(name, at)| match (tells(*at), map.get(&**name)) {
                (Some(allowed), Some(found)) => !allowed.contains(found) && (strictly || allowed.len() == 1),
                _ => false,
            });
        let lacks = |name: &str| {
            let names_it = object.fields.len() == 1
                || object
                    .field(name)
                    .and_then(tells)
                    .is_some_and(|allowed| allowed.len() == 1);
            (strictly || names_it) && !map.contains_key(name)
        };
        !tag_differs && !object.required.iter().any(|name| lacks(name))
    }

    pub(super) fn could_be_typed(&self, at: At, value: &Value) -> bool {
        self.could_be_typed_within(at, value, GLANCE)
    }

    fn could_be_typed_within(&self, at: At, value: &Value, far: usize) -> bool {
        let rule = self.reached(at);
        let inner = |choices: &[At]| {
            choices.is_empty() || far == 0 || choices.iter().any(|at| self.could_be_typed_within(*at, value, far - 1))
        };
        !rule.never && type_fits(rule, value) && inner(&rule.any_of) && inner(&rule.one_of)
    }

    /// The rule behind plain references.
    fn reached(&self, mut at: At) -> &Rule {
        for _ in 0..FAR {
            match self.rule(at) {
                Rule {
                    reference: Some(next),
                    types: None,
                    allowed: None,
                    object: None,
                    ..
                } => at = *next,
                rule => return rule,
            }
        }
        self.rule(at)
    }
}
