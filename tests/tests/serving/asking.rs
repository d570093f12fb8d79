//! Asking the person through the client, in both generations of the protocol.

use crate::{
    kiln::House,
    pipe::{Pipe, reply},
};
use nav_runtime::{Caller, CardIs, registry::Limits};
use serde_json::{Value, json};
use std::{sync::atomic::Ordering, time::Duration};

const PAGE: &str = "http://localhost:1/asks";

fn house(trusts_client: bool) -> House {
    let house = House::with(Limits::default(), |server| {
        server.approve_at(PAGE).elicit_within(Duration::from_secs(60))
    });
    house.app.trusts_client.store(trusts_client, Ordering::Relaxed);
    house
}

fn form() -> Value {
    json!({"elicitation": {"form": {}}})
}

/// A client of 2026 with one conversation, and its call that asks.
struct Modern {
    house: House,
    can: Value,
    args: Value,
}

impl Modern {
    async fn of(house: House, can: Value) -> Modern {
        let conversation = house.begin("ann").await;
        let args = json!({"action": "big", "conversation": conversation});
        Modern { house, can, args }
    }

    async fn call(&self) -> Value {
        let params = json!({"name": "kiln_do_action", "arguments": self.args});
        self.house.modern("ann", &self.can, params).await
    }

    async fn back_as(&self, who: &str, args: &Value, state: &Value, answer: Value) -> Value {
        let params = json!({
            "name": "kiln_do_action", "arguments": args,
            "requestState": state, "inputResponses": {"answer": answer}
        });
        let result = self.house.modern(who, &self.can, params).await;
        reply(&json!({"result": result}))
    }

    async fn back(&self, state: &Value, answer: Value) -> Value {
        self.back_as("ann", &self.args, state, answer).await
    }

    fn card(&self) -> CardIs {
        let conversation = self.house.registry.sessions_of(&Caller::new("ann")).remove(0);
        conversation
            .session()
            .ask(nav_runtime::AskId::parse("ask:1").unwrap())
            .unwrap()
            .is
    }
}

#[tokio::test]
async fn a_yes_comes_back_once_and_is_the_clients_word() {
    let modern = Modern::of(house(true), form()).await;
    let asked = modern.call().await;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let question = &asked["inputRequests"]["answer"];
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["mode"], "form");
    assert_eq!(question["params"]["requestedSchema"]["required"], json!(["approve"]));
    let message = question["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("Fire everything.\n"), "{message}");
    assert!(message.contains("youAreOn: room"), "{message}");
    let state = &asked["requestState"];
    let yes = json!({"action": "accept", "content": {"approve": true}});
    let fired = modern.back(state, yes.clone()).await;
    assert_eq!(fired["effectStatus"], "performed", "{fired}");
    let again = modern.back(state, yes).await;
    assert_eq!(again["reason"], "ARGUMENT_INVALID", "a replayed state: {again}");
    let session = modern.house.registry.conversations()[0].session().clone();
    let approver = session.confirms().into_iter().find_map(|row| row.approver);
    assert_eq!(approver.as_deref(), Some("ann, by the client's word"));
}

#[tokio::test]
async fn a_no_and_no_answer_are_two_things() {
    for (answer, says, is) in [
        (json!({"action": "cancel"}), "not-answered", CardIs::Open),
        (json!({"action": "accept"}), "not-answered", CardIs::Open),
        (
            json!({"action": "accept", "content": {"approve": "yes"}}),
            "not-answered",
            CardIs::Open,
        ),
        (json!("yes"), "not-answered", CardIs::Open),
        (json!({"action": "decline"}), "declined", CardIs::Declined),
        (
            json!({"action": "accept", "content": {"approve": false}}),
            "declined",
            CardIs::Declined,
        ),
    ] {
        let modern = Modern::of(house(true), form()).await;
        let asked = modern.call().await;
        let told = modern.back(&asked["requestState"], answer).await;
        assert_eq!((&told["asked"], modern.card()), (&json!(says), is), "{told}");
        assert!(told["askedMeans"].is_string() && told["ok"] == false, "{told}");
        let wanted = match is {
            CardIs::Open => ("judgment", "needs-confirm"),
            _ => ("reason", "APPROVAL_DECLINED"),
        };
        assert_eq!(told[wanted.0], wanted.1, "{told}");
    }
}

#[tokio::test]
async fn a_state_is_good_for_its_own_call_only() {
    let modern = Modern::of(house(true), form()).await;
    let state = modern.call().await["requestState"].clone();
    let yes = json!({"action": "accept", "content": {"approve": true}});
    let bobs = modern.house.begin("bob").await;
    let others = [
        ("bob", json!({"action": "big", "conversation": bobs}), state.clone()),
        (
            "ann",
            json!({"action": "room.big", "conversation": modern.args["conversation"]}),
            state.clone(),
        ),
        ("ann", modern.args.clone(), json!("rs1.AAAA.AAAA")),
        (
            "ann",
            modern.args.clone(),
            json!(format!("{}x", state.as_str().unwrap())),
        ),
    ];
    for (who, args, state) in others {
        let told = modern.back_as(who, &args, &state, yes.clone()).await;
        assert_eq!(told["reason"], "ARGUMENT_INVALID", "{told}");
    }
    let made_up = json!({"name": "kiln_do_action", "arguments": modern.args, "inputResponses": {"answer": yes}});
    let asked = modern.house.modern("ann", &modern.can, made_up).await;
    assert_eq!(
        asked["resultType"], "input_required",
        "an answer without a state is none: {asked}"
    );
    assert_eq!(modern.card(), CardIs::Open);
    let fired = modern.back(&state, yes).await;
    assert_eq!(
        fired["effectStatus"], "performed",
        "the others used nothing up: {fired}"
    );
}

#[tokio::test]
async fn a_client_that_cannot_ask_says_so_and_nobody_was_asked() {
    let modern = Modern::of(house(true), json!({})).await;
    let told = reply(&json!({"result": modern.call().await}));
    assert_eq!(
        (&told["asked"], modern.card()),
        (&json!("could-not-ask"), CardIs::Open),
        "{told}"
    );
    assert_eq!(told["judgment"], "needs-confirm");
    assert_eq!(told["approveAt"], PAGE);
}

#[tokio::test]
async fn where_only_the_page_counts_a_client_leads_there() {
    let modern = Modern::of(house(false), json!({"elicitation": {"url": {}, "form": {}}})).await;
    let asked = modern.call().await;
    let question = &asked["inputRequests"]["answer"]["params"];
    assert_eq!(
        (&question["mode"], &question["url"]),
        (&json!("url"), &json!(PAGE)),
        "{asked}"
    );
    let came = json!({"action": "accept"});
    let told = modern.back(&asked["requestState"], came.clone()).await;
    assert_eq!(
        (&told["asked"], modern.card()),
        (&json!("not-answered"), CardIs::Open),
        "{told}"
    );
    let asked = modern.call().await;
    let forged = json!({"action": "accept", "content": {"approve": true}});
    let told = modern.back(&asked["requestState"], forged).await;
    assert_eq!(
        (&told["asked"], modern.card()),
        (&json!("not-answered"), CardIs::Open),
        "{told}"
    );
    let asked = modern.call().await;
    let session = modern.house.registry.conversations()[0].session().clone();
    session
        .approve(nav_runtime::AskId::parse("ask:1").unwrap(), "a person")
        .unwrap();
    let fired = modern.back(&asked["requestState"], came).await;
    assert_eq!(fired["effectStatus"], "performed", "{fired}");
    let plain = Modern::of(house(false), form()).await;
    let told = reply(&json!({"result": plain.call().await}));
    assert_eq!(
        (&told["judgment"], told.get("asked")),
        (&json!("needs-confirm"), None),
        "{told}"
    );
}

#[tokio::test]
async fn an_older_client_is_asked_while_its_call_waits() {
    for (answer, key, value) in [
        (
            json!({"action": "accept", "content": {"approve": true}}),
            "effectStatus",
            "performed",
        ),
        (json!({"action": "decline"}), "asked", "declined"),
        (json!({"action": "cancel"}), "asked", "not-answered"),
    ] {
        let house = house(true);
        let mut pipe = Pipe::of(&house, "2025-06-18", json!({"elicitation": {}})).await;
        pipe.start(1, "kiln_do_action", json!({"action": "big"}), false).await;
        let question = pipe.read().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        assert!(
            question["params"]["message"]
                .as_str()
                .unwrap()
                .starts_with("Fire everything.")
        );
        pipe.answer(&question, answer).await;
        let told = reply(&pipe.read().await);
        assert_eq!(told[key], value, "{told}");
    }
}

#[tokio::test]
async fn an_older_client_that_cannot_ask_or_answer_is_not_waited_for() {
    let house = house(true);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({})).await;
    let told = pipe.call(1, "kiln_do_action", json!({"action": "big"})).await;
    assert_eq!(told["asked"], "could-not-ask", "{told}");
    let house = House::with(Limits::default(), |server| {
        server.elicit_within(Duration::from_millis(50))
    });
    house.app.trusts_client.store(true, Ordering::Relaxed);
    let mut pipe = Pipe::of(&house, "2025-06-18", json!({"elicitation": {}})).await;
    pipe.start(1, "kiln_do_action", json!({"action": "big"}), false).await;
    assert_eq!(pipe.read().await["method"], "elicitation/create");
    assert_eq!(pipe.read().await["method"], "notifications/cancelled");
    let told = reply(&pipe.read().await);
    assert_eq!(told["asked"], "not-answered", "{told}");
    let old_over_http = {
        let conversation = house.begin("ann").await;
        let args = json!({"action": "big", "conversation": conversation});
        house.call("kiln_do_action", args).await
    };
    assert_eq!(old_over_http["asked"], "could-not-ask", "{old_over_http}");
}
