//! What an app's own tests are written with.

use crate::kiln::{KILN, Kiln, KilnApp};
use nav_runtime::{assert_tools_pinned, testing::Agent};
use serde_json::json;
use std::time::Duration;

fn agent() -> Agent<Kiln> {
    Agent::of(KILN.session(KilnApp::default()).state(Kiln::default()))
}

#[test]
fn an_agent_does_a_whole_errand() {
    let agent = agent();
    agent.here().has("/youAreOn", "room").lacks("/conversation");
    agent.assert_fact("No actions have been performed");
    agent.journey("j").has("/readySteps/0/step", "room.quick");
    let done = agent.step("j", "quick", None);
    done.has("/effectStatus", "performed").has("/data/cone", 6);
    agent
        .did_it_work(done.text("/transitionId"))
        .has("/outcome", "committed");
    agent.act("fail", None).has("/error", "no");
    agent.act("big", None).has("/judgment", "needs-confirm");
    agent.decline();
    agent
        .act_with(json!({"action": "big", "confirm": true}))
        .has("/reason", "APPROVAL_DECLINED");
    agent.assert_no_fact("DID happen — agent fired room.big");
    assert_eq!(agent.session().state().temp, 1);
}

#[test]
fn handlers_run_and_time_passes_when_told() {
    let agent = agent();
    let out = agent.call("do_action", json!({"action": "quick"}));
    out.has("/effectStatus", "pending");
    agent
        .did_it_work(out.text("/transitionId"))
        .has("/judgment", "still-pending");
    agent.advance(Duration::from_secs(1));
    agent
        .did_it_work(out.text("/transitionId"))
        .has("/effectVerified", true);
}

#[test]
#[should_panic(expected = "/ok is not false in")]
fn a_wrong_expectation_shows_the_reply() {
    agent().here().has("/ok", false);
}

#[test]
fn the_tools_of_the_kiln_are_pinned() {
    assert_tools_pinned!(KILN, "tests/serving/kiln-tools.json");
}

#[test]
fn other_tools_are_told_by_their_first_difference() {
    if std::env::var_os("NAV_PIN").is_some() {
        return;
    }
    let other = std::env::temp_dir().join(format!("pinned-{}.json", std::process::id()));
    std::fs::write(&other, "[]\n").unwrap();
    let why = nav_runtime::testing::pinned(KILN.tools(&nav_runtime::PortOptions::default()), &other);
    std::fs::remove_file(&other).unwrap();
    assert!(why.unwrap_err().contains("from byte 1 on"));
}
