//! Many conversations of several users at once: nothing of one is ever another's, and nothing is left of those that end.

use crate::kiln::House;
use nav_runtime::{Caller, registry::Limits};
use serde_json::{Value, json};
use std::sync::Arc;

const USERS: [&str; 4] = ["ann", "bob", "cid", "dot"];
const EACH: usize = 50;

/// One conversation's errand: as many fires as its number says, and a question.
async fn errand(house: Arc<House>, user: &'static str, fires: usize) -> (String, &'static str) {
    let conversation = house.begin(user).await;
    let call = async |tool: &str, mut args: Value| {
        args["conversation"] = json!(conversation);
        house.call_as(user, tool, args).await.0
    };
    for n in 1..=fires {
        let fired = call("kiln_do_action", json!({"action": "quick"})).await;
        assert_eq!(
            fired["transitionId"],
            format!("room.quick#{n}"),
            "ids are the conversation's own"
        );
        tokio::task::yield_now().await;
    }
    let asked = call("kiln_do_action", json!({"action": "big"})).await;
    assert_eq!(asked["askId"], "ask:1", "{asked}");
    let here = call("kiln_whats_here", json!({})).await;
    let done = here["facts"].as_str().unwrap().matches("DID happen").count();
    assert_eq!(done, fires, "{here}");
    (conversation, user)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_conversations_of_four_users_do_not_mix() {
    let house = Arc::new(House::new(Limits::default().per_caller(EACH)));
    let errands = (0..EACH * USERS.len()).map(|n| tokio::spawn(errand(house.clone(), USERS[n % 4], n % 7)));
    let mut handles = Vec::new();
    for done in errands.collect::<Vec<_>>() {
        handles.push(done.await.unwrap());
    }
    let mut distinct: Vec<_> = handles.iter().map(|(handle, _)| handle).collect();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), EACH * USERS.len());
    for (handle, owner) in &handles {
        for user in USERS {
            let look = json!({"conversation": handle});
            let (here, _) = house.call_as(user, "kiln_whats_here", look).await;
            assert_eq!(here["ok"] == true, user == *owner, "{here}");
        }
    }
    let full = house.call_as("ann", "kiln_whats_here", json!({})).await.0;
    assert_eq!(
        full["reason"], "TOO_MANY_CONVERSATIONS",
        "all of them wait for a person"
    );
    let all = house.registry.conversations();
    let sessions: Vec<_> = all.iter().map(Arc::downgrade).collect();
    for conversation in all {
        assert!(house.registry.evict(conversation.id()));
    }
    for user in USERS {
        assert!(house.registry.sessions_of(&Caller::new(user)).is_empty());
    }
    assert!(
        sessions.iter().all(|session| session.upgrade().is_none()),
        "nothing holds what has ended"
    );
}
