//! How fires come to rest.

use super::Row;
use crate::stage::Stage;
use nav_runtime::{
    EffectStatus, FireOutcome,
    port::{Arrival, Grade},
};
use serde_json::Value;

fn ended(play: impl FnOnce(&Stage) -> Value) -> Value {
    let s = Stage::new();
    play(&s)
}

fn told(play: impl FnOnce(&Stage)) -> Value {
    let s = Stage::new();
    play(&s);
    s.here()
}

fn fails(s: &Stage, action: &'static str) -> Value {
    s.staff.on(action, |_| async { Err("no".into()) });
    s.through(action)
}

fn cut_off(s: &Stage) -> Value {
    let fired = s.act("count_up");
    s.host.drop_all();
    s.did(&fired["transitionId"])
}

pub const ARRIVALS: &[Row<Arrival>] = &[
    (Arrival::Claimed, || ended(|s| s.through("walk"))),
    (Arrival::Observed, || {
        ended(|s| {
            let walked = s.act("walk");
            s.run();
            s.session.sync("yard").unwrap();
            s.did(&walked["transitionId"])
        })
    }),
];

pub const STATUSES: &[Row<EffectStatus>] = &[
    (EffectStatus::Pending, || Stage::new().act("count_up")),
    (EffectStatus::Performed, || ended(|s| s.through("count_up"))),
    (EffectStatus::Refused, || ended(|s| fails(s, "count_up"))),
    (EffectStatus::Unobservable, || ended(cut_off)),
];

pub const OUTCOMES: &[Row<FireOutcome>] = &[
    (FireOutcome::Committed, || ended(|s| s.through("count_up"))),
    (FireOutcome::Rejected, || ended(|s| fails(s, "count_up"))),
    (FireOutcome::RolledBack, || ended(|s| fails(s, "look_up"))),
    (FireOutcome::Superseded, || ended(cut_off)),
];

pub const GRADES: &[Row<Grade>] = &[
    (Grade::DidHappen, || {
        told(|s| {
            s.through("count_up");
        })
    }),
    (Grade::NotObserved, || {
        told(|s| {
            s.staff.on("count_up", |_| async { Ok(Value::Null) });
            s.through("count_up");
        })
    }),
    (Grade::Unobservable, || {
        told(|s| {
            s.through("look_up");
        })
    }),
    (Grade::FailedAfterWriting, || {
        told(|s| {
            s.staff.on("count_up", |cx| async move {
                cx.update(|o| o.count = 5);
                Err("too late".into())
            });
            s.through("count_up");
        })
    }),
    (Grade::NeverObserved, || {
        told(|s| {
            cut_off(s);
        })
    }),
    (Grade::DidNotHappen, || {
        told(|s| {
            fails(s, "count_up");
        })
    }),
    (Grade::NotYetKnown, || {
        told(|s| {
            s.act("count_up");
        })
    }),
];
