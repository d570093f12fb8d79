//! Exact comparison of JSON numbers.

use serde_json::Number;
use std::cmp::Ordering;

/// The number as an integer, if JSON wrote it as one that fits 64 bits.
pub(super) fn integer(n: &Number) -> Option<i128> {
    n.as_i64().map(i128::from).or_else(|| n.as_u64().map(i128::from))
}

/// Compares without rounding either side.
pub(super) fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        (Some(a), None) => compare_mixed(a, b.as_f64()?),
        (None, Some(b)) => compare_mixed(b, a.as_f64()?).map(Ordering::reverse),
        (None, None) => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

fn compare_mixed(int: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    // The cast saturates, which is far outside 64 bits, so the order stays true.
    #[allow(clippy::cast_possible_truncation)]
    let whole = float.trunc() as i128;
    Some(int.cmp(&whole).then_with(|| {
        let fraction = float.fract();
        if fraction > 0.0 {
            Ordering::Less
        } else if fraction < 0.0 {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }))
}

/// Whether `n` is a multiple of `of`: exact for integers, to a billionth for fractions.
pub(super) fn is_multiple(n: &Number, of: &Number) -> bool {
    match (integer(n), integer(of)) {
        (_, Some(0)) => true,
        (Some(n), Some(of)) => n % of == 0,
        _ => {
            let (Some(n), Some(of)) = (n.as_f64(), of.as_f64()) else {
                return true;
            };
            let times = n / of;
            !times.is_finite() || (times - times.round()).abs() <= 1e-9 * times.abs().max(1.0)
        }
    }
}
