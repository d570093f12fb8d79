//! The service: its data, its pages, and what is mounted beside them.

use super::{
    graph::{NOTES, NoteId, NotesApp, NotesState},
    users::Users,
};
use crate::person::{Login, Person, cookies, router};
use axum::{
    Form, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{AppendHeaders, IntoResponse, Response},
    routing::{get, post},
};
use nav_runtime::{Caller, mcp::NavServer, registry::Registry};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The cookie of the service's own login.
const COOKIE: &str = "notes";

/// The notes of all users.
pub struct Service {
    users: Users,
    notes: Mutex<HashMap<String, BTreeMap<NoteId, String>>>,
    registry: Registry,
}

impl Service {
    /// A service for these users, whose agents' conversations are kept there.
    #[must_use]
    pub fn new(users: Users, registry: Registry) -> Arc<Self> {
        Arc::new(Service {
            users,
            notes: Mutex::default(),
            registry,
        })
    }

    /// A user's notes.
    pub fn notes(&self, user: &str) -> BTreeMap<NoteId, String> {
        self.all().get(user).cloned().unwrap_or_default()
    }

    pub(super) fn write(&self, user: &str, text: String) -> BTreeMap<NoteId, String> {
        let mut all = self.all();
        let notes = all.entry(user.to_owned()).or_default();
        let last = notes.last_key_value().map_or(0, |(id, _)| id.0);
        notes.insert(NoteId(last.saturating_add(1)), text);
        notes.clone()
    }

    pub(super) fn throw_away(&self, user: &str, note: NoteId) -> Option<BTreeMap<NoteId, String>> {
        let mut all = self.all();
        let notes = all.get_mut(user)?;
        notes.remove(&note)?;
        Some(notes.clone())
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, BTreeMap<NoteId, String>>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is served at that address: the pages that were there before, `/mcp` and `/asks`.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn routes(self: &Arc<Self>, at: SocketAddr) -> Result<Router, getrandom::Error> {
        let (for_login, for_callers) = (self.clone(), self.clone());
        let person = Person::behind_login(self.registry.clone(), at, move |headers| {
            let session = cookies(headers, COOKIE).next()?;
            let user = for_login.users.of_cookie(session)?;
            Some(Login {
                user,
                session: session.to_owned(),
            })
        })?;
        let tools = self.server().approve_at(person.address());
        let tools = tools.http(move |parts| for_callers.users.of_token(bearer(parts)?));
        let pages = Router::new()
            .route("/", get(home).post(add))
            .route("/login", post(login))
            .with_state(self.clone());
        Ok(pages.nest_service("/mcp", tools).merge(router(person)))
    }

    fn server(self: &Arc<Self>) -> NavServer {
        let service = self.clone();
        NavServer::new(&NOTES, &self.registry, move |caller: Caller| {
            let service = service.clone();
            async move {
                let user = caller.id().to_owned();
                let state = NotesState {
                    notes: service.notes(&user),
                };
                let session = NOTES.session(NotesApp { service, user }).state(state);
                Ok(session.caller(caller).open()?)
            }
        })
    }

    /// What a user does on the page is news to their agents.
    fn tell_agents(&self, user: &Caller, notes: &BTreeMap<NoteId, String>) {
        for conversation in self.registry.sessions_of(user) {
            self.registry
                .with(conversation.id(), |session: &nav_runtime::Session<NotesState>| {
                    session.update_by(nav_runtime::Principal::User, |state| state.notes.clone_from(notes));
                });
        }
    }
}

/// The token that a request brings.
fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ")
}

fn signed_in(service: &Service, headers: &HeaderMap) -> Option<Caller> {
    let cookie = cookies(headers, COOKIE).next()?;
    service.users.of_cookie(cookie)
}

#[derive(Deserialize)]
struct SigningIn {
    name: String,
    password: String,
}

async fn login(State(service): State<Arc<Service>>, Form(who): Form<SigningIn>) -> Response {
    match service.users.sign_in(&who.name, &who.password) {
        Some(cookie) => {
            let cookie = format!("{COOKIE}={cookie}; Path=/; HttpOnly; SameSite=Strict");
            let headers = AppendHeaders([(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())]);
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        None => (StatusCode::FORBIDDEN, "That is not your password.\n").into_response(),
    }
}

async fn home(State(service): State<Arc<Service>>, headers: HeaderMap) -> Response {
    let Some(user) = signed_in(&service, &headers) else {
        return (StatusCode::UNAUTHORIZED, "Sign in: POST name and password to /login.\n").into_response();
    };
    let notes = service.notes(user.id());
    let lines: Vec<String> = notes.iter().map(|(id, text)| format!("{}: {text}\n", id.0)).collect();
    lines.concat().into_response()
}

#[derive(Deserialize)]
struct Adding {
    text: String,
}

async fn add(State(service): State<Arc<Service>>, headers: HeaderMap, Form(adding): Form<Adding>) -> Response {
    let Some(user) = signed_in(&service, &headers) else {
        return (StatusCode::UNAUTHORIZED, "Sign in first.\n").into_response();
    };
    let notes = service.write(user.id(), adding.text);
    service.tell_agents(&user, &notes);
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response()
}
