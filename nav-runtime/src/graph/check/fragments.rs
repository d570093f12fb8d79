//! Between a fragment and the graph that takes it.

use super::{message::Message, same_text};
use crate::graph::{ActionMeta, fragment};

/// Where a hash stands in a list.
#[must_use]
pub(in crate::graph) const fn position(hashes: &[u64], hash: u64) -> Option<usize> {
    let mut i = 0;
    while i < hashes.len() {
        if hashes[i] == hash {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Checks that the graph has a page that an entry of a fragment leads to.
#[track_caller]
pub const fn goes_to(pages: &[u64], names: &[&str], hash: u64, name: &str) {
    if position(pages, hash).is_some() {
        return;
    }
    let mut says = Message::new("[N13] the graph that takes this page has no page `")
        .push(name)
        .push("`");
    if let Some(near) = nearest(name, names) {
        says = says.push("; did you mean `").push(near).push("`?");
    }
    says.push("\nhelp: the graph has ").push_list(names).say()
}

/// Checks that a `withheld` action of a fragment has a journey.
#[track_caller]
pub const fn withheld(meta: &ActionMeta, steps: &[u64], name: u64, with_area: u64) {
    if meta.withheld && position(steps, name).is_none() && position(steps, with_area).is_none() {
        super::listed::without_a_door(meta);
    }
}

/// Checks that a step names one entry of a fragment.
#[track_caller]
pub const fn step_of(names: &[(u64, u64)], hash: u64, page: &str, name: &str) {
    match fragment::meant(names, hash) {
        1 => {}
        0 => Message::new("[N17] page `")
            .push(page)
            .push("` does not list `")
            .push(name)
            .push("`\nhelp: name one of its entries")
            .say(),
        _ => Message::new("[N18] which `")
            .push(name)
            .push("`? Page `")
            .push(page)
            .push("` has several\nhelp: write `")
            .push(page)
            .push("::area::")
            .push(name)
            .push("`")
            .say(),
    }
}

/// Checks that a declared way leads to a page.
#[track_caller]
pub const fn reached(is: bool, start: &str, page: &str) {
    if !is {
        Message::new("[N16] no declared way leads from `")
            .push(start)
            .push("` to page `")
            .push(page)
            .push("`\nhelp: give an entry `-> ")
            .push(page)
            .push("`, or write `synced` on the page if the app leads there")
            .say();
    }
}

/// The name that is nearest, if it is near enough to be meant.
const fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let (mut best, mut least) = (None, usize::MAX);
    let mut i = 0;
    while i < known.len() {
        let apart = distance(name.as_bytes(), known[i].as_bytes());
        if apart < least && !same_text(name, known[i]) {
            (best, least) = (Some(known[i]), apart);
        }
        i += 1;
    }
    let length = if name.len() < 3 { 3 } else { name.len() };
    if least <= length / 3 { best } else { None }
}

const LONGEST: usize = 64;

/// Levenshtein's distance; far for long names.
const fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len() >= LONGEST || b.len() >= LONGEST {
        return usize::MAX;
    }
    let mut row = [0; LONGEST];
    let mut j = 0;
    while j <= b.len() {
        row[j] = j;
        j += 1;
    }
    let mut i = 0;
    while i < a.len() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut j = 0;
        while j < b.len() {
            let change = diagonal + if a[i] == b[j] { 0 } else { 1 };
            let shift = 1 + if row[j] < row[j + 1] { row[j] } else { row[j + 1] };
            diagonal = row[j + 1];
            row[j + 1] = if change < shift { change } else { shift };
            j += 1;
        }
        i += 1;
    }
    row[b.len()]
}
