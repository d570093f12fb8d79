//! `anyOf` and `oneOf`: which choice was meant, and what is wrong with it.

use super::{
    compile::At,
    describe::values_of,
    validate::{Seen, Step, TRIES, Walk},
    words,
};
use serde_json::Value;

impl<'c> Walk<'c> {
    /// `anyOf` and `oneOf`. The choices that could fit at a glance are looked at: one is checked like any other rule,
    /// so that its issues are the issues; of several, each is tried.
    pub(super) fn choice(&mut self, choices: &'c [At], only_one: bool, value: &Value, seen: &mut Seen) -> bool {
        let mut likely = choices
            .iter()
            .copied()
            .filter(|at| self.rules.could_fit(*at, value, true));
        match (likely.next(), likely.next()) {
            (Some(only), None) => return self.rule(only, value, seen),
            (None, _) => return self.no_choice(choices, value, seen),
            _ => {}
        }
        let mut fitting = 0;
        let mut merged = seen.clone();
        for at in choices {
            if !self.rules.could_fit(*at, value, true) {
                continue;
            }
            let mut one = seen.clone();
            self.trying += 1;
            let fits = self.rule(*at, value, &mut one);
            self.trying -= 1;
            if fits {
                fitting += 1;
                merged.merge(&one);
            }
        }
        if self.tries > TRIES {
            seen.unsure = true;
            return self.say(words::TOO_MUCH, "a smaller input".to_owned());
        }
        match fitting {
            0 => self.no_choice(choices, value, seen),
            1 => {
                *seen = merged;
                true
            }
            _ if only_one => {
                seen.unsure = true;
                self.wrong(words::SEVERAL_CHOICES, |rules| {
                    rules.variants(choices).unwrap_or_else(|| "one of them".to_owned())
                })
            }
            _ => {
                *seen = merged;
                true
            }
        }
    }

    /// Says what is wrong with the choice that was most likely meant, if there is one; else what the choices are.
    fn no_choice(&mut self, choices: &'c [At], value: &Value, seen: &mut Seen) -> bool {
        if self.is_trying() {
            return false;
        }
        let rules = self.rules;
        let typed: Vec<At> = choices
            .iter()
            .copied()
            .filter(|at| rules.could_be_typed(*at, value))
            .collect();
        let mut meant = typed.iter().filter(|at| rules.could_fit(**at, value, false));
        if let (Some(only), None) = (meant.next(), meant.next()) {
            return self.rule(*only, value, seen);
        }
        seen.unsure = true;
        if typed.is_empty() {
            let all_listed = choices.iter().all(|at| rules.rule(*at).allowed.is_some());
            let problem = if all_listed {
                words::NOT_ALLOWED
            } else {
                words::WRONG_TYPE
            };
            return self.wrong(problem, |_| rules.describe_choices(choices));
        }
        if let (Some((name, values)), Value::Object(map)) = (rules.tag(choices), value) {
            let problem = if map.contains_key(name) {
                words::NOT_ALLOWED
            } else {
                words::MISSING
            };
            self.path.push(Step::Name(name));
            let fits = self.wrong(problem, |_| values_of(values.into_iter()));
            self.path.pop();
            return fits;
        }
        let listed = typed.iter().all(|at| rules.rule(*at).allowed.is_some());
        let problem = if listed { words::NOT_ALLOWED } else { words::NO_CHOICE };
        self.wrong(problem, |_| {
            let named = rules.variants(&typed).filter(|_| value.is_object());
            named.unwrap_or_else(|| rules.describe_choices(choices))
        })
    }
}
