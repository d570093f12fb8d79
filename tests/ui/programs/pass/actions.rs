//! `#[actions]`: methods of the app, in every shape, and a module all of whose actions are listed.
#![deny(warnings)]

use nav_runtime::{assert_all_listed, prelude::*};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = ShopApp)]
pub struct Shop {
    pub items: u32,
    pub lines: std::collections::BTreeSet<u32>,
}

#[derive(Default)]
pub struct ShopApp {
    names: Mutex<Vec<String>>,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub struct Dress {
    /// Its name.
    pub name: String,
}

#[actions]
impl ShopApp {
    const MOST: usize = 3;

    /// No action.
    pub fn new() -> Self {
        Self::default()
    }

    /// Put a dress in the cart.
    #[action(writes(items), parallel)]
    pub async fn add(&self, cx: Cx<Shop>, input: Dress) -> Result<usize, String> {
        self.note(&input.name).await;
        cx.update(|shop| shop.items += 1);
        let known = self.names.lock().map_err(|e| e.to_string())?.len();
        if known > Self::MOST { Err("too many".into()) } else { Ok(known) }
    }

    async fn note(&self, name: &str) {
        if let Ok(mut names) = self.names.lock() {
            names.push(name.to_owned());
        }
    }

    /// Count the dresses.
    #[action(state = Shop)]
    fn count(&self) -> usize {
        self.names.lock().map_or(0, |names| names.len())
    }

    /// Take a line out.
    #[action(writes(lines), single_flight(instance))]
    fn remove(&self, cx: Cx<Shop>, #[instance] line: u32) {
        cx.update(|shop| {
            shop.lines.remove(&line);
        });
    }

    /// Say hello: it needs no app.
    #[action]
    fn hello() -> &'static str {
        "hello"
    }
}

#[actions]
pub mod handlers {
    use super::Shop;
    use nav_runtime::prelude::*;

    /// Look round.
    #[action]
    pub async fn look(_cx: Cx<Shop>) {}

    /// Ask.
    #[action]
    pub(crate) fn ask() -> u32 {
        helped()
    }

    pub fn helped() -> u32 {
        1
    }
}

graph! {
    /// A shop.
    pub static SHOP: Graph<Shop>;
    start = catalog;
    page catalog {
        add;
        count;
        hello;
        handlers::look;
        self::handlers::ask;
        each line in lines { remove; }
    }
}

assert_all_listed!(SHOP, handlers);

fn main() {
    let ids: Vec<_> = SHOP.data().actions.iter().map(|a| a.id).collect();
    assert_eq!(ids.len(), 6);
    assert_eq!(ShopApp::new().count(), 0);
}
