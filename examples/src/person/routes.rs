//! The page's addresses.

use super::{
    keys::{Browser, Keys},
    page::{STYLE, Waiting, opened, page, sentence},
};
use axum::{
    Form, Router,
    extract::{Query, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
    routing::{get, post},
};
use nav_runtime::{
    AskId, Caller, CardIs,
    registry::{ConversationId, Registry},
};
use serde::Deserialize;
use std::{net::SocketAddr, sync::Arc};

/// Who answers, as the journal of decisions names them: whoever holds the key from the terminal.
const APPROVER: &str = "the person at the terminal";

/// The page of one running service.
pub struct Person {
    registry: Registry,
    at: SocketAddr,
    keys: Keys,
    door: Door,
}

/// What opens the page.
enum Door {
    /// The key from the terminal, for everything that waits.
    Key,
    /// The service's own login, for what waits for that user.
    Login(SignedIn),
}

/// Who is signed in, by what a request brings.
type SignedIn = Box<dyn Fn(&HeaderMap) -> Option<Login> + Send + Sync>;

/// A user who is signed in to the service that the page is part of.
pub struct Login {
    /// Who, as the tools' callers are named.
    pub user: Caller,
    /// What this sign-in is known by: forms are bound to it.
    pub session: String,
}

/// Who is at the page.
struct Visitor {
    browser: Browser,
    approver: String,
    /// Whose questions they may see; everybody's if nobody is named.
    only: Option<Caller>,
}

impl Person {
    /// A page at that address for the questions of these conversations.
    ///
    /// # Errors
    /// If the system has no random bits.
    pub fn new(registry: Registry, at: SocketAddr) -> Result<Arc<Self>, getrandom::Error> {
        Person::behind(Door::Key, registry, at)
    }

    /// A page behind a service's own login: a user sees and answers their own agent's questions only.
    ///
    /// # Errors
    /// If the system has no random bits.
    pub fn behind_login(
        registry: Registry,
        at: SocketAddr,
        login: impl Fn(&HeaderMap) -> Option<Login> + Send + Sync + 'static,
    ) -> Result<Arc<Self>, getrandom::Error> {
        Person::behind(Door::Login(Box::new(login)), registry, at)
    }

    fn behind(door: Door, registry: Registry, at: SocketAddr) -> Result<Arc<Self>, getrandom::Error> {
        Ok(Arc::new(Person {
            registry,
            at,
            keys: Keys::new()?,
            door,
        }))
    }

    /// The page's address, without a key.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/asks", self.at)
    }

    /// The page's address with the one-time key, for the person's terminal only.
    #[must_use]
    pub fn address_with_key(&self) -> String {
        format!("{}?key={}", self.address(), self.keys.waiting())
    }

    /// Browsers send a cookie to every port of a host, so the port is in its name.
    fn cookie_name(&self) -> String {
        format!("asks-{}", self.at.port())
    }

    fn visitor(&self, headers: &HeaderMap) -> Option<Visitor> {
        match &self.door {
            Door::Key => {
                let name = self.cookie_name();
                let browser = cookies(headers, &name).find_map(|value| self.keys.browser(value))?;
                Some(Visitor {
                    browser,
                    approver: APPROVER.to_owned(),
                    only: None,
                })
            }
            Door::Login(login) => {
                let Login { user, session } = login(headers)?;
                Some(Visitor {
                    browser: Browser::of_login(session),
                    approver: user.id().to_owned(),
                    only: Some(user),
                })
            }
        }
    }

    /// Whether the request names this page's own host: a foreign name that resolves here is somebody's trick.
    fn named_rightly(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let Some((name, port)) = host.and_then(|host| host.rsplit_once(':')) else {
            return false;
        };
        let loopback = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
        port == self.at.port().to_string() && (loopback || !self.at.ip().is_loopback())
    }

    fn waiting(&self, visitor: &Visitor) -> Vec<Waiting> {
        let mut cards = Vec::new();
        let conversations = match &visitor.only {
            Some(user) => self.registry.sessions_of(user),
            None => self.registry.conversations(),
        };
        for conversation in conversations {
            for card in conversation.session().asks() {
                let id = conversation.id().to_string();
                let ask = card.ask_id.to_string();
                cards.push(Waiting {
                    token: self.keys.token(&visitor.browser, &named(&id, &ask)),
                    conversation: id,
                    ask,
                    does: card.does.to_string(),
                    receipts: serde_json::to_value(&card.receipts).unwrap_or_default(),
                    approved: card.is == CardIs::Approved,
                });
            }
        }
        cards
    }
}

/// The values of a cookie, as a request brings them.
pub fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(move |(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// What a card's token is bound to.
fn named(conversation: &str, ask: &str) -> String {
    format!("{conversation}/{ask}")
}

/// The page's routes: `/asks` and what is below it.
pub fn router(person: Arc<Person>) -> Router {
    Router::new()
        .route("/asks", get(look))
        .route("/asks/answer", post(answer))
        .route("/asks/style.css", get(style))
        .with_state(person)
}

#[derive(Deserialize)]
struct Looking {
    key: Option<String>,
    said: Option<Said>,
}

/// What the page says after an answer: fixed words, so that a link cannot put others on it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Said {
    Approved,
    Declined,
}

impl Said {
    fn words(self) -> &'static str {
        match self {
            Said::Approved => "Approved. The agent may go on now.",
            Said::Declined => "Declined. Nothing was done.",
        }
    }
}

async fn look(State(person): State<Arc<Person>>, Query(looking): Query<Looking>, headers: HeaderMap) -> Response {
    if !person.named_rightly(&headers) {
        return forbidden(&person);
    }
    let key = looking.key.filter(|_| matches!(person.door, Door::Key));
    if let Some(cookie) = key.and_then(|key| person.keys.open(&key)) {
        eprintln!(
            "The page was opened. For another browser: {}",
            person.address_with_key()
        );
        let cookie = format!(
            "{}={cookie}; Path=/asks; HttpOnly; SameSite=Strict",
            person.cookie_name()
        );
        return (
            AppendHeaders([(header::SET_COOKIE, cookie)]),
            html(StatusCode::OK, opened()),
        )
            .into_response();
    }
    let Some(visitor) = person.visitor(&headers) else {
        return forbidden(&person);
    };
    html(
        StatusCode::OK,
        page(looking.said.map(Said::words), &person.waiting(&visitor)),
    )
}

#[derive(Deserialize)]
struct Answering {
    conversation: String,
    ask: String,
    token: String,
    answer: Answer,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Approve,
    Decline,
}

async fn answer(State(person): State<Arc<Person>>, headers: HeaderMap, Form(answering): Form<Answering>) -> Response {
    let Some(visitor) = person.visitor(&headers) else {
        return forbidden(&person);
    };
    let card = named(&answering.conversation, &answering.ask);
    if !person.named_rightly(&headers)
        || !sent_from_here(&headers)
        || !person.keys.token_fits(&visitor.browser, &card, &answering.token)
    {
        return forbidden(&person);
    }
    let (Ok(id), Some(ask)) = (
        answering.conversation.parse::<ConversationId>(),
        AskId::parse(&answering.ask),
    ) else {
        return forbidden(&person);
    };
    let theirs = |caller: &Caller| visitor.only.as_ref().is_none_or(|user| user == caller);
    let found = person.registry.get(id).filter(|found| theirs(found.session().caller()));
    let Some(conversation) = found else {
        return html(
            StatusCode::GONE,
            sentence("That conversation has ended. Nothing was done."),
        );
    };
    let note = answering.note.trim();
    let note = (!note.is_empty()).then_some(note);
    let (answered, said) = match answering.answer {
        Answer::Approve => (conversation.session().approve(ask, &visitor.approver), "approved"),
        Answer::Decline => (conversation.session().decline(ask, &visitor.approver, note), "declined"),
    };
    match answered {
        Ok(()) => (
            StatusCode::SEE_OTHER,
            [(header::LOCATION, format!("/asks?said={said}"))],
        )
            .into_response(),
        Err(why) => html(
            StatusCode::CONFLICT,
            sentence(&format!("Your answer was not taken: {why}.")),
        ),
    }
}

/// Whether a form was sent by a person from the page itself, as far as the browser says.
fn sent_from_here(headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let only = |name: &str, wanted: &[u8]| says(name).is_none_or(|is| is == wanted);
    let own = says("host").map(|host| [b"http://", host].concat());
    let origin = says("origin").is_none_or(|origin| own.is_some_and(|own| own == origin));
    origin
        && only("sec-fetch-site", b"same-origin")
        && only("sec-fetch-mode", b"navigate")
        && only("sec-fetch-dest", b"document")
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

fn forbidden(person: &Person) -> Response {
    let says = match person.door {
        Door::Key => "This page opens with the address that was printed on the terminal, key and all.",
        Door::Login(_) => "Sign in first, and answer from this page itself.",
    };
    html(StatusCode::FORBIDDEN, sentence(says))
}

fn html(status: StatusCode, body: String) -> Response {
    const SAFE: [(HeaderName, HeaderValue); 5] = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        // `no-referrer` would make browsers send `Origin: null` with the form.
        (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(
                "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
            ),
        ),
    ];
    (status, SAFE, body).into_response()
}
