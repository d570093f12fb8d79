//! What is hidden is hidden at every door: replies, receipts, why, records, gaps, `Debug` and logs.

use crate::{
    office::{Office, ids},
    stage::Stage,
};
use nav_runtime::{FireOptions, Principal, Redacted, RedactedFields, port::GroundTruthOptions};
use serde_json::{Value, json};
use std::{
    fmt::{Debug, Write},
    sync::{Arc, Mutex},
};

/// Every secret begins like this.
const SECRET: &str = "s3cret";

fn hidden() -> RedactedFields {
    RedactedFields::default()
        .produced("token")
        .produced("rows.key")
        .payload("card.number")
        .payload("items.code")
}

fn secret(n: u32) -> String {
    format!("{SECRET}-{n}")
}

fn stage() -> Stage {
    let state = Office {
        pin: Redacted::new(secret(1)),
        ..Office::default()
    };
    let s = Stage::with(state, |b| b.redacted_fields(hidden()));
    s.staff.on("look_up", |_| async {
        Ok(json!({"token": secret(2), "rows": [{"key": secret(3), "n": 1}, {"key": secret(4)}], "n": 2}))
    });
    s
}

/// All that a session and its port say, in JSON and in `Debug`.
fn everything(s: &Stage, replies: &[Value]) -> String {
    let mut said = String::new();
    for reply in replies {
        let _ = writeln!(said, "{reply}");
    }
    for key in ["pin", "count", "total"] {
        let _ = writeln!(said, "{}", s.call("why", json!({"key": key})));
    }
    let mut debug = |of: &dyn Debug| {
        let _ = writeln!(said, "{of:?}");
    };
    debug(&s.session);
    debug(&s.session.records(0, 1_000));
    debug(&s.session.gaps());
    debug(&s.session.asks());
    debug(&s.session.confirms());
    debug(&s.session.decisions());
    debug(&s.session.transitions());
    debug(&s.session.available());
    debug(&s.session.frames());
    debug(&s.session.explain(ids::desk::OPEN_SAFE));
    debug(&s.session.why("pin"));
    debug(&s.session.ground_truth(GroundTruthOptions::default()));
    debug(&s.session.brief());
    debug(&s.port.call("office.whats_here", &json!({})));
    for fire in s.session.transitions() {
        debug(&s.session.settlement_if_known(&fire.id.to_string()));
        debug(&s.session.produced_for(&fire.id.to_string()));
    }
    said
}

#[test]
fn nothing_of_it_is_said_anywhere() {
    let logs = Logs::default();
    let said = tracing::subscriber::with_default(logs.clone(), || {
        let s = stage();
        let form =
            json!({"input": {"card": {"number": secret(5), "to": "Ann"}, "items": [{"code": secret(6)}, {"n": 1}]}});
        let mut replies = vec![
            s.through("look_up"),
            s.act("desk.open_safe"),
            s.act_with("send_form", form.clone()),
        ];
        let card = &replies[2]["receipts"]["willUse"]["input"];
        assert_eq!(
            *card,
            json!({"card": {"number": "[REDACTED]", "to": "Ann"}, "items": [{"code": "[REDACTED]"}, {"n": 1}]}),
            "a marker is never a drop, and arrays are crossed element by element"
        );
        assert_eq!(
            replies[0]["data"],
            json!({"token": "[REDACTED]", "rows": [{"key": "[REDACTED]", "n": 1}, {"key": "[REDACTED]"}], "n": 2})
        );
        s.session.approve(Stage::ask(&replies[2]), "Ann").unwrap();
        replies.push(s.confirm("send_form", &form));
        s.run();
        // a payload that does not fit is told without a value of it
        replies.push(s.act_with("order", json!({"input": {"n": secret(7), "x": secret(8)}})));
        replies.push(s.act_with("count_up", json!({"input": secret(9)})));
        replies.push(s.act_with("pay", json!({"input": {secret(10): 1}})));
        s.update(|o| o.pin = Redacted::new(secret(11)));
        s.staff.on("count_up", |_| async { panic!("meant: {SECRET}") });
        std::panic::set_hook(Box::new(|_| ()));
        replies.push(s.through("count_up"));
        let _ = std::panic::take_hook();
        replies.push(s.here());
        let refused = s.session.fire(
            "desk.open_safe",
            FireOptions::by(Principal::Agent).input(json!(secret(12))),
        );
        let options = format!("{:?}", FireOptions::by(Principal::Agent).input(json!(secret(13))));
        everything(&s, &replies) + &format!("{refused:?}") + &options
    });
    assert!(!said.contains(SECRET), "{said}");
    let logs = logs.0.lock().unwrap();
    assert!(!logs.contains(SECRET), "{logs}");
}

#[test]
fn a_path_of_one_channel_never_touches_the_other() {
    let s = Stage::with(Office::default(), |b| {
        b.redacted_fields(RedactedFields::default().produced("amount").payload("sum"))
    });
    s.staff
        .on("send_form", |_| async { Ok(json!({"amount": 1, "sum": 2})) });
    let form = json!({"input": {"amount": 3, "sum": 4}});
    let asked = s.act_with("send_form", form.clone());
    assert_eq!(
        asked["receipts"]["willUse"]["input"],
        json!({"amount": 3, "sum": "[REDACTED]"})
    );
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    let fired = s.confirm("send_form", &form);
    s.run();
    assert_eq!(
        s.did(&fired["transitionId"])["data"],
        json!({"amount": "[REDACTED]", "sum": 2})
    );
}

#[test]
fn what_is_sent_into_a_draft_is_a_payload_too() {
    let s = Stage::with(Office::default(), |b| {
        b.redacted_fields(RedactedFields::default().payload("body"))
    });
    s.step("write", "find_address");
    s.run();
    let stored = s.call("journey.write", json!({"step": "body", "input": {"body": secret(1)}}));
    assert_eq!(
        stored["draft"]["values"],
        json!({"to": "the landlord", "body": "[REDACTED]"}),
        "{stored}"
    );
    let asked = s.step("write", "submit");
    for said in [&stored, &asked, &s.journey("write"), &s.did(&"write.body#2".into())] {
        assert!(!said.to_string().contains(SECRET), "{said}");
    }
    s.session.approve(Stage::ask(&asked), "Ann").unwrap();
    s.call("journey.write", json!({"step": "submit", "confirm": true}));
    s.run();
    assert_eq!(s.session.state().letters, 1, "the handler got it unhidden");
}

#[test]
fn a_hidden_key_is_still_covered_by_a_yes() {
    let s = Stage::with(Office::default(), |b| b.refuse_when_world_moved(true));
    s.approved("sign", &json!({}));
    s.update(|o| o.pin = Redacted::new("new".to_owned()));
    assert_eq!(s.confirm("sign", &json!({}))["reason"], "APPROVAL_STALE");
}

#[test]
fn a_port_for_a_person_is_warned_about() {
    let logs = Logs::default();
    tracing::subscriber::with_default(logs.clone(), || {
        let serve = |source| {
            let mut options = nav_runtime::PortOptions::default();
            options.source = source;
            Stage::served(Office::default(), |b| b, options);
        };
        serve(Principal::Agent);
        serve(Principal::System);
        assert_eq!(*logs.0.lock().unwrap(), "");
        serve(Principal::User);
    });
    let logs = logs.0.lock().unwrap();
    assert!(
        logs.contains("WARN") && logs.contains("never hand it to an agent"),
        "{logs}"
    );
}

/// All that is logged, in plain text.
#[derive(Clone, Default)]
struct Logs(Arc<Mutex<String>>);

struct Fields<'a>(&'a mut String);

impl tracing::field::Visit for Fields<'_> {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl tracing::Subscriber for Logs {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        span.record(&mut Fields(&mut self.0.lock().unwrap()));
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut Fields(&mut self.0.lock().unwrap()));
    }
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        let mut logs = self.0.lock().unwrap();
        let _ = write!(logs, "{}", event.metadata().level());
        event.record(&mut Fields(&mut logs));
        logs.push('\n');
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}
