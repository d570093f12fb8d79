//! Several users of one service, each with an agent: nobody sees what is another's, and no agent answers for its user.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use axum::{
    Router,
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use http_body_util::BodyExt;
use nav_examples::notes::{Service, Users};
use nav_runtime::registry::{Limits, Registry};
use serde_json::{Value, json};
use tower_service::Service as _;

const AT: &str = "127.0.0.1:8790";

struct House {
    routes: Router,
    tokens: Vec<String>,
}

impl House {
    fn new() -> House {
        let (users, tokens) = Users::new(&[("ann", "apple"), ("bob", "banana")]).unwrap();
        let service = Service::new(users, Registry::new(Limits::default()));
        House {
            routes: service.routes(AT.parse().unwrap()).unwrap(),
            tokens,
        }
    }

    async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: String) -> Response<Body> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, AT);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.routes
            .clone()
            .call(request.body(Body::from(body)).unwrap())
            .await
            .unwrap()
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
        let response = self.send("GET", path, headers, String::new()).await;
        (response.status(), text(response).await)
    }

    async fn form(&self, path: &str, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Response<Body> {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", coded(value)))
            .collect();
        let headers = [&[("content-type", "application/x-www-form-urlencoded")], headers].concat();
        self.send("POST", path, &headers, body.join("&")).await
    }

    async fn sign_in(&self, name: &str, password: &str) -> String {
        let response = self
            .form("/login", &[], &[("name", name), ("password", password)])
            .await;
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
        let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    async fn mcp(&self, headers: &[(&str, &str)], tool: &str, args: Value) -> Response<Body> {
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": args}});
        let accept = ("accept", "application/json, text/event-stream");
        let headers = [&[("content-type", "application/json"), accept], headers].concat();
        self.send("POST", "/mcp", &headers, body.to_string()).await
    }
}

async fn text(response: Response<Body>) -> String {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn coded(value: &str) -> String {
    let coded = value.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    coded.collect()
}

/// A user's agent, in a conversation.
struct Agent<'a> {
    house: &'a House,
    bearer: String,
    conversation: Value,
}

impl<'a> Agent<'a> {
    async fn of(house: &'a House, token: &str) -> Agent<'a> {
        let mut agent = Agent {
            house,
            bearer: format!("Bearer {token}"),
            conversation: Value::Null,
        };
        let here = agent.call("notes_whats_here", json!({})).await;
        agent.conversation = here["conversation"].clone();
        agent
    }

    async fn call(&self, tool: &str, mut args: Value) -> Value {
        args["conversation"] = self.conversation.clone();
        let response = self.house.mcp(&[("authorization", &self.bearer)], tool, args).await;
        assert_eq!(response.status(), StatusCode::OK);
        let message: Value = serde_json::from_str(&text(response).await).unwrap();
        serde_json::from_str(message["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
    }

    async fn act(&self, args: Value) -> Value {
        self.call("notes_do_action", args).await
    }
}

/// What the first card's form sends.
fn fields(page: &str) -> Vec<(String, String)> {
    let value = |name: &str| {
        let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
        (name.to_owned(), rest.split('"').next().unwrap().to_owned())
    };
    ["conversation", "ask", "token"].map(value).to_vec()
}

fn with<'a>(fields: &'a [(String, String)], answer: &'a str) -> Vec<(&'a str, &'a str)> {
    let fields = fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    fields.chain([("answer", answer)]).collect()
}

#[tokio::test]
async fn what_opens_the_tools_neither_opens_nor_answers_a_card() {
    let house = House::new();
    let agent = Agent::of(&house, &house.tokens[0]).await;
    agent
        .act(json!({"action": "write_note", "input": {"text": "Buy milk"}}))
        .await;
    let asked = agent.act(json!({"action": "throw_away", "instance": "1"})).await;
    assert_eq!(asked["judgment"], "needs-confirm", "{asked}");
    assert_eq!(asked["receipts"]["shows"]["note"], "Buy milk");
    assert_eq!(asked["approveAt"], format!("http://{AT}/asks"));
    let cookie = house.sign_in("ann", "apple").await;
    let signed_in = [("cookie", cookie.as_str())];
    let (_, page) = house.get("/asks", &signed_in).await;
    assert!(page.contains("Buy milk"), "{page}");
    let fields = fields(&page);
    let token = house.tokens[0].as_str();
    let cookie_of_token = format!("notes={token}");
    for credential in [
        ("authorization", agent.bearer.as_str()),
        ("cookie", cookie_of_token.as_str()),
        ("x-nothing", "at all"),
    ] {
        let (status, body) = house.get("/asks", &[credential]).await;
        assert!(
            status == StatusCode::FORBIDDEN && !body.contains("Buy milk"),
            "{credential:?}"
        );
        assert_eq!(
            house.get(&format!("/asks?key={token}"), &[credential]).await.0,
            StatusCode::FORBIDDEN
        );
        let answered = house
            .form("/asks/answer", &[credential], &with(&fields, "approve"))
            .await;
        assert_eq!(
            answered.status(),
            StatusCode::FORBIDDEN,
            "even with the form's own token"
        );
    }
    let still = agent
        .act(json!({"action": "throw_away", "instance": "1", "confirm": true}))
        .await;
    assert_eq!(still["reason"], "APPROVAL_REQUIRED", "{still}");
    let answered = house.form("/asks/answer", &signed_in, &with(&fields, "approve")).await;
    assert_eq!(answered.status(), StatusCode::SEE_OTHER);
    let done = agent
        .act(json!({"action": "throw_away", "instance": "1", "confirm": true}))
        .await;
    assert_eq!(done["effectStatus"], "performed", "{done}");
}

#[tokio::test]
async fn what_opens_the_pages_does_not_open_the_tools() {
    let house = House::new();
    let cookie = house.sign_in("ann", "apple").await;
    let bearer = format!("Bearer {}", cookie.split_once('=').unwrap().1);
    for credential in [
        ("cookie", cookie.as_str()),
        ("authorization", &bearer),
        ("authorization", "Bearer "),
    ] {
        let response = house.mcp(&[credential], "notes_whats_here", json!({})).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    }
    let wrong = house
        .form("/login", &[], &[("name", "ann"), ("password", "banana")])
        .await;
    assert_eq!(wrong.status(), StatusCode::FORBIDDEN);
    assert_eq!(house.get("/", &[]).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn nobody_sees_or_answers_what_is_anothers() {
    let house = House::new();
    let (ann, bob) = (
        Agent::of(&house, &house.tokens[0]).await,
        Agent::of(&house, &house.tokens[1]).await,
    );
    ann.act(json!({"action": "write_note", "input": {"text": "ann only"}}))
        .await;
    ann.act(json!({"action": "throw_away", "instance": "1"})).await;
    let mut thief = Agent::of(&house, &house.tokens[1]).await;
    thief.conversation = ann.conversation.clone();
    let stolen = thief.call("notes_whats_here", json!({})).await;
    assert_eq!(stolen["reason"], "CONVERSATION_ENDED", "{stolen}");
    let read = bob.act(json!({"action": "read_notes"})).await;
    assert_eq!(read["data"], json!({}), "{read}");
    let (anns, bobs) = (
        house.sign_in("ann", "apple").await,
        house.sign_in("bob", "banana").await,
    );
    let (_, page) = house.get("/asks", &[("cookie", &bobs)]).await;
    assert!(
        page.contains("Nothing waits for you") && !page.contains("ann only"),
        "{page}"
    );
    let (_, page) = house.get("/asks", &[("cookie", &anns)]).await;
    let fields = fields(&page);
    let answered = house
        .form("/asks/answer", &[("cookie", &bobs)], &with(&fields, "approve"))
        .await;
    assert_eq!(answered.status(), StatusCode::FORBIDDEN);
    assert_eq!(house.get("/", &[("cookie", &bobs)]).await.1, "");
    assert_eq!(house.get("/", &[("cookie", &anns)]).await.1, "1: ann only\n");
}

#[tokio::test]
async fn what_a_user_does_on_the_page_is_news_to_the_agent() {
    let house = House::new();
    let agent = Agent::of(&house, &house.tokens[0]).await;
    let cookie = house.sign_in("ann", "apple").await;
    let added = house
        .form("/", &[("cookie", &cookie)], &[("text", "by hand & eye")])
        .await;
    assert_eq!(added.status(), StatusCode::SEE_OTHER);
    let why = agent.call("notes_why", json!({"key": "notes"})).await;
    assert_eq!(why["slice"][0]["principal"], "user", "{why}");
    let read = agent.act(json!({"action": "read_notes"})).await;
    assert_eq!(read["data"], json!({"1": "by hand & eye"}), "{read}");
}
