//! Every word of the wire, each with the scenario that produces it.

mod endings;
mod journeys;
mod reasons;

use nav_runtime::port::{Arrival, FrameIs, Grade, Judgment, Standing, StepStatus};
use nav_runtime::{EffectStatus, FireOutcome, Reason};
use serde_json::Value;

/// A word, and what is answered where it applies.
pub type Row<W> = (W, fn() -> Value);

/// Words that none of this crate's own doors produces, and who does.
const PRODUCED_ELSEWHERE: &[(Reason, &str)] = &[
    (
        Reason::JournalUnavailable,
        "a journaled session, which has an issue of its own",
    ),
    (Reason::ConversationRequired, "the server"),
    (Reason::TooManyConversations, "the server"),
    (Reason::ConversationDenied, "the server"),
];

/// Plays every scenario of a table, and wants every word of the list in it.
#[track_caller]
fn each<W: Copy + PartialEq + std::fmt::Debug>(
    all: &[W],
    table: &[Row<W>],
    elsewhere: &[W],
    says: impl Fn(&Value) -> Vec<String>,
    word: impl Fn(W) -> &'static str,
) {
    for w in all {
        let (here, there) = (table.iter().any(|(t, _)| t == w), elsewhere.contains(w));
        assert!(here || there, "no scenario produces {w:?}");
        assert!(!(here && there), "{w:?} is produced here after all");
    }
    for (w, scenario) in table {
        let reply = scenario();
        assert!(
            says(&reply).iter().any(|s| s == word(*w)),
            "{w:?} is not said in {reply}"
        );
    }
}

fn texts<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<String> {
    values
        .into_iter()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect()
}

#[test]
fn every_reason() {
    let elsewhere: Vec<_> = PRODUCED_ELSEWHERE.iter().map(|(r, _)| *r).collect();
    each(
        Reason::ALL,
        reasons::TABLE,
        &elsewhere,
        |r| texts([&r["reason"]]),
        Reason::word,
    );
}

#[test]
fn every_judgment() {
    each(
        Judgment::ALL,
        journeys::JUDGMENTS,
        &[],
        |r| texts([&r["judgment"]]),
        Judgment::word,
    );
}

#[test]
fn every_standing() {
    each(
        Standing::ALL,
        journeys::STANDINGS,
        &[],
        |r| texts([&r["standing"]]),
        Standing::word,
    );
}

#[test]
fn every_status_of_a_later_step() {
    let says = |r: &Value| texts(r["laterSteps"].as_array().unwrap().iter().map(|s| &s["status"]));
    each(StepStatus::ALL, journeys::STATUSES, &[], says, StepStatus::word);
}

#[test]
fn every_word_about_a_frame() {
    each(
        FrameIs::ALL,
        journeys::FRAMES,
        &[],
        |r| texts([&r["frame"]]),
        FrameIs::word,
    );
}

#[test]
fn every_arrival() {
    each(
        Arrival::ALL,
        endings::ARRIVALS,
        &[],
        |r| texts([&r["arrival"]]),
        Arrival::word,
    );
}

#[test]
fn every_effect_status() {
    each(
        EffectStatus::ALL,
        endings::STATUSES,
        &[],
        |r| texts([&r["effectStatus"]]),
        EffectStatus::word,
    );
}

#[test]
fn every_outcome() {
    each(
        FireOutcome::ALL,
        endings::OUTCOMES,
        &[],
        |r| texts([&r["outcome"]]),
        FireOutcome::word,
    );
}

#[test]
fn every_grade_of_the_facts() {
    let says = |r: &Value| {
        let lines = r["facts"].as_str().unwrap().lines();
        let graded = lines.filter_map(|l| l.strip_prefix("• ")?.split_once(" — "));
        graded.map(|(grade, _)| grade.to_owned()).collect()
    };
    each(Grade::ALL, endings::GRADES, &[], says, Grade::word);
}
