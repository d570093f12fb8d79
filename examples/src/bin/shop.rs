//! The shop's command line.

use clap::{Args, Parser, Subcommand};
use nav_examples::shop::{self, SHOP, Serve};
use nav_runtime::{PortOptions, ToolNames};
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};
use tracing_subscriber::EnvFilter;

/// A dress shop that an agent can shop in, and where a person has the last word.
#[derive(Parser)]
#[command(name = "shop", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the shop to an agent over HTTP, or over stdio (this is what happens without a command)
    Serve(ServeArgs),
    /// Print the tools, byte for byte as they are served, in one JSON array
    Tools {
        /// As they are served over HTTP: with the `conversation` property
        #[arg(long)]
        http: bool,
    },
    /// Print the graph as a tree
    Map,
}

#[derive(Args)]
struct ServeArgs {
    /// The shop's SQLite file; it is created and filled on the first run
    #[arg(long, value_name = "PATH", default_value = "shop.db")]
    db: PathBuf,
    /// Serve one agent over standard input and output
    #[arg(long, conflicts_with = "http")]
    stdio: bool,
    /// Serve over HTTP at this address
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8787")]
    http: SocketAddr,
    /// Where a person answers the agent's questions [default: beside the tools over HTTP, 127.0.0.1:8788 with --stdio]
    #[arg(long, value_name = "ADDR")]
    approve_at: Option<SocketAddr>,
    /// Whom the shop serves
    #[arg(long, value_name = "NAME", default_value = "you")]
    customer: String,
    /// Let a yes count that is given in the agent's own client, if that client can ask its person
    #[arg(long)]
    trust_client: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(args) => return serve(args),
        Command::Tools { http } => print(|out| writeln!(out, "{}", tools(http))),
        Command::Map => print(|out| write!(out, "{}", SHOP.tree())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&why),
    }
}

fn tools(http: bool) -> &'static str {
    let mut options = PortOptions::default();
    options.tool_names = ToolNames::Underscored;
    options.conversation = http;
    SHOP.tools(&options).json()
}

fn serve(args: ServeArgs) -> ExitCode {
    start_logging();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return failed(&why),
    };
    let served = runtime.block_on(shop::serve(Serve {
        db: args.db,
        http: (!args.stdio).then_some(args.http),
        approve_at: args.approve_at,
        customer: args.customer,
        trust_client: args.trust_client,
    }));
    // A read of standard input cannot be called off; waiting for it would keep a stopped process alive.
    runtime.shutdown_background();
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&why),
    }
}

/// To standard error, as `RUST_LOG` says; the transport only warns, since it would log whole requests, handles and all.
fn start_logging() {
    let level = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned());
    let filter = EnvFilter::new(format!("{level},rmcp=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .init();
}

/// Whoever reads the output may stop reading, as `head` does.
fn print(write: impl FnOnce(&mut io::StdoutLock<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn failed(why: &dyn std::error::Error) -> ExitCode {
    eprintln!("shop: {why}");
    ExitCode::FAILURE
}
