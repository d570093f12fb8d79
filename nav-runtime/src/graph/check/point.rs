//! Values that stand for all values: enough of them to tell whether conditions on one key can hold together.
//!
//! What a condition admits is a union of intervals, and so is what several admit together. Such a union is empty unless it
//! holds the lower end of one of its intervals, and a lower end is a threshold, what comes just after one, or below
//! all of them. So few points decide, whatever the conditions; a point of which a condition cannot tell passes.

use super::same_text;
use crate::graph::{Cond, Op, Threshold};

/// A value to try.
#[derive(Clone, Copy)]
pub(super) enum Point<'a> {
    /// `None`.
    Null,
    /// Below every threshold, and none of the named values.
    Least,
    /// A threshold.
    At(&'a Threshold),
    /// Just above one, or any other value where there is no order.
    After(&'a Threshold),
    /// The number that is no number.
    Nan,
}

/// How a point compares with a threshold.
#[derive(Clone, Copy)]
enum Order {
    Less,
    Same,
    More,
    /// Not the same; which is less is not known, or neither.
    Differs,
    /// Not the same, and neither is less.
    Unordered,
    Unknown,
}

/// Whether a value satisfies a condition; `None` if that cannot be told.
pub(super) const fn admits(cond: &Cond, point: Point<'_>) -> Option<bool> {
    match cond.op {
        Op::Opaque => None,
        Op::In => one_of(&cond.threshold, point),
        Op::NotIn => not(one_of(&cond.threshold, point)),
        op => compares(op, order(point, &cond.threshold)),
    }
}

const fn not(known: Option<bool>) -> Option<bool> {
    match known {
        Some(is) => Some(!is),
        None => None,
    }
}

const fn compares(op: Op, order: Order) -> Option<bool> {
    Some(match (op, order) {
        (_, Order::Unknown) | (Op::Lt | Op::Le | Op::Gt | Op::Ge, Order::Differs) => return None,
        (Op::Eq, order) => matches!(order, Order::Same),
        (Op::Ne, order) => !matches!(order, Order::Same),
        (Op::Lt, order) => matches!(order, Order::Less),
        (Op::Le, order) => matches!(order, Order::Less | Order::Same),
        (Op::Gt, order) => matches!(order, Order::More),
        (Op::Ge, order) => matches!(order, Order::More | Order::Same),
        (Op::In | Op::NotIn | Op::Opaque, _) => return None,
    })
}

const fn one_of(set: &Threshold, point: Point<'_>) -> Option<bool> {
    let Threshold::Set(members) = set else { return None };
    let mut told = true;
    let mut i = 0;
    while i < members.len() {
        match member(&members[i], point) {
            Some(true) => return Some(true),
            None => told = false,
            Some(false) => {}
        }
        i += 1;
    }
    if told { Some(false) } else { None }
}

/// Whether a value is a member, which may be a range.
const fn member(member: &Threshold, point: Point<'_>) -> Option<bool> {
    let Threshold::Range { from, to, inclusive } = member else {
        return compares(Op::Eq, order(point, member));
    };
    let from_on = match from {
        Threshold::Null => Some(true),
        from => compares(Op::Ge, order(point, from)),
    };
    let up_to = match to {
        Threshold::Null => Some(true),
        to if *inclusive => compares(Op::Le, order(point, to)),
        to => compares(Op::Lt, order(point, to)),
    };
    match (from_on, up_to) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

const fn order(point: Point<'_>, threshold: &Threshold) -> Order {
    match point {
        Point::Null => match threshold {
            Threshold::Null => Order::Same,
            Threshold::Int(_) | Threshold::Float(_) | Threshold::Str(_) | Threshold::Bool(_) => Order::Less,
            // a name that is `None` after all is tried for itself
            Threshold::Named { name, .. } if same_text(name, "None") => Order::Same,
            Threshold::Named { .. } => Order::Differs,
            _ => Order::Unknown,
        },
        Point::Least => match threshold {
            Threshold::Null => Order::Differs,
            Threshold::Opaque | Threshold::Range { .. } | Threshold::Set(_) => Order::Unknown,
            _ => Order::Less,
        },
        Point::Nan => match threshold {
            Threshold::Float(_) => Order::Unordered,
            Threshold::Null => Order::Differs,
            _ => Order::Unknown,
        },
        Point::At(value) => at(value, threshold, false),
        Point::After(value) => at(value, threshold, true),
    }
}

/// How a name compares with `None`.
const fn is_none(name: &str) -> Order {
    if same_text(name, "None") {
        Order::Same
    } else if same_text(name, "Some") {
        Order::Differs
    } else {
        // a constant may be `None`, and a type of the author's may have an `is_none` of its own
        Order::Unknown
    }
}

/// How a value, or what comes just after it, compares with a threshold.
const fn at(value: &Threshold, threshold: &Threshold, after: bool) -> Order {
    match (value, threshold) {
        (Threshold::Int(a), Threshold::Int(b)) => {
            let (a, b) = (*a, *b);
            match after {
                true if a < b && a + 1 == b => Order::Same,
                true if a >= b => Order::More,
                _ => ordered(a < b, a == b),
            }
        }
        (Threshold::Float(a), Threshold::Float(b)) => floats(*a, *b, after),
        (Threshold::Str(a), Threshold::Str(b)) => texts(a.as_bytes(), b.as_bytes(), after),
        (Threshold::Bool(a), Threshold::Bool(b)) if !after => ordered(!*a & *b, *a == *b),
        (Threshold::Named { name, .. }, Threshold::Null) if !after => is_none(name),
        (Threshold::Int(_) | Threshold::Float(_) | Threshold::Str(_) | Threshold::Bool(_), Threshold::Null) => {
            Order::Differs
        }
        (Threshold::Named { name: a, .. }, Threshold::Named { name: b, .. }) => names(a, b, after),
        _ => Order::Unknown,
    }
}

const fn ordered(less: bool, same: bool) -> Order {
    if same {
        Order::Same
    } else if less {
        Order::Less
    } else {
        Order::More
    }
}

/// Two literals that differ may still be one number of a narrower type.
#[expect(clippy::float_cmp, reason = "literals are compared as the program will")]
#[expect(clippy::cast_possible_truncation, reason = "what a narrower key would hold")]
const fn floats(a: f64, b: f64, after: bool) -> Order {
    if a == b {
        return if after { Order::More } else { Order::Same };
    }
    if a as f32 == b as f32 {
        return Order::Unknown;
    }
    ordered(a < b, false)
}

/// The text just after `a` is `a` with a zero byte behind it.
const fn texts(a: &[u8], b: &[u8], after: bool) -> Order {
    let length = if after { a.len() + 1 } else { a.len() };
    let mut i = 0;
    while i < length && i < b.len() {
        let byte = if i < a.len() { a[i] } else { 0 };
        if byte != b[i] {
            return ordered(byte < b[i], false);
        }
        i += 1;
    }
    ordered(length < b.len(), length == b.len())
}

/// Variants of one key are one if their names are, however they are spelt; of constants nothing is known, not even
/// that one name means one constant in two modules.
const fn names(a: &str, b: &str, after: bool) -> Order {
    let variants = is_variant(a) && is_variant(b);
    match (variants && same_text(a, b), after) {
        (true, true) => Order::More,
        (true, false) => Order::Same,
        // what comes after a name is none of the names: those are tried for themselves
        (false, true) => Order::Differs,
        (false, false) if variants => Order::Differs,
        (false, false) => Order::Unknown,
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
