//! What can be done in the shop. Each is an ordinary function; its first doc paragraph is what the agent reads.

use super::{
    dress::{Cents, Dress, DressId, Line, LineId, OrderId, OrderRow, Receipt, Size, total},
    state::Shop,
    store::{Search, StoreError},
};
use nav_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to look for.
#[derive(Deserialize, JsonSchema)]
pub struct FindDresses {
    /// Words of a name, a colour or a fabric. Every word has to fit.
    words: Option<String>,
    /// A size that it must come in.
    size: Option<Size>,
    /// The most that it may cost, in cents.
    at_most_cents: Option<i64>,
}

/// Search the dresses by words, size and price. Returns the matches, cheapest first.
#[action(returns(max_items = 72))]
pub fn find_dresses(cx: Cx<Shop>, input: FindDresses) -> Result<Vec<Dress>, StoreError> {
    cx.app().store.find(&Search {
        words: input.words.unwrap_or_default(),
        size: input.size,
        at_most: input.at_most_cents.map(Cents),
    })
}

/// Which dress.
#[derive(Deserialize, JsonSchema)]
pub struct ShowDress {
    /// Its id, from a search.
    dress: DressId,
}

/// Look at one dress: sizes, fabric, price, how many are left.
#[action]
pub fn show_dress(cx: Cx<Shop>, input: ShowDress) -> Result<Dress, StoreError> {
    cx.app().store.dress(input.dress)
}

/// What to put in the cart.
#[derive(Deserialize, JsonSchema)]
pub struct AddToCart {
    /// The dress's id, from a search.
    dress: DressId,
    /// The size.
    size: Size,
    /// How many; one if it is not said.
    #[schemars(range(min = 1, max = 20))]
    quantity: Option<u32>,
}

/// Put a dress in the cart.
#[action(writes(cart_items, cart_lines, total_cents), parallel)]
pub fn add_to_cart(cx: Cx<Shop>, input: AddToCart) -> Result<(), StoreError> {
    let line = cx
        .app()
        .store
        .line(input.dress, input.size, input.quantity.unwrap_or(1))?;
    cx.update(|shop| shop.put(line));
    Ok(())
}

/// A line of the cart, with the id to name it by.
#[derive(Serialize)]
pub struct CartLine {
    line: LineId,
    #[serde(flatten)]
    what: Line,
}

/// The cart.
#[derive(Serialize)]
pub struct Cart {
    lines: Vec<CartLine>,
    total_cents: i64,
}

/// See what is in the cart and what it costs.
#[action]
pub fn show_cart(cx: Cx<Shop>) -> Cart {
    let shop = cx.state();
    let lines = shop.cart_lines.iter().map(|(line, what)| CartLine {
        line: *line,
        what: what.clone(),
    });
    Cart {
        lines: lines.collect(),
        total_cents: shop.total_cents,
    }
}

/// Take one line out of the cart.
#[action(writes(cart_items, cart_lines, total_cents), parallel)]
pub fn remove_line(cx: Cx<Shop>, #[instance] line: LineId) {
    cx.update(|shop| shop.take_out(line));
}

/// What a person sees before an order is placed.
#[derive(Serialize)]
pub struct OrderPreview {
    customer: String,
    lines: Vec<PreviewLine>,
    total: String,
}

#[derive(Serialize)]
struct PreviewLine {
    dress: String,
    size: Size,
    quantity: u32,
    price: String,
}

/// What the order would be: its lines and its total.
pub fn order_preview(cx: Cx<Shop>) -> OrderPreview {
    let shop = cx.state();
    let lines = shop.cart_lines.values().map(|line| PreviewLine {
        dress: format!("{}, {}", line.name, line.colour),
        size: line.size,
        quantity: line.quantity,
        price: line.total().to_string(),
    });
    OrderPreview {
        customer: cx.app().customer.clone(),
        lines: lines.collect(),
        total: total(shop.cart_lines.values()).to_string(),
    }
}

/// Place the order.
#[action(
    confirm,
    reads(cart_lines, total_cents),
    shows = order_preview,
    writes(order_id, cart_items, cart_lines, total_cents),
    enabled_when(cart_items > 0),
    verify(order_id.is_some()),
    blocked_because("The cart is empty.", cleared_by = user),
)]
pub fn place_order(cx: Cx<Shop>) -> Result<Receipt, StoreError> {
    let lines: Vec<Line> = cx.state().cart_lines.values().cloned().collect();
    // The person said yes to these lines at these prices; stock and prices are checked again where they are booked.
    let receipt = cx.app().store.place(&cx.app().customer, &lines)?;
    cx.update(|shop| {
        shop.order_id = Some(receipt.order.0.to_string());
        shop.empty();
    });
    Ok(receipt)
}

/// Which order.
#[derive(Deserialize, JsonSchema)]
pub struct NameOrder {
    /// The order's id, from the list of orders.
    order: OrderId,
}

/// List the orders so far, newest first.
#[action]
pub fn list_orders(cx: Cx<Shop>) -> Result<Vec<OrderRow>, StoreError> {
    cx.app().store.orders(&cx.app().customer)
}

/// Show an order: its lines and what it costs.
#[action]
pub fn show_receipt(cx: Cx<Shop>, input: NameOrder) -> Result<Receipt, StoreError> {
    cx.app().store.receipt(&cx.app().customer, input.order)
}

/// Put everything of an earlier order in the cart again, at today's prices.
#[action(writes(cart_items, cart_lines, total_cents), parallel)]
pub fn repeat_order(cx: Cx<Shop>, input: NameOrder) -> Result<(), StoreError> {
    let store = &cx.app().store;
    let order = store.receipt(&cx.app().customer, input.order)?;
    let lines: Result<Vec<Line>, _> = (order.lines.iter())
        .map(|line| store.line(line.dress, line.size, line.quantity))
        .collect();
    let lines = lines?;
    cx.update(|shop| lines.into_iter().for_each(|line| shop.put(line)));
    Ok(())
}
