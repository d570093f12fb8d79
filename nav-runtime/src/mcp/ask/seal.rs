//! Request state that a client carries for us: signed, bound to the call it was made for, and good once.

use crate::{ledger::AskId, registry::ConversationId, session::Caller};
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long a person may take.
const KEPT: Duration = Duration::from_secs(10 * 60);

/// Questions that are out at once, in all conversations: the oldest is forgotten beyond that.
const MOST: usize = 4096;

/// Makes and opens request state. Clones share what is out.
#[derive(Clone)]
pub(in crate::mcp) struct Seals {
    codec: Option<RequestStateCodec>,
    out: Arc<Mutex<Out>>,
}

/// The numbers of what was sealed and not opened yet.
#[derive(Default)]
struct Out {
    next: u64,
    since: BTreeMap<u64, Instant>,
}

/// What is in a seal: readable by the client, so no input is.
#[derive(Serialize, Deserialize)]
struct Sealed {
    ask: String,
    n: u64,
}

/// The call that a seal is good for.
#[derive(Clone, Copy)]
pub(in crate::mcp) struct About<'a> {
    pub(in crate::mcp) caller: &'a Caller,
    pub(in crate::mcp) conversation: ConversationId,
    pub(in crate::mcp) tool: &'a str,
    pub(in crate::mcp) args: &'a Map<String, Value>,
}

impl About<'_> {
    /// A digest that no other call has: every part goes in with its length.
    fn digest(&self) -> [u8; 32] {
        let args = serde_json::to_vec(self.args).unwrap_or_default();
        let conversation = self.conversation.to_string();
        let mut digest = Sha256::new();
        for part in [
            self.caller.id().as_bytes(),
            conversation.as_bytes(),
            self.tool.as_bytes(),
            &args,
        ] {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        digest.finalize().into()
    }
}

impl Seals {
    /// With a key of this process. Without random bytes nothing is sealed, and so nobody is asked.
    pub(in crate::mcp) fn new() -> Self {
        let mut key = [0; 32];
        let codec = getrandom::fill(&mut key)
            .ok()
            .and_then(|()| RequestStateCodec::try_new(key).ok());
        Seals {
            codec,
            out: Arc::default(),
        }
    }

    /// State for a question, good for that call.
    pub(in crate::mcp) fn seal(&self, ask: AskId, about: About<'_>) -> Option<String> {
        let codec = self.codec.as_ref()?;
        let n = {
            let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            out.since.retain(|_, since| now.duration_since(*since) < KEPT);
            if out.since.len() >= MOST {
                out.since.pop_first();
            }
            let n = out.next;
            out.next += 1;
            out.since.insert(n, now);
            n
        };
        let ask = ask.to_string();
        let digest = about.digest();
        let options = SealOptions::new().associated_data(&digest).ttl(KEPT);
        codec.seal_json_with(&Sealed { ask, n }, &options).ok()
    }

    /// The question that a state was sealed for, if it was sealed for this call and is opened for the first time.
    pub(in crate::mcp) fn open(&self, state: &str, about: About<'_>) -> Option<AskId> {
        let sealed: Sealed = self.codec.as_ref()?.open_json_with(state, &about.digest()).ok()?;
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let since = out.since.remove(&sealed.n)?;
        (since.elapsed() < KEPT).then(|| AskId::parse(&sealed.ask))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn conversation(letter: char) -> ConversationId {
        String::from_iter([letter; 16]).parse().unwrap()
    }

    #[test]
    fn a_seal_is_good_once_and_for_its_call_only() {
        let seals = Seals::new();
        let (ann, bob) = (Caller::new("ann"), Caller::new("bob"));
        let (one, other) = (conversation('a'), conversation('b'));
        let args = |n: u32| json!({"action": "buy", "input": n}).as_object().unwrap().clone();
        let (first, second) = (args(1), args(2));
        let about = About {
            caller: &ann,
            conversation: one,
            tool: "do",
            args: &first,
        };
        let ask = AskId::parse("ask:3").unwrap();
        let state = seals.seal(ask, about).unwrap();
        for not in [
            About { caller: &bob, ..about },
            About {
                conversation: other,
                ..about
            },
            About { tool: "did", ..about },
            About { args: &second, ..about },
        ] {
            assert_eq!(seals.open(&state, not), None);
        }
        assert_eq!(seals.open(&format!("{state}A"), about), None);
        assert_eq!(seals.open("", about), None);
        assert_eq!(Seals::new().open(&state, about), None, "another process's key");
        assert_eq!(seals.open(&state, about), Some(ask));
        assert_eq!(seals.open(&state, about), None, "once");
    }

    #[test]
    fn only_so_many_are_out() {
        let seals = Seals::new();
        let (ann, conversation) = (Caller::new("ann"), conversation('a'));
        let about = About {
            caller: &ann,
            conversation,
            tool: "do",
            args: &Map::new(),
        };
        let ask = AskId::parse("ask:1").unwrap();
        let states: Vec<_> = (0..=MOST).map(|_| seals.seal(ask, about).unwrap()).collect();
        assert_eq!(seals.open(&states[0], about), None);
        assert_eq!(seals.open(&states[1], about), Some(ask));
        assert_eq!(seals.open(&states[MOST], about), Some(ask));
    }
}
