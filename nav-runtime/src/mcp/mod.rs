//! Serving a graph over the Model Context Protocol: stdio and streamable HTTP.
//!
//! A conversation is a process over stdio, and an explicit `conversation` handle over HTTP, whatever the client does
//! with its own sessions. A reply is text: the port's own bytes, once.
//!
//! ```no_run
//! use nav_runtime::{Caller, mcp::NavServer, prelude::*, registry::{Limits, Registry}};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
//! # pub struct Shop { pub items: u32 }
//! # /// Put a dress in the cart.
//! # #[action(writes(items), parallel)]
//! # pub async fn add(cx: Cx<Shop>) { cx.update(|shop| shop.items += 1); }
//! # graph! {
//! #     /// A shop.
//! #     pub static SHOP: Graph<Shop>;
//! #     pub mod ids;
//! #     start = catalog;
//! #     page catalog terminal { add; }
//! # }
//! # async fn serve() -> Result<(), nav_runtime::mcp::StdioError> {
//! let registry = Registry::new(Limits::default());
//! let server = NavServer::new(&SHOP, &registry, |caller| async move {
//!     Ok(SHOP.session(()).state(Shop::default()).caller(caller).open()?)
//! });
//!
//! // over HTTP, beside the app's own routes: `Router::new().nest_service("/mcp", tools)`
//! let tools = server.http(|parts| {
//!     let user = parts.headers.get("x-authenticated-user")?.to_str().ok()?;
//!     Some(Caller::new(user))
//! });
//!
//! // or to one agent, over this process's standard streams
//! server.serve_stdio().await
//! # }
//! ```

mod answer;
mod ask;
mod asking;
mod desk;
mod handler;
mod http;
mod line;
mod links;
mod progress;
mod words;

pub use http::{NavBody, NavHttp};

use crate::{
    graph::Graph,
    port::{PortOptions, ToolNames},
    registry::Registry,
    session::{Caller, OpenError, Session},
    state::NavState,
};
use ::http::request::Parts;
use ask::Seals;
use desk::{Begin, Desk};
use handler::Handler;
use line::Patience;
use rmcp::ServiceExt;
use std::{future::Future, pin::pin, sync::Arc, time::Duration};
use tokio::io::{AsyncRead, AsyncWrite};

/// How long a reply waits for its fire, unless the app says otherwise: an ordinary handler is done by then.
const SETTLE_WITHIN: Duration = Duration::from_millis(250);

/// The same while progress comes: well below the minute after which clients give up.
const SETTLE_WITHIN_PROGRESS: Duration = Duration::from_secs(30);

/// Why the app opens no session for a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Deny {
    /// This caller may not.
    #[error("this caller may not open a conversation")]
    NotAllowed,
    /// Not now: something that the app needs does not answer.
    #[error("no conversation can be opened at the moment")]
    Unavailable,
}

impl From<OpenError> for Deny {
    fn from(_: OpenError) -> Self {
        Deny::Unavailable
    }
}

/// Why serving over stdio ended badly.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// What came first was no Model Context Protocol client.
    #[error("the client did not speak the protocol: {0}")]
    Handshake(String),
    /// The serving task broke off.
    #[error("serving broke off: {0}")]
    BrokeOff(String),
}

/// A graph as a Model Context Protocol server. A cheap handle: clones share everything.
#[derive(Clone)]
pub struct NavServer {
    desk: Desk,
}

impl NavServer {
    /// A server of this graph. `make_session` opens a session for a caller, whenever a conversation begins.
    pub fn new<S, M, F>(graph: &'static Graph<S>, registry: &Registry, make_session: M) -> Self
    where
        S: NavState,
        M: Fn(Caller) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Session<S>, Deny>> + Send + 'static,
    {
        let registry_of = registry.clone();
        let begin: Begin = Arc::new(move |caller, for_good| {
            let (session, registry) = (make_session(caller), registry_of.clone());
            Box::pin(async move {
                let session = session.await?;
                let opened = match for_good {
                    true => registry.open_for_good(session),
                    false => registry.open(session),
                };
                Ok(opened?)
            })
        });
        NavServer {
            desk: Desk {
                registry: registry.clone(),
                begin,
                tools_of: Arc::new(|options| graph.tools(options)),
                options: PortOptions {
                    tool_names: ToolNames::Underscored,
                    ..PortOptions::default()
                },
                patience: Patience {
                    plain: SETTLE_WITHIN,
                    with_progress: SETTLE_WITHIN_PROGRESS,
                },
                elicits: None,
                seals: Seals::new(),
                id: graph.data().id,
                does: graph.data().does,
                instructions: graph.instructions(),
                whats_here: format!("{}.whats_here", graph.data().id),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
        }
    }

    /// How long a reply waits for its fire to come to rest. Default: 250 ms.
    #[must_use]
    pub fn settle_within(mut self, ceiling: Duration) -> Self {
        self.desk.patience.plain = ceiling;
        self
    }

    /// How long a reply waits in all, once its handler says how far it is ([`OpenWork::progress`]) and the client asked
    /// to be told. Default: 30 s.
    ///
    /// [`OpenWork::progress`]: crate::OpenWork::progress
    #[must_use]
    pub fn settle_within_progress(mut self, ceiling: Duration) -> Self {
        self.desk.patience.with_progress = ceiling;
        self
    }

    /// Lets a call of a client before protocol 2026-07-28 wait so long for its person, who is asked through the client
    /// while it waits. Only over streams of its own, and only where the client's word counts
    /// ([`Approval::ClientWord`]). Default: such a client is not asked.
    ///
    /// [`Approval::ClientWord`]: crate::Approval::ClientWord
    #[must_use]
    pub fn elicit_within(mut self, ceiling: Duration) -> Self {
        self.desk.elicits = Some(ceiling);
        self
    }

    /// How the tools look. Whether they take a `conversation` is the transport's affair and not read from here.
    #[must_use]
    pub fn port_options(mut self, options: PortOptions) -> Self {
        self.desk.options = options;
        self
    }

    /// Where a person answers questions; replies name it as `approveAt`.
    #[must_use]
    pub fn approve_at(mut self, address: impl Into<Arc<str>>) -> Self {
        self.desk.options.approve_at = Some(address.into());
        self
    }

    /// The version that clients are told. Default: this crate's.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.desk.version = version.into();
        self
    }

    /// Serves the process's standard streams until the client closes them. The process is one conversation of
    /// [`Caller::local`].
    ///
    /// # Errors
    /// If the client does not speak the protocol.
    pub async fn serve_stdio(&self) -> Result<(), StdioError> {
        self.serve_stdio_until(std::future::pending()).await
    }

    /// The same, until `stop` resolves: the replies of running calls are still written then, for a moment.
    ///
    /// # Errors
    /// If the client does not speak the protocol.
    pub async fn serve_stdio_until(&self, stop: impl Future<Output = ()>) -> Result<(), StdioError> {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        self.serve_over(reader, writer, stop).await
    }

    /// Serves one client over a pair of streams, as if they were the process's own, until `stop` resolves: what comes
    /// over them is one conversation of [`Caller::local`].
    ///
    /// # Errors
    /// If the client does not speak the protocol.
    pub async fn serve_over<R, W>(&self, reader: R, writer: W, stop: impl Future<Output = ()>) -> Result<(), StdioError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let mut stop = pin!(stop);
        let handler = Handler::of_process(&self.desk);
        let greeted = tokio::select! {
            greeted = handler.serve((reader, writer)) => greeted,
            () = &mut stop => return Ok(()),
        };
        let running = match greeted {
            Ok(running) => running,
            // a client that leaves before it says anything has done nothing wrong
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(StdioError::Handshake(error.to_string())),
        };
        let token = running.cancellation_token();
        let mut ended = pin!(running.waiting());
        let ended = tokio::select! {
            ended = &mut ended => ended,
            () = stop => {
                token.cancel();
                ended.await
            }
        };
        ended
            .map(|_| ())
            .map_err(|error| StdioError::BrokeOff(error.to_string()))
    }

    /// A tower service for streamable HTTP, to be mounted where the app wants it. `callers` tells who sends a request,
    /// from what the app's own login left in it; `None` is turned away with 401.
    pub fn http<C>(&self, callers: C) -> NavHttp
    where
        C: Fn(&Parts) -> Option<Caller> + Send + Sync + 'static,
    {
        NavHttp::new(&self.desk, Arc::new(callers))
    }

    /// A tower service for streamable HTTP that serves everybody who reaches it as one caller. It answers on loopback
    /// hosts only.
    #[must_use]
    pub fn anonymous_callers(&self) -> NavHttp {
        NavHttp::new(&self.desk, Arc::new(|_| Some(Caller::new("anonymous")))).only_on_loopback()
    }
}

impl std::fmt::Debug for NavServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NavServer").finish_non_exhaustive()
    }
}
