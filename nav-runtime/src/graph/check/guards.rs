//! Guards that can never hold: all conditions on one key, of the function, its entry and its page, held together.

use super::{
    conditions::{Held, Needs},
    message::Message,
};

/// Checks one condition, the `nth` of `own[scope]`, against those before it and those of the pages: on one page at least
/// they must be able to hold together. Of conditions that exclude each other, the last one is to blame.
#[track_caller]
pub const fn guard(pages: &[Needs], own: &[Needs], scope: usize, nth: usize) {
    if impossible(pages, own, scope, nth) {
        say(
            Held::before(page(pages, 0), own, scope, nth).and_one_more(),
            own[scope].conds[nth].key_hash,
        );
    }
}

/// Whether a condition is the one that makes its guard impossible, on all pages.
pub(super) const fn impossible(pages: &[Needs], own: &[Needs], scope: usize, nth: usize) -> bool {
    let key = own[scope].conds[nth].key_hash;
    let mut n = 0;
    // where those before it exclude each other already, that is said there
    let mut was_possible = false;
    while n == 0 || n < pages.len() {
        let before = Held::before(page(pages, n), own, scope, nth);
        if before.and_one_more().possible(key) {
            return false;
        }
        was_possible |= before.possible(key);
        n += 1;
    }
    was_possible
}

/// A guard without pages stands on one that needs nothing.
pub(super) const fn page(pages: &[Needs], n: usize) -> Needs {
    if n < pages.len() { pages[n] } else { Needs::NOTHING }
}

/// Says that conditions on a key exclude each other: the last one, and the first that does it alone, or all.
#[track_caller]
pub(super) const fn say(held: Held<'_>, key: u64) -> ! {
    let (mut who, mut last) = ("", None);
    let mut from = 0;
    while let Some((says, cond, next)) = held.next_on(key, from) {
        (who, last) = (says, Some(cond));
        from = next;
    }
    let Some(last) = last else {
        Message::new("[N40] this can never hold").say()
    };
    let mut says = Message::new("[N40] this can never hold: ");
    let mut from = 0;
    while let Some((other, cond, next)) = held.next_on(key, from) {
        let pair = [
            Needs {
                says: "",
                conds: core::slice::from_ref(cond),
            },
            Needs {
                says: "",
                conds: core::slice::from_ref(last),
            },
        ];
        if !Held::all(Needs::NOTHING, &pair).possible(key) {
            if other.is_empty() || super::same_text(other, who) {
                says.push("`")
                    .push(cond.text)
                    .push("` and `")
                    .push(last.text)
                    .push("` exclude each other\nhelp: change one of the two conditions")
                    .say();
            }
            says.push("it needs `")
                .push(last.text)
                .push("` (")
                .push(last.at)
                .push("), but ")
                .push(other)
                .push(" `")
                .push(cond.text)
                .push("`\nhelp: change one of the two conditions")
                .say();
        }
        from = next;
    }
    says = says.push("no `").push(last.key).push("` satisfies ");
    let mut from = 0;
    while let Some((other, cond, next)) = held.next_on(key, from) {
        if from > 0 {
            says = says.push(if held.next_on(key, next).is_some() {
                ", "
            } else {
                " and "
            });
        }
        says = says.push("`").push(cond.text).push("`");
        if !other.is_empty() && !super::same_text(other, who) {
            says = says.push(" (").push(other).push(" it)");
        }
        from = next;
    }
    says.push("\nhelp: change one of these conditions").say()
}
