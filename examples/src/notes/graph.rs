//! What a user's agent may do with the user's notes.

use super::service::Service;
use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// A note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NoteId(pub u32);

/// The user's notes, as their agent last heard of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[nav(app = NotesApp)]
pub struct NotesState {
    /// What each says.
    pub notes: BTreeMap<NoteId, String>,
}

/// The service, on behalf of one user.
pub struct NotesApp {
    /// The service.
    pub service: Arc<Service>,
    /// The user.
    pub user: String,
}

/// What to write.
#[derive(Deserialize, JsonSchema)]
pub struct NewNote {
    /// The note.
    #[schemars(length(min = 1, max = 500))]
    text: String,
}

/// Write a note.
#[action(writes(notes), parallel)]
pub fn write_note(cx: Cx<NotesState>, input: NewNote) {
    let app = cx.app();
    let notes = app.service.write(&app.user, input.text);
    cx.update(|state| state.notes = notes);
}

/// Read all notes.
#[action]
pub fn read_notes(cx: Cx<NotesState>) -> BTreeMap<NoteId, String> {
    cx.app().service.notes(&cx.app().user)
}

/// What a person sees before a note is thrown away.
#[derive(Serialize)]
pub struct Doomed {
    note: Option<String>,
}

/// The note that would be gone.
pub fn doomed(cx: Cx<NotesState>) -> Doomed {
    let id = cx.instance().and_then(|id| id.parse().ok()).map(NoteId);
    Doomed {
        note: id.and_then(|id| cx.app().service.notes(&cx.app().user).remove(&id)),
    }
}

/// Throw a note away.
#[action(confirm, shows = doomed, writes(notes))]
pub fn throw_away(cx: Cx<NotesState>, #[instance] note: NoteId) -> Result<(), &'static str> {
    let app = cx.app();
    let notes = app.service.throw_away(&app.user, note).ok_or("there is no such note")?;
    cx.update(|state| state.notes = notes);
    Ok(())
}

graph! {
    /// A user's notes.
    pub static NOTES: Graph<NotesState>;
    pub mod ids;
    start = notes;

    page notes terminal {
        read_notes;
        write_note;
        each note in notes {
            throw_away;
        }
    }
}
