//! Journeys that cannot be gone through: a step that its journey's own condition excludes, or what an earlier step promises.

use super::{
    conditions::{Held, Needs},
    guards::{page, say},
    listed::needs,
    message::Message,
};
use crate::graph::{Cond, Handler, KeyMeta, keys::overlap};

/// A step before the one that is looked at.
pub struct Before<S: 'static> {
    /// How it is named.
    pub says: &'static str,
    /// What it runs.
    pub runs: Option<&'static Handler<S>>,
}

/// Checks one step: its guard must be able to hold while its journey's condition does, which is asked at every step, and
/// after what the steps before it promise to leave behind.
#[track_caller]
pub const fn journey_step<S>(
    keys: &[KeyMeta],
    journey: Needs,
    pages: &[Needs],
    entry: Needs,
    runs: Option<&Handler<S>>,
    before: &[Before<S>],
) {
    let (when, enabled) = match runs {
        Some(runs) => (needs(&runs.when), needs(&runs.enabled_when)),
        None => (Needs::NOTHING, Needs::NOTHING),
    };
    let alone = [Needs::NOTHING, entry, when, enabled];
    let own = [journey, entry, when, enabled];
    let mut n = 0;
    while n < own.len() {
        let mut nth = 0;
        while nth < own[n].conds.len() {
            let key = own[n].conds[nth].key_hash;
            if anywhere(pages, &alone, key).is_some() && anywhere(pages, &own, key).is_none() {
                say(Held::all(page(pages, 0), &own), key);
            }
            nth += 1;
        }
        n += 1;
    }
    let mut at = 0;
    while at < before.len() {
        if let Some(earlier) = before[at].runs {
            promised(keys, pages, &own, before, at, earlier.verify.conds);
        }
        at += 1;
    }
}

/// Checks what one earlier step promises.
#[track_caller]
const fn promised<S>(
    keys: &[KeyMeta],
    pages: &[Needs],
    own: &[Needs; 4],
    before: &[Before<S>],
    at: usize,
    promises: &'static [Cond],
) {
    let promise = Needs {
        says: before[at].says,
        conds: promises,
    };
    let all = [promise, own[0], own[1], own[2], own[3]];
    let mut n = 0;
    while n < promises.len() {
        let cond = &promises[n];
        let key = cond.key_hash;
        if anywhere(pages, own, key).is_some()
            && anywhere(pages, &all, key).is_none()
            && !written(keys, before, at + 1, cond)
        {
            excluded(page(pages, 0), own, promise, key);
        }
        n += 1;
    }
}

/// A page on which the conditions on a key can hold.
const fn anywhere(pages: &[Needs], own: &[Needs], key: u64) -> Option<usize> {
    let mut n = 0;
    while n == 0 || n < pages.len() {
        if Held::all(page(pages, n), own).possible(key) {
            return Some(n);
        }
        n += 1;
    }
    None
}

/// Whether a step from a place on writes the key of a condition.
const fn written<S>(keys: &[KeyMeta], before: &[Before<S>], from: usize, cond: &Cond) -> bool {
    let mut at = from;
    while at < before.len() {
        if let Some(runs) = before[at].runs {
            let mut n = 0;
            while n < runs.facts.writes.len() {
                if overlap(keys, runs.facts.writes[n], cond.id) {
                    return true;
                }
                n += 1;
            }
        }
        at += 1;
    }
    false
}

/// Says the first condition of the step that a promise excludes.
#[track_caller]
const fn excluded(page: Needs, own: &[Needs], promise: Needs, key: u64) -> ! {
    let mut says = Message::new("[N61] this step can never run: ").push(promise.says);
    let mut joint = " `";
    let mut n = 0;
    while n < promise.conds.len() {
        if promise.conds[n].key_hash == key {
            says = says.push(joint).push(promise.conds[n].text).push("`");
            joint = " and `";
        }
        n += 1;
    }
    says = says.push(", no step between writes it, and this one needs ");
    let needed = Held::all(page, own);
    let mut from = 0;
    while let Some((_, cond, next)) = needed.next_on(key, from) {
        if from > 0 {
            says = says.push(" and ");
        }
        says = says.push("`").push(cond.text).push("` (").push(cond.at).push(")");
        from = next;
    }
    says.push("\nhelp: promise less in that `verify`, ask for less here, or take the step between that writes the key")
        .say()
}
