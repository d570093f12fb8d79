//! What a graph serves before any session is open.

use super::{PortOptions, Tools, words};
use crate::{Authored, graph::Graph, state::NavState};

impl<S: NavState> Graph<S> {
    /// The tools as every session of this graph serves them under these options.
    #[must_use]
    pub fn tools(&'static self, options: &PortOptions) -> &'static Tools {
        self.tools.tools(self.data, options)
    }

    /// The protocol in a few sentences, for a host's `instructions`.
    #[must_use]
    pub fn instructions(&'static self) -> Authored {
        words::INSTRUCTIONS
    }
}
