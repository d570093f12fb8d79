//! Where a fire led: claimed, observed, walked back.

use crate::stage::Stage;
use serde_json::json;

#[test]
fn an_action_without_writes_claims_at_once() {
    let s = Stage::new();
    let fired = s.act("leave");
    assert_eq!(
        (&fired["toNodeClaimed"], &fired["youAreOn"]),
        (&json!(true), &json!("yard")),
        "{fired}"
    );
    s.run();
    let did = s.did(&fired["transitionId"]);
    assert_eq!(
        (&did["arrival"], &did["toNode"]),
        (&json!("claimed"), &json!("yard")),
        "{did}"
    );
    assert!(did["arrivalMeans"].is_string());
    s.session.sync_path("/yard?x=1").unwrap();
    assert_eq!(s.did(&fired["transitionId"])["arrival"], "observed");
}

#[test]
fn an_action_with_writes_claims_when_it_was_performed() {
    let s = Stage::new();
    let fired = s.act("walk");
    assert_eq!(
        (fired.get("toNodeClaimed"), &fired["youAreOn"]),
        (None, &json!("desk")),
        "{fired}"
    );
    s.run();
    assert_eq!(s.session.page(), "yard");
}

#[test]
fn a_fire_that_was_refused_leads_nowhere() {
    let s = Stage::new();
    s.staff.on("walk", |_| async { Err("raining".into()) });
    let did = s.through("walk");
    assert_eq!((did.get("arrival"), s.session.page()), (None, "desk"), "{did}");
}

#[test]
fn a_rejected_claim_is_walked_back() {
    let s = Stage::new();
    let fired = s.act("walk");
    s.run();
    s.session
        .reject(fired["transitionId"].as_str().unwrap(), "the gate was locked")
        .unwrap();
    assert_eq!(s.session.page(), "desk");
    assert_eq!(s.did(&fired["transitionId"]).get("arrival"), None);
    // what the app itself has said is not taken back
    let fired = s.act("walk");
    s.run();
    s.session.sync("yard").unwrap();
    s.session.reject(fired["transitionId"].as_str().unwrap(), "no").unwrap();
    assert_eq!(s.session.page(), "yard");
}

#[test]
fn another_page_leaves_the_claim_unconfirmed() {
    let s = Stage::new();
    let fired = s.act("walk");
    s.run();
    s.session.sync("attic").unwrap();
    assert_eq!(s.did(&fired["transitionId"])["arrival"], "claimed");
    s.session.sync("yard").unwrap();
    assert_eq!(
        s.did(&fired["transitionId"])["arrival"],
        "claimed",
        "only the next word of the app can observe it"
    );
}

#[test]
fn an_action_without_a_destination_says_nothing_of_arrival() {
    let s = Stage::new();
    let did = s.through("count_up");
    assert_eq!((did.get("arrival"), did.get("arrivalMeans")), (None, None), "{did}");
}
