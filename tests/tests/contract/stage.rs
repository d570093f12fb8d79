//! A session over the office, its port, and the host that a test drives.

use crate::office::{OFFICE, Office, Staff};
use nav_runtime::{AskId, ManualHost, Port, PortOptions, Session, SessionBuilder};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// What a test looks at.
pub struct Stage {
    pub session: Session<Office>,
    pub port: Port,
    pub host: ManualHost,
    pub staff: Staff,
}

impl Stage {
    /// Nothing has happened yet.
    pub fn new() -> Stage {
        Stage::from(Office::default())
    }

    pub fn from(state: Office) -> Stage {
        Stage::with(state, |s| s)
    }

    pub fn with(state: Office, options: impl FnOnce(SessionBuilder<Office>) -> SessionBuilder<Office>) -> Stage {
        Stage::served(state, options, PortOptions::default())
    }

    pub fn served(
        state: Office,
        options: impl FnOnce(SessionBuilder<Office>) -> SessionBuilder<Office>,
        port: PortOptions,
    ) -> Stage {
        let (staff, host) = (Staff::default(), ManualHost::new());
        let session = options(OFFICE.session(staff.clone()).state(state)).host(Arc::new(host.clone()));
        let session = session.open().unwrap();
        Stage {
            port: session.serve(port),
            session,
            host,
            staff,
        }
    }

    /// Calls a tool. Whatever it answers fits the published schema, and a refusal says what to do next.
    #[track_caller]
    pub fn call(&self, tool: &str, args: Value) -> Value {
        let reply = serde_json::to_value(self.port.call(&format!("office.{tool}"), &args)).unwrap();
        nav_tests::replies::fits(&reply);
        if reply["ok"] == false {
            let says = reply["why"].as_str().is_some_and(|w| w.len() > 20);
            assert!(says || reply["actions"].is_array(), "no next move: {reply}");
        }
        reply
    }

    #[track_caller]
    pub fn act(&self, action: &str) -> Value {
        self.call("do_action", json!({"action": action}))
    }

    #[track_caller]
    pub fn act_with(&self, action: &str, more: Value) -> Value {
        let mut args = more;
        args["action"] = action.into();
        self.call("do_action", args)
    }

    /// Opens a journey, or looks at it again.
    #[track_caller]
    pub fn journey(&self, journey: &str) -> Value {
        self.call(&format!("journey.{journey}"), json!({}))
    }

    #[track_caller]
    pub fn step(&self, journey: &str, step: &str) -> Value {
        self.call(&format!("journey.{journey}"), json!({"step": step}))
    }

    #[track_caller]
    pub fn here(&self) -> Value {
        self.call("whats_here", json!({}))
    }

    pub fn facts(&self) -> String {
        self.here()["facts"].as_str().unwrap().to_owned()
    }

    /// One row of what can be done here.
    #[track_caller]
    pub fn row(&self, action: &str) -> Value {
        let here = self.here();
        let rows = here["actions"].as_array().unwrap();
        let row = rows.iter().find(|r| r["action"] == action);
        row.cloned()
            .unwrap_or_else(|| panic!("{action} is not offered: {here}"))
    }

    /// Lets every handler go as far as it goes.
    pub fn run(&self) {
        self.host.run_until_idle();
    }

    pub fn advance(&self, seconds: u64) {
        self.host.advance(Duration::from_secs(seconds));
        self.run();
    }

    #[track_caller]
    pub fn did(&self, id: &Value) -> Value {
        self.call("did_it_work", json!({"transitionId": id}))
    }

    /// Fires through the port, runs what there is to run, and comes back with how it ended.
    #[track_caller]
    pub fn through(&self, action: &str) -> Value {
        let fired = self.act(action);
        assert_eq!(fired["ok"], true, "{fired}");
        self.run();
        self.did(&fired["transitionId"])
    }

    pub fn ask(reply: &Value) -> AskId {
        let id = reply["askId"].as_str();
        AskId::parse(id.unwrap_or_else(|| panic!("no question: {reply}"))).unwrap()
    }

    /// Asks about an action, and a person says yes.
    #[track_caller]
    pub fn approved(&self, action: &str, more: &Value) -> AskId {
        let ask = Stage::ask(&self.act_with(action, more.clone()));
        self.session.approve(ask, "Ann").unwrap();
        ask
    }

    /// The same call with the word that the human has said yes.
    #[track_caller]
    pub fn confirm(&self, action: &str, more: &Value) -> Value {
        let mut args = more.clone();
        args["confirm"] = true.into();
        self.act_with(action, args)
    }

    pub fn update(&self, change: impl FnOnce(&mut Office)) {
        self.session.update(change);
    }
}

/// The ids of the steps that can be called.
pub fn ready(reply: &Value) -> Vec<&str> {
    let steps = reply["readySteps"]
        .as_array()
        .unwrap_or_else(|| panic!("no journey: {reply}"));
    steps.iter().filter_map(|s| s["step"].as_str()).collect()
}

/// The row of a later step.
#[track_caller]
pub fn later<'a>(reply: &'a Value, step: &str) -> &'a Value {
    let steps = reply["laterSteps"]
        .as_array()
        .unwrap_or_else(|| panic!("no journey: {reply}"));
    let row = steps.iter().find(|s| s["step"] == step);
    row.unwrap_or_else(|| panic!("{step} is no later step: {reply}"))
}
