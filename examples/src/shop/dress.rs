//! The words of the trade: dresses, sizes, cart lines, orders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A dress in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DressId(pub i64);

/// A line of the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LineId(pub u32);

/// An order in the shop's books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct OrderId(pub i64);

/// A size of a dress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Size {
    XS,
    S,
    M,
    L,
    XL,
    XXL,
}

impl Size {
    /// All of them, smallest first.
    pub const ALL: [Size; 6] = [Size::XS, Size::S, Size::M, Size::L, Size::XL, Size::XXL];

    /// The word on the label.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Size::XS => "XS",
            Size::S => "S",
            Size::M => "M",
            Size::L => "L",
            Size::XL => "XL",
            Size::XXL => "XXL",
        }
    }

    /// The size of that label.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.word() == word)
    }
}

/// An amount of money, in cents of a euro.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cents(pub i64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02} EUR", self.0 / 100, self.0 % 100)
    }
}

/// A dress as the catalogue has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dress {
    /// What to name it by.
    pub dress: DressId,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: String,
    /// The sizes it comes in.
    pub sizes: Vec<Size>,
    /// What it is made of.
    pub fabric: String,
    /// What one costs.
    pub price_cents: i64,
    /// How many are left.
    pub stock: i64,
}

/// A line of a cart or of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The dress.
    pub dress: DressId,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: String,
    /// The size asked for.
    pub size: Size,
    /// How many.
    pub quantity: u32,
    /// What one costs.
    pub price_cents: i64,
}

impl Line {
    /// What the whole line costs.
    #[must_use]
    pub fn total(&self) -> Cents {
        Cents(self.price_cents * i64::from(self.quantity))
    }
}

/// What several lines cost.
pub(super) fn total<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Cents {
    Cents(lines.into_iter().map(|line| line.total().0).sum())
}

/// A placed order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// What to name it by.
    pub order: OrderId,
    /// When it was placed, in UTC.
    pub placed_at: String,
    /// Whom it is for.
    pub customer: String,
    /// What was ordered.
    pub lines: Vec<Line>,
    /// What it costs.
    pub total_cents: i64,
}

/// An order in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderRow {
    /// What to name it by.
    pub order: OrderId,
    /// When it was placed, in UTC.
    pub placed_at: String,
    /// How many dresses it has.
    pub dresses: i64,
    /// What it costs.
    pub total_cents: i64,
}
