//! What an approval card shows beside its keys: a function of the author, told apart by its shape.

use super::{ActionOn, BoxFuture, Given, Shown};
use crate::{
    expects::Issues,
    session::{Cx, RawCx},
};
use serde::Serialize;
use serde_json::Value;
use std::future::Future;

/// A function that `shows` accepts. `Shape` tells the impls apart and is always inferred.
#[diagnostic::on_unimplemented(
    message = "`shows` cannot use this function",
    label = "not a function that `shows` accepts",
    note = "it is `fn(Cx<{S}>) -> T` or `fn(Cx<{S}>, &{I}) -> T`, sync or async, and `T` is `Serialize`"
)]
pub trait Shows<S: 'static, I, Shape> {
    /// Makes what the card shows.
    fn show(self, cx: Cx<S>, input: impl FnOnce() -> Result<I, Issues>) -> Shown;
}

/// Makes a card's `shows` for the action `A`.
#[doc(hidden)]
pub fn shows<S: 'static, A: ActionOn<S>, F: Shows<S, A::Input, Shape>, Shape>(
    function: F,
    raw: RawCx,
    given: Given<'_>,
) -> Shown {
    function.show(Cx::new(raw), || (A::TAKES.read)(given.input))
}

fn value<T: Serialize>(shown: &T) -> Value {
    serde_json::to_value(shown).unwrap_or(Value::Null)
}

/// A shape: returns at once.
#[doc(hidden)]
pub struct Now;
/// A shape: returns a future.
#[doc(hidden)]
pub struct Later;
/// A shape: takes the input too.
#[doc(hidden)]
pub struct WithInput<Shape>(Shape);

impl<S: 'static, I, F, T> Shows<S, I, (Now, T)> for F
where
    F: FnOnce(Cx<S>) -> T,
    T: Serialize,
{
    fn show(self, cx: Cx<S>, _: impl FnOnce() -> Result<I, Issues>) -> Shown {
        Shown::Now(value(&self(cx)))
    }
}

impl<S: 'static, I, F, T> Shows<S, I, (Later, T)> for F
where
    F: FnOnce(Cx<S>) -> T,
    T: Future<Output: Serialize> + Send + 'static,
{
    fn show(self, cx: Cx<S>, _: impl FnOnce() -> Result<I, Issues>) -> Shown {
        let future = self(cx);
        Shown::Later(Box::pin(async move { value(&future.await) }))
    }
}

impl<S: 'static, I, F, T> Shows<S, I, WithInput<(Now, T)>> for F
where
    F: FnOnce(Cx<S>, &I) -> T,
    T: Serialize,
{
    fn show(self, cx: Cx<S>, input: impl FnOnce() -> Result<I, Issues>) -> Shown {
        Shown::Now(input().map_or(Value::Null, |input| value(&self(cx, &input))))
    }
}

/// An async function that borrows the input: its future's type depends on the borrow.
#[doc(hidden)]
pub trait Borrowing<'a, S, I: 'a> {
    fn call(self, cx: Cx<S>, input: &'a I) -> BoxFuture<'a, Value>;
}

impl<'a, S: 'static, I: 'a, F, T> Borrowing<'a, S, I> for F
where
    F: FnOnce(Cx<S>, &'a I) -> T,
    T: Future<Output: Serialize> + Send + 'a,
{
    fn call(self, cx: Cx<S>, input: &'a I) -> BoxFuture<'a, Value> {
        let future = self(cx, input);
        Box::pin(async move { value(&future.await) })
    }
}

impl<S, I, F> Shows<S, I, WithInput<Later>> for F
where
    S: Send + 'static,
    I: Send + Sync + 'static,
    F: for<'a> Borrowing<'a, S, I> + Send + 'static,
{
    fn show(self, cx: Cx<S>, input: impl FnOnce() -> Result<I, Issues>) -> Shown {
        match input() {
            Ok(input) => Shown::Later(Box::pin(async move { self.call(cx, &input).await })),
            Err(_) => Shown::Now(Value::Null),
        }
    }
}
