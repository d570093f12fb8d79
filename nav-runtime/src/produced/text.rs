//! Text of the app: cut at a number of characters, and cleaned where it must stay on one line.

use super::{CUT, LONGEST_TEXT};
use std::fmt::{self, Write};

/// The most characters of a label.
const LONGEST_LABEL: usize = 80;

/// A text that keeps its first characters, however long what is written into it.
pub(super) struct Clip {
    text: String,
    /// How many characters there is room for.
    room: usize,
    cut: bool,
}

impl Clip {
    pub(super) const fn new(characters: usize) -> Self {
        Clip {
            text: String::new(),
            room: characters,
            cut: false,
        }
    }

    fn push(&mut self, c: char) {
        if self.room == 0 {
            self.cut = true;
        } else {
            self.room -= 1;
            self.text.push(c);
        }
    }

    pub(super) const fn is_cut(&self) -> bool {
        self.cut
    }

    pub(super) fn json_bytes(&self) -> usize {
        let cut = if self.cut { CUT.len_utf8() } else { 0 };
        cut + json_bytes(&self.text)
    }

    /// Cuts it further, until it takes no more bytes of JSON than these.
    pub(super) fn shorten(&mut self, bytes: usize) {
        while self.json_bytes() > bytes && self.text.pop().is_some() {
            self.cut = true;
        }
    }

    pub(super) fn finish(mut self) -> String {
        if self.cut {
            self.text.push(CUT);
        }
        self.text
    }
}

impl Write for Clip {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.cut {
            return Ok(());
        }
        if more.len() <= self.room {
            self.room -= more.chars().count();
            self.text.push_str(more);
            return Ok(());
        }
        let end = more.char_indices().nth(self.room).map(|(end, _)| end);
        let kept = &more[..end.unwrap_or(more.len())];
        self.room -= if end.is_some() { self.room } else { kept.chars().count() };
        self.text.push_str(kept);
        self.cut = end.is_some();
        Ok(())
    }
}

/// The first characters of a text.
pub(super) fn clip(text: &str, characters: usize) -> Clip {
    let mut out = Clip::new(characters);
    let _ = out.write_str(text);
    out
}

/// How many bytes a text takes in JSON, its quotes included.
pub(super) fn json_bytes(text: &str) -> usize {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
        0..=0x1f => 6,
        _ => 1,
    };
    2 + text.bytes().map(escaped).sum::<usize>()
}

/// An error's words: one line of at most 200 characters, without characters that steer a terminal or a reader's eye.
pub(crate) fn clean_error(text: &str) -> String {
    one_line(text, LONGEST_TEXT)
}

/// A label: one line of at most 80 characters.
pub(crate) fn clean_label(text: &str) -> String {
    one_line(text, LONGEST_LABEL)
}

fn one_line(text: &str, characters: usize) -> String {
    let mut out = Clip::new(characters);
    // A break, with the spaces around it, is one space; at either end it is nothing.
    let mut gap = true;
    for c in text.chars().filter(|c| is_break(*c) || !is_unseen(*c)) {
        if is_break(c) {
            gap = true;
        } else if c != ' ' {
            if std::mem::take(&mut gap) && !out.text.is_empty() && !out.text.ends_with(' ') {
                out.push(' ');
            }
            out.push(c);
        } else if !gap {
            out.push(c);
        }
        if out.is_cut() {
            return out.finish();
        }
    }
    out.finish().trim_end().to_owned()
}

/// Ends a line, or moves along it.
const fn is_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Controls; marks that turn the direction of writing; characters without a shape, in which words can be hidden.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}
