//! A step of a draft journey: what its function says against what a step may do.

use super::{conditions::Needs, listed::conditions, message::Message};
use crate::graph::{FieldMeta, Handler};

/// Checks that every required field of a draft has a provider. Says nothing while a provided name is unknown: that is
/// an error of its own.
#[track_caller]
pub const fn provided(fields: &[FieldMeta], filled: &[u64], draft: &str) {
    let mut i = 0;
    while i < filled.len() {
        if !names(fields, filled[i]) {
            return;
        }
        i += 1;
    }
    let mut i = 0;
    while i < fields.len() {
        if !fields[i].optional && !among(filled, fields[i].hash) {
            Message::new("[N52] no step provides `")
                .push(fields[i].rust)
                .push("` of `")
                .push(draft)
                .push("`\nhelp: add `ask ")
                .push(fields[i].rust)
                .push(";` or `function => ")
                .push(fields[i].rust)
                .push(";`, or make the field an `Option`")
                .say();
        }
        i += 1;
    }
}

const fn names(fields: &[FieldMeta], hash: u64) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if fields[i].hash == hash {
            return true;
        }
        i += 1;
    }
    false
}

const fn among(hashes: &[u64], hash: u64) -> bool {
    let mut i = 0;
    while i < hashes.len() {
        if hashes[i] == hash {
            return true;
        }
        i += 1;
    }
    false
}

/// Checks one step, on the page and in the journey whose conditions its own meet.
#[track_caller]
pub const fn step<S>(handler: &Handler<S>, submits: bool, page: Needs, journey: Needs) {
    let meta = &handler.facts.meta;
    if !meta.has_body {
        said(
            "[N59] action `",
            meta.id,
            "` has no body, and a step of a draft journey runs one",
            meta.at,
        )
        .push("\nhelp: write the function's body: what is bound later knows no draft")
        .say();
    }
    if meta.instance {
        said(
            "[N27] action `",
            meta.id,
            "` takes an `#[instance]`: which one?",
            meta.at,
        )
        .push("\nhelp: a draft journey has none; take it as an input or as a field of the draft")
        .say();
    }
    if submits && !meta.confirm {
        said(
            "[N57] a `submit` asks a person first, and action `",
            meta.id,
            "` is not `confirm`",
            meta.at,
        )
        .push("\nhelp: write `#[action(confirm, …)]` there")
        .say();
    }
    if !submits && meta.confirm {
        said(
            "[N56] nothing happens before the `submit`, and action `",
            meta.id,
            "` is `confirm`",
            meta.at,
        )
        .push("\nhelp: `submit` it, or drop `confirm` there")
        .say();
    }
    if !submits && !handler.facts.writes.is_empty() {
        said(
            "[N56] nothing happens before the `submit`, and action `",
            meta.id,
            "` writes",
            meta.at,
        )
        .push("\nhelp: write in the `submit`, or drop `writes` there")
        .say();
    }
    conditions(handler, &[page], journey);
}

const fn said(before: &str, id: &str, after: &str, at: &str) -> Message {
    Message::new(before)
        .push(id)
        .push(after)
        .push("\ndeclared at ")
        .push(at)
}
