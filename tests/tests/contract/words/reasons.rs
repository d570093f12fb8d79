//! Why calls are turned away.

use super::Row;
use crate::{
    office::{Office, amount},
    stage::Stage,
};
use nav_runtime::{PortOptions, Reason, SessionLimits};
use serde_json::json;
use std::time::Duration;

pub const TABLE: &[Row<Reason>] = &[
    (Reason::GuardFailed, || {
        let s = Stage::new();
        s.step("chores", "close_books")
    }),
    (Reason::NotOnPage, || Stage::new().step("round", "inspect")),
    (Reason::PrincipalNotAllowed, || Stage::new().act("set_rent")),
    (Reason::InstanceRequired, || tasks().act("work_on")),
    (Reason::InstanceUnknown, || {
        tasks().act_with("work_on", json!({"instance": "c"}))
    }),
    (Reason::PayloadInvalid, || {
        Stage::new().act_with("pay", json!({"input": {"n": -1}}))
    }),
    (Reason::DraftIncomplete, || Stage::new().step("write", "submit")),
    (Reason::ToolDisabled, || Stage::new().act("print")),
    (Reason::NotMaterialized, || Stage::new().act("ask_house")),
    (Reason::PriorFirePending, || {
        let s = Stage::new();
        s.act("clean");
        s.act("clean")
    }),
    (Reason::DuplicateExecution, || {
        let s = Stage::new();
        s.through("name_it");
        s.act("name_it")
    }),
    (Reason::ApprovalRequired, || Stage::new().confirm("sign", &json!({}))),
    (Reason::ApprovalSpent, || {
        let s = Stage::new();
        s.approved("send_form", &json!({"input": 1}));
        s.confirm("send_form", &json!({"input": 1}));
        s.confirm("send_form", &json!({"input": 1}))
    }),
    (Reason::ApprovalStale, || {
        let s = Stage::new();
        s.approved("sign", &json!({}));
        s.update(|o| o.total = 9);
        s.confirm("sign", &json!({}))
    }),
    (Reason::ApprovalRevoked, || {
        let s = Stage::new();
        let ask = s.approved("sign", &json!({}));
        s.session.revoke(ask, "Ann").unwrap();
        s.confirm("sign", &json!({}))
    }),
    (Reason::ApprovalDeclined, || {
        let s = Stage::new();
        let ask = Stage::ask(&s.act("sign"));
        s.session.decline(ask, "Ann", None).unwrap();
        s.act("sign")
    }),
    (Reason::UnknownTool, || Stage::new().call("fly", json!({}))),
    (Reason::UnknownAction, || Stage::new().act("fly")),
    (Reason::AmbiguousAction, || {
        // two entries of one page that end alike are made by `each` and `area`
        let s = crate::areas::open();
        s.call("areas.do_action", json!({"action": "tick"}))
    }),
    (Reason::ActionRequired, || Stage::new().call("do_action", json!({}))),
    (Reason::UnknownStep, || Stage::new().step("round", "fly")),
    (Reason::AmbiguousStep, || {
        let s = crate::areas::open();
        s.call("areas.journey.both", json!({"step": "tick"}))
    }),
    (Reason::UnknownJourney, || {
        single().call("journey", json!({"journey": "fly"}))
    }),
    (Reason::JourneyRequired, || single().call("journey", json!({}))),
    (Reason::UnknownPage, || {
        Stage::new().call("whats_here", json!({"routeTo": "moon"}))
    }),
    (Reason::KeyRequired, || Stage::new().call("why", json!({}))),
    (Reason::UnknownKey, || Stage::new().call("why", json!({"key": "moon"}))),
    (Reason::TransitionIdRequired, || {
        Stage::new().call("did_it_work", json!({}))
    }),
    (Reason::UnknownTransition, || Stage::new().did(&"desk.sign#7".into())),
    (Reason::Forgotten, || {
        let limits = {
            let mut limits = SessionLimits::default();
            limits.questions = 2_000;
            limits
        };
        let s = Stage::with(Office::default(), |b| b.limits(limits));
        for n in 0..600 {
            let ask = Stage::ask(&s.act_with("pay", json!({"input": amount(n)})));
            s.session.decline(ask, "Ann", None).unwrap();
        }
        s.did(&"ask:1".into())
    }),
    (Reason::ArgumentInvalid, || {
        Stage::new().call("whats_here", json!({"sinceVersion": -3}))
    }),
    (Reason::ConfirmAndDecline, || {
        Stage::new().act_with("sign", json!({"confirm": true, "decline": true}))
    }),
    (Reason::TooManyPending, || {
        let s = Stage::new();
        for _ in 0..SessionLimits::default().pending {
            s.act("count_up");
        }
        s.act("count_up")
    }),
    (Reason::TooManyQuestions, || {
        let s = Stage::new();
        for n in 0..16 {
            s.act_with("pay", json!({"input": amount(n)}));
        }
        s.act_with("pay", json!({"input": amount(99)}))
    }),
    (
        Reason::TooManyChanges,
        crate::restless::a_guard_that_moves_what_it_judges,
    ),
    (Reason::ConversationEnded, || {
        let s = Stage::new();
        s.session.close();
        s.act("count_up")
    }),
];

fn tasks() -> Stage {
    let state = Office {
        tasks: [("a".to_owned(), 0), ("b".to_owned(), 0)].into(),
        ..Office::default()
    };
    Stage::from(state)
}

fn single() -> Stage {
    let mut options = PortOptions::default();
    options.journey_tools = nav_runtime::JourneyTools::Single;
    Stage::served(Office::default(), |b| b.expires_after(Duration::from_secs(60)), options)
}
