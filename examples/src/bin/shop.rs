//! The shop's command line.

use clap::{Args, Parser, Subcommand};
use nav_examples::shop::{self, SHOP, Serve};
use nav_runtime::cli::{GraphCommand, try_by_hand};
use std::{
    error::Error,
    io::{self, IsTerminal},
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
    /// Call the tools by hand, at a prompt
    Try(Books),
    #[command(flatten)]
    Graph(GraphCommand),
}

#[derive(Args)]
struct Books {
    /// The shop's SQLite file; it is created and filled on the first run
    #[arg(long, value_name = "PATH", default_value = "shop.db")]
    db: PathBuf,
    /// Whom the shop serves
    #[arg(long, value_name = "NAME", default_value = "you")]
    customer: String,
}

#[derive(Args)]
struct ServeArgs {
    #[command(flatten)]
    books: Books,
    /// Serve one agent over standard input and output
    #[arg(long, conflicts_with = "http")]
    stdio: bool,
    /// Serve over HTTP at this address
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8787")]
    http: SocketAddr,
    /// Where a person answers the agent's questions [default: beside the tools over HTTP, 127.0.0.1:8788 with --stdio]
    #[arg(long, value_name = "ADDR")]
    approve_at: Option<SocketAddr>,
    /// Let a yes count that is given in the agent's own client, if that client can ask its person
    #[arg(long)]
    trust_client: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(args) => run(serve(args)),
        Command::Try(books) => run(by_hand(books)),
        Command::Graph(command) => command.run(&SHOP),
    }
}

/// Runs it to its end on a runtime of its own.
fn run(done: impl Future<Output = Result<(), Box<dyn Error>>>) -> ExitCode {
    start_logging();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return failed(&why),
    };
    let done = runtime.block_on(done);
    // A read of standard input cannot be called off; waiting for it would keep a stopped process alive.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&*why),
    }
}

async fn serve(args: ServeArgs) -> Result<(), Box<dyn Error>> {
    let how = Serve {
        db: args.books.db,
        http: (!args.stdio).then_some(args.http),
        approve_at: args.approve_at,
        customer: args.books.customer,
        trust_client: args.trust_client,
    };
    Ok(shop::serve(how).await?)
}

async fn by_hand(books: Books) -> Result<(), Box<dyn Error>> {
    let session = shop::by_hand(&books.db, books.customer)?;
    let input = tokio::io::BufReader::new(tokio::io::stdin());
    Ok(try_by_hand(&session, input, io::stdout(), io::stdin().is_terminal()).await?)
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

fn failed(why: &dyn Error) -> ExitCode {
    eprintln!("shop: {why}");
    ExitCode::FAILURE
}
