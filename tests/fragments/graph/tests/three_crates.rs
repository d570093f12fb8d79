//! The tables of a graph over three crates, and a walk through it.

use nav_runtime::graph::{GraphData, Leads};
use nav_tests_fragments_graph::{SHOP, ids};
use nav_tests_fragments_pages::{cart, catalog};

fn ids_of(data: &GraphData, at: &[u16]) -> Vec<&'static str> {
    at.iter().map(|a| data.actions[usize::from(*a)].id).collect()
}

#[test]
fn the_pages_of_three_crates_are_one_graph() {
    let data = SHOP.data();
    let pages: Vec<_> = data.pages.iter().map(|p| (p.id, p.route, p.does)).collect();
    assert_eq!(
        pages,
        [
            ("catalog", Some("/catalog"), "The dresses."),
            ("cart", Some("/cart"), "The cart."),
            ("done", None, ""),
        ]
    );
    assert_eq!(
        ids_of(data, data.pages[0].entries),
        [
            "catalog.find",
            "catalog.add",
            "catalog.more.add",
            "catalog.open_cart",
            "catalog.leave",
            "help"
        ]
    );
    assert_eq!(
        ids_of(data, data.pages[1].entries),
        ["cart.line.remove", "cart.order", "help"]
    );
    assert_eq!(
        ids_of(data, data.pages[2].entries),
        ["done.find_more", "done.again", "help"]
    );
}

#[test]
fn ways_lead_across() {
    let data = SHOP.data();
    let leads = |id: &str| data.actions.iter().find(|a| a.id == id).map(|a| (a.leads, a.pages));
    assert_eq!(leads("catalog.open_cart"), Some((Leads::To(1), &[0][..])));
    assert_eq!(leads("catalog.leave"), Some((Leads::OneOf(&[1, 2]), &[0][..])));
    assert_eq!(leads("cart.order"), Some((Leads::To(2), &[1][..])));
    assert_eq!(leads("done.again"), Some((Leads::To(0), &[2][..])));
}

#[test]
fn journeys_name_entries_of_other_crates() {
    let data = SHOP.data();
    assert_eq!(
        ids_of(data, data.journeys[0].steps),
        ["catalog.more.add", "catalog.open_cart", "cart.order", "done.again"]
    );
    assert_eq!(ids_of(data, data.journeys[1].steps), ["catalog.find", "help"]);
    assert_eq!(data.pages[0].journeys, [0, 1]);
}

#[test]
fn every_action_is_found_by_its_hash() {
    let by_id = SHOP.data().by_id;
    assert_eq!(by_id.len(), SHOP.data().actions.len());
    assert!(by_id.is_sorted());
}

#[test]
fn ids_are_the_pages_own() {
    assert_eq!(catalog::more::ADD.as_str(), "catalog.more.add");
    assert_eq!(catalog::PAGE.as_str(), "catalog");
    assert_eq!(cart::ORDER.as_str(), "cart.order");
    assert_eq!(ids::done::AGAIN.as_str(), "done.again");
    assert_eq!(ids::journey::BUY.as_str(), "buy");
}
