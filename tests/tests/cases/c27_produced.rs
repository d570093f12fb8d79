//! An assay lab: what a handler returns is kept as a bounded copy, cut once, and each cut is said.

use nav_runtime::{Unchecked, prelude::*};
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::{Map, Value, json};

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Lab {
    assays: u32,
}

/// Return what was sent
#[action]
async fn assay(input: Unchecked) -> Value {
    input.0
}

graph! {
    /// An assay lab
    pub static LAB: Graph<Lab>;
    start = bench;

    page bench terminal { assay; }
}

/// Returns a value, and looks at what is kept of it at every door that tells.
fn kept(returned: Value, kept: Option<Value>) {
    let mut play = Play::open(LAB.session(Gates::default()).state(Lab::default()));
    let fire = play.fires(json!({"action": "assay", "input": returned}), "bench.assay", "bench");
    play.flush();
    let mut settled = json!({
        "ok": true, "settled": true, "did": "bench.assay", "effectStatus": "performed", "outcome": "committed",
        "effectVerified": "unobservable", "toNode": "bench", "youAreOn": "bench",
    });
    if let Some(kept) = &kept {
        settled["data"] = kept.clone();
    }
    play.expect("did_it_work", json!({"transitionId": fire["transitionId"]}), settled);
    let produced = play.session.produced_for(fire["transitionId"].as_str().unwrap());
    let produced = produced.map(|p| serde_json::from_str::<Value>(p.get()).unwrap());
    play.same("produced_for", json!(produced), json!(kept));
}

fn same(returned: Value) {
    kept(returned.clone(), Some(returned));
}

fn range(n: usize) -> Vec<Value> {
    (0..n).map(Value::from).collect()
}

fn cut(n: usize, of: usize) -> Value {
    let mut kept = range(n);
    kept.push(format!("… {} more omitted", of - n).into());
    kept.into()
}

fn fields(n: usize) -> Map<String, Value> {
    (0..n).map(|i| (format!("k{i:02}"), i.into())).collect()
}

fn cut_fields(n: usize, of: usize) -> Value {
    let mut kept = fields(n);
    kept.insert("…".to_owned(), format!("{} more omitted", of - n).into());
    kept.into()
}

fn nested(depth: usize, leaf: Value) -> Value {
    (1..=depth)
        .rev()
        .fold(leaf, |inner, d| json!({ format!("d{d}"): inner }))
}

#[test]
fn arrays_and_objects() {
    same(range(29).into());
    same(range(30).into());
    kept(range(31).into(), Some(cut(30, 31)));
    kept(range(100).into(), Some(cut(30, 100)));
    same(fields(40).into());
    kept(fields(41).into(), Some(cut_fields(40, 41)));
    kept(fields(60).into(), Some(cut_fields(40, 60)));
    kept(
        json!({"rows": range(35), "inner": {"more": range(33)}}),
        Some(json!({"rows": cut(30, 35), "inner": {"more": cut(30, 33)}})),
    );
    same(json!([]));
    same(json!({}));
    same(json!([1, "two", null, true]));
}

#[test]
fn depth() {
    same(nested(3, json!("leaf")));
    same(nested(4, json!("leaf")));
    kept(nested(5, json!("leaf")), Some(nested(4, json!(null))));
    kept(nested(8, json!("leaf")), Some(nested(4, json!(null))));
    same(json!([[[["leaf"]]]]));
    kept(json!([[[[["leaf"]]]]]), Some(json!([[[[null]]]])));
    same(json!({"a": {"x": 1}, "b": {"x": 1}}));
    kept(nested(4, json!({})), Some(nested(4, json!(null))));
}

#[test]
fn text() {
    same(json!("é".repeat(200)));
    kept(json!("é".repeat(201)), Some(json!("é".repeat(200) + "…")));
    kept(Value::Null, None);
}
