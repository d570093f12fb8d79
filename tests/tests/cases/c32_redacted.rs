//! A pharmacy: hidden keys of the state, of payloads and of returned data, at every door that shows values.

use nav_runtime::{AskId, RedactedFields, Unchecked, prelude::*};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
#[serde(rename_all = "camelCase")]
pub struct Pharmacy {
    pin_ok: Redacted<String>,
    stock: u32,
    patient: Redacted<String>,
}

/// Dispense
#[action(confirm, when(pin_ok == "sesame"), writes(stock))]
async fn dispense(cx: Cx<Pharmacy>, input: Unchecked) -> Value {
    cx.update(|s| s.stock = 8);
    input.0
}

/// Look up a patient
#[action(writes(patient), parallel)]
async fn lookup(cx: Cx<Pharmacy>, input: Unchecked) -> Value {
    drop(input);
    cx.update(|s| s.patient = Redacted::new("Bo Ek".to_owned()));
    json!({
        "patient": {"ssn": "123", "name": "Bo"}, "rows": [{"ssn": "1", "ok": 1}, {"ok": 2}], "whole": {"a": 1},
        "kept": "yes",
    })
}

/// Guard fails on a secret
#[action(when(pin_ok == "other"))]
async fn guarded(_cx: Cx<Pharmacy>) {}

graph! {
    /// A pharmacy
    pub static PHARMACY: Graph<Pharmacy>;
    start = till;

    page till terminal {
        dispense;
        lookup;
        guarded;
    }

    /// Guarded
    journey g { lookup; guarded; }
}

#[test]
fn pharmacy() {
    let state = Pharmacy {
        pin_ok: Redacted::new("sesame".to_owned()),
        stock: 9,
        ..Pharmacy::default()
    };
    let hidden = RedactedFields::default()
        .payload("card.number")
        .payload("items.code")
        .produced("patient.ssn")
        .produced("rows.ssn")
        .produced("whole");
    let session = PHARMACY.session(Gates::default()).state(state).redacted_fields(hidden);
    let mut play = Play::open(session);
    let l = play.fires(
        json!({
            "action": "lookup",
            "input": {"card": {"number": "4111", "exp": "1/30"}, "items": [{"code": 7, "n": 1}, {"n": 2}]},
        }),
        "till.lookup",
        "till",
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": l["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "till.lookup", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "till",
            "data": {
                "patient": {"ssn": "[REDACTED]", "name": "Bo"}, "rows": [{"ssn": "[REDACTED]", "ok": 1}, {"ok": 2}],
                "whole": "[REDACTED]", "kept": "yes",
            },
            "youAreOn": "till",
        }),
    );
    let d = play.expect("do_action", json!({"action": "dispense", "input": {"card": {"number": "4111"}}}), json!({
        "ok": false, "judgment": "needs-confirm", "action": "till.dispense", "does": "Dispense", "performed": false,
        "why": "<text>", "askId": "ask:new",
        "receipts": {
            "willDo": {"does": "Dispense", "writes": ["stock"]},
            "because": [
                {
                    "key": "pinOk", "op": "eq", "threshold": "[REDACTED]", "actualSummary": "[REDACTED]", "result": true,
                    "redacted": true,
                },
            ],
            "willUse": {"input": {"card": {"number": "[REDACTED]"}}}, "youAreOn": "till",
            "recentSteps": [
                {"what": "till.lookup", "principal": "agent", "outcome": "committed"},
            ],
        },
        "howToAct": "<text>", "youAreOn": "till",
    }));
    play.session
        .approve(AskId::parse(d["askId"].as_str().unwrap()).unwrap(), "pharmacist")
        .unwrap();
    let f = play.fires(
        json!({"action": "dispense", "confirm": true, "input": {"card": {"number": "4111"}}}),
        "till.dispense",
        "till",
    );
    play.flush();
    play.expect(
        "did_it_work",
        json!({"transitionId": f["transitionId"]}),
        json!({
            "ok": true, "settled": true, "did": "till.dispense", "effectStatus": "performed", "outcome": "committed",
            "effectVerified": true, "writesObserved": true, "toNode": "till", "data": {"card": {"number": "4111"}},
            "youAreOn": "till",
        }),
    );
    let another_pin = json!({
        "key": "pinOk", "op": "eq", "threshold": "[REDACTED]", "actualSummary": "[REDACTED]", "result": false,
        "redacted": true,
    });
    play.expect("journey.g", json!({"step": "guarded"}), json!({
        "journey": "g", "frame": "open", "standing": "in-progress", "judgment": "rejected",
        "readySteps": [{"step": "till.lookup", "does": "Look up a patient"}],
        "laterSteps": [{"step": "till.guarded", "status": "blocked", "because": [another_pin]}], "howToAct": "<text>", "ok": false,
        "did": "till.guarded", "reason": "GUARD_FAILED",
        "evidence": [another_pin],
        "youAreOn": "till", "why": "<text>",
    }));
    // differs: why is data, and says who
    let lookup = json!({
        "action": "till.lookup", "transitionId": l["transitionId"], "principal": "agent",
        "wrote": [{"key": "patient", "value": "[REDACTED]"}], "reads": [], "version": 3,
    });
    let dispense = json!({
        "action": "till.dispense", "transitionId": f["transitionId"], "principal": "agent",
        "wrote": [{"key": "stock", "value": 8}], "reads": ["pinOk"], "version": 9,
    });
    for (key, holds, slice) in [
        ("patient", json!("[REDACTED]"), json!([lookup])),
        ("stock", json!(8), json!([dispense])),
        ("pinOk", json!("[REDACTED]"), json!([])),
    ] {
        play.expect(
            "why",
            json!({"key": key}),
            json!({
                "ok": true, "key": key, "holds": holds, "slice": slice, "why": "<text>", "youAreOn": "till",
            }),
        );
    }
}
