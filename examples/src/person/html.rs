//! Text and data as HTML: everything escaped, nothing hidden.

use serde_json::{Map, Value};
use std::fmt::Write;

/// Appends text with HTML's own characters escaped and with control and bidi characters made visible, so that what a
/// person reads is what is there.
pub(super) fn text(into: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            c if misleading(c) => {
                let _ = write!(into, "<mark>U+{:04X}</mark>", c as u32);
            }
            c => into.push(c),
        }
    }
}

/// Characters that show as nothing, or that change how their neighbours show.
fn misleading(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Appends data, whole: objects as description lists, lists of like objects as tables.
pub(super) fn data(into: &mut String, value: &Value) {
    match value {
        Value::Null => into.push('–'),
        Value::Bool(yes) => into.push_str(if *yes { "yes" } else { "no" }),
        Value::Number(n) => {
            let _ = write!(into, "{n}");
        }
        Value::String(s) => text(into, s),
        Value::Array(items) if items.is_empty() => into.push_str("none"),
        Value::Array(items) => match columns(items) {
            Some(columns) => table(into, &columns, items),
            None => {
                into.push_str("<ul>");
                for item in items {
                    into.push_str("<li>");
                    data(into, item);
                }
                into.push_str("</ul>");
            }
        },
        Value::Object(fields) => {
            into.push_str("<dl>");
            for (name, value) in fields {
                into.push_str("<dt>");
                text(into, name);
                into.push_str("<dd>");
                data(into, value);
            }
            into.push_str("</dl>");
        }
    }
}

/// The field names of a list of objects that all have the same ones.
fn columns(items: &[Value]) -> Option<Vec<&str>> {
    let rows: Option<Vec<&Map<String, Value>>> = items.iter().map(Value::as_object).collect();
    let rows = rows?;
    let names: Vec<&str> = rows.first()?.keys().map(String::as_str).collect();
    let alike = |row: &&Map<String, Value>| row.keys().map(String::as_str).eq(names.iter().copied());
    (!names.is_empty() && rows.iter().all(alike)).then_some(names)
}

fn table(into: &mut String, columns: &[&str], rows: &[Value]) {
    into.push_str("<table><tr>");
    for name in columns {
        into.push_str("<th>");
        text(into, name);
    }
    for row in rows {
        into.push_str("<tr>");
        for name in columns {
            into.push_str("<td>");
            data(into, &row[*name]);
        }
    }
    into.push_str("</table>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(value: &Value) -> String {
        let mut html = String::new();
        data(&mut html, value);
        html
    }

    #[test]
    fn nothing_of_the_data_becomes_markup_or_stays_hidden() {
        let html = shown(&json!({"<b>": "\u{202e}evil</form><script>", "x": ["a'\"", null, 3]}));
        assert_eq!(
            html,
            "<dl><dt>&lt;b&gt;<dd><mark>U+202E</mark>evil&lt;/form&gt;&lt;script&gt;\
             <dt>x<dd><ul><li>a&#39;&quot;<li>–<li>3</ul></dl>"
        );
        assert_eq!(
            shown(&json!("a\nb\u{200b}")),
            "a<mark>U+000A</mark>b<mark>U+200B</mark>"
        );
    }

    #[test]
    fn like_objects_are_a_table() {
        assert_eq!(
            shown(&json!([{"a": 1, "b": true}, {"a": 2, "b": false}])),
            "<table><tr><th>a<th>b<tr><td>1<td>yes<tr><td>2<td>no</table>"
        );
    }
}
