//! The commands that need the graph alone.

use super::{failed, lint};
use crate::{
    graph::Graph,
    port::{JourneyTools, PortOptions, ToolNames, Tools},
    state::NavState,
};
use clap::{Args, Subcommand};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// What can be asked of a graph that nobody serves.
#[derive(Clone, Debug, Subcommand)]
#[non_exhaustive]
pub enum GraphCommand {
    /// Print the tools, byte for byte as they are served, in one JSON array
    Tools(ToolsArgs),
    /// Print the graph: as a tree, or drawn by another program
    Map(MapArgs),
    /// Tell what is likely a mistake, or dear
    Lint {
        /// Fail if there is anything to tell
        #[arg(long)]
        deny: bool,
    },
}

/// Which tools are printed, and how.
#[derive(Clone, Debug, Default, Args)]
#[non_exhaustive]
pub struct ToolsArgs {
    /// As they are served over HTTP: with the `conversation` property
    #[arg(long)]
    pub http: bool,
    /// With one tool for all journeys
    #[arg(long)]
    pub single: bool,
    /// Print how many they are and how many bytes each has, instead of the array
    #[arg(long)]
    pub sizes: bool,
}

/// How the graph is printed.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
#[non_exhaustive]
pub struct MapArgs {
    /// As a Mermaid flowchart
    #[arg(long)]
    pub mermaid: bool,
    /// For Graphviz: pipe it into `dot -Tsvg`
    #[arg(long)]
    pub dot: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

impl GraphCommand {
    /// Does it, on standard output. Whoever reads that may stop reading, as `head` does.
    pub fn run<S: NavState>(&self, graph: &'static Graph<S>) -> ExitCode {
        let mut out = io::stdout().lock();
        let written = self.write(graph, &mut out).and_then(|code| out.flush().map(|()| code));
        match written {
            Ok(code) => code,
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(why) => failed(&why),
        }
    }

    fn write<S: NavState>(&self, graph: &'static Graph<S>, out: &mut impl Write) -> io::Result<ExitCode> {
        match self {
            GraphCommand::Tools(how) => {
                let tools = graph.tools(&how.options());
                match how.sizes {
                    true => sizes(tools, out)?,
                    false => writeln!(out, "{}", tools.json())?,
                }
            }
            GraphCommand::Map(how) => {
                let map = graph.map();
                match how {
                    MapArgs { mermaid: true, .. } => write!(out, "{}", map.mermaid())?,
                    MapArgs { dot: true, .. } => write!(out, "{}", map.dot())?,
                    MapArgs { json: true, .. } => {
                        serde_json::to_writer_pretty(&mut *out, &map)?;
                        writeln!(out)?;
                    }
                    MapArgs { .. } => write!(out, "{}", map.tree())?,
                }
            }
            GraphCommand::Lint { deny } => {
                let found = lint(graph);
                let tools = graph.tools(&ToolsArgs::default().options());
                let (count, bytes) = (tools.iter().count(), tools.json().len());
                writeln!(out, "{count} tools, {bytes} bytes.")?;
                for finding in &found {
                    writeln!(out, "{finding}")?;
                }
                if found.is_empty() {
                    writeln!(out, "Nothing to tell.")?;
                } else if *deny {
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl ToolsArgs {
    fn options(&self) -> PortOptions {
        PortOptions {
            tool_names: ToolNames::Underscored,
            conversation: self.http,
            journey_tools: match self.single {
                true => JourneyTools::Single,
                false => JourneyTools::PerJourney,
            },
            ..PortOptions::default()
        }
    }
}

fn sizes(tools: &Tools, out: &mut impl Write) -> io::Result<()> {
    let mut count = 0;
    for tool in tools.iter() {
        count += 1;
        let bytes = serde_json::to_vec(tool)?.len();
        writeln!(out, "{bytes:>7}  {}", tool.name())?;
    }
    writeln!(out, "{:>7}  in all, {count} tools", tools.json().len())
}
