//! Where journeys stand.

use super::Row;
use crate::{
    office::{Office, amount},
    stage::Stage,
};
use nav_runtime::port::{FrameIs, Judgment, Standing, StepStatus};
use serde_json::{Value, json};
use std::time::Duration;

fn asked(answer: impl FnOnce(&Stage, nav_runtime::AskId)) -> Value {
    let s = Stage::with(Office::default(), |b| b.expires_after(Duration::from_secs(60)));
    let asked = s.act("sign");
    answer(&s, Stage::ask(&asked));
    s.did(&asked["askId"])
}

fn done() -> Stage {
    let s = Stage::new();
    for step in ["desk.count_up", "leave", "inspect"] {
        s.step("round", step);
        s.run();
    }
    s
}

pub const JUDGMENTS: &[Row<Judgment>] = &[
    (Judgment::NavigateOrWait, || {
        let s = Stage::new();
        s.session.sync("attic").unwrap();
        s.journey("lease")
    }),
    (Judgment::OneReadyStep, || {
        let s = Stage::new();
        s.step("naming", "name_it");
        s.run();
        s.journey("naming")
    }),
    (Judgment::NeedsChoice, || Stage::new().journey("round")),
    (Judgment::Done, || done().journey("round")),
    (Judgment::Blocked, shut),
    (Judgment::Error, || Stage::new().act("fly")),
    (Judgment::NeedsConfirm, || Stage::new().act("sign")),
    (Judgment::Declined, || {
        Stage::new().act_with("sign", json!({"decline": true}))
    }),
    (Judgment::Rejected, || Stage::new().act("print")),
    (Judgment::StillPending, || {
        let s = Stage::new();
        let fired = s.act("count_up");
        s.did(&fired["transitionId"])
    }),
    (Judgment::AwaitingHuman, || asked(|_, _| ())),
    (Judgment::ApprovedNotYetDone, || {
        asked(|s, ask| s.session.approve(ask, "Ann").unwrap())
    }),
    (Judgment::ApprovalNoLongerValid, || {
        asked(|s, ask| {
            s.session.approve(ask, "Ann").unwrap();
            s.advance(61);
        })
    }),
    (Judgment::ApprovalWithdrawn, || {
        asked(|s, ask| {
            s.session.approve(ask, "Ann").unwrap();
            s.session.revoke(ask, "Ann").unwrap();
        })
    }),
];

pub const STANDINGS: &[Row<Standing>] = &[
    (Standing::InProgress, || Stage::new().journey("round")),
    (Standing::Blocked, || Stage::new().journey("chores")),
    (Standing::Failed, || {
        let s = Stage::new();
        s.staff.on("count_up", |_| async { Err("no".into()) });
        s.step("round", "desk.count_up");
        s.run();
        s.journey("round")
    }),
    (Standing::AwaitingHuman, || {
        let s = Stage::new();
        s.step("lease", "sign");
        s.journey("lease")
    }),
    (Standing::WithTheHuman, || Stage::new().journey("paint")),
    (Standing::Declined, || {
        let s = Stage::new();
        let ask = Stage::ask(&s.step("lease", "sign"));
        s.session.decline(ask, "Ann", None).unwrap();
        s.journey("lease")
    }),
    (Standing::Done, || done().journey("round")),
];

pub const STATUSES: &[Row<StepStatus>] = &[
    (StepStatus::Done, || {
        let s = Stage::new();
        s.step("round", "desk.count_up");
        s.run();
        s.journey("round")
    }),
    (StepStatus::Blocked, || Stage::new().journey("chores")),
    (StepStatus::OffPage, || Stage::new().journey("round")),
    (StepStatus::SwitchedOff, || Stage::new().journey("chores")),
    (StepStatus::NeedsDraft, || Stage::new().journey("write")),
    (StepStatus::Unwired, || Stage::new().journey("chores")),
];

pub const FRAMES: &[Row<FrameIs>] = &[
    (FrameIs::Open, || Stage::new().journey("round")),
    (FrameIs::Completed, || done().journey("round")),
];

fn shut() -> Value {
    let s = Stage::from(Office {
        shut: true,
        ..Office::default()
    });
    s.call("journey.paying", json!({"step": "pay", "input": amount(1)}))
}
