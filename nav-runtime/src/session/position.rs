//! Where the user is: what the app says, and what an action claims.

use super::{AnySession, Session};
use crate::{
    graph::{PageIx, PageName, Principal},
    ledger::Event,
};

/// The graph has no such page, or no page with such a path. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no such page")]
pub struct UnknownPage;

/// What a report of the position came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Synced {
    /// The page the user is on.
    pub page: &'static str,
    /// Whether the position is another than before.
    pub moved: bool,
}

impl<S> Session<S> {
    /// The app says where the user is. A claim that an action made is observed by this, or left unconfirmed.
    ///
    /// # Errors
    /// [`UnknownPage`].
    pub fn sync(&self, page: impl PageName<S>) -> Result<Synced, UnknownPage> {
        let page = self.0.data.page(page.name()).ok_or(UnknownPage)?;
        Ok(self.at(page))
    }
}

impl AnySession {
    /// The app says which path the user is on; the pages' routes say which page that is.
    ///
    /// # Errors
    /// [`UnknownPage`].
    pub fn sync_path(&self, path: &str) -> Result<Synced, UnknownPage> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let pages = || (0..).map(PageIx).zip(self.0.data.pages);
        let exact = pages().find(|(_, p)| p.route == Some(path));
        let (page, _) = exact
            .or_else(|| pages().find(|(_, p)| p.route.is_some_and(|r| route_takes(r, path))))
            .ok_or(UnknownPage)?;
        Ok(self.at(page))
    }

    /// The page that the user is on, as far as is known.
    #[must_use]
    pub fn page(&self) -> &'static str {
        let v = self.0.view();
        let page = self.0.data.pages[v.core.ledger.fold.page.at()].id;
        v.release().start();
        page
    }

    fn at(&self, page: PageIx) -> Synced {
        let mut v = self.0.view();
        let moved = v.core.ledger.fold.page != page;
        let here = v.core.ledger.fold.page;
        // saying again what is known and observed changes nothing
        let closed = v.core.ledger.fold.closed;
        if !closed && (moved || v.core.ledger.fold.claimed_by.is_some()) {
            v.append(Event::Synced {
                page,
                by: Principal::System,
            });
        }
        v.release().start();
        let page = if closed { here } else { page };
        Synced {
            page: self.0.data.pages[page.at()].id,
            moved: moved && !closed,
        }
    }
}

/// `/rooms/:room` takes `/rooms/9`.
fn route_takes(route: &str, path: &str) -> bool {
    let (mut route, mut path) = (
        route.trim_end_matches('/').split('/'),
        path.trim_end_matches('/').split('/'),
    );
    loop {
        match (route.next(), path.next()) {
            (None, None) => return true,
            (Some(r), Some(p)) if r == p || r.starts_with(':') && !p.is_empty() => {}
            _ => return false,
        }
    }
}
