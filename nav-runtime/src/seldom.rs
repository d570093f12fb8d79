//! What most sessions never hold: nothing is allocated for it before it is first changed.

use std::{
    fmt,
    ops::{Deref, DerefMut},
};

/// A value that is empty until it is changed.
pub(crate) struct Seldom<T>(Option<Box<T>>);

/// A type whose empty value is shared by everybody who holds nothing of it.
pub(crate) trait Empty: Default + 'static {
    fn empty() -> &'static Self;
}

/// Gives a type its shared empty value.
macro_rules! empty {
    ($type:ty) => {
        impl $crate::seldom::Empty for $type {
            fn empty() -> &'static Self {
                static EMPTY: std::sync::LazyLock<$type> = std::sync::LazyLock::new(<$type>::default);
                &EMPTY
            }
        }
    };
}
pub(crate) use empty;

impl<T> Default for Seldom<T> {
    fn default() -> Self {
        Seldom(None)
    }
}

impl<T: Empty> Deref for Seldom<T> {
    type Target = T;
    fn deref(&self) -> &T {
        match &self.0 {
            Some(held) => held,
            None => T::empty(),
        }
    }
}

impl<T: Empty> DerefMut for Seldom<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_with(Box::default)
    }
}

impl<T: Empty + PartialEq> PartialEq for Seldom<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Empty + fmt::Debug> fmt::Debug for Seldom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
