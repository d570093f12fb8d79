//! An action in its place: what the attribute says against where the graph lists it.

use super::{
    conditions::{Held, Needs},
    guards::{impossible, page, say},
    message::Message,
    same_text,
};
use crate::graph::{ActionMeta, GraphData, Guard, Handler};

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

/// Checks that a graph lists every action of a module.
#[track_caller]
pub const fn all_listed(graph: &GraphData, actions: &[&ActionMeta], module: &str) {
    let mut says = Message::new("[N90] nothing lists ");
    let mut missing = 0;
    let mut i = 0;
    while i < actions.len() {
        if !lists(graph, actions[i]) {
            says = says
                .push(if missing == 0 { "`" } else { ", `" })
                .push(module)
                .push("::")
                .push(actions[i].id)
                .push("` (")
                .push(actions[i].at)
                .push(")");
            missing += 1;
        }
        i += 1;
    }
    if missing > 0 {
        says.push("\nhelp: list it on a page or in a journey of `")
            .push(graph.id)
            .push("`, or make it private")
            .say();
    }
}

/// Whether a graph lists an action: by its place in the source, which no other one has with the same name.
const fn lists(graph: &GraphData, action: &ActionMeta) -> bool {
    let mut i = 0;
    while i < graph.actions.len() {
        if let Some(facts) = graph.actions[i].facts
            && facts.meta.id_hash == action.id_hash
            && same_text(facts.meta.at, action.at)
        {
            return true;
        }
        i += 1;
    }
    false
}
