//! Nothing can hang or tear: what handlers, guards, types, hosts and threads can do to a session, one idea a file.
#![allow(missing_docs)]
#![allow(unreachable_pub, clippy::unwrap_used, clippy::panic)]

mod approvals;
mod blocking;
mod bounds;
mod closing;
mod contended;
mod drops;
mod ending_early;
mod hosts;
mod moving;
mod once;
mod panics;
mod reentry;
mod replay;
mod schemas;
mod shutdown;
mod stage;
mod updates;
mod wakeups;
mod world;
