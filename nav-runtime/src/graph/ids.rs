//! Typed ids, made by `graph!` only, and what a session accepts in their place.

use std::marker::PhantomData;

/// Ties an id module to the state that its graph walks.
#[doc(hidden)]
pub trait Names<S> {}

macro_rules! id {
    ($(#[$doc:meta])* $id:ident, $name:ident, $what:literal) => {
        $(#[$doc])*
        pub struct $id<G> {
            id: &'static str,
            of: PhantomData<fn() -> G>,
        }

        impl<G> Clone for $id<G> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<G> Copy for $id<G> {}
        impl<G> std::fmt::Debug for $id<G> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id)
            }
        }
        impl<G> std::fmt::Display for $id<G> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id)
            }
        }

        impl<G> $id<G> {
            #[doc(hidden)]
            #[must_use]
            pub const fn __new(id: &'static str) -> Self {
                $id { id, of: PhantomData }
            }

            /// The id as it is on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                self.id
            }
        }

        #[doc = concat!("Names ", $what, " of a graph over `S`: a typed id, or its text, which may be unknown.")]
        pub trait $name<S> {
            /// The id as it is on the wire.
            fn name(&self) -> &str;
        }
        impl<S, G: Names<S>> $name<S> for $id<G> {
            fn name(&self) -> &str {
                self.id
            }
        }
        impl<S> $name<S> for &str {
            fn name(&self) -> &str {
                self
            }
        }
    };
}

id! {
    /// A page of one graph.
    PageId, PageName, "a page"
}
id! {
    /// An entry of one graph.
    ActionId, ActionName, "an action"
}
id! {
    /// A journey of one graph.
    JourneyId, JourneyName, "a journey"
}
