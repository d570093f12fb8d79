//! The page as HTML.

use super::html::{data, text};
use serde_json::Value;

/// What the page's looks are.
pub(super) const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.4rem; }
article { border: 1px solid #bbb; border-radius: 6px; padding: 1rem; margin: 1rem 0; }
article h2 { margin: 0; font-size: 1.1rem; }
article h3 { margin: 1rem 0 0.2rem; font-size: 0.9rem; color: #555; }
.from { color: #666; font-size: 0.85rem; }
dl { margin: 0; } dt { color: #555; font-size: 0.85rem; } dd { margin: 0 0 0.3rem 1rem; }
table { border-collapse: collapse; } th, td { border-bottom: 1px solid #ddd; padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }
mark { background: #fd6; font-family: monospace; }
form { margin-top: 1rem; } input[type=text] { width: 100%; box-sizing: border-box; padding: 0.4rem; margin: 0.3rem 0 0.8rem; }
button { font: inherit; padding: 0.4rem 1.2rem; margin-right: 0.6rem; }
.said { background: #eef6ee; padding: 0.5rem 1rem; border-radius: 6px; }
";

/// A question that waits, or that was answered with yes and is not used yet.
pub(super) struct Waiting {
    /// The conversation's public id.
    pub(super) conversation: String,
    /// The question's id.
    pub(super) ask: String,
    /// What the action does, in the author's words.
    pub(super) does: String,
    /// Everything that a yes covers.
    pub(super) receipts: Value,
    /// Whether a person said yes already.
    pub(super) approved: bool,
    /// What the form carries.
    pub(super) token: String,
}

/// The whole page.
pub(super) fn page(said: Option<&str>, cards: &[Waiting]) -> String {
    let mut html = String::from("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">");
    if cards.is_empty() {
        // With a form on the page a reload would take away what the person is writing.
        html.push_str("<meta http-equiv=\"refresh\" content=\"3\">");
    }
    html.push_str(
        "<meta name=\"viewport\" content=\"width=device-width\"><title>Questions for you</title>\
         <link rel=\"stylesheet\" href=\"/asks/style.css\"><h1>Questions for you</h1>",
    );
    if let Some(said) = said {
        html.push_str("<p class=\"said\">");
        text(&mut html, said);
        html.push_str("</p>");
    }
    if cards.is_empty() {
        html.push_str("<p>Nothing waits for you. This page looks again by itself.</p>");
    }
    for waiting in cards {
        card(&mut html, waiting);
    }
    html.push_str("<p><a href=\"/asks\">Look again</a></p></html>");
    html
}

/// The answer to the key: it leads on by itself, since a browser that came here from elsewhere would not show its new
/// cookie to a redirect.
pub(super) fn opened() -> String {
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=/asks\">\
     <title>Questions for you</title><p><a href=\"/asks\">Your questions</a></html>"
        .to_owned()
}

/// A page with one sentence.
pub(super) fn sentence(says: &str) -> String {
    let mut html =
        String::from("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Questions for you</title><p>");
    text(&mut html, says);
    html.push_str("</html>");
    html
}

fn card(html: &mut String, card: &Waiting) {
    html.push_str("<article><h2>");
    text(html, &card.does);
    html.push_str("</h2><div class=\"from\">");
    text(html, &format!("{} of conversation {}", card.ask, card.conversation));
    html.push_str("</div>");
    receipts(html, &card.receipts);
    if card.approved {
        html.push_str("<p>You said yes. The agent has not acted on it yet.</p></article>");
        return;
    }
    html.push_str("<form method=\"post\" action=\"/asks/answer\">");
    for (name, value) in [
        ("conversation", &card.conversation),
        ("ask", &card.ask),
        ("token", &card.token),
    ] {
        html.push_str("<input type=\"hidden\" name=\"");
        html.push_str(name);
        html.push_str("\" value=\"");
        text(html, value);
        html.push_str("\">");
    }
    html.push_str(
        "<label>A note, if you decline<input type=\"text\" name=\"note\" maxlength=\"200\" autocomplete=\"off\"></label>\
         <button name=\"answer\" value=\"approve\">Approve</button>\
         <button name=\"answer\" value=\"decline\">Decline</button></form></article>",
    );
}

/// The receipts, the most telling part first and none left out.
fn receipts(html: &mut String, receipts: &Value) {
    const FIRST: [(&str, &str); 5] = [
        ("shows", "What it is about"),
        ("willUse", "What it will use"),
        ("willDo", "What it will do"),
        ("because", "Why it can be done now"),
        ("recentSteps", "What happened before"),
    ];
    let Some(fields) = receipts.as_object() else {
        data(html, receipts);
        return;
    };
    let title = |key: &str| FIRST.iter().find(|(first, _)| *first == key).map(|(_, title)| *title);
    let first = FIRST.iter().filter_map(|(key, _)| fields.get_key_value(*key));
    let rest = fields.iter().filter(|(key, _)| title(key).is_none());
    for (key, value) in first.chain(rest) {
        html.push_str("<h3>");
        text(html, title(key).unwrap_or(key));
        html.push_str("</h3><div>");
        match (key.as_str(), value.as_array()) {
            ("because", Some(conditions)) if !conditions.is_empty() => because(html, conditions),
            _ => data(html, value),
        }
        html.push_str("</div>");
    }
}

/// Conditions as they would be written, each with what it saw.
fn because(html: &mut String, conditions: &[Value]) {
    html.push_str("<ul>");
    for condition in conditions {
        let op = match condition["op"].as_str() {
            Some("eq") => "is",
            Some("ne") => "is not",
            Some("gt") => "is above",
            Some("gte") => "is at least",
            Some("lt") => "is below",
            Some("lte") => "is at most",
            Some("in") => "is one of",
            _ => "is none of",
        };
        html.push_str("<li>");
        data(html, &condition["key"]);
        html.push_str(&format!(" {op} "));
        data(html, &condition["threshold"]);
        html.push_str(": it is ");
        data(html, &condition["actualSummary"]);
    }
    html.push_str("</ul>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn waiting(approved: bool) -> Waiting {
        Waiting {
            conversation: "c1".into(),
            ask: "ask:1".into(),
            does: "Place the order.".into(),
            receipts: json!({"version": 3, "willDo": {"does": "Place the order."}, "shows": {"total": "<b>1"}, "new": 1,
                "because": [{"key": "items", "op": "gt", "threshold": 0, "actualSummary": "<3", "result": true}]}),
            approved,
            token: "t".into(),
        }
    }

    #[test]
    fn a_card_is_whole_and_has_a_form_until_it_is_answered() {
        let html = page(None, &[waiting(false)]);
        for part in [
            "&lt;b&gt;1",
            "<li>items is above 0: it is &lt;3",
            "What it is about",
            "<h3>new",
            "<h3>version",
            "value=\"approve\"",
            "value=\"ask:1\"",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
        assert!(!html.contains("http-equiv"), "a reload would lose the note");
        assert!(html.find("What it is about") < html.find("What it will do"));
        let html = page(Some("Approved."), &[waiting(true)]);
        assert!(!html.contains("<form") && html.contains("has not acted on it yet"));
        assert!(page(None, &[]).contains("http-equiv=\"refresh\""));
    }
}
