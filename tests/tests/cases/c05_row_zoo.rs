//! A clinic: everything that the row of an action can say.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
#[serde(rename_all = "camelCase")]
pub struct Clinic {
    name: String,
    consent: bool,
    admitted: bool,
    doctor: String,
    cards: BTreeSet<String>,
    never_reported: Reported<u32>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Patient {
    name: String,
    #[serde(default)]
    mrn: i64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Note {
    #[serde(default)]
    note: String,
}

/// A plain control
#[action]
async fn plain(_cx: Cx<Clinic>) {}

/// Type the patient name
#[action(writes(name), parallel)]
async fn set_name(cx: Cx<Clinic>, input: Patient) -> i64 {
    cx.update(|s| s.name = input.name);
    input.mrn
}

/// Only for the admitted
#[action(when(admitted))]
async fn hidden(_cx: Cx<Clinic>) {}

/// Guard on a key nobody reports
#[action(when(never_reported == 1 && name != ""))]
async fn faith(_cx: Cx<Clinic>) {}

/// Discharge the patient
#[action(confirm, reads(name), writes(admitted))]
async fn discharge(_cx: Cx<Clinic>) {}

/// Submit the form
#[action(enabled_when(consent && name != ""), blocked_because("Waiting for the consent tick", cleared_by = user))]
async fn submit(_cx: Cx<Clinic>) {}

/// Tick the consent box
#[action(writes(consent), parallel)]
async fn tick_consent(cx: Cx<Clinic>) {
    cx.update(|s| s.consent = true);
}

/// A control switched off imperatively
#[action]
async fn offswitch(_cx: Cx<Clinic>) {}

/// A control that is working
#[action]
async fn working(_cx: Cx<Clinic>) {}

/// Free text note
#[action]
async fn draft(_cx: Cx<Clinic>, input: Note) -> Note {
    input
}

/// Sign the form
#[action(may_invoke(user))]
async fn human_only(_cx: Cx<Clinic>) {}

/// Nothing is wired to this
#[action]
async fn unbound(cx: Cx<Clinic>);

/// Void one card
#[action]
async fn void_card(cx: Cx<Clinic>, #[instance] card: String);

/// Filter the rail
#[action]
async fn filter(cx: Cx<Clinic>);

/// Assess
#[action]
async fn assess(_cx: Cx<Clinic>) {}

graph! {
    /// Clinic intake
    pub static CLINIC: Graph<Clinic>;
    rename_all = "kebab-case";
    start = intake;

    /// The intake form
    page intake {
        each cards in cards { void_card; }
        area rail { filter; }
        plain;
        set_name;
        /// Send to triage
        go triage -> triage when name != "";
        hidden;
        faith;
        discharge;
        submit;
        tick_consent;
        offswitch;
        working;
        draft;
        human_only;
        unbound;
    }
    page triage { assess; }
    on intake, triage {
        /// Go to intake from anywhere
        go home -> intake;
    }

    /// Admit a patient
    journey admit { set_name; triage; assess; }
    /// Assess someone already in triage
    journey assess_only { assess; }
    /// Needs admission
    journey gated when admitted { plain; }
    /// Precondition on an unreported key
    journey faithful when never_reported == 1 { plain; }
}

#[test]
fn clinic() {
    let state = Clinic {
        name: "Ada".to_owned(),
        cards: ["c1", "c2"].map(str::to_owned).into(),
        ..Clinic::default()
    };
    let mut play = Play::open(CLINIC.session(Gates::default()).state(state));
    play.session.control("intake.offswitch").unwrap().set_enabled(false);
    play.session
        .control("intake.working")
        .unwrap()
        .set_busy(Some("Printing the wristband…"));
    let knee = || Note {
        note: "sore knee".to_owned(),
    };
    play.session.control("intake.draft").unwrap().holds(knee);
    play.expect(
        "whats_here",
        json!({}),
        json!({
            "ok": true, "facts": {"attempts": [nothing()]}, "brief": "<text>",
            "actions": [
                {
                    "action": "intake.cards.void-card", "does": "Void one card", "materialized": false,
                    "instances": ["c1", "c2"], "expects": "none",
                },
                {"action": "intake.rail.filter", "does": "Filter the rail", "materialized": false, "expects": "none"},
                {"action": "intake.plain", "does": "A plain control", "expects": "none"},
                {
                    "action": "intake.set-name", "does": "Type the patient name",
                    "expects": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "mrn": {"type": "integer", "format": "int64"}},
                        "required": ["name"],
                    },
                },
                {"action": "intake.triage", "does": "Send to triage", "goesTo": "triage", "expects": "none"},
                {
                    "action": "intake.faith", "does": "Guard on a key nobody reports",
                    "guardUnevaluated": ["neverReported"], "expects": "none",
                },
                {"action": "intake.discharge", "does": "Discharge the patient", "highEffect": true, "expects": "none"},
                {
                    "action": "intake.submit", "does": "Submit the form", "enabled": false,
                    "blockedBecause": {"says": "Waiting for the consent tick", "clearedBy": "user"},
                    "unblockedBy": [{"action": "intake.tick-consent", "writes": ["consent"]}], "expects": "none",
                },
                {"action": "intake.tick-consent", "does": "Tick the consent box", "expects": "none"},
                {
                    "action": "intake.offswitch", "does": "A control switched off imperatively", "enabled": false,
                    "expects": "none",
                },
                {
                    "action": "intake.working", "does": "A control that is working", "busy": "Printing the wristband…",
                    "expects": "none",
                },
                {
                    "action": "intake.draft", "does": "Free text note", "holds": {"note": "sore knee"},
                    "expects": {"type": "object", "properties": {"note": {"type": "string"}}},
                },
                {"action": "intake.human-only", "does": "Sign the form", "mayInvoke": ["user"], "expects": "none"},
                {
                    "action": "intake.unbound", "does": "Nothing is wired to this", "materialized": false,
                    "expects": "none",
                },
            ],
            "journeys": [
                {"journey": "admit", "does": "Admit a patient", "feasible": true, "standing": "in-progress"},
                {"journey": "gated", "does": "Needs admission", "feasible": false, "standing": "in-progress"},
                {
                    "journey": "faithful", "does": "Precondition on an unreported key", "feasible": true,
                    "standing": "in-progress", "feasibilityUnknownFor": ["neverReported"],
                },
            ],
            "journeysElsewhere": 1, "journeysElsewhereMeans": "<text>", "youAreOn": "intake",
        }),
    );
}
