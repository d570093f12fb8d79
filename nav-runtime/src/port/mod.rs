//! A session as the fixed tools.

/// Where a graph keeps its tool arrays, one for each set of options.
#[derive(Debug, Default)]
pub struct ToolCells {}

impl ToolCells {
    /// Empty until first used.
    #[must_use]
    pub const fn new() -> Self {
        ToolCells {}
    }
}
