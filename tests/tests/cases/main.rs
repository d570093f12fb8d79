//! Recorded scenarios: a graph, a session, and what each call answers.
#![allow(missing_docs, unreachable_pub, clippy::panic, clippy::unwrap_used)]

mod c01_tools_per_journey;
mod c05_row_zoo;
mod c06_whats_here_since;
mod c08_journey_linear;
mod c11_action_refusals;
mod c12_payload;
mod c13_confirm_default;
mod c15_approval_enforced;
mod c17_disabled_busy;
mod c19_arrival;
mod c24_did_it_work;
mod c26_handler_failures;
mod c27_produced;
mod c32_redacted;
mod c35_verify;
mod c38_facts_grades;
mod c39_repeats;
mod c41_two_journeys;
mod c44_prior_fire;
mod c61_guard_operators;
