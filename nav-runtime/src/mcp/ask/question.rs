//! What the person reads when the client asks: the whole of what a yes covers, nothing cut and nothing hidden.

use crate::session::{Card, Receipts};
use rmcp::model::{ElicitRequestParams, ElicitationSchema};
use serde_json::Value;
use std::fmt::Write;

/// The one field of the form.
pub(super) const APPROVE: &str = "approve";

/// A form with one box to tick. `None` if it cannot be made.
pub(in crate::mcp) fn form(card: &Card) -> Option<ElicitRequestParams> {
    let schema = ElicitationSchema::builder()
        .required_bool_property(APPROVE, |field| field.title("Yes, do it"))
        .build()
        .ok()?;
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message(card.does.as_str(), &card.receipts),
        requested_schema: schema,
    })
}

/// The way to the page where the person answers.
pub(in crate::mcp) fn link(card: &Card, page: &str) -> ElicitRequestParams {
    ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: format!("{}\n\nAnswer on the page, then come back.", card.does.as_str()),
        url: page.to_owned(),
        elicitation_id: card.ask_id.to_string(),
    }
}

fn message(does: &str, receipts: &Receipts) -> String {
    const FIRST: [&str; 4] = ["shows", "willUse", "willDo", "because"];
    let mut text = does.to_owned();
    let receipts = serde_json::to_value(receipts).unwrap_or_default();
    let Some(fields) = receipts.as_object() else {
        return text;
    };
    let first = FIRST.iter().filter_map(|key| fields.get_key_value(*key));
    let rest = fields.iter().filter(|(key, _)| !FIRST.contains(&key.as_str()));
    for (key, value) in first.chain(rest) {
        text.push('\n');
        field(&mut text, 0, key, value);
    }
    text
}

fn field(text: &mut String, depth: usize, key: &str, value: &Value) {
    text.push('\n');
    indent(text, depth);
    visible(text, key);
    text.push(':');
    data(text, depth, value);
}

/// Data as an outline: a line a value.
fn data(text: &mut String, depth: usize, value: &Value) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (key, value) in fields {
                field(text, depth + 1, key, value);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                text.push('\n');
                indent(text, depth + 1);
                text.push('-');
                data(text, depth + 1, item);
            }
        }
        Value::Object(_) | Value::Array(_) => text.push_str(" none"),
        Value::String(s) => {
            text.push(' ');
            visible(text, s);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(text, " {value}");
        }
    }
}

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n("  ", depth));
}

/// What would end a line, turn it round or show as nothing is spelled out.
fn visible(text: &mut String, s: &str) {
    for c in s.chars() {
        match c {
            '\'' | '"' | '\\' => text.push(c),
            // letters that are drawn as nothing
            '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => text.extend(c.escape_unicode()),
            c => text.extend(c.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_is_an_outline_that_cannot_be_forged() {
        let mut text = String::new();
        let value =
            json!({"total": "1\nshows: 2", "lines": [{"dress": "\u{202e}x"}, {"dress": "é\u{200b}"}], "none": []});
        data(&mut text, 0, &value);
        let wanted = "\n  lines:\n    -\n      dress: \\u{202e}x\n    -\n      dress: é\\u{200b}\n  none: none\n  \
                      total: 1\\nshows: 2";
        assert_eq!(text, wanted);
    }
}
