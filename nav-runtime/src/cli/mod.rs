//! The command line that an app gets for its graph: `serve`, `tools`, `map`, `try`, `lint`.
//!
//! The whole of it, for an app without arguments of its own:
//!
//! ```no_run
//! use nav_runtime::{cli, prelude::*};
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
//! fn main() -> std::process::ExitCode {
//!     cli::run(&SHOP, |caller| async move {
//!         Ok(SHOP.session(()).state(Shop::default()).caller(caller).open()?)
//!     })
//! }
//! ```
//!
//! An app with arguments of its own puts [`GraphCommand`] among its subcommands, with clap's `#[command(flatten)]`, and
//! serves and tries with what it has: [`ServeArgs`], [`serve`], [`try_by_hand`]. These types implement clap 4's traits.

mod by_hand;
mod graph;
mod lint;
mod serve;

pub use by_hand::try_by_hand;
pub use graph::{GraphCommand, MapArgs, ToolsArgs};
pub use lint::{Finding, lint};
pub use serve::{ServeArgs, ServeError, serve, told_to_stop};

use crate::{
    graph::Graph,
    mcp::{Deny, NavServer},
    registry::{Limits, Registry},
    session::{Caller, Session},
    state::NavState,
};
use clap::{Parser, Subcommand};
use std::{
    future::Future,
    io::{self, IsTerminal},
    process::ExitCode,
};

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the graph to agents, over HTTP or over stdio
    Serve(ServeArgs),
    /// Call the tools by hand, at a prompt
    Try,
    #[command(flatten)]
    Graph(GraphCommand),
}

/// Runs an app's command line: reads the process's arguments, and says how it went.
///
/// Over HTTP everybody who reaches it is one caller, on loopback names only. An app with a login mounts
/// [`NavServer::http`] in its own service instead.
pub fn run<S, M, F>(graph: &'static Graph<S>, make_session: M) -> ExitCode
where
    S: NavState,
    M: Fn(Caller) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Session<S>, Deny>> + Send + 'static,
{
    let command = match Cli::parse().command {
        Command::Graph(command) => return command.run(graph),
        command => command,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return failed(&why),
    };
    let done: Result<(), Box<dyn std::error::Error>> = runtime.block_on(async {
        match command {
            Command::Serve(args) => {
                let registry = Registry::new(Limits::default());
                let server = NavServer::new(graph, &registry, make_session);
                Ok(serve(&server, &registry, args).await?)
            }
            Command::Try => {
                let session = make_session(Caller::local()).await?;
                let input = tokio::io::BufReader::new(tokio::io::stdin());
                Ok(try_by_hand(&session, input, io::stdout(), io::stdin().is_terminal()).await?)
            }
            Command::Graph(_) => Ok(()),
        }
    });
    // A read of standard input cannot be called off; waiting for it would keep a stopped process alive.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&*why),
    }
}

/// One sentence on standard error, and failure.
fn failed(why: &dyn std::error::Error) -> ExitCode {
    eprintln!("error: {why}");
    ExitCode::FAILURE
}
