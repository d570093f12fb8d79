//! The HTTP door: our own tower service around the transport.

use super::{desk::Desk, handler::Handler};
use crate::{graph::BoxFuture, session::Caller};
use bytes::Bytes;
use http::{Request, Response, StatusCode, request::Parts};
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// The largest request.
const LARGEST: usize = 1 << 20;

/// Names that only this machine's own programs reach.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Pages that this machine's own programs serve.
const LOOPBACK_ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

type Callers = Arc<dyn Fn(&Parts) -> Option<Caller> + Send + Sync>;
type Transport = StreamableHttpService<Handler, NeverSessionManager>;

/// A graph over streamable HTTP, as a tower service: `axum::Router::new().nest_service("/mcp", nav_http)`.
///
/// A request is served if its caller is known, its `Host` is this machine (or one that [`NavHttp::allowed_hosts`] adds),
/// its `Origin`, if a browser sent one, is this machine too (or one that [`NavHttp::allowed_origins`] adds), and its
/// body is at most 1 MiB. What it does not do is TLS and login: those are the app's.
#[derive(Clone)]
pub struct NavHttp {
    handler: Handler,
    callers: Callers,
    hosts: Vec<String>,
    origins: Vec<String>,
    only_on_loopback: bool,
    transport: Arc<Transport>,
}

impl NavHttp {
    pub(super) fn new(desk: &Desk, callers: Callers) -> Self {
        let handler = Handler::of_named(desk);
        let hosts: Vec<String> = LOOPBACK.map(String::from).into();
        let origins: Vec<String> = LOOPBACK_ORIGINS.map(String::from).into();
        let transport = Arc::new(transport(&handler, &hosts, &origins));
        NavHttp {
            handler,
            callers,
            hosts,
            origins,
            only_on_loopback: false,
            transport,
        }
    }

    pub(super) fn only_on_loopback(mut self) -> Self {
        self.only_on_loopback = true;
        self
    }

    /// Further names that this service goes by: `"example.com"`, or `"example.com:8443"` for one port. A service for
    /// anonymous callers stays on loopback, whatever is named here.
    #[must_use]
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        if !self.only_on_loopback {
            self.hosts.extend(hosts.into_iter().map(Into::into));
        }
        self.rebuilt()
    }

    /// Further web origins whose pages may call: `"https://example.com:443"`.
    #[must_use]
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins.extend(origins.into_iter().map(Into::into));
        self.rebuilt()
    }

    fn rebuilt(mut self) -> Self {
        self.transport = Arc::new(transport(&self.handler, &self.hosts, &self.origins));
        self
    }
}

/// The transport without sessions of its own: hosts share one among chats, so it says nothing about who is who.
fn transport(handler: &Handler, hosts: &[String], origins: &[String]) -> Transport {
    let handler = handler.clone();
    StreamableHttpService::new(
        move || Ok(handler.clone()),
        Arc::new(NeverSessionManager::default()),
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(LARGEST)
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation(),
    )
}

impl<B> tower_service::Service<Request<B>> for NavHttp
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: fmt::Display,
{
    type Response = Response<NavBody>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (mut parts, body) = request.into_parts();
        let Some(caller) = (self.callers)(&parts) else {
            return Box::pin(async { Ok(turned_away()) });
        };
        parts.extensions.insert(caller);
        let transport = self.transport.clone();
        Box::pin(async move {
            let response = transport.handle(Request::from_parts(parts, body)).await;
            Ok(response.map(NavBody))
        })
    }
}

fn turned_away() -> Response<NavBody> {
    let mut response = Response::new(NavBody(Full::from("Sign in first.\n").boxed()));
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    response
}

impl fmt::Debug for NavHttp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NavHttp")
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}

/// The body of a response.
#[derive(Debug)]
pub struct NavBody(BoxBody<Bytes, Infallible>);

impl Body for NavBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.0).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}
