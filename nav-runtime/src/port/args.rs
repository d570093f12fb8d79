//! The arguments of a call, borrowed from what was sent.

use super::{
    tools::Which,
    words::{self, Argument},
};
use crate::{Authored, session::Intent};
use serde_json::Value;

/// How deep arguments may be nested.
const DEEPEST: usize = 64;

/// The arguments of a call.
#[derive(Clone, Copy, Default)]
pub(super) struct Args<'a> {
    pub(super) step: Option<&'a str>,
    pub(super) journey: Option<&'a str>,
    pub(super) action: Option<&'a str>,
    pub(super) input: Option<&'a Value>,
    pub(super) instance: Option<&'a str>,
    confirm: bool,
    decline: bool,
    pub(super) since: Option<u64>,
    pub(super) route_to: Option<&'a str>,
    pub(super) key: Option<&'a str>,
    pub(super) transition_id: Option<&'a str>,
}

/// What is wrong with them.
pub(super) enum Wrong {
    /// One is unknown or of a wrong type.
    Shape(Authored),
    /// `confirm` and `decline`.
    Both,
    /// The required one is missing, `null` or empty.
    Missing,
}

impl<'a> Args<'a> {
    pub(super) fn intent(&self) -> Intent {
        match (self.confirm, self.decline) {
            (_, true) => Intent::Decline,
            (true, false) => Intent::Confirm,
            (false, false) => Intent::Do,
        }
    }

    pub(super) fn read(sent: &'a Value, tool: Which, conversation: bool) -> Result<Self, Wrong> {
        let mut args = Args::default();
        let fields = match sent {
            Value::Null => None,
            Value::Object(fields) => Some(fields),
            _ => return Err(Wrong::Shape(words::ARGS_OBJECT)),
        };
        if !within(sent, DEEPEST) {
            return Err(Wrong::Shape(words::ARGS_TOO_DEEP));
        }
        for (name, value) in fields.into_iter().flatten() {
            args.take(name, value, tool, conversation)
                .map_err(|a| Wrong::Shape(words::argument(a)))?;
        }
        if args.confirm && args.decline {
            return Err(Wrong::Both);
        }
        let required = match tool {
            Which::AnyJourney => args.journey,
            Which::DoAction => args.action,
            Which::Why => args.key,
            Which::DidItWork => args.transition_id,
            Which::Journey(_) | Which::WhatsHere => return Ok(args),
        };
        if required.is_none_or(str::is_empty) {
            Err(Wrong::Missing)
        } else {
            Ok(args)
        }
    }

    fn take(&mut self, name: &str, value: &'a Value, tool: Which, conversation: bool) -> Result<(), Argument> {
        let text = |slot: &mut Option<&'a str>, argument| match value {
            Value::Null => Ok(()),
            Value::String(s) => {
                *slot = Some(s);
                Ok(())
            }
            _ => Err(argument),
        };
        let flag = |slot: &mut bool, argument| match value {
            Value::Null => Ok(()),
            Value::Bool(b) => {
                *slot = *b;
                Ok(())
            }
            _ => Err(argument),
        };
        let journeys = matches!(tool, Which::Journey(_) | Which::AnyJourney);
        let fires = journeys || tool == Which::DoAction;
        match name {
            "conversation" if conversation => text(&mut None, Argument::Unknown),
            "step" if journeys => text(&mut self.step, Argument::Step),
            "journey" if tool == Which::AnyJourney => text(&mut self.journey, Argument::Journey),
            "action" if tool == Which::DoAction => text(&mut self.action, Argument::Action),
            "input" if fires => {
                self.input = Some(value);
                Ok(())
            }
            "instance" if fires => text(&mut self.instance, Argument::Instance),
            "confirm" if fires => flag(&mut self.confirm, Argument::Confirm),
            "decline" if fires => flag(&mut self.decline, Argument::Decline),
            "sinceVersion" if tool == Which::WhatsHere => match value {
                Value::Null => Ok(()),
                v => {
                    self.since = Some(v.as_u64().ok_or(Argument::Since)?);
                    Ok(())
                }
            },
            "routeTo" if tool == Which::WhatsHere => text(&mut self.route_to, Argument::Route),
            "key" if tool == Which::Why => text(&mut self.key, Argument::Key),
            "transitionId" if tool == Which::DidItWork => text(&mut self.transition_id, Argument::TransitionId),
            _ => Err(Argument::Unknown),
        }
    }
}

/// Whether a value is nested at most this deep; it is walked without recursion.
fn within(value: &Value, deepest: usize) -> bool {
    let mut rest = vec![(value, 0)];
    while let Some((value, depth)) = rest.pop() {
        if depth > deepest {
            return false;
        }
        match value {
            Value::Array(items) => rest.extend(items.iter().map(|v| (v, depth + 1))),
            Value::Object(fields) => rest.extend(fields.values().map(|v| (v, depth + 1))),
            _ => {}
        }
    }
    true
}
