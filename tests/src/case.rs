//! A recorded scenario, played against the port and compared strictly.
//!
//! Every key of a reply must be expected and every expected key must be there and equal, with these rules and no
//! others:
//!
//! - `version` is left out of an expectation; it must be a number that never goes down.
//! - `"<text>"` stands for any text that is not empty.
//! - `"desk.pay#new"` and `"ask:new"` stand for the id of a fire of that action, or of a question, that no reply has
//!   named before. Later steps name it by the reply it came in, so that the numbers are never compared.
//! - `facts` is read into its attempts and its open lines; see [`read_facts`].

use crate::gates::Gates;
use nav_runtime::{ManualHost, NavState, Port, PortOptions, Session, SessionBuilder};
use serde_json::{Map, Value, json};
use std::{collections::HashSet, panic::Location, sync::Arc};

/// A session, its port and the host that a test drives. When it ends, it says everything that differed.
pub struct Play<S: NavState> {
    /// The session.
    pub session: Session<S>,
    /// Its port.
    pub port: Port,
    /// What runs its handlers.
    pub host: ManualHost,
    gates: Gates,
    version: u64,
    named: HashSet<String>,
    differences: Vec<String>,
}

impl<S: NavState<App = Gates>> Play<S> {
    /// Opens what a graph's `session(Gates::default())` began, and serves it.
    pub fn open(session: SessionBuilder<S>) -> Self {
        Play::open_with(session, PortOptions::default())
    }

    /// The same, served with options.
    #[expect(clippy::expect_used, reason = "a test that cannot open its session has failed")]
    pub fn open_with(session: SessionBuilder<S>, options: PortOptions) -> Self {
        let host = ManualHost::new();
        let session = session.host(Arc::new(host.clone())).open().expect("a session");
        Play {
            port: session.serve(options),
            gates: Gates::clone(&session.app()),
            session,
            host,
            version: 0,
            named: HashSet::new(),
            differences: Vec::new(),
        }
    }

    /// Lets the handlers go on that wait at a gate, and runs until idle.
    pub fn release(&self, gate: &str) {
        self.flush();
        self.gates.release(gate);
        self.flush();
    }
}

impl<S: NavState> Play<S> {
    /// Calls a tool by the name behind the graph's id.
    #[expect(clippy::expect_used, reason = "a reply that is no JSON is a failed test")]
    pub fn call(&self, tool: &str, args: &Value) -> Value {
        let name = format!("{}.{tool}", self.session.graph_id());
        let reply = serde_json::to_value(self.port.call(&name, args)).expect("a reply is JSON");
        crate::replies::fits(&reply);
        reply
    }

    /// Calls a tool and compares the reply, which it gives back.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "a step reads as one line")]
    pub fn expect(&mut self, tool: &str, args: Value, expected: Value) -> Value {
        let reply = self.call(tool, &args);
        let mut actual = reply.clone();
        let mut differences = Vec::new();
        self.take_version(&mut actual, &mut differences);
        if let Some(Value::String(facts)) = actual.get("facts") {
            actual["facts"] = read_facts(facts);
        }
        compare("", &actual, &expected, &self.named, &mut differences);
        if !differences.is_empty() {
            self.differences.push(format!(
                "{} {tool} {args}\n      {}\n    in {reply}",
                Location::caller(),
                differences.join("\n      ")
            ));
        }
        self.remember_ids(&reply);
        reply
    }

    /// Calls `do_action`, which fires an action on a page and no more, and gives the reply back.
    #[track_caller]
    pub fn fires(&mut self, args: Value, did: &str, page: &str) -> Value {
        let settles = format!("{}.did_it_work", self.session.graph_id());
        self.expect(
            "do_action",
            args,
            json!({
                "ok": true, "did": did, "effectStatus": "pending", "transitionId": format!("{did}#new"),
                "howToSettle": "<text>", "settleWith": {"tool": settles, "arg": "transitionId"}, "youAreOn": page,
            }),
        )
    }

    /// Compares what a method of the session answered.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "a step reads as one line")]
    pub fn same(&mut self, what: &str, actual: impl Into<Value>, expected: Value) {
        let mut differences = Vec::new();
        compare(what, &actual.into(), &expected, &self.named, &mut differences);
        if !differences.is_empty() {
            self.differences
                .push(format!("{} {}", Location::caller(), differences.join("\n      ")));
        }
    }

    /// Runs the handlers until all of them wait or have ended.
    pub fn flush(&self) {
        self.host.run_until_idle();
    }

    fn take_version(&mut self, reply: &mut Value, differences: &mut Vec<String>) {
        let Some(reply) = reply.as_object_mut().filter(|r| r.contains_key("youAreOn")) else {
            return;
        };
        match reply.remove("version").and_then(|v| v.as_u64()) {
            Some(version) if version >= self.version => self.version = version,
            Some(version) => differences.push(format!("version: {version} after {}", self.version)),
            None => differences.push("version: missing".to_owned()),
        }
        if let Some(Value::Object(receipts)) = reply.get_mut("receipts") {
            let version = receipts.remove("version").and_then(|v| v.as_u64());
            if version.is_none_or(|v| v > self.version) {
                differences.push("receipts.version: missing or ahead of the reply's".to_owned());
            }
        }
    }

    fn remember_ids(&mut self, reply: &Value) {
        for key in ["transitionId", "askId"] {
            if let Some(id) = reply.get(key).and_then(Value::as_str) {
                self.named.insert(id.to_owned());
            }
        }
    }
}

impl<S: NavState> Drop for Play<S> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let count = self.differences.len();
            assert!(count == 0, "{count} steps differ\n  {}", self.differences.join("\n  "));
        }
    }
}

/// An attempt of an agent that fired.
#[must_use]
pub fn fired(grade: &str, action: &str) -> Value {
    fired_by("agent", grade, action)
}

/// An attempt that fired, by whom.
#[must_use]
pub fn fired_by(who: &str, grade: &str, action: &str) -> Value {
    json!({"grade": grade, "who": who, "action": action})
}

/// An attempt of an agent that a gate turned away.
#[must_use]
pub fn refused(action: &str, reason: &str) -> Value {
    json!({"grade": "did NOT happen", "who": "agent", "action": action, "refused": reason})
}

/// No attempts.
#[must_use]
pub fn nothing() -> Value {
    json!({"none": true})
}

/// A row of evidence.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "a row reads as one line")]
pub fn evidence(key: &str, op: &str, threshold: Value, actual: &str, result: bool) -> Value {
    json!({
        "key": key, "op": op, "threshold": threshold, "actualSummary": actual, "result": result, "redacted": false,
    })
}

/// Everything that differs, one line each.
fn compare(at: &str, actual: &Value, expected: &Value, named: &HashSet<String>, out: &mut Vec<String>) {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            for (key, value) in expected {
                match actual.get(key) {
                    Some(found) => compare(&format!("{at}.{key}"), found, value, named, out),
                    None => out.push(format!("{at}.{key}: missing, expected {value}")),
                }
            }
            for (key, value) in actual.iter().filter(|(key, _)| !expected.contains_key(*key)) {
                out.push(format!("{at}.{key}: not expected, found {value}"));
            }
        }
        (Value::Array(actual), Value::Array(expected)) if actual.len() == expected.len() => {
            for (i, (actual, expected)) in actual.iter().zip(expected).enumerate() {
                compare(&format!("{at}[{i}]"), actual, expected, named, out);
            }
        }
        (Value::String(actual), Value::String(expected)) if stands_for(expected, actual, named) => {}
        _ if actual == expected => {}
        _ => out.push(format!("{at}: expected {expected}, found {actual}")),
    }
}

fn stands_for(expected: &str, actual: &str, named: &HashSet<String>) -> bool {
    if expected == "<text>" {
        return !actual.is_empty();
    }
    let begin = match expected.strip_suffix("new") {
        Some(begin) if begin == "ask:" || begin.ends_with('#') => begin,
        _ => return false,
    };
    let number = actual.strip_prefix(begin);
    number.is_some_and(|n| n.parse::<u32>().is_ok()) && !named.contains(actual)
}

/// Reads the facts into `{"attempts": [..], "hidden"?: n, "open"?: [..]}`: attempts oldest first, and of the open lines
/// each kind once. A line of no known form is kept under `"unread"`, which no expectation has.
#[must_use]
pub fn read_facts(facts: &str) -> Value {
    let mut read = Map::new();
    let (mut attempts, mut open, mut unread) = (Vec::new(), Vec::new(), Vec::new());
    for (at, line) in facts.lines().enumerate() {
        if let Some(attempt) = line.strip_prefix("• ").and_then(read_attempt) {
            attempts.push(attempt);
        } else if line == "No actions have been performed in this app this session." {
            attempts.push(nothing());
        } else if let Some(hidden) = line
            .strip_prefix('(')
            .and_then(|l| l.split(' ').next()?.parse::<u64>().ok())
        {
            read.insert("hidden".to_owned(), hidden.into());
        } else if at > 2
            && let Some((kind, _)) = line.split_once(':')
        {
            let kind = Value::from(kind);
            if !open.contains(&kind) {
                open.push(kind);
            }
        } else if !(at == 0 && !line.is_empty()
            || at == 1 && line.starts_with("You are on: ")
            || at == 2 && line.starts_with("Attempts so far (version "))
        {
            unread.push(Value::from(line));
        }
    }
    read.insert("attempts".to_owned(), attempts.into());
    for (key, lines) in [("open", open), ("unread", unread)] {
        if !lines.is_empty() {
            read.insert(key.to_owned(), lines.into());
        }
    }
    Value::Object(read)
}

/// `<grade> — <who> fired <action>[ (<note>)]` or `<grade> — <who>'s fire of <action> was refused: <reason>`.
fn read_attempt(line: &str) -> Option<Value> {
    let (grade, rest) = line.split_once(" — ")?;
    if let Some((who, rest)) = rest.split_once("'s fire of ") {
        let (action, reason) = rest.split_once(" was refused: ")?;
        return Some(json!({"grade": grade, "who": who, "action": action, "refused": reason}));
    }
    let (who, action) = rest.split_once(" fired ")?;
    let mut attempt = fired_by(who, grade, action.split(' ').next()?);
    if let Some((_, note)) = action.split_once(" (") {
        attempt["note"] = note.trim_end_matches(')').into();
    }
    Some(attempt)
}
