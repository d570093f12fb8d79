//! Pages of their own: in a module, private, with guards and instances, taken twice.
#![deny(warnings)]

use nav_runtime::{graph::Leads, prelude::*};
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Clone, Serialize, NavState)]
pub struct Shop {
    pub items: u32,
    pub lines: BTreeSet<u32>,
}

mod pages {
    use super::Shop;
    use nav_runtime::prelude::*;

    /// Put a dress in the cart.
    #[action(writes(items), parallel)]
    pub(super) fn add(_cx: Cx<Shop>) {}

    /// Take a line out.
    #[action(writes(items, lines), parallel)]
    fn remove(_cx: Cx<Shop>, #[instance] _line: u32) {}

    /// Pay.
    #[action(confirm, reads(items), withheld)]
    fn pay(_cx: Cx<Shop>) {}

    page! {
        /// The dresses.
        pub(crate) page catalog: Shop at "/catalog" {
            add;
            /// Open the cart.
            go open -> cart when items > 0;
        }
    }

    page! {
        pub(crate) page cart: Shop when items > 0 {
            each line in lines { remove; }
            area end {
                pay -> done | catalog;
            }
        }
    }
}

graph! {
    /// A shop.
    static SHOP: Graph<Shop>;
    start = catalog;
    page pages::catalog;
    page self::pages::cart;
    page done terminal {}
    journey buy when items < 9 { catalog::add; catalog::open; cart::end::pay; }
}

graph! {
    /// Another shop.
    static OTHER: Graph<Shop>;
    start = done;
    page done {
        /// Start.
        go start -> catalog;
    }
    page pages::cart;
    page crate::pages::catalog;
    journey pay { cart::pay; }
}

fn main() {
    let leads = |data: &nav_runtime::graph::GraphData, id: &str| {
        data.actions.iter().find(|a| a.id == id).map(|a| a.leads)
    };
    assert_eq!(leads(SHOP.data(), "catalog.open"), Some(Leads::To(1)));
    assert_eq!(leads(OTHER.data(), "catalog.open"), Some(Leads::To(1)));
    assert_eq!(leads(SHOP.data(), "cart.end.pay"), Some(Leads::OneOf(&[2, 0])));
    assert_eq!(leads(OTHER.data(), "cart.end.pay"), Some(Leads::OneOf(&[0, 2])));
    assert_eq!(pages::cart::end::PAY.as_str(), "cart.end.pay");
    let ids: Vec<_> = OTHER.data().actions.iter().map(|a| a.id).collect();
    assert_eq!(ids, ["done.start", "cart.line.remove", "cart.end.pay", "catalog.add", "catalog.open"]);
}
