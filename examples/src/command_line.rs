//! The command line that all examples share.

use crate::{
    books::OpenBooksError,
    service::{Serve, ServeError, Sessions, serve},
};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use nav_runtime::{
    Approval, Caller, Graph, NavState,
    cli::{GraphCommand, try_by_hand},
};
use std::{
    error::Error,
    io::{self, IsTerminal},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
};
use tracing_subscriber::EnvFilter;

/// An example, as its command line knows it.
pub struct Example<S: NavState> {
    /// The program's name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Its file of books, if no other is named.
    pub books: &'static str,
    /// Its graph.
    pub graph: &'static Graph<S>,
    /// Opens sessions over the books in a file, for a customer.
    pub open: fn(&Path, String) -> Result<Sessions<S>, OpenBooksError>,
}

#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Serve an agent over HTTP, or over stdio (this is what happens without a command)
    Serve(ServeArgs),
    /// Call the tools by hand, at a prompt
    Try(Books),
    #[command(flatten)]
    Graph(GraphCommand),
}

#[derive(Args)]
struct Books {
    /// The SQLite file of the books; it is created and filled on the first run
    #[arg(long, value_name = "PATH")]
    db: PathBuf,
    /// Who is served
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

/// Runs an example: reads the process's arguments, and says how it went.
pub fn run<S: NavState>(example: &Example<S>) -> ExitCode {
    let db = |command: clap::Command| command.mut_arg("db", |arg| arg.required(false).default_value(example.books));
    let command = db(Cli::command().name(example.name).about(example.about))
        .mut_subcommand("serve", db)
        .mut_subcommand("try", db);
    let cli = match Cli::from_arg_matches(&command.get_matches()) {
        Ok(cli) => cli,
        Err(why) => why.exit(),
    };
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(args) => finish(example.name, serves(example, args)),
        Command::Try(books) => finish(example.name, by_hand(example, books)),
        Command::Graph(command) => command.run(example.graph),
    }
}

/// Runs it to its end on a runtime of its own.
fn finish(name: &str, done: impl Future<Output = Result<(), Box<dyn Error>>>) -> ExitCode {
    start_logging();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return failed(name, &why),
    };
    let done = runtime.block_on(done);
    // A read of standard input cannot be called off; waiting for it would keep a stopped process alive.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(name, &*why),
    }
}

async fn serves<S: NavState>(example: &Example<S>, args: ServeArgs) -> Result<(), Box<dyn Error>> {
    let sessions = (example.open)(&args.books.db, args.books.customer)?;
    let how = Serve {
        http: (!args.stdio).then_some(args.http),
        approve_at: args.approve_at,
        trust_client: args.trust_client,
    };
    Ok(serve(example.name, example.graph, sessions, how).await?)
}

async fn by_hand<S: NavState>(example: &Example<S>, books: Books) -> Result<(), Box<dyn Error>> {
    let sessions = (example.open)(&books.db, books.customer)?;
    let session = sessions(Caller::local(), Approval::HumanDoor).map_err(ServeError::from)?;
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

fn failed(name: &str, why: &dyn Error) -> ExitCode {
    eprintln!("{name}: {why}");
    ExitCode::FAILURE
}
