use crate::port::Tools;
use std::{fs, path::Path};

/// Asserts that a graph's tools are the bytes that a file keeps, since a model's cache and a host's consent hang on
/// them. The path is relative to the package; with `NAV_PIN=1` in the environment the file is written instead.
///
/// ```no_run
/// # use nav_runtime::{assert_tools_pinned, prelude::*};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Debug, Default, Serialize, Deserialize, NavState)]
/// # pub struct Shop { pub items: u32 }
/// # /// Put a dress in the cart.
/// # #[action(writes(items), parallel)]
/// # pub async fn add(cx: Cx<Shop>) { cx.update(|shop| shop.items += 1); }
/// # graph! {
/// #     /// A shop.
/// #     pub static SHOP: Graph<Shop>;
/// #     pub mod ids;
/// #     start = catalog;
/// #     page catalog terminal { add; }
/// # }
/// assert_tools_pinned!(SHOP, "tests/tools.json");
/// ```
///
/// Other options than a server's defaults come third: `assert_tools_pinned!(SHOP, "tests/tools.json", options)`.
#[macro_export]
macro_rules! assert_tools_pinned {
    ($graph:expr, $path:expr $(,)?) => {{
        let mut options = $crate::PortOptions::default();
        options.tool_names = $crate::ToolNames::Underscored;
        $crate::assert_tools_pinned!($graph, $path, options)
    }};
    ($graph:expr, $path:expr, $options:expr $(,)?) => {{
        let path = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($path);
        let pinned = $crate::testing::pinned($graph.tools(&$options), &path);
        assert!(pinned.is_ok(), "{}", pinned.err().unwrap_or_default());
    }};
}

/// What [`assert_tools_pinned!`] asserts.
///
/// # Errors
/// If the file keeps other bytes, or cannot be read or written.
pub fn pinned(tools: &Tools, path: &Path) -> Result<(), String> {
    let (is, shown) = (format!("{}\n", tools.json()), path.display());
    if std::env::var_os("NAV_PIN").is_some_and(|pin| pin == "1") {
        return fs::write(path, is).map_err(|why| format!("{shown} cannot be written: {why}"));
    }
    let kept =
        fs::read_to_string(path).map_err(|why| format!("{shown} cannot be read: {why}. NAV_PIN=1 writes it."))?;
    if kept == is {
        return Ok(());
    }
    let same = kept.bytes().zip(is.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = text.floor_char_boundary(same.saturating_sub(40));
        let to = text.floor_char_boundary((same + 60).min(text.len()));
        text[from..to].to_owned()
    };
    Err(format!(
        "the tools are not what {shown} keeps, from byte {same} on.\n  kept: …{}…\n    is: …{}…\nIf that is meant, NAV_PIN=1 \
         keeps the new ones.",
        around(&kept),
        around(&is)
    ))
}
