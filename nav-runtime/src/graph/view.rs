//! A graph whose state type is forgotten.

use super::{Explained, Graph, GraphData, Guard, Tri, keys::KeySet};
use crate::{
    expects::{Contract, ContractCell},
    port::ToolCells,
    state::{NavState, StateView},
};
use std::any::Any;

macro_rules! place {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) struct $name(pub(crate) u16);
        impl $name {
            pub(crate) fn at(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}
place! {
    /// A page's place in its graph.
    PageIx
    /// An action's place in its graph.
    ActionIx
    /// A journey's place in its graph.
    JourneyIx
}

/// Which guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// What hides an action that stands on a page: the page's, the entry's and the function's together.
    When(PageIx, ActionIx),
    /// What greys it.
    Enabled(ActionIx),
    /// What must hold after it.
    Verify(ActionIx),
    /// What tells that a person has made the choice.
    DoneWhen(ActionIx),
    /// What a journey asks for before it opens.
    Journey(JourneyIx),
}

/// The edge between the core and a typed graph.
pub(crate) trait GraphView: Send + Sync + 'static {
    fn data(&self) -> &'static GraphData;
    fn tools(&self) -> &'static ToolCells;
    fn judge(&self, which: Which, state: &dyn StateView) -> Tri;
    fn explain(&self, which: Which, state: &dyn StateView) -> Explained;
    /// Adds the keys that a guard looks at; every key if it is opaque.
    fn looks_at(&self, which: Which, keys: &mut KeySet);
    /// Calls `f` with the text of each instance of an `each`; `None` is one that cannot be served.
    fn instances(&self, of: ActionIx, state: &dyn StateView, f: &mut dyn FnMut(Option<String>));
    fn contract(&self, of: ActionIx) -> &'static Contract;
}

impl<S: NavState> Graph<S> {
    fn guards(&self, which: Which) -> [Option<&'static Guard<S>>; 3] {
        let entry = |a: super::ActionIx| &self.typed.entries[a.at()];
        match which {
            Which::When(page, a) => {
                let e = entry(a);
                [
                    Some(self.typed.pages[page.at()]),
                    Some(e.when),
                    e.action.map(|h| &h.when),
                ]
            }
            Which::Enabled(a) => [entry(a).action.map(|h| &h.enabled_when), None, None],
            Which::Verify(a) => [entry(a).action.map(|h| &h.verify), None, None],
            Which::DoneWhen(a) => [entry(a).action.map(|h| &h.done_when), None, None],
            Which::Journey(j) => [Some(self.typed.journeys[j.at()]), None, None],
        }
    }
}

fn typed<S: NavState>(state: &dyn StateView) -> Option<&S> {
    (state as &dyn Any).downcast_ref()
}

impl<S: NavState> GraphView for Graph<S> {
    fn data(&self) -> &'static GraphData {
        self.data
    }

    fn tools(&self) -> &'static ToolCells {
        self.tools
    }

    fn judge(&self, which: Which, state: &dyn StateView) -> Tri {
        let Some(state) = typed::<S>(state) else {
            return Tri::Unknown;
        };
        self.guards(which)
            .into_iter()
            .flatten()
            .fold(Tri::Yes, |all, guard| match all {
                Tri::No => Tri::No,
                _ => all.and(guard.holds(state)),
            })
    }

    fn explain(&self, which: Which, state: &dyn StateView) -> Explained {
        let mut out = Explained::default();
        if let Some(state) = typed::<S>(state) {
            self.guards(which)
                .into_iter()
                .flatten()
                .for_each(|g| g.explain(self.data.keys, state, &mut out));
        }
        out
    }

    fn looks_at(&self, which: Which, keys: &mut KeySet) {
        for cond in self.guards(which).into_iter().flatten().flat_map(|g| g.conds) {
            if cond.op == super::Op::Opaque {
                (0..super::keys::count(self.data.keys)).for_each(|k| keys.insert(super::KeyId(k)));
            } else {
                keys.insert(cond.id);
            }
        }
    }

    fn instances(&self, of: ActionIx, state: &dyn StateView, f: &mut dyn FnMut(Option<String>)) {
        if let (Some(each), Some(state)) = (self.typed.entries[of.at()].instances, typed::<S>(state)) {
            each(state, &mut |key| f(key.text()));
        }
    }

    fn contract(&self, of: ActionIx) -> &'static Contract {
        let cells: &'static [ContractCell] = self.contracts;
        cells[of.at()].get_or_derive(self.data.actions[of.at()].facts)
    }
}
