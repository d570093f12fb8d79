//! The macros through a re-export, with no `nav_runtime` in sight.
#![deny(warnings)]

mod shop {
    pub use nav_runtime;
    pub use nav_runtime::graph;
}
mod inner {
    use crate::shop::nav_runtime::prelude::*;

    #[derive(Clone, serde::Serialize, NavState)]
    #[nav(crate = crate::shop::nav_runtime)]
    pub struct Shop {
        pub items: u32,
    }
    /// Add.
    #[action(writes(items), when(items < 9), crate = crate::shop::nav_runtime, parallel)]
    pub async fn add(_cx: Cx<Shop>) {}
    crate::shop::graph! { /** A shop. */ pub static SHOP: Graph<Shop>; start = a; page a { add; } }
}

fn main() {
    assert_eq!(inner::SHOP.data().id, "shop");
    assert_eq!(inner::shop::a::ADD.as_str(), "a.add");
}
