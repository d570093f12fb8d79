//! Serving, until the process is told to stop.

use crate::{
    mcp::{NavServer, StdioError},
    registry::Registry,
};
use clap::Args;
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Notify};

/// How long handlers may take to finish when the service stops.
const LAST_CALL: Duration = Duration::from_secs(5);

/// How long their replies may take to be written then.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How to serve.
#[derive(Clone, Copy, Debug, Args)]
#[non_exhaustive]
pub struct ServeArgs {
    /// Serve one agent over standard input and output
    #[arg(long, conflicts_with = "http")]
    pub stdio: bool,
    /// Serve over HTTP at this address
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8787")]
    pub http: SocketAddr,
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is not free, or not this machine's.
    #[error("cannot listen on {at}: {why}")]
    Address {
        /// The address.
        at: SocketAddr,
        /// What is wrong with it.
        why: io::Error,
    },
    /// The client broke off.
    #[error(transparent)]
    Client(#[from] StdioError),
    /// The network broke off.
    #[error("serving broke off: {0}")]
    Network(#[from] io::Error),
}

/// Serves until the client leaves or the process is told to stop. Handlers finish then, and what does not is listed on
/// standard error.
///
/// # Errors
/// If the address is not free, or serving breaks off.
pub async fn serve(server: &NavServer, registry: &Registry, how: ServeArgs) -> Result<(), ServeError> {
    let ended = match how.stdio {
        true => Ok(server.serve_stdio_until(last_call(registry)).await?),
        false => over_http(server, registry, how.http).await,
    };
    for left in registry.finish(LAST_CALL).await {
        let fires: Vec<String> = left.fires.iter().map(ToString::to_string).collect();
        let fires = fires.join(", ");
        eprintln!(
            "Stopped while this was running: {fires} (conversation {})",
            left.conversation
        );
    }
    ended
}

async fn over_http(server: &NavServer, registry: &Registry, at: SocketAddr) -> Result<(), ServeError> {
    let listener = TcpListener::bind(at).await;
    let listener = listener.map_err(|why| ServeError::Address { at, why })?;
    let app = axum::Router::new().nest_service("/mcp", server.anonymous_callers());
    eprintln!(
        "Connect an agent (streamable HTTP): http://{}/mcp",
        listener.local_addr()?
    );
    eprintln!("Ctrl-C stops.");
    let stopping = Arc::new(Notify::new());
    let told = {
        let (registry, stopping) = (registry.clone(), stopping.clone());
        async move {
            last_call(&registry).await;
            stopping.notify_one();
        }
    };
    let served = axum::serve(listener, app).with_graceful_shutdown(told).into_future();
    tokio::select! {
        served = served => Ok(served?),
        // a connection that stays open does not keep the process alive
        () = async { stopping.notified().await; tokio::time::sleep(LAST_WORD).await } => Ok(()),
    }
}

/// No more calls once the process is told to stop, and time for those that run.
async fn last_call(registry: &Registry) {
    told_to_stop().await;
    registry.finish(LAST_CALL).await;
}

/// Resolves when the process is told to stop: Ctrl-C, or the signal of a service manager.
pub async fn told_to_stop() {
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}
