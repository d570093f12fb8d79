//! Pages declared on their own, in any module or crate, and the graph that takes them.
//!
//! Neither side sees the other's block. A fragment knows its entries, a graph knows its pages, and what needs both is
//! computed when the graph names the fragment: the rows of its entries, where they lead, and whether that exists.

use super::{ActionData, Guard, Leads, TypedEntry, check};

/// What `page!` declares over a state.
#[diagnostic::on_unimplemented(
    message = "this page belongs to another state than `{S}`",
    label = "a page over another state",
    note = "a graph takes pages over its own state only"
)]
pub trait Fragment<S: 'static> {
    /// The page.
    const PAGE: FragmentPage<S>;
}

/// What a graph tells a fragment that it takes.
pub trait Taken {
    /// The graph's pages, by FNV-1a of their names.
    const PAGES: &'static [u64];
    /// Their names.
    const NAMES: &'static [&'static str];
    /// Which of them the fragment is.
    const AT: u16;
    /// The entries that journeys have as steps, by FNV-1a of their names.
    const STEPS: &'static [u64];
}

/// A fragment in the graph that takes it.
pub trait FragmentIn<G: Taken> {
    /// Its entries.
    const ACTIONS: &'static [ActionData];
    /// Evaluated, it says what is wrong between the two.
    const CHECKED: ();
}

/// A page of its own.
pub struct FragmentPage<S: 'static> {
    /// Its id.
    pub id: &'static str,
    /// Its doc comment, possibly empty.
    pub does: &'static str,
    /// Its path, if it has one.
    pub route: Option<&'static str>,
    /// Whether the app leads here by itself.
    pub synced: bool,
    /// Whether nothing leads away.
    pub terminal: bool,
    /// Its condition.
    pub when: &'static Guard<S>,
    /// Its entries' names, and with their areas, by FNV-1a.
    pub names: &'static [(u64, u64)],
    /// The typed part of its entries.
    pub typed: &'static [TypedEntry<S>],
    /// The pages that it leads to, by FNV-1a of their names.
    pub leads: &'static [u64],
}

impl<S> FragmentPage<S> {
    /// The typed part of the entry that a step names; of none if there is none, which is said elsewhere.
    #[must_use]
    pub const fn entry(&self, step: u64) -> TypedEntry<S> {
        match index(self.names, step) {
            Some(at) => self.typed[at],
            None => TypedEntry {
                when: const { &Guard::NONE },
                action: None,
                instances: None,
            },
        }
    }
}

/// Where among a fragment's entries a name is.
const fn index(names: &[(u64, u64)], step: u64) -> Option<usize> {
    let mut i = 0;
    while i < names.len() {
        if names[i].0 == step || names[i].1 == step {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// A step's place among the graph's actions.
#[must_use]
pub const fn step(first: usize, names: &[(u64, u64)], step: u64) -> u16 {
    match index(names, step) {
        Some(at) => place(first + at),
        None => 0,
    }
}

/// How many entries of a fragment a step may mean.
#[must_use]
pub(crate) const fn meant(names: &[(u64, u64)], step: u64) -> usize {
    let (mut i, mut found) = (0, 0);
    while i < names.len() {
        if names[i].0 == step || names[i].1 == step {
            found += 1;
        }
        i += 1;
    }
    found
}

/// The page of that name; the first one if there is none, which is said elsewhere.
#[must_use]
pub const fn page(pages: &[u64], name: u64) -> u16 {
    match check::position(pages, name) {
        Some(at) => place(at),
        None => 0,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "nobody writes a graph of 65,536 entries")]
const fn place(at: usize) -> u16 {
    at as u16
}

/// The entries of a fragment's page: its own, from the first on, and the shared ones.
#[must_use]
pub const fn entries<const N: usize>(first: usize, shared: &[u16]) -> [u16; N] {
    let mut all = [0; N];
    let own = N - shared.len();
    let mut i = 0;
    while i < N {
        all[i] = if i < own { place(first + i) } else { shared[i - own] };
        i += 1;
    }
    all
}

/// Several lists as one.
#[must_use]
pub const fn join<T: Copy, const N: usize>(first: T, lists: &[&[T]]) -> [T; N] {
    let mut all = [first; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            at += 1;
            i += 1;
        }
        list += 1;
    }
    all
}

/// A row to start [`join`] with.
pub const NO_ACTION: ActionData = ActionData {
    id: "",
    name: "",
    does: None,
    pages: &[],
    leads: Leads::Stay,
    draft_of: None,
    each: false,
    facts: None,
};

/// FNV-1a of each action's id and its place, sorted.
#[must_use]
pub const fn by_id<const N: usize>(actions: &[ActionData]) -> [(u64, u16); N] {
    let mut all = [(0, 0); N];
    let mut i = 0;
    while i < N {
        let new = (check::fnv(actions[i].id), place(i));
        let mut at = i;
        while at > 0 && all[at - 1].0 > new.0 {
            all[at] = all[at - 1];
            at -= 1;
        }
        all[at] = new;
        i += 1;
    }
    all
}

/// Which pages ways lead to: from the start and from those that the app leads to. A way is written from page to page in the
/// graph's block, and as a list of names in a fragment.
#[must_use]
pub const fn reached<const N: usize>(
    open: &[bool; N],
    ways: &[(u16, u16)],
    fragments: &[(u16, &[u64])],
    pages: &[u64],
) -> [bool; N] {
    let mut reached = *open;
    let mut grew = true;
    while grew {
        grew = false;
        let mut i = 0;
        while i < ways.len() {
            let (from, to) = (ways[i].0 as usize, ways[i].1 as usize);
            if reached[from] && !reached[to] {
                (reached[to], grew) = (true, true);
            }
            i += 1;
        }
        let mut f = 0;
        while f < fragments.len() {
            let (from, leads) = fragments[f];
            let mut i = 0;
            while i < leads.len() && reached[from as usize] {
                if let Some(to) = check::position(pages, leads[i])
                    && !reached[to]
                {
                    (reached[to], grew) = (true, true);
                }
                i += 1;
            }
            f += 1;
        }
    }
    reached
}
