//! The tool array: made once for a graph and a set of options, and handed out by reference.

use super::{JourneyTools, PortOptions, ToolNames, words};
use crate::{
    Authored,
    graph::{ActionIx, GraphData, JourneyIx, KeyId},
};
use serde::{Serialize, ser::SerializeMap};
use serde_json::value::RawValue;
use std::{collections::HashMap, sync::OnceLock};

/// Where a graph keeps what is derived from it once: its tool arrays and its indexes.
#[derive(Debug, Default)]
pub struct ToolCells {
    tools: [OnceLock<Tools>; 8],
    index: OnceLock<Index>,
}

impl ToolCells {
    /// Empty until first used.
    #[must_use]
    pub const fn new() -> Self {
        ToolCells {
            tools: [const { OnceLock::new() }; 8],
            index: OnceLock::new(),
        }
    }

    pub(super) fn tools(&'static self, graph: &'static GraphData, options: &PortOptions) -> &'static Tools {
        let single = usize::from(options.journey_tools == JourneyTools::Single);
        let underscored = usize::from(options.tool_names == ToolNames::Underscored);
        let conversation = usize::from(options.conversation);
        self.tools[single | underscored << 1 | conversation << 2].get_or_init(|| Tools::of(graph, options))
    }

    pub(super) fn index(&'static self, graph: &'static GraphData) -> &'static Index {
        self.index.get_or_init(|| Index::of(graph))
    }
}

/// A graph's tools, with the bytes that are served.
#[derive(Debug)]
pub struct Tools {
    json: String,
    all: Vec<Tool>,
}

impl Tools {
    /// The array as it is served: the same bytes in every conversation, process and build of the same source.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// One by one, in the order they are served.
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.all.iter()
    }

    /// The name of a tool of this array, by what it is.
    pub(super) fn name_of(&self, which: Which) -> &str {
        // from the end: those that every graph has stand behind the journeys
        self.all.iter().rfind(|t| t.which == which).map_or("", |t| &t.name)
    }

    fn of(graph: &'static GraphData, options: &PortOptions) -> Tools {
        let dot = match options.tool_names {
            ToolNames::Dotted => '.',
            ToolNames::Underscored => '_',
        };
        let name = |which: Which| which.name(graph, dot);
        let shared = ["input", "confirm", "decline", "instance"];
        let mut all = Vec::new();
        let mut tool = |which: Which, description: String, required: Option<&str>, optional: &[&str]| {
            let conversation = options.conversation.then_some("conversation");
            let mut properties: Vec<_> = (required.iter().copied())
                .chain(optional.iter().copied())
                .chain(conversation)
                .collect();
            properties.sort_unstable();
            let schema = InputSchema { properties, required };
            let read_only = matches!(which, Which::WhatsHere | Which::Why | Which::DidItWork);
            let schema = serde_json::value::to_raw_value(&schema).unwrap_or_default();
            all.push(Tool {
                which,
                name: name(which),
                description,
                input_schema: schema,
                read_only,
            });
        };
        match options.journey_tools {
            JourneyTools::PerJourney => {
                for (at, journey) in (0..).zip(graph.journeys) {
                    let does = sentence(journey.does);
                    let description = format!("{does}{}", words::JOURNEY_TOOL);
                    tool(
                        Which::Journey(JourneyIx(at)),
                        description,
                        None,
                        &[&["step"][..], &shared].concat(),
                    );
                }
            }
            JourneyTools::Single => {
                let optional = [&["step"][..], &shared].concat();
                tool(
                    Which::AnyJourney,
                    words::JOURNEY_SINGLE.to_string(),
                    Some("journey"),
                    &optional,
                );
            }
        }
        tool(
            Which::WhatsHere,
            words::WHATS_HERE.to_string(),
            None,
            &["sinceVersion", "routeTo"],
        );
        tool(Which::Why, words::WHY.to_string(), Some("key"), &[]);
        tool(Which::DoAction, words::DO_ACTION.to_string(), Some("action"), &shared);
        tool(
            Which::DidItWork,
            words::DID_IT_WORK.to_string(),
            Some("transitionId"),
            &[],
        );
        Tools {
            json: serde_json::to_string(&all).unwrap_or_default(),
            all,
        }
    }
}

/// A `does` as the beginning of a description.
fn sentence(does: &str) -> String {
    match does.chars().last() {
        None => String::new(),
        Some('.' | '!' | '?') => format!("{does} "),
        Some(_) => format!("{does}. "),
    }
}

/// One tool.
#[derive(Debug)]
pub struct Tool {
    which: Which,
    name: String,
    description: String,
    input_schema: Box<RawValue>,
    read_only: bool,
}

impl Tool {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a model reads of it: authored words only.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its arguments, as JSON Schema.
    #[must_use]
    pub fn input_schema(&self) -> &RawValue {
        &self.input_schema
    }

    /// Whether it changes nothing in the app.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }
}

impl Serialize for Tool {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Annotations {
            read_only_hint: bool,
        }
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("description", &self.description)?;
        map.serialize_entry("inputSchema", &self.input_schema)?;
        if self.read_only {
            map.serialize_entry("annotations", &Annotations { read_only_hint: true })?;
        }
        map.end()
    }
}

struct InputSchema<'a> {
    properties: Vec<&'a str>,
    required: Option<&'a str>,
}

impl Serialize for InputSchema<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Properties<'a>(&'a [&'a str]);
        impl Serialize for Properties<'_> {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_map(self.0.iter().map(|name| (name, property(name))))
            }
        }
        // sorted, as a server that keeps schemas in a map writes them: the bytes are the same at every door
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("additionalProperties", &false)?;
        map.serialize_entry("properties", &Properties(&self.properties))?;
        if let Some(required) = self.required {
            map.serialize_entry("required", &[required])?;
        }
        map.serialize_entry("type", "object")?;
        map.end()
    }
}

/// One argument's schema.
#[derive(Serialize)]
struct Property {
    description: Authored,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u8>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

fn property(name: &str) -> Property {
    let (kind, description) = match name {
        "step" => (Some("string"), words::ARG_STEP),
        "input" => (None, words::ARG_INPUT),
        "confirm" => (Some("boolean"), words::ARG_CONFIRM),
        "decline" => (Some("boolean"), words::ARG_DECLINE),
        "instance" => (Some("string"), words::ARG_INSTANCE),
        "journey" => (Some("string"), words::ARG_JOURNEY),
        "sinceVersion" => (Some("integer"), words::ARG_SINCE),
        "routeTo" => (Some("string"), words::ARG_ROUTE),
        "key" => (Some("string"), words::ARG_KEY),
        "action" => (Some("string"), words::ARG_ACTION),
        "conversation" => (Some("string"), words::ARG_CONVERSATION),
        _ => (Some("string"), words::ARG_TRANSITION),
    };
    Property {
        kind,
        minimum: (kind == Some("integer")).then_some(0),
        description,
    }
}

/// What a tool is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Journey(JourneyIx),
    /// The one journey tool of the single mode.
    AnyJourney,
    WhatsHere,
    Why,
    DoAction,
    DidItWork,
}

impl Which {
    fn name(self, graph: &GraphData, dot: char) -> String {
        let last = match self {
            Which::Journey(j) => return format!("{}{dot}journey{dot}{}", graph.id, graph.journeys[j.at()].id),
            Which::AnyJourney => "journey",
            Which::WhatsHere => "whats_here",
            Which::Why => "why",
            Which::DoAction => "do_action",
            Which::DidItWork => "did_it_work",
        };
        format!("{}{dot}{last}", graph.id)
    }
}

/// What is looked up by name or key, derived once from a graph.
#[derive(Debug)]
pub(super) struct Index {
    /// Both spellings of every name of both modes.
    names: HashMap<String, Which>,
    /// By key number: the actions that declare to write it, or a key above or below it.
    writers: Vec<Vec<ActionIx>>,
}

impl Index {
    fn of(graph: &'static GraphData) -> Index {
        let journeys = (0..).zip(graph.journeys).map(|(at, _)| Which::Journey(JourneyIx(at)));
        let fixed = [
            Which::AnyJourney,
            Which::WhatsHere,
            Which::Why,
            Which::DoAction,
            Which::DidItWork,
        ];
        let names = (journeys.chain(fixed))
            .flat_map(|which| ['.', '_'].map(|dot| (which.name(graph, dot), which)))
            .collect();
        let keys = crate::graph::keys::count(graph.keys);
        let writers = (0..keys).map(|key| {
            let touches = |k: &KeyId| crate::graph::keys::overlap(graph.keys, *k, KeyId(key));
            let writes = |a: &crate::graph::ActionData| a.facts.is_some_and(|f| f.writes.iter().any(touches));
            (0..)
                .zip(graph.actions)
                .filter(|(_, a)| writes(a))
                .map(|(at, _)| ActionIx(at))
                .collect()
        });
        Index {
            names,
            writers: writers.collect(),
        }
    }

    /// The tool of a name, in either spelling, if this mode has it.
    pub(super) fn tool(&self, name: &str, mode: JourneyTools) -> Option<Which> {
        let which = *self.names.get(name)?;
        match (which, mode) {
            (Which::Journey(_), JourneyTools::Single) | (Which::AnyJourney, JourneyTools::PerJourney) => None,
            _ => Some(which),
        }
    }

    pub(super) fn writers(&self, key: KeyId) -> &[ActionIx] {
        self.writers.get(usize::from(key.0)).map_or(&[], Vec::as_slice)
    }
}
