//! A kiln room: actions that settle at once, never, badly, and only with a person's yes.

use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use nav_runtime::{
    Approval, Caller, Session,
    mcp::{Deny, NavBody, NavHttp, NavServer},
    prelude::*,
    registry::{Limits, Registry},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::Notify;
use tower_service::Service;

#[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
#[nav(app = KilnApp)]
pub struct Kiln {
    pub temp: i64,
    pub slow: i64,
}

/// What the slow handler waits for.
#[derive(Default)]
pub struct KilnApp {
    pub gate: Notify,
    /// Whether a client's word counts as its person's.
    pub trusts_client: AtomicBool,
}

#[derive(Serialize)]
pub struct Fired {
    ok: bool,
    cone: u8,
}

/// Fire it quickly.
#[action(writes(temp), parallel)]
pub async fn quick(cx: Cx<Kiln>) -> Fired {
    cx.update(|kiln| kiln.temp += 1);
    Fired { ok: true, cone: 6 }
}

/// Fire it slowly.
#[action(writes(slow), parallel)]
pub async fn slow(cx: Cx<Kiln>) {
    cx.app().gate.notified().await;
    cx.update(|kiln| kiln.slow += 1);
}

/// Fire it in four steps.
#[action(cancellable, writes(slow), parallel)]
pub async fn stepwise(cx: Cx<Kiln>) -> Result<(), String> {
    let work = cx.working("heating");
    for done in 1..=4 {
        work.progress(done, 4);
        tokio::select! {
            () = cx.app().gate.notified() => {}
            () = cx.cancelled() => return Err("stopped".to_owned()),
        }
    }
    cx.update(|kiln| kiln.slow += 1);
    Ok(())
}

/// Fail.
#[action]
pub async fn fail() -> Result<(), String> {
    Err("no".to_owned())
}

/// Fire everything.
#[action(confirm, reads())]
pub async fn big() {}

graph! {
    /// A kiln room.
    pub static KILN: Graph<Kiln>;
    pub mod ids;
    start = room;

    page room {
        quick;
        slow;
        stepwise;
        fail;
        big;
        /// Go out.
        go nav -> yard;
    }
    page yard {
        /// Go back in.
        go back -> room;
    }

    /// Quick, then fail.
    journey j { quick; fail; }
}

/// A service with its registry, as one client reaches it.
pub struct House {
    pub registry: Registry,
    pub app: Arc<KilnApp>,
    pub server: NavServer,
    pub http: NavHttp,
}

/// The header that this service's login would have set.
const WHO: &str = "x-who";

impl House {
    pub fn new(limits: Limits) -> Self {
        House::with(limits, |server| server)
    }

    /// A house whose server is set up otherwise.
    pub fn with(limits: Limits, otherwise: impl FnOnce(NavServer) -> NavServer) -> Self {
        let (registry, app) = (Registry::new(limits), Arc::<KilnApp>::default());
        let of_sessions = app.clone();
        let server = NavServer::new(&KILN, &registry, move |caller| {
            let app = of_sessions.clone();
            async move { open(app, caller) }
        });
        let server = otherwise(server.settle_within(Duration::from_millis(200)));
        let http = server.http(|parts| {
            let who = parts.headers.get(WHO)?.to_str().ok()?;
            Some(Caller::new(who.to_owned()))
        });
        House {
            registry,
            app,
            server,
            http,
        }
    }

    pub async fn send(&self, request: Request<Full<bytes::Bytes>>) -> Response<NavBody> {
        self.http.clone().call(request).await.unwrap()
    }

    /// The reply of one tool call, and whether it is an error to a client.
    pub async fn call_as(&self, who: &str, tool: &str, args: Value) -> (Value, bool) {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": args}
        });
        let response = self.send(post(who, body.to_string())).await;
        assert_eq!(response.status(), StatusCode::OK);
        let result = read(response).await["result"].take();
        assert_eq!(result["content"].as_array().map(Vec::len), Some(1), "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        (
            serde_json::from_str(text).unwrap(),
            result["isError"].as_bool().unwrap_or(false),
        )
    }

    /// The result of a tool call by a client of protocol 2026-07-28 that can do so much.
    pub async fn modern(&self, who: &str, can: &Value, params: Value) -> Value {
        let mut params = params;
        let name = params["name"].as_str().unwrap().to_owned();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": can
        });
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let mut request = post(who, body.to_string());
        let headers = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", &name),
        ];
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        let response = self.send(request).await;
        let status = response.status();
        let mut message = read(response).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        message["result"].take()
    }

    pub async fn call(&self, tool: &str, args: Value) -> Value {
        self.call_as("ann", tool, args).await.0
    }

    /// A new conversation's handle.
    pub async fn begin(&self, who: &str) -> String {
        let (here, _) = self.call_as(who, "kiln_whats_here", json!({})).await;
        here["conversation"].as_str().unwrap().to_owned()
    }
}

fn open(app: Arc<KilnApp>, caller: Caller) -> Result<Session<Kiln>, Deny> {
    if caller.id() == "mallory" {
        return Err(Deny::NotAllowed);
    }
    let approval = match app.trusts_client.load(Ordering::Relaxed) {
        true => Approval::ClientWord,
        false => Approval::HumanDoor,
    };
    let session = KILN
        .session(app)
        .state(Kiln::default())
        .caller(caller)
        .approval(approval);
    Ok(session.open()?)
}

pub fn post(who: &str, body: impl Into<bytes::Bytes>) -> Request<Full<bytes::Bytes>> {
    Request::builder()
        .method(Method::POST)
        .uri("/")
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header(WHO, who)
        .body(Full::new(body.into()))
        .unwrap()
}

pub async fn read(response: Response<NavBody>) -> Value {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&bytes)))
}
