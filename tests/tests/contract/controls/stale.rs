//! What others changed of a control's keys, carried until the agent has dealt with it.

use crate::{office::ids, stage::Stage};
use nav_runtime::Principal;
use serde_json::json;

#[test]
fn carried_until_it_is_acknowledged() {
    let s = Stage::new();
    s.here();
    s.session.update_by(Principal::User, |o| o.total = 5);
    for _ in 0..2 {
        assert_eq!(
            s.row("desk.sign")["staleReads"],
            json!(["total"]),
            "looking does not answer it"
        );
        assert_eq!(s.row("desk.both")["staleWrites"], json!(["total"]));
    }
    assert_eq!(s.session.carried_stale(ids::desk::SIGN), Ok(vec!["total".to_owned()]));
    assert_eq!(
        s.session.acknowledge_stale(ids::desk::SIGN),
        Ok(vec!["total".to_owned()])
    );
    assert_eq!(s.row("desk.sign").get("staleReads"), None);
    assert_eq!(
        s.row("desk.both")["staleWrites"],
        json!(["total"]),
        "each control carries its own"
    );
    s.session.update_by(Principal::System, |o| o.total = 6);
    assert_eq!(
        s.row("desk.sign")["staleReads"],
        json!(["total"]),
        "and what comes later is news again"
    );
}

#[test]
fn carried_until_the_agent_fires_that_control() {
    let s = Stage::new();
    s.here();
    s.update(|o| o.total = 5);
    assert_eq!(s.row("desk.both")["staleWrites"], json!(["total"]));
    s.act("count_up");
    assert_eq!(
        s.row("desk.both")["staleWrites"],
        json!(["total"]),
        "another control's fire is no answer"
    );
    s.through("both");
    assert_eq!(s.row("desk.both").get("staleWrites"), None);
}

#[test]
fn its_own_changes_and_those_before_its_first_look_are_no_news() {
    let s = Stage::new();
    s.update(|o| o.total = 5);
    assert_eq!(s.row("desk.both").get("staleWrites"), None);
    s.through("count_up");
    assert_eq!(s.row("desk.clean").get("staleWrites"), None, "the agent wrote it");
}
