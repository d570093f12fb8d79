//! Pages that nothing opens: their condition is about a key that no action writes.

use crate::graph::{KeyId, KeyMeta, keys};

/// A page of which that is so or not. The compiler warns where the constant of the former is used.
pub struct Page<const CLOSED: bool>;

impl Page<true> {
    /// Used where a page's condition is.
    #[doc(hidden)]
    #[deprecated(
        note = "[N81] nothing in the graph writes this key, so nothing opens the page: add the key to the `writes` of what does, or, if the app does, mark the field `#[nav(from_app)]` or the page `synced`"
    )]
    pub const WARN: () = ();
}

impl Page<false> {
    /// Used where a page's condition is.
    pub const WARN: () = ();
}

/// Whether nothing writes a key: no action, and not the app by itself.
#[must_use]
pub const fn closed(known: &[KeyMeta], key: KeyId, writes: &[&[KeyId]]) -> bool {
    let mut i = 0;
    while i < writes.len() {
        let mut n = 0;
        while n < writes[i].len() {
            if keys::overlap(known, writes[i][n], key) {
                return false;
            }
            n += 1;
        }
        i += 1;
    }
    !keys::from_app(known, key)
}
