//! Who the users are: the part of a service that every service has already.

use nav_runtime::Caller;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fmt::Write,
    sync::{Mutex, PoisonError},
};

/// The users, who of them is signed in, and the tokens of their agents.
pub struct Users {
    /// Stands for the service's own way to check a password.
    passwords: HashMap<String, [u8; 32]>,
    /// By the hash of the token. It opens `/mcp` and nothing else.
    agents: HashMap<[u8; 32], Caller>,
    /// By the hash of the cookie. It opens the pages and nothing else.
    signed_in: Mutex<HashMap<[u8; 32], Caller>>,
}

/// The system gives no random bytes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no random bytes for tokens")]
pub struct UsersError;

impl Users {
    /// These users, by name and password; and the token of each one's agent.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn new(users: &[(&str, &str)]) -> Result<(Self, Vec<String>), UsersError> {
        let (mut passwords, mut agents, mut tokens) = (HashMap::new(), HashMap::new(), Vec::new());
        for (name, password) in users {
            let token = secret()?;
            passwords.insert((*name).to_owned(), hash(&format!("{name}/{password}")));
            agents.insert(hash(&token), Caller::new(*name));
            tokens.push(token);
        }
        let users = Users {
            passwords,
            agents,
            signed_in: Mutex::default(),
        };
        Ok((users, tokens))
    }

    /// Signs a user in: the cookie, if the password is theirs.
    pub fn sign_in(&self, name: &str, password: &str) -> Option<String> {
        if self.passwords.get(name)? != &hash(&format!("{name}/{password}")) {
            return None;
        }
        let cookie = secret().ok()?;
        let mut signed_in = self.signed_in.lock().unwrap_or_else(PoisonError::into_inner);
        signed_in.insert(hash(&cookie), Caller::new(name));
        Some(cookie)
    }

    /// Who is signed in with that cookie.
    pub fn of_cookie(&self, cookie: &str) -> Option<Caller> {
        let signed_in = self.signed_in.lock().unwrap_or_else(PoisonError::into_inner);
        signed_in.get(&hash(cookie)).cloned()
    }

    /// Whose agent has that token.
    pub fn of_token(&self, token: &str) -> Option<Caller> {
        self.agents.get(&hash(token)).cloned()
    }
}

fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// 128 random bits as text.
fn secret() -> Result<String, UsersError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| UsersError)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
