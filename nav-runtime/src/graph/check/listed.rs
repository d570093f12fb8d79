//! An action in its place: what the attribute says against where the graph lists it.

use super::{
    conditions::{Held, Needs},
    guards::{impossible, page, say},
    message::Message,
};
use crate::graph::{ActionMeta, Guard, Handler};

/// Checks one listed action, on the pages and in the entry where its own conditions are looked at.
#[track_caller]
pub const fn listed<S>(handler: &Handler<S>, in_each: bool, in_journey: bool, pages: &[Needs], entry: Needs) {
    place(&handler.facts.meta, in_each, in_journey);
    if handler.when.conds.is_empty() && handler.enabled_when.conds.is_empty() {
        return;
    }
    conditions(handler, pages, entry);
}

/// The action's own conditions, beside those that are looked at before.
#[track_caller]
pub(super) const fn conditions<S>(handler: &Handler<S>, pages: &[Needs], first: Needs) {
    let own = [first, needs(&handler.when), needs(&handler.enabled_when)];
    let mut scope = 1;
    while scope < own.len() {
        let mut nth = 0;
        while nth < own[scope].conds.len() {
            let key = own[scope].conds[nth].key_hash;
            // what its own conditions exclude is said where they are written
            if impossible(pages, &own, scope, nth) && Held::all(own[1], &[own[2]]).possible(key) {
                say(Held::before(page(pages, 0), &own, scope, nth).and_one_more(), key);
            }
            nth += 1;
        }
        scope += 1;
    }
}

/// What the action itself needs.
pub(super) const fn needs<S>(guard: &Guard<S>) -> Needs {
    Needs {
        says: "the action needs",
        conds: guard.conds,
    }
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
        without_a_door(meta);
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

/// Says that nothing reaches a `withheld` action.
#[track_caller]
pub(super) const fn without_a_door(meta: &ActionMeta) -> ! {
    Message::new("[N25] action `")
        .push(meta.id)
        .push("` is `withheld`: a journey is its only door, and none has it as a step\ndeclared at ")
        .push(meta.at)
        .push("\nhelp: make it a step of a journey, or drop `withheld`")
        .say()
}
