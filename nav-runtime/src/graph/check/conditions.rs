//! All conditions on one key, wherever they stand, held together.

use super::point::{Point, admits};
use crate::graph::{Cond, Op, Threshold};

/// Conditions, and who wants them: `"page `cart` needs"`.
#[derive(Clone, Copy)]
pub struct Needs {
    /// Who, and its verb; empty for the guard that is looked at.
    pub says: &'static str,
    /// What.
    pub conds: &'static [Cond],
}

impl Needs {
    /// Nothing.
    pub const NOTHING: Needs = Needs { says: "", conds: &[] };
}

/// The conditions of a page and of several others, one after the other, up to a place.
#[derive(Clone, Copy)]
pub(super) struct Held<'a> {
    page: Needs,
    others: &'a [Needs],
    /// How many of all conditions count.
    up_to: usize,
}

impl<'a> Held<'a> {
    pub(super) const fn all(page: Needs, others: &'a [Needs]) -> Held<'a> {
        Held {
            page,
            others,
            up_to: usize::MAX,
        }
    }

    /// Those before one of the others.
    pub(super) const fn before(page: Needs, others: &'a [Needs], scope: usize, nth: usize) -> Held<'a> {
        let mut up_to = page.conds.len() + nth;
        let mut i = 0;
        while i < scope {
            up_to += others[i].conds.len();
            i += 1;
        }
        Held { page, others, up_to }
    }

    /// And the one behind them.
    pub(super) const fn and_one_more(self) -> Held<'a> {
        Held {
            up_to: self.up_to + 1,
            ..self
        }
    }

    /// The next condition on a key from a place on, who wants it, and the place behind it.
    pub(super) const fn next_on(self, key: u64, from: usize) -> Option<(&'static str, &'static Cond, usize)> {
        let mut first = 0;
        let mut i = 0;
        while i <= self.others.len() && first < self.up_to {
            let needs = if i == 0 { self.page } else { self.others[i - 1] };
            let mut n = from.saturating_sub(first);
            while n < needs.conds.len() && first + n < self.up_to {
                let cond = &needs.conds[n];
                if cond.key_hash == key && !matches!(cond.op, Op::Opaque) {
                    return Some((needs.says, cond, first + n + 1));
                }
                n += 1;
            }
            first += needs.conds.len();
            i += 1;
        }
        None
    }

    /// Whether some value of a key satisfies them all: `false` only if certainly none does.
    pub(super) const fn possible(self, key: u64) -> bool {
        let Some((_, _, from)) = self.next_on(key, 0) else {
            return true;
        };
        if self.next_on(key, from).is_none() {
            return true;
        }
        let mut kinds = Kinds {
            boolean: false,
            float: false,
        };
        let mut from = 0;
        while let Some((_, cond, next)) = self.next_on(key, from) {
            if self.some_point_of(key, &cond.threshold, &mut kinds) {
                return true;
            }
            from = next;
        }
        // a boolean has two values, and both were tried
        (!kinds.boolean && self.passes(key, Point::Least))
            || self.passes(key, Point::Null)
            || (kinds.float && self.passes(key, Point::Nan))
    }

    /// Whether a point that a threshold gives passes.
    const fn some_point_of(self, key: u64, threshold: &Threshold, kinds: &mut Kinds) -> bool {
        match threshold {
            Threshold::Set(members) => {
                let mut i = 0;
                while i < members.len() {
                    if self.some_point_of(key, &members[i], kinds) {
                        return true;
                    }
                    i += 1;
                }
                false
            }
            Threshold::Range { from, to, .. } => {
                self.some_point_of(key, from, kinds) || self.some_point_of(key, to, kinds)
            }
            Threshold::Bool(_) => {
                kinds.boolean = true;
                self.passes(key, Point::At(&Threshold::Bool(true)))
                    || self.passes(key, Point::At(&Threshold::Bool(false)))
            }
            Threshold::Null => false,
            Threshold::Opaque => true,
            threshold => {
                kinds.float |= matches!(threshold, Threshold::Float(_));
                self.passes(key, Point::At(threshold)) || self.passes(key, Point::After(threshold))
            }
        }
    }

    const fn passes(self, key: u64, point: Point<'_>) -> bool {
        let mut from = 0;
        while let Some((_, cond, next)) = self.next_on(key, from) {
            if let Some(false) = admits(cond, point) {
                return false;
            }
            from = next;
        }
        true
    }
}

/// What kinds of thresholds a key is compared with.
struct Kinds {
    boolean: bool,
    float: bool,
}
