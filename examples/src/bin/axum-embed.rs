//! An existing axum service with a login of its own, and what it takes to let its users' agents in.
//!
//! `cargo run -p nav-examples --bin axum-embed`

use nav_examples::notes::{Service, Users};
use nav_runtime::{
    cli::told_to_stop,
    registry::{Limits, Registry},
};
use std::{error::Error, process::ExitCode, time::Duration};
use tokio::net::TcpListener;

const USERS: [(&str, &str); 2] = [("ann", "apple"), ("bob", "banana")];

#[tokio::main]
async fn main() -> ExitCode {
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("axum-embed: {why}");
            ExitCode::FAILURE
        }
    }
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let at = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8790".to_owned());
    let listener = TcpListener::bind(&at).await.map_err(|why| format!("{at}: {why}"))?;
    let at = listener.local_addr()?;
    let registry = Registry::new(Limits::default());
    let (users, tokens) = Users::new(&USERS)?;
    let routes = Service::new(users, registry.clone()).routes(at)?;
    println!("The notes are at http://{at}/, the tools at http://{at}/mcp, the questions at http://{at}/asks.");
    for ((name, password), token) in USERS.iter().zip(tokens) {
        println!("{name} signs in with {password:?}; their agent sends `Authorization: Bearer {token}`.");
    }
    let stop = async move {
        told_to_stop().await;
        registry.finish(Duration::from_secs(5)).await;
    };
    axum::serve(listener, routes).with_graceful_shutdown(stop).await?;
    Ok(())
}
