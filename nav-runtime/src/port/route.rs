//! `routeTo`: the fewest declared hops to a page.

use super::{Hop, Port, Route, words};
use crate::graph::{ActionIx, PageIx};
use std::collections::VecDeque;

impl Port {
    /// The way to a page, or to the page that a journey starts on; `None` if it names neither.
    pub(super) fn route(&self, to: &str, from: PageIx) -> Option<Route> {
        let data = self.data();
        let page = data.page(to).or_else(|| {
            let journey = data.journey(to)?;
            let first = *data.journeys[journey.at()].steps.first()?;
            let pages = data.actions[usize::from(first)].pages;
            let here = pages.contains(&from.0).then_some(from);
            here.or_else(|| pages.first().map(|p| PageIx(*p)))
        })?;
        let id = data.pages[page.at()].id;
        let route = Route {
            to: id,
            already_here: false,
            hops: None,
            means: None,
            why: None,
        };
        Some(if page == from {
            Route {
                already_here: true,
                ..route
            }
        } else if let Some(hops) = self.hops(from, page) {
            Route {
                hops: Some(hops),
                means: Some(words::ROUTE),
                ..route
            }
        } else {
            Route {
                why: Some(words::NO_ROUTE),
                ..route
            }
        })
    }

    fn hops(&self, from: PageIx, to: PageIx) -> Option<Vec<Hop>> {
        let data = self.data();
        let mut came: Vec<Option<(PageIx, ActionIx)>> = vec![None; data.pages.len()];
        let mut todo = VecDeque::from([from]);
        while let Some(page) = todo.pop_front() {
            for action in data.pages[page.at()].entries.iter().map(|a| ActionIx(*a)) {
                let Some(next) = data.actions[action.at()].goes_to() else {
                    continue;
                };
                if next != from && came[next.at()].is_none() {
                    came[next.at()] = Some((page, action));
                    todo.push_back(next);
                }
            }
            if came[to.at()].is_some() {
                break;
            }
        }
        let mut hops = Vec::new();
        let mut at = to;
        while at != from {
            let (page, action) = came[at.at()]?;
            hops.push(Hop {
                action: data.actions[action.at()].id,
                to: data.pages[at.at()].id,
            });
            at = page;
        }
        hops.reverse();
        Some(hops)
    }
}
