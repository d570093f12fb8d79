//! The macros under a renamed dependency: one line at the crate's root, and no `crate = …` anywhere.

extern crate walk as nav_runtime;

/// A shop in a module of its own.
pub mod shop {
    use walk::prelude::*;

    /// What an agent plans by.
    #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, NavState)]
    pub struct Shop {
        /// How many lines are in the cart.
        pub items: u32,
    }

    /// Put a dress in the cart.
    #[walk::action(writes(items), parallel, when(items < 9))]
    pub async fn add(_cx: Cx<Shop>) {}

    walk::graph! {
        /// A shop.
        pub static SHOP: Graph<Shop>;
        /// Where a dress is found.
        page catalog { add; }
        start = catalog;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn stands_under_another_name() {
        assert_eq!(super::shop::SHOP.data().id, "shop");
        assert_eq!(super::shop::shop::catalog::ADD.as_str(), "catalog.add");
    }
}
