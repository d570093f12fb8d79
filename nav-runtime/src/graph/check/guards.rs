//! Guards that can never hold: two conditions on one key that exclude each other.

use super::{message::Message, same_text};
use crate::graph::{Cond, Op, Threshold};

/// Checks a guard by itself, and against what holds wherever it is looked at.
#[track_caller]
pub const fn guard(own: &[Cond], outer: &[Cond], outer_name: &str) {
    let mut i = 0;
    while i < own.len() {
        let mut j = 0;
        while j < i {
            if !together(&own[j], &own[i]) {
                Message::new("[N40] this can never hold: `")
                    .push(own[j].text)
                    .push("` and `")
                    .push(own[i].text)
                    .push("` exclude each other\nhelp: change one of the two conditions")
                    .say();
            }
            j += 1;
        }
        i += 1;
    }
    contradicts(outer, own, outer_name);
}

/// Says a condition of `own` that excludes one of `outer`.
#[track_caller]
pub(super) const fn contradicts(outer: &[Cond], own: &[Cond], outer_name: &str) {
    let mut i = 0;
    while i < own.len() {
        let mut j = 0;
        while j < outer.len() {
            if !together(&outer[j], &own[i]) {
                Message::new("[N40] this can never hold: it needs `")
                    .push(own[i].text)
                    .push("` (")
                    .push(own[i].at)
                    .push("), but ")
                    .push(outer_name)
                    .push(" needs `")
                    .push(outer[j].text)
                    .push("`\nhelp: change one of the two conditions")
                    .say();
            }
            j += 1;
        }
        i += 1;
    }
}

/// Whether one value may satisfy both conditions: `false` only if it certainly cannot.
const fn together(a: &Cond, b: &Cond) -> bool {
    if a.key_hash != b.key_hash || matches!(a.op, Op::Opaque) || matches!(b.op, Op::Opaque) {
        return true;
    }
    match (a.op, b.op) {
        (Op::Eq, _) => !refuses(b, &a.threshold),
        (_, Op::Eq) => !refuses(a, &b.threshold),
        (Op::In, _) => some_pass(&a.threshold, b),
        (_, Op::In) => some_pass(&b.threshold, a),
        (Op::Gt | Op::Ge, Op::Lt | Op::Le) => room(a, b),
        (Op::Lt | Op::Le, Op::Gt | Op::Ge) => room(b, a),
        _ => true,
    }
}

/// Whether a condition certainly refuses a value.
const fn refuses(cond: &Cond, value: &Threshold) -> bool {
    matches!(admits(cond, value), Some(false))
}

/// Whether a value satisfies a condition; `None` if that cannot be told.
const fn admits(cond: &Cond, value: &Threshold) -> Option<bool> {
    match cond.op {
        Op::Eq => same(&cond.threshold, value),
        Op::Ne => not(same(&cond.threshold, value)),
        Op::Lt => less(value, &cond.threshold),
        Op::Ge => not(less(value, &cond.threshold)),
        Op::Gt => less(&cond.threshold, value),
        Op::Le => not(less(&cond.threshold, value)),
        Op::In => one_of(&cond.threshold, value),
        Op::NotIn => not(one_of(&cond.threshold, value)),
        Op::Opaque => None,
    }
}

const fn not(known: Option<bool>) -> Option<bool> {
    match known {
        Some(is) => Some(!is),
        None => None,
    }
}

const fn same(a: &Threshold, b: &Threshold) -> Option<bool> {
    match (a, b) {
        (Threshold::Int(a), Threshold::Int(b)) => Some(*a == *b),
        (Threshold::Float(a), Threshold::Float(b)) => Some(*a == *b),
        (Threshold::Str(a), Threshold::Str(b)) => Some(same_text(a, b)),
        (Threshold::Bool(a), Threshold::Bool(b)) => Some(*a == *b),
        (Threshold::Null, Threshold::Null) => Some(true),
        (Threshold::Named { name: a, hash: x }, Threshold::Named { name: b, hash: y }) => {
            if *x == *y {
                Some(true)
            } else if is_variant(a) && is_variant(b) {
                // one enum: variants of one name are one, however they are spelt
                Some(same_text(a, b))
            } else {
                // two constants may be equal
                None
            }
        }
        (Threshold::Opaque | Threshold::Named { .. } | Threshold::Range { .. } | Threshold::Set(_), _)
        | (_, Threshold::Opaque | Threshold::Range { .. } | Threshold::Set(_)) => match (a, b) {
            (Threshold::Null, _) | (_, Threshold::Null) => Some(false),
            _ => None,
        },
        (Threshold::Null, _) | (_, Threshold::Null) => Some(false),
        _ => None,
    }
}

/// `Paid` is a variant; `MAX` may be a constant.
const fn is_variant(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i].is_ascii_lowercase() {
            return true;
        }
        i += 1;
    }
    false
}

const fn less(a: &Threshold, b: &Threshold) -> Option<bool> {
    match (a, b) {
        (Threshold::Int(a), Threshold::Int(b)) => Some(*a < *b),
        (Threshold::Float(a), Threshold::Float(b)) => Some(*a < *b),
        _ => None,
    }
}

const fn one_of(set: &Threshold, value: &Threshold) -> Option<bool> {
    let Threshold::Set(members) = set else { return None };
    let mut unknown = false;
    let mut i = 0;
    while i < members.len() {
        match member(&members[i], value) {
            Some(true) => return Some(true),
            None => unknown = true,
            Some(false) => {}
        }
        i += 1;
    }
    if unknown { None } else { Some(false) }
}

/// Whether a value is a member, which may be a range.
const fn member(member: &Threshold, value: &Threshold) -> Option<bool> {
    let Threshold::Range { from, to, inclusive } = member else {
        return same(member, value);
    };
    let from_on = match from {
        Threshold::Null => Some(true),
        from => not(less(value, from)),
    };
    let up_to = match to {
        Threshold::Null => Some(true),
        to if *inclusive => not(less(to, value)),
        to => less(value, to),
    };
    match (from_on, up_to) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether some member of a set may satisfy a condition.
const fn some_pass(set: &Threshold, cond: &Cond) -> bool {
    let Threshold::Set(members) = set else { return true };
    let mut i = 0;
    while i < members.len() {
        // of a range nothing is said here
        if matches!(members[i], Threshold::Range { .. }) || !refuses(cond, &members[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether anything lies between a lower and an upper bound. Integers have nothing between neighbours.
const fn room(lower: &Cond, upper: &Cond) -> bool {
    let (above, below) = (matches!(lower.op, Op::Gt), matches!(upper.op, Op::Lt));
    match (&lower.threshold, &upper.threshold) {
        (Threshold::Int(low), Threshold::Int(high)) => {
            let low = if above { low.saturating_add(1) } else { *low };
            let high = if below { high.saturating_sub(1) } else { *high };
            low <= high
        }
        (Threshold::Float(low), Threshold::Float(high)) => {
            if above || below {
                *low < *high
            } else {
                *low <= *high
            }
        }
        _ => true,
    }
}
