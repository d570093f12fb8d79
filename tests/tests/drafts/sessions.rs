//! A draft lives in one session's memory and nowhere else.

use crate::desk::talk;
use serde_json::json;

/// What is a half-finished journey?
#[test]
fn a_half_finished_draft_is_gone_with_its_session() {
    let first = talk();
    first.resolves("rome");
    assert_eq!(first.draft()["have"], json!(["destination"]));
    drop(first);
    let second = talk();
    assert_eq!(second.draft()["have"], json!([]));
    let early = second.submits();
    assert_eq!(early["missing"], json!(["destination", "pickupAt", "fare"]));
}

/// Will it hold data reliably for a session? It keeps its place while the agent is elsewhere.
#[test]
fn a_journey_left_half_way_keeps_its_draft() {
    let desk = talk();
    desk.resolves("rome");
    desk.tool("do_action", json!({"action": "to_lounge"}));
    desk.host.run_until_idle();
    desk.tool("do_action", json!({"action": "back"}));
    desk.host.run_until_idle();
    assert_eq!(desk.draft()["values"]["destination"]["name"], "rome");
}

/// One shared scratchpad? Two conversations never share a draft.
#[test]
fn two_conversations_never_share_a_draft() {
    let (ann, bob) = (talk(), talk());
    ann.gathers("rome", 5);
    bob.asks_pickup(8);
    assert_eq!(bob.draft()["have"], json!(["pickupAt"]));
    assert_eq!(ann.draft()["values"]["pickupAt"], 5);
    ann.sends();
    assert_eq!(bob.draft()["have"], json!(["pickupAt"]));
    assert_eq!((ann.sent().len(), bob.sent().len()), (1, 0));
}

/// Nothing reaches the backend before the submit.
#[test]
fn the_record_of_a_session_holds_field_names_and_no_values() {
    let desk = talk();
    desk.gathers("yellowbird", 5);
    for tool in ["facts", "whats_here"] {
        let reply = desk.tool(tool, json!({})).to_string();
        assert!(!reply.contains("yellowbird"), "{tool}: {reply}");
    }
}
