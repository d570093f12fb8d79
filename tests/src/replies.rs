//! The schema that every reply fits.

use nav_runtime::Reply;
use serde_json::Value;
use std::sync::LazyLock;

static REPLIES: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| jsonschema::validator_for(&Reply::json_schema()).expect("the replies' schema is a schema"));

/// Panics, naming what does not fit, if a reply is none that the schema of replies describes.
#[track_caller]
pub fn fits(reply: &Value) {
    let described = REPLIES.validate(reply).map_err(|error| error.to_string());
    assert_eq!(
        described,
        Ok(()),
        "a reply that its schema does not describe: {reply:#}"
    );
}
