//! Conditions held together, against trying every value.

use super::conditions::{Held, Needs};
use crate::graph::{Cond, KeyId, Op, Threshold};
use std::cmp::Ordering;

const COMPARE: [Op; 6] = [Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];

fn cond(op: Op, threshold: Threshold) -> Cond {
    Cond {
        key: "key",
        key_hash: 7,
        id: KeyId(0),
        op,
        threshold,
        text: "",
        at: "",
    }
}

fn leak<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

/// A condition, and whether a value satisfies it.
type Known<V> = (Cond, Box<dyn Fn(&V) -> bool>);

/// Comparisons with each threshold. No value is none, and what is no number compares with nothing.
fn comparisons<V: PartialOrd + Clone + 'static>(thresholds: &[(V, Threshold)]) -> Vec<Known<V>> {
    let mut all: Vec<Known<V>> = Vec::new();
    for (value, threshold) in thresholds {
        for op in COMPARE {
            let value = value.clone();
            all.push((
                cond(op, *threshold),
                Box::new(move |v: &V| {
                    let order = v.partial_cmp(&value);
                    match op {
                        Op::Eq => order == Some(Ordering::Equal),
                        Op::Ne => order != Some(Ordering::Equal),
                        Op::Lt => order == Some(Ordering::Less),
                        Op::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                        Op::Gt => order == Some(Ordering::Greater),
                        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
                    }
                }),
            ));
        }
    }
    all
}

/// `matches!` with some members, and its negation.
fn sets<V: PartialOrd + Clone + 'static>(thresholds: &[(V, Threshold)]) -> Vec<Known<V>> {
    let mut all: Vec<Known<V>> = Vec::new();
    let mut both = |members: Vec<Threshold>, has: Box<dyn Fn(&V) -> bool>| {
        let set = Threshold::Set(leak(members));
        let has = std::rc::Rc::new(has);
        let not = has.clone();
        all.push((cond(Op::In, set), Box::new(move |v: &V| has(v))));
        all.push((cond(Op::NotIn, set), Box::new(move |v: &V| !not(v))));
    };
    for (n, (from, low)) in thresholds.iter().enumerate() {
        for (to, high) in &thresholds[n + 1..] {
            let two = [from.clone(), to.clone()];
            both(vec![*low, *high], Box::new(move |v: &V| two.contains(v)));
            let (low, high): (&'static Threshold, &'static Threshold) =
                (Box::leak(Box::new(*low)), Box::leak(Box::new(*high)));
            for inclusive in [false, true] {
                let (from, to) = (from.clone(), to.clone());
                both(
                    vec![Threshold::Range {
                        from: low,
                        to: high,
                        inclusive,
                    }],
                    Box::new(move |v: &V| from <= *v && (*v < to || inclusive && *v == to)),
                );
            }
            let to = to.clone();
            both(
                vec![Threshold::Range {
                    from: &Threshold::Null,
                    to: high,
                    inclusive: false,
                }],
                Box::new(move |v: &V| *v < to),
            );
            let from = from.clone();
            both(
                vec![Threshold::Range {
                    from: low,
                    to: &Threshold::Null,
                    inclusive: false,
                }],
                Box::new(move |v: &V| from <= *v),
            );
        }
    }
    all
}

fn possible(conds: Vec<Cond>) -> bool {
    let all = [Needs {
        says: "",
        conds: leak(conds),
    }];
    Held::all(Needs::NOTHING, &all).possible(7)
}

/// Three conditions at a time: what is called impossible is, and what is impossible is called so.
fn agree<V>(known: &[Known<V>], values: &[V]) {
    for (i, a) in known.iter().enumerate() {
        for (j, b) in known[i..].iter().enumerate() {
            for c in &known[i + j..] {
                let some = values.iter().any(|v| a.1(v) && b.1(v) && c.1(v));
                let said = possible(vec![a.0, b.0, c.0]);
                // a single `matches!` of which nothing passes is for the compiler to say
                assert_eq!(said, some, "{:?}\n{:?}\n{:?}", a.0, b.0, c.0);
            }
        }
    }
}

#[test]
fn integers() {
    let thresholds = [-1, 0, 2].map(|n: i128| (n, Threshold::Int(n)));
    let mut known = comparisons(&thresholds);
    known.extend(sets(&thresholds));
    agree(&known, &(-4..=5).collect::<Vec<i128>>());
}

#[test]
fn the_ends_of_the_integers() {
    let thresholds = [i128::MIN, i128::MAX].map(|n: i128| (n, Threshold::Int(n)));
    // beyond every threshold the type is not known, so there is always more
    let beyond: Vec<_> = comparisons(&thresholds);
    for (a, _) in &beyond {
        for (b, _) in &beyond {
            let _ = possible(vec![*a, *b]);
        }
    }
    assert!(!possible(vec![
        cond(Op::Gt, Threshold::Int(i128::MAX - 1)),
        cond(Op::Lt, Threshold::Int(i128::MAX)),
    ]));
}

#[test]
fn floating_point_numbers() {
    let thresholds = [0.0, 0.5, 1.0].map(|n: f64| (n, Threshold::Float(n)));
    let mut known = comparisons(&thresholds);
    known.extend(sets(&thresholds));
    let mut values: Vec<f64> = (-4..=8).map(|n| f64::from(n) / 4.0).collect();
    values.push(f64::NAN);
    agree(&known, &values);
}

#[test]
fn texts() {
    let mut values = vec![String::new()];
    for _ in 0..3 {
        let longer: Vec<_> = values
            .iter()
            .flat_map(|v| ["\0", "a", "b"].map(|end| format!("{v}{end}")))
            .collect();
        values.extend(longer);
    }
    values.sort();
    values.dedup();
    let thresholds = ["a", "a\0", "b"].map(|t| (t.to_owned(), Threshold::Str(t)));
    agree(&comparisons(&thresholds), &values);
    let mut few = sets(&thresholds[1..]);
    few.extend(comparisons(&thresholds[..1]));
    agree(&few, &values);
}

#[test]
fn what_may_be_none() {
    // `None` is less than `Some`, as the program compares them
    let thresholds = [0, 2].map(|n: i128| (Some(n), Threshold::Int(n)));
    let mut known = comparisons(&thresholds);
    known.push((cond(Op::Eq, Threshold::Null), Box::new(|v: &Option<i128>| v.is_none())));
    known.push((cond(Op::Ne, Threshold::Null), Box::new(|v: &Option<i128>| v.is_some())));
    for (name, some) in [("None", false), ("Some", true)] {
        let set = Threshold::Set(leak(vec![Threshold::Named { name, hash: 0 }]));
        known.push((cond(Op::In, set), Box::new(move |v: &Option<i128>| v.is_some() == some)));
    }
    let mut values: Vec<_> = (-3..=5).map(Some).collect();
    values.push(None);
    // of an integer and a name together nothing is said
    for (i, a) in known.iter().enumerate() {
        for b in &known[i..] {
            if values.iter().any(|v| a.1(v) && b.1(v)) {
                assert!(possible(vec![a.0, b.0]), "{:?}\n{:?}", a.0, b.0);
            }
        }
    }
    agree(&known[..known.len() - 2], &values);
    agree(&known[known.len() - 4..], &values);
}

#[test]
fn booleans() {
    // whether the key may be none is not known, so it may
    let thresholds = [
        (Some(true), Threshold::Bool(true)),
        (Some(false), Threshold::Bool(false)),
    ];
    let equal = comparisons(&thresholds);
    let known: Vec<_> = equal
        .into_iter()
        .filter(|(c, _)| matches!(c.op, Op::Eq | Op::Ne))
        .collect();
    agree(&known, &[None, Some(true), Some(false)]);
}

#[test]
fn variants() {
    let named = |name| Threshold::Named { name, hash: 0 };
    let variants = ["Open", "Held", "Sold"];
    let mut known: Vec<Known<&str>> = Vec::new();
    for one in variants {
        known.push((cond(Op::Eq, named(one)), Box::new(move |v: &&str| *v == one)));
        known.push((cond(Op::Ne, named(one)), Box::new(move |v: &&str| *v != one)));
        for other in variants {
            let set = Threshold::Set(leak(vec![named(one), named(other)]));
            known.push((cond(Op::In, set), Box::new(move |v: &&str| *v == one || *v == other)));
            known.push((cond(Op::NotIn, set), Box::new(move |v: &&str| *v != one && *v != other)));
        }
    }
    agree(&known, &["Open", "Held", "Sold", "another"]);
}

/// Constants may be anything, and one name may mean two of them.
#[test]
fn constants() {
    let consts = ["MOST", "LEAST", "MOST"];
    let literals = [0, 2].map(|n: i128| (n, Threshold::Int(n)));
    for values in 0..27_i128 {
        let of = [values % 3, values / 3 % 3, values / 9];
        let thresholds: Vec<_> = consts
            .iter()
            .zip(of)
            .map(|(name, value)| (value, Threshold::Named { name, hash: 0 }))
            .chain(literals)
            .collect();
        let known = comparisons(&thresholds);
        for a in &known {
            for b in &known {
                if (-2..=5).any(|v| a.1(&v) && b.1(&v)) {
                    assert!(possible(vec![a.0, b.0]), "{:?}\n{:?}", a.0, b.0);
                }
            }
        }
    }
}

#[test]
fn numbers_that_a_narrower_type_takes_for_one() {
    assert!(possible(vec![
        cond(Op::Eq, Threshold::Float(0.1)),
        cond(Op::Eq, Threshold::Float(0.100_000_000_1)),
    ]));
}

#[test]
fn other_keys_and_closures_do_not_count() {
    let other = Cond {
        key_hash: 8,
        ..cond(Op::Gt, Threshold::Int(9))
    };
    let closure = cond(Op::Opaque, Threshold::Opaque);
    assert!(possible(vec![cond(Op::Lt, Threshold::Int(3)), other, closure]));
}
