//! A text put together in const evaluation.

/// A fixed buffer; what does not fit is cut.
pub(super) struct Message {
    buffer: [u8; Message::SIZE],
    length: usize,
}

impl Message {
    const SIZE: usize = 640;

    pub(super) const fn new(says: &str) -> Self {
        Message {
            buffer: [0; Message::SIZE],
            length: 0,
        }
        .push(says)
    }

    pub(super) const fn push(mut self, says: &str) -> Self {
        let bytes = says.as_bytes();
        let mut i = 0;
        while i < bytes.len() && self.length < Message::SIZE {
            self.buffer[self.length] = bytes[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// Names, with commas between.
    pub(super) const fn push_list(mut self, names: &[&str]) -> Self {
        let mut i = 0;
        while i < names.len() {
            self = self.push(if i == 0 { "`" } else { ", `" }).push(names[i]).push("`");
            i += 1;
        }
        self
    }

    /// The text, up to the last whole character.
    pub(super) const fn as_str(&self) -> &str {
        let mut length = self.length;
        loop {
            match core::str::from_utf8(self.buffer.split_at(length).0) {
                Ok(text) => return text,
                Err(_) => length -= 1,
            }
        }
    }

    /// Ends the compilation with this text, at the caller's caller.
    #[track_caller]
    #[expect(clippy::panic, reason = "a panic in const evaluation is an error of the compiler's")]
    pub(super) const fn say(&self) -> ! {
        panic!("{}", self.as_str())
    }
}
