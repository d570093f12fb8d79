//! What a yes is bound to: a keyed digest over values in one form.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use std::sync::OnceLock;

/// A keyed digest. Nobody without the process's secret can make one.
pub(crate) type Digest = [u8; 32];

/// The process's secret.
pub(crate) struct Secret(Hmac<Sha256>);

impl Secret {
    /// `None` if the system gives no random bytes.
    pub(crate) fn of_this_process() -> Option<&'static Secret> {
        static SECRET: OnceLock<Option<Secret>> = OnceLock::new();
        SECRET
            .get_or_init(|| {
                let mut key = [0_u8; 32];
                getrandom::fill(&mut key).ok()?;
                Hmac::new_from_slice(&key).ok().map(Secret)
            })
            .as_ref()
    }

    /// A hasher's keys that are this process's own.
    pub(crate) fn hasher(&self) -> &std::hash::RandomState {
        static KEYS: OnceLock<std::hash::RandomState> = OnceLock::new();
        KEYS.get_or_init(std::hash::RandomState::new)
    }

    pub(crate) fn digest(&self, bytes: &[u8]) -> Digest {
        let mut mac = self.0.clone();
        mac.update(bytes);
        mac.finalize().into_bytes().into()
    }
}

/// Writes a value in the one form that equal values have: keys sorted by our own code, every part with its length.
///
/// The depth of what comes here is bounded: a call's arguments are measured before they are read.
pub(crate) fn canonical(v: &Value, out: &mut Vec<u8>) {
    fn text(tag: u8, s: &str, out: &mut Vec<u8>) {
        out.push(tag);
        out.extend((s.len() as u64).to_le_bytes());
        out.extend(s.as_bytes());
    }
    match v {
        Value::Null => out.push(0),
        Value::Bool(b) => out.push(1 + u8::from(*b)),
        Value::Number(n) => text(3, &n.to_string(), out),
        Value::String(s) => text(4, s, out),
        Value::Array(items) => {
            out.push(5);
            out.extend((items.len() as u64).to_le_bytes());
            items.iter().for_each(|v| canonical(v, out));
        }
        Value::Object(fields) => {
            out.push(6);
            out.extend((fields.len() as u64).to_le_bytes());
            let mut sorted: Vec<_> = fields.iter().collect();
            sorted.sort_by(|a, b| a.0.cmp(b.0));
            for (name, v) in sorted {
                text(7, name, out);
                canonical(v, out);
            }
        }
    }
}
