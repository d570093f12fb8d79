//! Recorded scenarios: a graph, a session, and what each call answers.
#![allow(missing_docs, unreachable_pub)]

mod c01_tools_per_journey;
mod c08_journey_linear;
mod c11_action_refusals;
mod c13_confirm_default;
mod c19_arrival;
mod c41_two_journeys;
