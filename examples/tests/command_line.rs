//! The shop's command line, as somebody at a terminal meets it.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

fn shop(folder: &Path, args: &[&str]) -> Output {
    let mut shop = Command::new(env!("CARGO_BIN_EXE_shop"));
    shop.current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// It ends with failure, says one sentence on standard error, and nothing on standard output.
fn refuses(folder: &Path, args: &[&str], says: &str) {
    let Output { status, stdout, stderr } = shop(folder, args);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{args:?}: {stderr}");
    assert!(stdout.is_empty());
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.starts_with("shop: ") && stderr.contains(says), "{stderr}");
}

#[test]
fn what_cannot_be_served_is_told_in_one_sentence() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("damaged.db"), "no books").unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    for transport in [&["--stdio"][..], &["--http", "127.0.0.1:0"]] {
        let with = |more: &[&'static str]| [&["serve"], transport, more].concat();
        refuses(folder.path(), &with(&["--db", "missing/shop.db"]), "missing/shop.db");
        refuses(folder.path(), &with(&["--db", "."]), "not a file");
        refuses(folder.path(), &with(&["--db", "damaged.db"]), "damaged");
    }
    refuses(
        folder.path(),
        &["serve", "--http", &taken],
        "another program has that port",
    );
    refuses(
        folder.path(),
        &["serve", "--stdio", "--approve-at", &taken],
        "another program has that port",
    );
}

#[test]
fn a_wrong_command_line_is_explained() {
    let folder = TempDir::new().unwrap();
    for args in [
        &["bogus"][..],
        &["serve", "--stdio", "--http", "127.0.0.1:1"],
        &["serve", "--http", "here"],
    ] {
        let output = shop(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("--help"));
    }
    assert!(shop(folder.path(), &["--help"]).status.success());
}

#[test]
fn the_tools_and_the_map_are_printed_the_same_every_time_and_touch_nothing() {
    let folder = TempDir::new().unwrap();
    for args in [&["tools"][..], &["tools", "--http"], &["map"]] {
        let first = shop(folder.path(), args);
        assert!(first.status.success() && first.stderr.is_empty());
        assert_eq!(first.stdout, shop(folder.path(), args).stdout);
    }
    let map = String::from_utf8(shop(folder.path(), &["map"]).stdout).unwrap();
    for part in [
        "catalog at /catalog (start)",
        "place_order -> receipt (asks a human)",
        "purchase",
    ] {
        assert!(map.contains(part), "{part}\n{map}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_client_that_leaves_at_once_is_no_failure() {
    let folder = TempDir::new().unwrap();
    let output = shop(folder.path(), &["serve", "--stdio", "--approve-at", "127.0.0.1:0"]);
    assert!(output.status.success());
    assert!(output.stdout.is_empty(), "standard output belongs to the protocol");
    assert!(
        folder.path().join("shop.db").exists(),
        "the books are where it was started"
    );
}

#[test]
fn serving_says_where_to_connect_and_where_to_answer() {
    let folder = TempDir::new().unwrap();
    let mut shop = Command::new(env!("CARGO_BIN_EXE_shop"))
        .current_dir(folder.path())
        .args(["serve", "--http", "127.0.0.1:0"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(shop.stderr.take().unwrap()).lines();
    let said: Vec<String> = lines.map_while(Result::ok).take(4).collect();
    shop.kill().unwrap();
    shop.wait().unwrap();
    let said = said.join("\n");
    for part in ["http://127.0.0.1:", "/mcp", "/asks?key="] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

/// The file as it is kept; with `BLESS=1` it is written instead.
fn kept_as(name: &str, is: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/map").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, is).unwrap();
    }
    assert_eq!(
        is,
        fs::read_to_string(&path).unwrap(),
        "{name}; BLESS=1 keeps the new one"
    );
}

#[test]
fn the_map_is_drawn_in_every_form() {
    let folder = TempDir::new().unwrap();
    for (args, name) in [
        (&["map"][..], "shop.txt"),
        (&["map", "--mermaid"], "shop.mmd"),
        (&["map", "--dot"], "shop.dot"),
        (&["map", "--json"], "shop.json"),
    ] {
        let output = shop(folder.path(), args);
        assert!(output.status.success() && output.stderr.is_empty());
        kept_as(name, &String::from_utf8(output.stdout).unwrap());
    }
    assert_eq!(shop(folder.path(), &["map", "--dot", "--json"]).status.code(), Some(2));
}

#[test]
fn sizes_and_findings_are_told() {
    let folder = TempDir::new().unwrap();
    let told = |args: &[&str]| String::from_utf8(shop(folder.path(), args).stdout).unwrap();
    let sizes = told(&["tools", "--sizes"]);
    let bytes = told(&["tools"]).trim_end().len();
    assert!(sizes.ends_with(&format!("{bytes}  in all, 6 tools\n")), "{sizes}");
    assert!(told(&["tools", "--single", "--sizes"]).contains("5 tools"));
    let found = told(&["lint"]);
    assert!(found.contains("catalog.add_to_cart: it writes"), "{found}");
    assert!(!found.contains("place_order"), "{found}");
    assert_eq!(shop(folder.path(), &["lint", "--deny"]).status.code(), Some(1));
}

#[test]
fn a_purchase_can_be_tried_by_hand() {
    let folder = TempDir::new().unwrap();
    let mut tried = Command::new(env!("CARGO_BIN_EXE_shop"))
        .current_dir(folder.path())
        .arg("try")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "here\njourney purchase add_to_cart {\"dress\": 1, \"size\": \"M\"}\njourney purchase open_cart\n\
                 journey purchase check_out\ndo place_order\nasks\napprove ask:1\ndo place_order confirm\nwhat?\n";
    tried.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = tried.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for part in [
        "\"judgment\": \"needs-confirm\"",
        "ask:1: Place the order.",
        "Answered.",
        "\"effectStatus\": \"performed\"",
        "\"youAreOn\": \"receipt\"",
        "\"reason\": \"UNKNOWN_TOOL\"",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(!said.contains("shop> "), "a prompt is for somebody who types");
}
