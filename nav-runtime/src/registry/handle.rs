//! What a conversation is found by: a secret for its agent, a public id for people and logs.

use super::RegistryError;
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// The secret that finds a conversation: whoever has it, and is its caller, can go on with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Handle(String);

impl Handle {
    /// 128 random bits.
    pub(super) fn random() -> Result<Self, RegistryError> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(|_| RegistryError::NoRandomness)?;
        Ok(Handle(letters(&bits)))
    }

    pub(super) fn hashed(&self) -> Hashed {
        Hashed::of(&self.0)
    }

    /// The secret itself: for the agent's reply, never for a log.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handle([hidden])")
    }
}

/// What the registry keeps of a handle. Looking up a hash takes a time that says nothing about the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Hashed([u8; 32]);

impl Hashed {
    pub(super) fn of(handle: &str) -> Self {
        Hashed(Sha256::digest(handle.as_bytes()).into())
    }
}

/// A conversation's public id: it finds nothing for an agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConversationId([u8; 10]);

impl ConversationId {
    pub(super) fn random() -> Result<Self, RegistryError> {
        let mut bits = [0; 10];
        getrandom::fill(&mut bits).map_err(|_| RegistryError::NoRandomness)?;
        Ok(ConversationId(bits))
    }
}

impl fmt::Display for ConversationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters(&self.0))
    }
}

impl fmt::Debug for ConversationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConversationId({self})")
    }
}

/// A text that is no conversation's id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no conversation's id")]
#[non_exhaustive]
pub struct NotAnId;

impl FromStr for ConversationId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        if text.len() != 16 {
            return Err(NotAnId);
        }
        let mut bits = 0_u128;
        for byte in text.bytes() {
            let digit = ALPHABET.iter().position(|letter| *letter == byte).ok_or(NotAnId)?;
            bits = bits << 5 | digit as u128;
        }
        let [_, _, _, _, _, _, id @ ..] = bits.to_be_bytes();
        Ok(ConversationId(id))
    }
}

/// Lower case only and nothing that looks alike: a model copies it, a person may read it out.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

fn letters(bits: &[u8]) -> String {
    let (mut text, mut held, mut count) = (String::new(), 0_u32, 0_u32);
    for byte in bits {
        held = held << 8 | u32::from(*byte);
        count += 8;
        while count >= 5 {
            count -= 5;
            text.push(char::from(ALPHABET[(held >> count & 31) as usize]));
        }
    }
    if count > 0 {
        text.push(char::from(ALPHABET[(held << (5 - count) & 31) as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_nothing_else_is_one() {
        let id = ConversationId([0, 1, 0xfe, 0x80, 0xff, 0, 7, 0x55, 0xaa, 1]);
        assert_eq!(id.to_string().parse(), Ok(id));
        for not in [
            "",
            "a",
            "AAAAAAAAAAAAAAAA",
            "aaaaaaaaaaaaaaa-",
            "aaaaaaaaaaaaaaé",
            "aaaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert_eq!(not.parse::<ConversationId>(), Err(NotAnId), "{not}");
        }
    }

    #[test]
    fn a_handle_has_128_bits_and_hides() {
        let (one, two) = (Handle::random().unwrap(), Handle::random().unwrap());
        assert_eq!(one.reveal().len(), 26);
        assert_ne!(one, two);
        assert_eq!(format!("{one:?}"), "Handle([hidden])");
    }
}
