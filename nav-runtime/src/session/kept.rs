//! Handles on an author's values whose end is the author's code.

use super::prepare::guarded;
use std::{ops::Deref, sync::Arc};

/// A shared value of an author's. Whoever drops the last handle runs the author's `Drop`; a panic of it goes no
/// further.
pub(crate) struct Kept<T: ?Sized>(Option<Arc<T>>);

impl<T: ?Sized> Kept<T> {
    /// A handle that its holder drops as it likes.
    pub(crate) fn handle(&self) -> Arc<T> {
        match &self.0 {
            Some(value) => value.clone(),
            None => unreachable!("a value is let go of when its handle ends"),
        }
    }
}

impl<T> Kept<T> {
    pub(crate) fn new(value: T) -> Self {
        Kept(Some(Arc::new(value)))
    }

    /// The value, if no other handle is on it.
    pub(crate) fn alone(&mut self) -> Option<&mut T> {
        self.0.as_mut().and_then(Arc::get_mut)
    }
}

impl<T: ?Sized> From<Arc<T>> for Kept<T> {
    fn from(value: Arc<T>) -> Self {
        Kept(Some(value))
    }
}

impl<T: ?Sized> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Kept(self.0.clone())
    }
}

impl<T: ?Sized> Deref for Kept<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("a value is let go of when its handle ends"),
        }
    }
}

impl<T: ?Sized> Drop for Kept<T> {
    fn drop(&mut self) {
        if let Some(value) = self.0.take() {
            guarded(|| drop(value));
        }
    }
}
