//! How a step of a draft journey runs: what it takes comes from the draft, what it returns goes there.

use super::{Field, Missing, Provided, Slots};
use crate::{
    expects::{Input, Issues, Schema},
    graph::{Action, ActionMeta, ActionOn, BoxFuture, Given, Handler, Outcome, Run, With, handler},
    session::Cx,
};
use serde_json::Value;

/// The words of an error, if it has any: that it must is said once, at the handler.
#[doc(hidden)]
pub struct Words<E>(pub E);

#[doc(hidden)]
pub trait Said {
    fn words(&self) -> String;
}
impl<E: std::fmt::Display> Said for Words<E> {
    fn words(&self) -> String {
        self.0.to_string()
    }
}
#[doc(hidden)]
pub trait Unsaid {
    fn words(&self) -> String;
}
impl<E> Unsaid for &Words<E> {
    fn words(&self) -> String {
        String::new()
    }
}

/// What a step came to.
#[doc(hidden)]
pub fn provided(filled: Result<Option<Provided>, String>, meta: &ActionMeta) -> Outcome {
    match filled {
        Ok(Some(provided)) => Outcome::Provides(Some(Provided {
            shown: provided.shown.filter(|_| !meta.no_capture),
            ..provided
        })),
        Ok(None) => Outcome::Provides(None),
        Err(words) => Outcome::Failed(words),
    }
}

/// An action as a draft journey runs it: named over its state once.
#[doc(hidden)]
pub struct Stepped<S: 'static, W, R: 'static> {
    pub handler: Handler<S>,
    call: fn(Cx<S>, W) -> BoxFuture<'static, R>,
    finish: fn(R) -> Outcome,
}

/// The one place where a step's path meets the graph's state.
#[doc(hidden)]
#[must_use]
pub const fn stepped<S: 'static, A: ActionOn<S>>() -> Stepped<S, With<A>, A::Returns> {
    Stepped {
        handler: handler::<S, A>(),
        call: A::call,
        finish: A::finish,
    }
}

/// Reads a call of a step whose draft parameters were taken from the draft.
///
/// # Errors
/// What does not fit.
#[doc(hidden)]
pub fn run<S: 'static, A: Action>(
    step: &'static Stepped<S, With<A>, A::Returns>,
    given: Given<'_>,
    draft: A::Draft,
    end: impl FnOnce(A::Returns, &'static ActionMeta) -> Outcome + Send + 'static,
) -> Result<Run, Issues> {
    let input = (A::TAKES.read)(given.input)?;
    let instance = (A::INSTANCE.read)(given.instance)?;
    Ok(Box::new(move |raw| {
        let running = (step.call)(Cx::new(raw), With { input, instance, draft });
        Box::pin(async move { end(running.await, &step.handler.facts.meta) })
    }))
}

/// The same of a step that fills nothing: it ends as its action does anywhere.
///
/// # Errors
/// What does not fit.
#[doc(hidden)]
pub fn run_through<S: 'static, A: Action>(
    step: &'static Stepped<S, With<A>, A::Returns>,
    given: Given<'_>,
    draft: A::Draft,
) -> Result<Run, Issues> {
    run::<S, A>(step, given, draft, move |returned, _| (step.finish)(returned))
}

/// The whole draft, which the gate has found complete.
///
/// # Errors
/// A field is missing.
#[doc(hidden)]
pub fn whole<D>(given: Given<'_>, finish: fn(&Slots) -> Option<D>) -> Result<D, Missing> {
    given.draft.and_then(finish).ok_or(Missing)
}

/// Names the field of an `ask`, so that a type which cannot be read is said once.
#[doc(hidden)]
#[must_use]
pub fn asks<D, F: Input>(of: Field<D, F>) -> Asks<D, F> {
    Asks {
        of,
        schema: F::schema,
        read: F::read,
    }
}

/// How the field of an `ask` is described and read: one object with one property, the field.
#[doc(hidden)]
pub struct Asks<D, F> {
    of: Field<D, F>,
    schema: fn() -> Schema,
    read: fn(Option<&Value>) -> Result<F, Issues>,
}

impl<D, F> Asks<D, F> {
    #[must_use]
    pub fn schema(&self, name: &str) -> Schema {
        let mut root = serde_json::json!({"type": "object", "required": [name], "additionalProperties": false});
        let of_field = match (self.schema)() {
            Schema::Json(mut schema) => {
                // a type that holds itself refers to the root
                if let Some(defs) = schema.as_object_mut().and_then(|s| s.remove("$defs")) {
                    root["$defs"] = defs;
                }
                schema
            }
            _ => Value::Bool(true),
        };
        root["properties"] = serde_json::json!({ name: of_field });
        Schema::Json(root)
    }

    /// Reads it. There is no handler: what was read is the outcome.
    #[allow(clippy::missing_errors_doc)]
    pub fn read(&self, given: Given<'_>, name: &str) -> Result<Run, Issues> {
        let value = (self.read)(given.input.and_then(|v| v.get(name))).map_err(|issues| issues.within(name))?;
        let provided = (self.of.put)(value);
        Ok(Box::new(|_| {
            Box::pin(std::future::ready(Outcome::Provides(Some(provided))))
        }))
    }
}
