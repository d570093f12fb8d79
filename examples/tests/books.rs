//! The shop's books: what is sold, what an order takes, and files that are no books.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use nav_examples::{
    books::OpenBooksError,
    shop::{Cents, DressId, OrderId, Search, Size, Store, StoreError},
};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

fn new() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&folder.path().join("shop.db")).unwrap();
    (folder, store)
}

fn search(words: &str) -> Search {
    Search {
        words: words.into(),
        ..Search::default()
    }
}

#[test]
fn the_first_run_fills_the_catalogue_and_the_next_keeps_it() {
    let (folder, store) = new();
    let all = store.find(&Search::default()).unwrap();
    assert!(all.len() >= 60, "{}", all.len());
    assert!(all.iter().all(|dress| dress.price_cents > 0 && !dress.sizes.is_empty()));
    let line = store.line(all[0].dress, all[0].sizes[0], 1).unwrap();
    store.place("you", &[line]).unwrap();
    drop(store);
    let again = Store::open(&folder.path().join("shop.db")).unwrap();
    assert_eq!(again.find(&Search::default()).unwrap().len(), all.len());
    assert_eq!(again.orders("you").unwrap().len(), 1);
}

#[test]
fn a_search_takes_every_word_and_every_limit() {
    let (_folder, store) = new();
    let navy = store.find(&search("NAVY dress")).unwrap();
    assert!(navy.len() >= 3 && navy.iter().all(|dress| dress.colour.contains("navy")));
    assert!(navy.is_sorted_by_key(|dress| dress.price_cents));
    assert!(store.find(&search("navy tractor")).unwrap().is_empty());
    let small = Search {
        size: Some(Size::XXL),
        at_most: Some(Cents(5000)),
        ..Search::default()
    };
    let found = store.find(&small).unwrap();
    assert!(!found.is_empty());
    assert!(
        found
            .iter()
            .all(|dress| dress.sizes.contains(&Size::XXL) && dress.price_cents <= 5000)
    );
}

#[test]
fn an_order_is_written_whole_or_not_at_all() {
    let (_folder, store) = new();
    let scarce = store.find(&search("Solveig ink")).unwrap().remove(0);
    let other = store.find(&search("Runa black")).unwrap().remove(0);
    assert_eq!(scarce.stock, 1);
    let one = store.line(scarce.dress, Size::M, 1).unwrap();
    let two = store.line(other.dress, Size::M, 2).unwrap();
    let receipt = store.place("you", &[two.clone(), one.clone()]).unwrap();
    assert_eq!(receipt.total_cents, 2 * other.price_cents + scarce.price_cents);
    assert_eq!(store.receipt("you", receipt.order).unwrap(), receipt);

    let refused = store.place("you", &[two, one]);
    assert!(
        matches!(refused, Err(StoreError::OutOfStock { left: 0, .. })),
        "{refused:?}"
    );
    assert_eq!(
        store.dress(other.dress).unwrap().stock,
        other.stock - 2,
        "the first line was taken back"
    );
    assert_eq!(store.orders("you").unwrap().len(), 1);
}

#[test]
fn what_cannot_be_ordered_is_said() {
    let (_folder, store) = new();
    assert!(matches!(store.place("you", &[]), Err(StoreError::NothingToOrder)));
    assert!(matches!(store.dress(DressId(0)), Err(StoreError::NoSuchDress(_))));
    let gown = store.find(&search("Cosima")).unwrap().remove(0);
    assert!(matches!(
        store.line(gown.dress, Size::XXL, 1),
        Err(StoreError::NoSuchSize { .. })
    ));
    assert!(matches!(
        store.line(gown.dress, Size::M, 1000),
        Err(StoreError::OutOfStock { .. })
    ));
    let mut line = store.line(gown.dress, Size::M, 1).unwrap();
    line.price_cents -= 1;
    assert!(matches!(
        store.place("you", &[line]),
        Err(StoreError::PriceChanged { .. })
    ));
    assert!(matches!(
        store.receipt("you", OrderId(1)),
        Err(StoreError::NoSuchOrder(_))
    ));
}

#[test]
fn a_customer_sees_only_their_own_orders() {
    let (_folder, store) = new();
    let line = store.line(DressId(1), Size::M, 1).unwrap();
    let mine = store.place("you", &[line]).unwrap();
    assert!(store.orders("somebody else").unwrap().is_empty());
    assert!(matches!(
        store.receipt("somebody else", mine.order),
        Err(StoreError::NoSuchOrder(_))
    ));
}

#[test]
fn a_file_that_is_no_books_is_told_in_one_sentence() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let why = |path: PathBuf| match Store::open(&path) {
        Ok(_) => panic!("{} opened", path.display()),
        Err(why) => why,
    };

    fs::write(
        at("text.db"),
        "these are no books, but a longer text than a header".repeat(100),
    )
    .unwrap();
    assert!(matches!(why(at("text.db")), OpenBooksError::Damaged(_)));

    drop(Store::open(&at("cut.db")).unwrap());
    let whole = fs::read(at("cut.db")).unwrap();
    fs::write(at("cut.db"), &whole[..whole.len() / 2]).unwrap();
    assert!(matches!(why(at("cut.db")), OpenBooksError::Damaged(_)));

    let foreign = rusqlite::Connection::open(at("foreign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    assert!(matches!(why(at("foreign.db")), OpenBooksError::Foreign(_)));

    for path in [at("missing").join("shop.db"), folder.path().to_owned()] {
        let why = why(path);
        assert!(matches!(why, OpenBooksError::Unopened { .. }), "{why}");
        assert_eq!(why.to_string().lines().count(), 1);
    }
}
