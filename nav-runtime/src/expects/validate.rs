//! Checks an input against compiled rules and collects what is wrong.
//!
//! A *group* is what the schema says of one value: a rule and whatever it reaches by `$ref`, `allOf`, `anyOf` and
//! `oneOf`. A field that any applicable rule of a group knows is known; if one of them declares its fields and none
//! opens the object, the fields that are left are refused.

use super::{
    compile::{Absent, At, Object, Rule, Rules, Types},
    describe::{at_least, at_most},
    glance::type_fits,
    issue::{Issue, Issues, MOST},
    number, words,
};
use crate::Authored;
use serde_json::{Map, Number, Value};
use std::{cmp::Ordering, collections::HashSet, fmt::Write};

/// The deepest nesting of a value that is checked.
const DEEPEST: usize = 64;
/// How many rules of one group may lead to each other before it is taken for a circle.
const LONGEST_GROUP: usize = 32;
/// How many rules may be tried, in all, to tell ambiguous choices within ambiguous choices apart.
pub(super) const TRIES: usize = 250_000;

impl Rules {
    /// Everything that is wrong with an input, the first 16 in the order of the input.
    pub(super) fn check(&self, input: Option<&Value>) -> Result<(), Issues> {
        match (input, self.absent_if(input.is_none())) {
            (Some(input), _) => self.check_value(input),
            (None, Some(Absent::Missing { expected })) => Err(Issues::one("", words::MISSING, &expected)),
            (None, Some(Absent::Empty)) => self.check_value(&Value::Object(Map::new())),
            (None, _) => Ok(()),
        }
    }

    fn absent_if(&self, needed: bool) -> Option<Absent> {
        needed.then(|| self.absent())
    }

    fn check_value(&self, input: &Value) -> Result<(), Issues> {
        let mut walk = Walk {
            rules: self,
            path: Vec::new(),
            issues: Vec::new(),
            trying: 0,
            tries: 0,
            links: 0,
        };
        let fits = walk.group(self.root, input);
        match Issues::found(walk.issues) {
            Ok(()) if !fits => Err(Issues::one("", words::NO_CHOICE, &self.describe(self.root))),
            found => found,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Step<'c> {
    Name(&'c str),
    Index(usize),
    /// A name that only the payload knows.
    Unnamed,
}

/// Which fields of a group's object are known.
#[derive(Clone)]
pub(super) struct Seen {
    known: Vec<bool>,
    closed: bool,
    /// A choice failed, so what its fields would have been is not known.
    pub(super) unsure: bool,
}

pub(super) struct Walk<'c> {
    pub(super) rules: &'c Rules,
    pub(super) path: Vec<Step<'c>>,
    issues: Vec<Issue>,
    /// How many choices are being tried within each other. While one is, nothing is said, and the first thing that is
    /// wrong ends it.
    pub(super) trying: u32,
    pub(super) tries: usize,
    links: usize,
}

impl<'c> Walk<'c> {
    /// Always false, so that a check can end with it.
    pub(super) fn say(&mut self, problem: &'static str, expected: String) -> bool {
        if self.trying == 0 && self.issues.len() < MOST {
            let issue = Issue {
                path: self.place(),
                problem: Authored::new(problem),
                expected,
            };
            if !self.issues.contains(&issue) {
                self.issues.push(issue);
            }
        }
        false
    }

    /// The same, where the words are only made if they are wanted.
    pub(super) fn wrong(&mut self, problem: &'static str, expected: impl FnOnce(&Rules) -> String) -> bool {
        if self.is_trying() || self.is_full() {
            return false;
        }
        let expected = expected(self.rules);
        self.say(problem, expected)
    }

    pub(super) const fn is_trying(&self) -> bool {
        self.trying > 0
    }

    fn is_full(&self) -> bool {
        self.issues.len() >= MOST
    }

    fn place(&self) -> String {
        let mut out = String::new();
        for (n, step) in self.path.iter().enumerate() {
            if n > 0 {
                out.push('.');
            }
            match step {
                Step::Name(name) => out.push_str(name),
                Step::Index(index) => {
                    let _ = write!(out, "{index}");
                }
                Step::Unnamed => out.push('*'),
            }
        }
        out
    }

    fn descend(&mut self, step: Step<'c>, at: At, value: &Value) -> bool {
        self.path.push(step);
        let links = std::mem::take(&mut self.links);
        let holds = matches!(value, Value::Array(_) | Value::Object(_));
        let fits = if holds && self.path.len() > DEEPEST {
            self.say(words::TOO_DEEP, format!("at most {DEEPEST} levels"))
        } else {
            self.group(at, value)
        };
        self.links = links;
        self.path.pop();
        fits
    }

    fn group(&mut self, at: At, value: &Value) -> bool {
        let fields = value.as_object().map_or(0, Map::len);
        let mut seen = Seen {
            known: vec![false; fields],
            closed: false,
            unsure: false,
        };
        let mut fits = self.rule(at, value, &mut seen);
        if seen.closed && !seen.unsure && seen.known.contains(&false) {
            self.path.push(Step::Unnamed);
            fits = self.wrong(words::NOT_EXPECTED, |rules| {
                let known = rules.known_fields(at);
                known.map_or_else(|| words::NOTHING_HERE.to_owned(), |names| format!("only {names}"))
            });
            self.path.pop();
        }
        fits
    }

    /// Counts the work of telling choices apart; false once it is too much. Only choices within choices multiply: the
    /// outermost are as much work as the input is long.
    fn affords(&mut self, work: usize) -> bool {
        if self.trying > 1 {
            self.tries = self.tries.saturating_add(work);
        }
        !self.is_trying() || self.tries <= TRIES
    }

    pub(super) fn rule(&mut self, at: At, value: &Value, seen: &mut Seen) -> bool {
        if !self.affords(1 + seen.known.len() / 16) {
            return false;
        }
        self.links += 1;
        let fits = if self.links > LONGEST_GROUP {
            self.say(words::TOO_DEEP, format!("at most {DEEPEST} levels"))
        } else {
            match self.own(at, value, seen) {
                Some(fits) if self.is_trying() => fits && self.linked(at, value, seen),
                Some(fits) => fits & self.linked(at, value, seen),
                None => {
                    seen.unsure = true;
                    false
                }
            }
        };
        self.links -= 1;
        fits
    }

    /// What the rule itself says; `None` if the value is so wrong that nothing else is worth saying.
    fn own(&mut self, at: At, value: &Value, seen: &mut Seen) -> Option<bool> {
        let rule = self.rules.rule(at);
        if rule.never {
            self.say(words::NOT_EXPECTED, words::NOTHING_HERE.to_owned());
            return None;
        }
        if !type_fits(rule, value) {
            self.mistyped(at, value);
            return None;
        }
        if rule.allowed.as_ref().is_some_and(|allowed| !allowed.contains(value)) {
            self.wrong(words::NOT_ALLOWED, |rules| rules.describe(at));
            return None;
        }
        Some(match value {
            Value::String(text) => self.text(rule, text),
            Value::Number(n) => self.number(rule, n),
            Value::Array(list) => self.list(rule, list),
            Value::Object(map) => match &rule.object {
                Some(object) => self.object(object, map, seen),
                None => true,
            },
            Value::Null | Value::Bool(_) => true,
        })
    }

    fn mistyped(&mut self, at: At, value: &Value) -> bool {
        // A whole number that no 64-bit integer holds has lost its digits on the way in.
        let beyond = value
            .as_f64()
            .filter(|n| value.is_f64() && n.fract() == 0.0 && n.abs() >= 9.2e18);
        let integer = self.rules.rule(at).types.is_some_and(|types| types.has(Types::INTEGER));
        let problem = match beyond {
            Some(n) if integer && n > 0.0 => words::TOO_LARGE,
            Some(_) if integer => words::TOO_SMALL,
            _ => words::WRONG_TYPE,
        };
        self.wrong(problem, |rules| rules.describe(at))
    }

    fn text(&mut self, rule: &Rule, text: &str) -> bool {
        if rule.text.min.is_none() && rule.text.max.is_none() {
            return true;
        }
        if !self.affords(text.len() / 64) {
            return false;
        }
        let length = text.chars().count() as u64;
        let characters = |word: &str, n: u64| format!("{word} {n} character{}", if n == 1 { "" } else { "s" });
        match (rule.text.min, rule.text.max) {
            (Some(min), _) if length < min => self.say(words::TOO_SHORT, characters("at least", min)),
            (_, Some(max)) if length > max => self.say(words::TOO_LONG, characters("at most", max)),
            _ => true,
        }
    }

    fn number(&mut self, rule: &Rule, n: &Number) -> bool {
        let Some(bounds) = &rule.number else { return true };
        let is = |limit: &Option<Number>, order: &[Ordering]| {
            limit
                .as_ref()
                .is_some_and(|limit| number::compare(n, limit).is_some_and(|found| order.contains(&found)))
        };
        let text =
            |limit: &Option<Number>, word: &str| limit.as_ref().map(|n| format!("{word} {n}")).unwrap_or_default();
        if is(&bounds.min, &[Ordering::Less]) {
            return self.say(words::TOO_SMALL, bounds.min.as_ref().map(at_least).unwrap_or_default());
        }
        if is(&bounds.max, &[Ordering::Greater]) {
            return self.say(words::TOO_LARGE, bounds.max.as_ref().map(at_most).unwrap_or_default());
        }
        if is(&bounds.above, &[Ordering::Less, Ordering::Equal]) {
            return self.say(words::TOO_SMALL, text(&bounds.above, "above"));
        }
        if is(&bounds.below, &[Ordering::Greater, Ordering::Equal]) {
            return self.say(words::TOO_LARGE, text(&bounds.below, "below"));
        }
        if bounds
            .multiple_of
            .as_ref()
            .is_some_and(|of| !number::is_multiple(n, of))
        {
            return self.say(words::NO_MULTIPLE, text(&bounds.multiple_of, "a multiple of"));
        }
        true
    }

    fn list(&mut self, rule: &'c Rule, list: &[Value]) -> bool {
        let Some(asks) = &rule.list else { return true };
        let mut fits = true;
        let many = list.len() as u64;
        if let Some(min) = asks.count.min.filter(|min| many < *min) {
            fits = self.say(words::TOO_FEW, format!("at least {min}"));
        }
        if let Some(max) = asks.count.max.filter(|max| many > *max) {
            fits = self.say(words::TOO_MANY, format!("at most {max}"));
        }
        if asks.unique {
            fits &= self.affords(list.len());
            let mut met = HashSet::with_capacity(list.len());
            if !list.iter().all(|item| met.insert(item)) {
                fits = self.say(words::REPEATS, "each item once".to_owned());
            }
        }
        for (index, item) in list.iter().enumerate() {
            if (self.is_trying() && !fits) || self.is_full() {
                break;
            }
            if let Some(at) = asks.prefix.get(index).copied().or(asks.items) {
                fits &= self.descend(Step::Index(index), at, item);
            }
        }
        fits
    }

    fn object(&mut self, object: &'c Object, map: &Map<String, Value>, seen: &mut Seen) -> bool {
        let mut fits = true;
        let many = map.len() as u64;
        if let Some(min) = object.count.min.filter(|min| many < *min) {
            fits = self.say(words::TOO_FEW, format!("at least {min}"));
        }
        if let Some(max) = object.count.max.filter(|max| many > *max) {
            fits = self.say(words::TOO_MANY, format!("at most {max}"));
        }
        for name in object.required.iter().filter(|name| !map.contains_key(&***name)) {
            self.path.push(Step::Name(name));
            fits = self.wrong(words::MISSING, |rules| {
                object
                    .field(name)
                    .map_or_else(|| "any value".to_owned(), |at| rules.describe(at))
            });
            self.path.pop();
        }
        for (n, (name, value)) in map.iter().enumerate() {
            if (self.is_trying() && !fits) || self.is_full() {
                break;
            }
            let mut known = false;
            if let Ok(place) = object
                .fields
                .binary_search_by(|(known, _)| (**known).cmp(name.as_str()))
            {
                let (name, at) = &object.fields[place];
                known = true;
                fits &= self.descend(Step::Name(name), *at, value);
            }
            let mut patterns = object.patterns.iter().filter(|(pattern, _)| pattern.may_match(name));
            if let (Some((_, at)), more) = (patterns.next(), patterns.next()) {
                // With several, it is not known which one is meant: reading decides.
                if more.is_none() && !known {
                    fits &= self.descend(Step::Unnamed, *at, value);
                }
                known = true;
            }
            if let (false, Some(at)) = (known, object.additional) {
                known = true;
                fits &= if self.rules.rule(at).never {
                    self.unknown(object)
                } else {
                    self.descend(Step::Unnamed, at, value)
                };
            }
            seen.known[n] |= known;
        }
        seen.closed |= object.closed;
        fits
    }

    fn unknown(&mut self, object: &Object) -> bool {
        self.path.push(Step::Unnamed);
        let names = object.fields.iter().map(|(name, _)| &**name).collect::<Vec<_>>();
        let expected = if names.is_empty() {
            words::NOTHING_HERE.to_owned()
        } else {
            format!("only {}", names.join(", "))
        };
        let fits = self.say(words::NOT_EXPECTED, expected);
        self.path.pop();
        fits
    }

    /// What the rule says by way of others.
    fn linked(&mut self, at: At, value: &Value, seen: &mut Seen) -> bool {
        let rule = self.rules.rule(at);
        let mut fits = true;
        for at in rule.reference.iter().chain(&rule.all_of) {
            fits &= self.rule(*at, value, seen);
        }
        if !rule.any_of.is_empty() {
            fits &= self.choice(&rule.any_of, false, value, seen);
        }
        if !rule.one_of.is_empty() {
            fits &= self.choice(&rule.one_of, true, value, seen);
        }
        if let (Some(map), Some(at)) = (value.as_object(), rule.object.as_ref().and_then(|o| o.unevaluated)) {
            for (n, value) in map.values().enumerate() {
                if !std::mem::replace(&mut seen.known[n], true) {
                    fits &= self.descend(Step::Unnamed, at, value);
                }
            }
        }
        fits
    }
}

impl Seen {
    pub(super) fn merge(&mut self, other: &Self) {
        for (known, also) in self.known.iter_mut().zip(&other.known) {
            *known |= also;
        }
        self.closed |= other.closed;
        self.unsure |= other.unsure;
    }
}
