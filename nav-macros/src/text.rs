//! What an agent reads: the first paragraph of a doc comment, from literals only.

use crate::{
    codes::{DOES_TEXT, NOT_A_LITERAL},
    diag::Sink,
};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// The longest sentence that a row serves, in characters.
const LONGEST: usize = 200;

/// The literals of a doc comment; one that is none is said.
fn literals(attrs: &[Attribute], sink: &mut Sink) -> Option<Vec<LitStr>> {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|a| a.path().is_ident("doc")) {
        let Meta::NameValue(doc) = &attr.meta else { continue };
        match &doc.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(line), ..
            }) => lines.push(line.clone()),
            other => {
                sink.at(
                    NOT_A_LITERAL,
                    other,
                    "what an agent reads is a literal in the source, the author's own words\nhelp: write it as a `///` line",
                );
                return None;
            }
        }
    }
    Some(lines)
}

/// What a doc comment says, checked; `None` if there is no comment. One that is wrong says nothing.
pub(crate) fn does(attrs: &[Attribute], sink: &mut Sink) -> Option<String> {
    let Some(lines) = literals(attrs, sink) else {
        return Some(String::new());
    };
    let (used, paragraph) = first_paragraph(&lines);
    let at = &lines[used];
    if paragraph.is_empty() {
        return None;
    }
    let says = without_markup(&paragraph);
    let span = quote::quote!(#(#at)*);
    if let Some(control) = says.chars().find(|c| c.is_control()) {
        sink.at(
            DOES_TEXT,
            span,
            format!(
                "the agent reads this, and it holds the control character U+{:04X}\nhelp: take it out",
                u32::from(control)
            ),
        );
    } else if says.chars().count() > LONGEST {
        sink.at(
            DOES_TEXT,
            span,
            format!(
                "the agent reads the first paragraph: at most {LONGEST} characters, this has {}\nhelp: move the rest below an empty `///` line",
                says.chars().count()
            ),
        );
    }
    Some(says)
}

/// The first paragraph on one line, and which literals it came from.
fn first_paragraph(literals: &[LitStr]) -> (std::ops::Range<usize>, String) {
    let mut paragraph = String::new();
    let mut first = 0;
    for (n, literal) in literals.iter().enumerate() {
        let text = literal.value();
        let block = text.contains('\n');
        // an empty `///` has a literal without lines
        let lines = if text.is_empty() {
            vec![""]
        } else {
            text.lines().collect()
        };
        for line in lines {
            let line = line.trim_matches(' ');
            let line = if block {
                line.trim_start_matches('*').trim_matches(' ')
            } else {
                line
            };
            if !line.is_empty() {
                if paragraph.is_empty() {
                    first = n;
                } else {
                    paragraph.push(' ');
                }
                paragraph.push_str(line);
            } else if !paragraph.is_empty() {
                return (first..n.max(first + 1), paragraph);
            }
        }
    }
    (first..literals.len(), paragraph)
}

/// Without backticks, link brackets and link targets.
fn without_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '`' | '[' => {}
            ']' => {
                let close = match letters.peek() {
                    Some('(') => ')',
                    Some('[') => ']',
                    _ => continue,
                };
                letters.by_ref().find(|l| *l == close);
            }
            letter => out.push(letter),
        }
    }
    out
}
