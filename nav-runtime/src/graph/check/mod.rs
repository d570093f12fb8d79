//! What only const evaluation can see: mistakes across items, each said at the author's own token.

mod closed;
mod conditions;
mod fragments;
mod guards;
mod journeys;
mod listed;
mod message;
mod point;
mod steps;
#[cfg(test)]
mod tests;

pub use closed::{Page, closed};
pub use conditions::Needs;
pub(super) use fragments::position;
pub use fragments::{goes_to, reached, step_of, withheld};
pub use guards::guard;
pub use journeys::{Before, journey_step};
pub use listed::{all_listed, listed};
pub use steps::{provided, step};

/// FNV-1a, as the macros compute it: const evaluation compares integers, never strings.
#[must_use]
pub const fn fnv(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// Whether two texts are the same.
const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
