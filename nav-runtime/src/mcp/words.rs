//! The sentences that only the server says.

use crate::Authored;
use crate::authored;

pub(super) const NEW: Authored = authored!(
    "This began a new conversation: pass its `conversation` with every call. To go on with an earlier one, pass that \
     one's instead."
);
pub(super) const REQUIRED: Authored = authored!(
    "Name your conversation: pass the `conversation` that whats_here gave you. Without it, whats_here begins one."
);
pub(super) const NOT_TEXT: Authored =
    authored!("`conversation` takes the text that whats_here gave you. Without it, whats_here begins a new one.");
pub(super) const ENDED: Authored = authored!(
    "You have no such conversation: it has ended, or it never was. Nothing was done. Call whats_here without \
     `conversation` to begin a new one."
);
pub(super) const TOO_MANY: Authored = authored!(
    "Too many conversations are open. Go on with one that you have, or try again when one of them has ended."
);
pub(super) const NOT_ALLOWED: Authored =
    authored!("The app opens no conversation for you. Only a person can change that.");
pub(super) const UNAVAILABLE: Authored =
    authored!("The app cannot open a conversation at the moment. Try again later.");
pub(super) const FOREIGN_STATE: Authored = authored!(
    "The answer that came with this call belongs to no question of it: it was used, it is too old, or it was made for \
     another call. Nothing was done. Make the call again without it."
);
pub(super) const SAID_NO: Authored =
    authored!("The person was asked through this client and said no. Ask again only if they bring it up themselves.");
pub(super) const NOT_ANSWERED: Authored = authored!(
    "The person was asked through this client and did not answer. That is no no: nothing has changed, and the same call \
     asks them again."
);
pub(super) const COULD_NOT_ASK: Authored = authored!(
    "This client cannot ask the person, so nobody was asked. Tell them what waits for them, and `approveAt` if there is \
     one; make the call again with `confirm: true` once they have answered there."
);
pub(super) const STOPPING: Authored =
    authored!("The app is shutting down and takes no more calls. Nothing was done. Try again later.");
pub(super) const UNKNOWN_TOOL: Authored = authored!("There is no tool of that name. Call one of `tools`.");
