//! A graph as it is written.

use crate::{
    guard::{Guard, Key},
    names::Case,
};
use proc_macro2::{Ident, Span, TokenStream};
use std::rc::Rc;
use syn::{Attribute, LitStr, Path, Type, Visibility};

/// A doc comment, and the sentence that the agent reads of it.
#[derive(Clone, Default)]
pub(super) struct Docs {
    pub(super) attrs: Vec<Attribute>,
    pub(super) does: Option<String>,
}

#[derive(Default)]
pub(super) struct Graph {
    pub(super) docs: Docs,
    /// `#[allow(…)]` on its declaration.
    pub(super) allows: Vec<Attribute>,
    pub(super) vis: Option<Visibility>,
    pub(super) name: Option<Ident>,
    pub(super) ty: Option<Type>,
    pub(super) start: Option<Ident>,
    pub(super) id: Option<LitStr>,
    pub(super) rename_all: Case,
    pub(super) ids: Option<(Visibility, Ident)>,
    pub(super) pages: Vec<Page>,
    pub(super) shared: Vec<Shared>,
    pub(super) journeys: Vec<Journey>,
    /// Whether it is one page, declared for graphs to take: what it leads to is theirs.
    pub(super) open: bool,
    /// Entries that could not be parsed, for an editor that completes them.
    pub(super) unfinished: Vec<TokenStream>,
}

pub(super) struct Page {
    pub(super) docs: Docs,
    pub(super) name: Ident,
    pub(super) route: Option<LitStr>,
    pub(super) synced: bool,
    pub(super) terminal: bool,
    pub(super) when: Guard,
    pub(super) entries: Vec<Entry>,
    /// Where it is declared, if elsewhere: `page shop_pages::catalog;`.
    pub(super) fragment: Option<Path>,
    /// Whether anything in it could not be parsed.
    pub(super) incomplete: bool,
}

/// `on a, b { … }`, `on * { … }`.
pub(super) struct Shared {
    /// `None` for `*`.
    pub(super) on: Option<Vec<Ident>>,
    pub(super) entries: Vec<Entry>,
}

/// What an entry runs.
pub(super) enum Runs {
    Action(Path),
    Go,
}

pub(super) struct Entry {
    pub(super) docs: Docs,
    pub(super) name: Ident,
    pub(super) runs: Runs,
    /// The `area`, or the item of the `each`, that it stands in.
    pub(super) area: Option<Ident>,
    pub(super) each: Option<Rc<Each>>,
    pub(super) leads: Vec<Ident>,
    pub(super) when: Guard,
}

/// `each item in key when …`.
pub(super) struct Each {
    pub(super) item: Ident,
    pub(super) key: Key,
    pub(super) when: Guard,
}

pub(super) struct Journey {
    pub(super) docs: Docs,
    pub(super) name: Ident,
    /// What it gathers, if it has a draft: then it has no steps of the plain kind.
    pub(super) draft: Option<Draft>,
    pub(super) when: Guard,
    pub(super) steps: Vec<Step>,
    /// Whether anything in it could not be parsed.
    pub(super) incomplete: bool,
}

/// A step names an entry: `name`, `page::name`, `area::name`, `page::area::name`.
pub(super) struct Step {
    pub(super) within: Vec<Ident>,
    pub(super) name: Ident,
}

/// `journey name: Type on page { … }`.
pub(super) struct Draft {
    pub(super) ty: Type,
    pub(super) on: Ident,
    pub(super) steps: Vec<DraftStep>,
}

pub(super) struct DraftStep {
    pub(super) docs: Docs,
    pub(super) name: Ident,
    pub(super) does: StepDoes,
}

/// What a step of a draft journey does.
pub(super) enum StepDoes {
    /// `ask field;`
    Asks(Ident),
    /// `path(field, field) => field;`
    Calls {
        path: Path,
        takes: Vec<Ident>,
        /// Where the arguments stand, if they do.
        arguments: Option<Span>,
        fills: Option<Ident>,
    },
    /// `submit path -> page;`
    Submits { path: Path, leads: Vec<Ident> },
}

impl DraftStep {
    /// The field it fills.
    pub(super) fn fills(&self) -> Option<&Ident> {
        match &self.does {
            StepDoes::Asks(field) => Some(field),
            StepDoes::Calls { fills, .. } => fills.as_ref(),
            StepDoes::Submits { .. } => None,
        }
    }

    /// The fields it takes by name.
    pub(super) fn takes(&self) -> &[Ident] {
        match &self.does {
            StepDoes::Calls { takes, .. } => takes,
            StepDoes::Asks(_) | StepDoes::Submits { .. } => &[],
        }
    }

    /// The function it runs.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.does {
            StepDoes::Asks(_) => None,
            StepDoes::Calls { path, .. } | StepDoes::Submits { path, .. } => Some(path),
        }
    }

    /// Where it leads.
    pub(super) fn leads(&self) -> &[Ident] {
        match &self.does {
            StepDoes::Submits { leads, .. } => leads,
            StepDoes::Asks(_) | StepDoes::Calls { .. } => &[],
        }
    }
}
