//! Steps fill the draft, in whatever order what they take allows.

use crate::desk::talk;
use serde_json::{Value, json};

/// Can the agent call the steps out of order?
#[test]
fn a_step_out_of_order_is_refused_and_told_what_is_missing() {
    let desk = talk();
    let early = desk.journey(json!({"step": "quote_fare"}));
    assert_eq!(
        (&early["judgment"], &early["reason"], &early["missing"]),
        (
            &json!("rejected"),
            &json!("DRAFT_INCOMPLETE"),
            &json!(["destination", "pickupAt"])
        ),
        "{early}"
    );
    desk.asks_pickup(5);
    let early = desk.journey(json!({"step": "quote_fare"}));
    assert_eq!(early["missing"], json!(["destination"]));
    let submit = desk.submits();
    assert_eq!(submit["missing"], json!(["destination", "fare"]), "{submit}");
    assert!(
        desk.session.asks().is_empty(),
        "nobody is asked about a draft that is not whole"
    );
    desk.resolves("rome");
    assert_eq!(desk.quotes()["stored"], "fare", "the other order is as good");
}

#[test]
fn the_journey_says_what_is_ready_and_what_each_step_provides() {
    let desk = talk();
    let open = desk.journey(json!({}));
    let rows = |of: &Value, key: &str| -> Vec<(String, Value)> {
        let rows = of[key].as_array().unwrap().iter();
        rows.map(|r| (r["step"].as_str().unwrap().to_owned(), r.clone()))
            .collect()
    };
    let ready = rows(&open, "readySteps");
    let names: Vec<_> = ready.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(
        names,
        ["book_ride.resolve_destination", "book_ride.pickup_at", "book_ride.note"]
    );
    assert_eq!(ready[0].1["provides"], "destination");
    assert_eq!(ready[0].1["does"], "Look up the place the rider wants to go to.");
    assert_eq!(ready[1].1["provides"], "pickupAt");
    assert_eq!(ready[1].1["does"], "Set when the rider wants to be picked up.");
    assert_eq!(ready[1].1["expects"]["required"], json!(["pickupAt"]));
    let later = rows(&open, "laterSteps");
    let held: Vec<_> = later
        .iter()
        .map(|(n, r)| (n.as_str(), r["status"].as_str().unwrap(), r["missing"].clone()))
        .collect();
    assert_eq!(
        held,
        [
            (
                "book_ride.quote_fare",
                "needs-draft",
                json!(["destination", "pickupAt"])
            ),
            ("book_ride.sum_up", "needs-draft", json!(["destination"])),
            (
                "book_ride.request_ride",
                "needs-draft",
                json!(["destination", "pickupAt", "fare"])
            ),
        ]
    );
    assert_eq!(
        open["draft"],
        json!({"have": [], "stillNeeded": ["destination", "pickupAt", "fare"], "values": {}})
    );
}

/// How does it store results from the real backend?
#[test]
fn what_the_agent_said_and_what_the_server_said_stand_in_one_draft() {
    let desk = talk();
    let resolved = desk.resolves("rome");
    assert_eq!(
        (&resolved["stored"], &resolved["says"]),
        (&json!("destination"), &json!("Stored. Still needed: pickupAt, fare."))
    );
    desk.asks_pickup(5);
    assert_eq!(
        desk.draft(),
        json!({
            "have": ["destination", "pickupAt"], "stillNeeded": ["fare"],
            "values": {"destination": {"name": "rome", "km": 4}, "pickupAt": 5},
        })
    );
}

#[test]
fn an_ask_answers_within_its_own_call() {
    let desk = talk();
    let reply = desk.asks_pickup(5);
    assert_eq!(
        (
            &reply["effectStatus"],
            &reply["stored"],
            &reply["stillNeeded"],
            &reply["says"]
        ),
        (
            &json!("performed"),
            &json!("pickupAt"),
            &json!(["destination", "fare"]),
            &json!("Stored. Still needed: destination, fare.")
        ),
        "{reply}"
    );
    assert_eq!(
        reply["draft"]["have"],
        json!(["pickupAt"]),
        "the frame is of after the call"
    );
}

#[test]
fn an_ask_takes_one_property_of_the_fields_own_type() {
    let desk = talk();
    for (input, path) in [
        (json!({}), "pickupAt"),
        (json!({"pickupAt": "soon"}), "pickupAt"),
        (json!({"pickupAt": 1, "fare": 2}), "*"),
        (json!({"pickup_at": 1}), "*"),
    ] {
        let reply = desk.journey(json!({"step": "pickup_at", "input": input}));
        assert_eq!(reply["reason"], "PAYLOAD_INVALID", "{input}: {reply}");
        let paths: Vec<_> = reply["issues"].as_array().unwrap().iter().map(|i| &i["path"]).collect();
        assert!(paths.contains(&&json!(path)), "{input}: {reply}");
    }
    assert_eq!(desk.draft()["have"], json!([]));
}

/// What if two steps use the same draft field name? It does not compile; but a step may run again.
#[test]
fn running_a_step_again_drops_what_was_computed_from_it() {
    let desk = talk();
    desk.gathers("rome", 5);
    let again = desk.resolves("lisbon");
    assert_eq!(
        (&again["stored"], &again["dropped"], &again["stillNeeded"]),
        (&json!("destination"), &json!(["fare"]), &json!(["fare"])),
        "{again}"
    );
    assert_eq!(desk.submits()["missing"], json!(["fare"]));
    assert_eq!(desk.quotes()["stored"], "fare");
    assert_eq!(desk.draft()["values"]["fare"], 605);
    let asked_again = desk.asks_pickup(6);
    assert_eq!(asked_again["dropped"], json!(["fare"]), "{asked_again}");
}

#[test]
fn a_step_that_fails_leaves_the_draft_and_one_that_finds_nothing_empties_its_field() {
    let desk = talk();
    desk.gathers("rome", 5);
    let failed = desk.resolves("unknown");
    assert_eq!(
        (&failed["outcome"], &failed["error"]),
        (&json!("rolled-back"), &json!("no such place")),
        "{failed}"
    );
    assert_eq!(desk.draft()["stillNeeded"], json!([]), "the draft is as it was");
    let nothing = desk.resolves("nowhere");
    assert_eq!(nothing["stored"], Value::Null, "{nothing}");
    assert_eq!(desk.draft()["stillNeeded"], json!(["destination", "fare"]));
}

#[test]
fn an_optional_field_is_never_waited_for() {
    let desk = talk();
    desk.gathers("rome", 5);
    let read = |desk: &crate::desk::Talk| desk.settled(&desk.journey(json!({"step": "sum_up"})))["data"].clone();
    assert_eq!(read(&desk), "to rome, no wish");
    let wished = desk.journey(json!({"step": "note", "input": {"wish": "quiet"}}));
    assert_eq!(
        (&wished["stored"], &wished["says"]),
        (&json!("wish"), &json!("Stored. The journey is ready.")),
        "{wished}"
    );
    assert_eq!(read(&desk), "to rome, quiet");
    assert_eq!(desk.draft()["have"], json!(["destination", "pickupAt", "fare", "wish"]));
    desk.sends();
    assert_eq!(
        desk.sent(),
        [json!({"destination": {"name": "rome", "km": 4}, "pickupAt": 5, "fare": 405, "wish": "quiet"})]
    );
}

#[test]
fn a_read_over_the_draft_stores_nothing() {
    let desk = talk();
    desk.resolves("rome");
    let before = desk.draft();
    let read = desk.settled(&desk.journey(json!({"step": "sum_up"})));
    assert_eq!(
        (&read["data"], read.get("stored")),
        (&json!("to rome, no wish"), None),
        "{read}"
    );
    assert_eq!(desk.draft(), before);
}

/// Two runs of one step: the last that was fired wins, whichever comes home first.
#[test]
fn of_two_attempts_at_once_the_last_fired_wins() {
    for homecoming in [["slow one", "slow two"], ["slow two", "slow one"]] {
        let desk = talk();
        let fires: Vec<_> = ["slow one", "slow two"]
            .iter()
            .map(|place| desk.journey(json!({"step": "resolve_destination", "input": {"name": place}})))
            .collect();
        desk.host.run_until_idle();
        for place in homecoming {
            desk.town.gates.release(place);
            desk.host.run_until_idle();
        }
        assert_eq!(
            desk.draft()["values"]["destination"]["name"],
            "slow two",
            "{homecoming:?}"
        );
        let [first, last] = [desk.settled(&fires[0]), desk.settled(&fires[1])];
        assert_eq!(last["stored"], "destination", "{last}");
        assert_eq!(first["effectStatus"], "performed", "{first}");
    }
}

#[test]
fn a_value_computed_from_older_fields_is_not_kept() {
    let desk = talk();
    desk.resolves("rome");
    desk.asks_pickup(5);
    desk.town.slow_quotes.store(true, std::sync::atomic::Ordering::SeqCst);
    let quote = desk.journey(json!({"step": "quote_fare"}));
    desk.host.run_until_idle();
    desk.asks_pickup(6);
    desk.town.gates.release("quote");
    let settled = desk.settled(&quote);
    assert_eq!(settled["stored"], Value::Null, "{settled}");
    assert_eq!(settled["stillNeeded"], json!(["fare"]));
    assert!(settled["why"].is_string(), "{settled}");
    assert_eq!(desk.draft()["stillNeeded"], json!(["fare"]));
}

#[test]
fn only_field_names_of_a_draft_stand_in_sentences() {
    let desk = talk();
    let settled = desk.resolves("yellowbird");
    for key in ["says", "why", "howToAct"] {
        assert!(!settled[key].to_string().contains("yellowbird"), "{settled}");
    }
}
