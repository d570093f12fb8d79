//! Who may open the page: a one-time key from the terminal, then a cookie; and a token for each card.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::{
    collections::VecDeque,
    fmt::Write,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The most browsers that are remembered; the oldest is forgotten first.
const MOST_BROWSERS: usize = 16;

/// The keys to the page. Nothing of them is ever logged.
pub(super) struct Keys {
    /// Signs the cards' tokens; new with every start.
    signing: [u8; 32],
    doors: Mutex<Doors>,
}

struct Doors {
    /// The key that was printed and not yet used.
    waiting: String,
    /// Hashes of the cookies that were given out.
    opened: VecDeque<[u8; 32]>,
}

/// A browser's cookie, known to be one that was given out.
pub(super) struct Browser(String);

impl Browser {
    /// One that the service's own login knows.
    pub(super) fn of_login(session: String) -> Self {
        Browser(session)
    }
}

impl Keys {
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        let mut signing = [0; 32];
        getrandom::fill(&mut signing)?;
        Ok(Keys {
            signing,
            doors: Mutex::new(Doors {
                waiting: secret()?,
                opened: VecDeque::new(),
            }),
        })
    }

    fn doors(&self) -> MutexGuard<'_, Doors> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key to print on the terminal.
    pub(super) fn waiting(&self) -> String {
        self.doors().waiting.clone()
    }

    /// Uses up the printed key: a cookie for the browser that brought it, and a new key to print.
    pub(super) fn open(&self, key: &str) -> Option<String> {
        let mut doors = self.doors();
        // Hashes are compared, so that the time it takes says nothing about the key.
        if hash(key) != hash(&doors.waiting) {
            return None;
        }
        let (cookie, next) = (secret().ok()?, secret().ok()?);
        doors.waiting = next;
        if doors.opened.len() == MOST_BROWSERS {
            doors.opened.pop_front();
        }
        doors.opened.push_back(hash(&cookie));
        Some(cookie)
    }

    /// The browser of that cookie, if the page gave it out.
    pub(super) fn browser(&self, cookie: &str) -> Option<Browser> {
        let known = self.doors().opened.contains(&hash(cookie));
        known.then(|| Browser(cookie.to_owned()))
    }

    /// The token that this browser's form for this card carries.
    pub(super) fn token(&self, browser: &Browser, card: &str) -> String {
        self.mac(browser, card)
            .map_or_else(String::new, |mac| hex(&mac.finalize().into_bytes()))
    }

    /// Whether that is the token of this browser's form for this card.
    pub(super) fn token_fits(&self, browser: &Browser, card: &str, token: &str) -> bool {
        let (Some(mac), Some(token)) = (self.mac(browser, card), unhex(token)) else {
            return false;
        };
        mac.verify_slice(&token).is_ok()
    }

    fn mac(&self, browser: &Browser, card: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.signing).ok()?;
        mac.update(browser.0.as_bytes());
        mac.update(&[0]);
        mac.update(card.as_bytes());
        Some(mac)
    }
}

/// 128 random bits as text.
fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_once_and_a_token_fits_one_card_of_one_browser() {
        let keys = Keys::new().unwrap();
        let key = keys.waiting();
        assert!(keys.open("made up").is_none());
        let cookie = keys.open(&key).unwrap();
        assert!(keys.open(&key).is_none(), "used up");
        let other = keys.open(&keys.waiting()).unwrap();
        assert!(keys.browser("made up").is_none());
        let (one, two) = (keys.browser(&cookie).unwrap(), keys.browser(&other).unwrap());
        let token = keys.token(&one, "c1/ask:1");
        assert!(keys.token_fits(&one, "c1/ask:1", &token));
        assert!(!keys.token_fits(&one, "c1/ask:2", &token));
        assert!(!keys.token_fits(&two, "c1/ask:1", &token));
        assert!(!keys.token_fits(&one, "c1/ask:1", "é"));
    }
}
