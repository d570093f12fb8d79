//! A moment as RFC 3339 writes it, validated by its type.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A moment with its offset from UTC, to the second: `2030-05-04T18:30:00+02:00`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Moment {
    text: String,
    hour: u32,
    unix: i64,
}

impl Moment {
    /// The hour on the clock of whoever wrote it.
    #[must_use]
    pub fn hour(&self) -> u32 {
        self.hour
    }

    /// Seconds since the beginning of 1970 in UTC.
    #[must_use]
    pub fn unix(&self) -> i64 {
        self.unix
    }

    /// As it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> String {
        moment.text
    }
}

impl TryFrom<String> for Moment {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let (hour, unix) = read(&text).ok_or("a moment is written like 2030-05-04T18:30:00+02:00")?;
        Ok(Moment { text, hour, unix })
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": "date-time",
            "description": "A moment with its offset, as RFC 3339 writes it: 2030-05-04T18:30:00+02:00.",
        })
    }
}

/// The hour on its clock, and the second in UTC.
fn read(text: &str) -> Option<(u32, i64)> {
    let mut rest = text;
    let mut number = |digits: usize, then: &[char]| {
        let (head, tail) = rest.split_at_checked(digits)?;
        let value: i64 = head.bytes().all(|b| b.is_ascii_digit()).then(|| head.parse().ok())??;
        rest = match then {
            [] => tail,
            then => tail.strip_prefix(then)?,
        };
        Some(value)
    };
    let (year, month, day) = (number(4, &['-'])?, number(2, &['-'])?, number(2, &['T', 't', ' '])?);
    let (hour, minute, second) = (number(2, &[':'])?, number(2, &[':'])?, number(2, &[])?);
    if let Some(fraction) = rest.strip_prefix('.') {
        let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == fraction.len() {
            return None;
        }
        rest = after;
    }
    let offset = offset(rest)?;
    let in_range = (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let at = days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    in_range.then_some((u32::try_from(hour).ok()?, at - offset))
}

/// Seconds east of UTC.
fn offset(text: &str) -> Option<i64> {
    if text == "Z" || text == "z" {
        return Some(0);
    }
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let two = |s: &str| (s.len() == 2 && s.bytes().all(|b| b.is_ascii_digit())).then(|| s.parse::<i64>().ok())?;
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let leap_days = before / 4 - before / 100 + before / 400;
    let months: i64 = (1..month).map(|m| days_of(year, m)).sum();
    (before * 365 + leap_days + months + day - 1) - 719_162
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn a_moment_is_read_as_rfc_3339_writes_it() {
        for (text, hour, unix) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("2000-02-29T12:00:00z", 12, 951_825_600),
            ("2030-05-04T18:30:00+02:00", 18, 1_904_142_600),
            ("2030-05-04T14:30:00.25-02:00", 14, 1_904_142_600),
        ] {
            let moment = Moment::try_from(text.to_owned()).expect(text);
            assert_eq!((moment.hour(), moment.unix()), (hour, unix), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "tomorrow",
            "",
            "2030-05-04",
            "2030-05-04T18:30:00",
            "2030-02-29T10:00:00Z",
            "2030-13-01T10:00:00Z",
            "2030-05-04T24:00:00Z",
            "2030-05-04T18:30:00.+02:00",
            "2030-05-04T18:30:00+2:00",
            "+030-05-04T18:30:00Z",
            "2030-05-04T18:30:00Z!",
            "203\u{e9}-05-04T18:30:00Z",
        ] {
            assert!(Moment::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
