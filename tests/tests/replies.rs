//! The published schema of the replies is the one that their types have.
#![allow(missing_docs)]

use nav_runtime::Reply;
use std::{fs, path::PathBuf};

#[test]
fn the_published_schema_is_the_types_own() {
    let published = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../nav-runtime/replies.schema.json");
    let now = serde_json::to_string_pretty(&Reply::json_schema()).unwrap() + "\n";
    if std::env::var_os("NAV_BLESS").is_some() {
        fs::write(&published, &now).unwrap();
    }
    let then = fs::read_to_string(&published).unwrap_or_default();
    assert!(
        then == now,
        "the replies changed: look at the difference, then write it with NAV_BLESS=1"
    );
}

#[test]
fn the_schema_refuses_what_is_no_reply() {
    let replies = jsonschema::validator_for(&Reply::json_schema()).unwrap();
    for no_reply in [
        serde_json::json!({}),
        serde_json::json!({"ok": true}),
        serde_json::json!({"ok": false, "judgment": "error"}),
        serde_json::json!({"ok": true, "settled": true, "did": "a.b"}),
        serde_json::json!({"ok": false, "judgment": "rejected", "did": "a.b", "reason": "NO_SUCH", "why": "x"}),
    ] {
        assert!(!replies.is_valid(&no_reply), "{no_reply}");
    }
}
