//! An example as a server: the tools over stdio or HTTP, and the person's page beside them.

use crate::{
    books::OpenBooksError,
    person::{Person, router},
};
use axum::Router;
use nav_runtime::{
    Approval, Caller, Graph, NavState, Session,
    cli::told_to_stop,
    mcp::{Deny, NavServer, StdioError},
    registry::{Limits, Registry},
};
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Notify};

/// How long handlers may take to finish when the service stops.
const LAST_CALL: Duration = Duration::from_secs(5);

/// How long their replies may take to be written then.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How long an older client's call may wait for its person.
const ELICIT_WITHIN: Duration = Duration::from_secs(30);

/// Opens a session for each caller.
pub type Sessions<S> = Box<dyn Fn(Caller, Approval) -> Result<Session<S>, Deny> + Send + Sync>;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Serve {
    /// The tools over HTTP at that address; over stdio if there is none.
    pub http: Option<SocketAddr>,
    /// Where the person's page is. Beside the tools if this is not said.
    pub approve_at: Option<SocketAddr>,
    /// Whether a yes counts that the person gives in the agent's own client.
    pub trust_client: bool,
}

/// Why an example does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Its books cannot be opened.
    #[error(transparent)]
    Books(#[from] OpenBooksError),
    /// The session of somebody who calls the tools by hand cannot be opened.
    #[error(transparent)]
    Session(#[from] Deny),
    /// The address is not free, or not this machine's.
    #[error("cannot listen on {at}: {why}")]
    Address {
        /// The address.
        at: SocketAddr,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The person's page has no key.
    #[error("the system gives no random bytes for the key of the person's page")]
    NoKey,
    /// The client broke off.
    #[error(transparent)]
    Client(#[from] StdioError),
    /// The network broke off.
    #[error("serving broke off: {0}")]
    Network(#[from] io::Error),
}

/// Serves until the client leaves or the process is told to stop.
///
/// # Errors
/// If an address is not free, or serving breaks off.
pub async fn serve<S: NavState>(
    name: &str,
    graph: &'static Graph<S>,
    sessions: Sessions<S>,
    how: Serve,
) -> Result<(), ServeError> {
    let registry = Registry::new(Limits::default());
    let approval = match how.trust_client {
        true => Approval::ClientWord,
        false => Approval::HumanDoor,
    };
    let server = NavServer::new(graph, &registry, move |caller| {
        let opened = sessions(caller, approval);
        async move { opened }
    })
    .elicit_within(ELICIT_WITHIN);
    registry.on_ask(|_, card| eprintln!("A question waits for you on the page: {}", card.does));
    let ended = match how.http {
        Some(at) => over_http(name, server, &registry, at, how.approve_at).await,
        None => over_stdio(server, &registry, how.approve_at).await,
    };
    for left in registry.shutdown() {
        let fires: Vec<String> = left.fires.iter().map(ToString::to_string).collect();
        eprintln!(
            "Stopped while this was running: {} (conversation {})",
            fires.join(", "),
            left.conversation
        );
    }
    ended
}

async fn over_http(
    name: &str,
    server: NavServer,
    registry: &Registry,
    at: SocketAddr,
    approve_at: Option<SocketAddr>,
) -> Result<(), ServeError> {
    let tools = listen(at).await?;
    let tools_at = tools.local_addr()?;
    let page = match approve_at {
        Some(own) => Some(listen(own).await?),
        None => None,
    };
    let page_at = page.as_ref().map_or(Ok(tools_at), TcpListener::local_addr)?;
    let person = Person::new(registry.clone(), page_at).map_err(|_| ServeError::NoKey)?;
    let server = server.approve_at(person.address());
    let mut app = Router::new().nest_service("/mcp", server.anonymous_callers());
    match page {
        Some(page) => {
            tokio::spawn(axum::serve(page, router(person.clone())).into_future());
        }
        None => app = app.merge(router(person.clone())),
    }
    eprintln!("The {name} is open.");
    eprintln!("Connect an agent (streamable HTTP): http://{tools_at}/mcp");
    eprintln!("Answer its questions here: {}", person.address_with_key());
    eprintln!("Keep the key from the agent. Ctrl-C stops.");
    let stopping = Arc::new(Notify::new());
    let told = {
        let (registry, stopping) = (registry.clone(), stopping.clone());
        async move {
            last_call(&registry).await;
            stopping.notify_one();
        }
    };
    let served = axum::serve(tools, app).with_graceful_shutdown(told).into_future();
    tokio::select! {
        served = served => Ok(served?),
        // a connection that stays open does not keep the process alive
        () = async { stopping.notified().await; tokio::time::sleep(LAST_WORD).await } => Ok(()),
    }
}

async fn over_stdio(server: NavServer, registry: &Registry, approve_at: Option<SocketAddr>) -> Result<(), ServeError> {
    let page = match approve_at {
        Some(at) => listen(at).await?,
        // A host may start one process for each chat: the first has the known address, the others any.
        None => match listen(([127, 0, 0, 1], 8788).into()).await {
            Ok(page) => page,
            Err(_) => listen(([127, 0, 0, 1], 0).into()).await?,
        },
    };
    let person = Person::new(registry.clone(), page.local_addr()?).map_err(|_| ServeError::NoKey)?;
    let server = server.approve_at(person.address());
    eprintln!("Answer the agent's questions here: {}", person.address_with_key());
    tokio::spawn(axum::serve(page, router(person)).into_future());
    Ok(server.serve_stdio_until(last_call(registry)).await?)
}

async fn listen(at: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(at).await.map_err(|error| ServeError::Address {
        at,
        why: match error.kind() {
            io::ErrorKind::AddrInUse => "another program has that port; name another address",
            io::ErrorKind::AddrNotAvailable => "it is not an address of this machine",
            io::ErrorKind::PermissionDenied => "this user may not use that port",
            _ => "the system refused",
        },
    })
}

/// Once the process is told to stop: no more calls, and time for those that run.
async fn last_call(registry: &Registry) {
    told_to_stop().await;
    registry.finish(LAST_CALL).await;
}
