//! What a handler is handed.

use std::marker::PhantomData;

/// The context of one fire, before the state's type is known.
#[derive(Clone)]
pub struct RawCx {}

/// What a handler is handed: the app, the state, and the way to report what changed.
pub struct Cx<S> {
    raw: RawCx,
    of: PhantomData<fn() -> S>,
}

/// Ties a written `Cx<S>` to its state, whatever it is called.
#[doc(hidden)]
pub trait Context {
    type State;
}

impl<S> Context for Cx<S> {
    type State = S;
}

impl<S> Clone for Cx<S> {
    fn clone(&self) -> Self {
        Cx {
            raw: self.raw.clone(),
            of: PhantomData,
        }
    }
}

impl<S> Cx<S> {
    pub(crate) fn new(raw: RawCx) -> Self {
        Cx { raw, of: PhantomData }
    }
}
