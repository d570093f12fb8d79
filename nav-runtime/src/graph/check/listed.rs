//! An action in its place: what the attribute says against where the graph lists it.

use super::{guards::contradicts, message::Message};
use crate::graph::{ActionMeta, Cond, Handler};

/// Checks one listed action. `page` and `entry` are the conditions that its own meet there.
#[track_caller]
pub const fn listed<S>(
    handler: &Handler<S>,
    in_each: bool,
    in_journey: bool,
    page: &[Cond],
    page_name: &str,
    entry: &[Cond],
) {
    place(&handler.facts.meta, in_each, in_journey);
    contradicts(page, handler.when.conds, page_name);
    contradicts(entry, handler.when.conds, "this entry");
}

#[track_caller]
const fn place(meta: &ActionMeta, in_each: bool, in_journey: bool) {
    if meta.drafts > 0 {
        Message::new("[N26] action `")
            .push(meta.id)
            .push("` takes fields of a draft: it can only be a step of a draft journey\ndeclared at ")
            .push(meta.at)
            .push("\nhelp: drop the entry here, or the `#[draft]` there")
            .say();
    }
    if meta.withheld && !in_journey {
        Message::new("[N25] action `")
            .push(meta.id)
            .push("` is `withheld`: a journey is its only door, and none has it as a step\ndeclared at ")
            .push(meta.at)
            .push("\nhelp: make it a step of a journey, or drop `withheld`")
            .say();
    }
    if meta.instance && !in_each {
        Message::new("[N27] action `")
            .push(meta.id)
            .push("` takes an `#[instance]`: which one?\ndeclared at ")
            .push(meta.at)
            .push("\nhelp: list it inside `each … in … { }`")
            .say();
    }
}
