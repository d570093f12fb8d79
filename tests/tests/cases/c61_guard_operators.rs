//! Weather hut: every guard operator, a key that is null, keys that nobody reported, as evidence.

use nav_runtime::prelude::*;
use nav_tests::{case::*, gates::Gates};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Default, Serialize, NavState)]
#[nav(app = Gates)]
pub struct Hut {
    t: i32,
    n: Option<i32>,
    s: String,
    zz: Reported<i32>,
}

/// Look at the dial
#[action]
async fn look(_cx: Cx<Hut>) {}

graph! {
    /// A weather hut
    pub static HUT: Graph<Hut>;
    rename_all = "camelCase";
    start = hut;

    page hut terminal {
        look as eq when t == 5;
        look as ne when t != 5;
        look as gt when t > 4;
        look as gte when t >= 5;
        look as lt when t < 5;
        look as lte when t <= 5;
        look as one_of when matches!(t, 1 | 5);
        look as none_of when !matches!(t, 1 | 5);
        look as null_eq when n.is_none();
        look as null_ne when n.is_some();
        look as two when t > 1 && t < 3;
        look as multi when t == 5 && s == "x";
        look as missing when zz == 1;
        look as text_ne when s != "a";
    }
}

#[test]
fn hut() {
    let state = Hut {
        t: 5,
        s: "b".to_owned(),
        ..Hut::default()
    };
    let mut play = Play::open(HUT.session(Gates::default()).state(state));
    let five = |op, threshold, result| evidence("t", op, threshold, "5", result);
    let none_of_these = json!([]);
    for (entry, offered, rows) in [
        ("eq", true, json!([five("eq", json!(5), true)])),
        ("ne", false, json!([five("ne", json!(5), false)])),
        ("gt", true, json!([five("gt", json!(4), true)])),
        ("gte", true, json!([five("gte", json!(5), true)])),
        ("lt", false, json!([five("lt", json!(5), false)])),
        ("lte", true, json!([five("lte", json!(5), true)])),
        ("oneOf", true, json!([five("in", json!([1, 5]), true)])),
        ("noneOf", false, json!([five("notIn", json!([1, 5]), false)])),
        ("nullEq", true, json!([evidence("n", "eq", json!(null), "null", true)])),
        (
            "nullNe",
            false,
            json!([evidence("n", "ne", json!(null), "null", false)]),
        ),
        (
            "two",
            false,
            json!([five("gt", json!(1), true), five("lt", json!(3), false)]),
        ),
        (
            "multi",
            false,
            json!([
                five("eq", json!(5), true),
                evidence("s", "eq", json!("x"), "\"b\"", false)
            ]),
        ),
        ("missing", true, none_of_these),
        ("textNe", true, json!([evidence("s", "ne", json!("a"), "\"b\"", true)])),
    ] {
        let id = format!("hut.{entry}");
        let explained = play.session.explain(id.as_str()).unwrap();
        assert_eq!(explained.available, offered, "{id}");
        let found = serde_json::to_value(&explained.evidence).unwrap();
        play.same(&id, found, rows.clone());
        if entry == "missing" {
            let reply = play.call("do_action", &json!({"action": id}));
            play.same("unevaluated", reply["guardUnevaluated"].clone(), json!(["zz"]));
        } else if offered {
            play.fires(json!({"action": id}), &id, "hut");
        } else {
            let reply = play.call("do_action", &json!({"action": id}));
            play.same("reason", reply["reason"].clone(), json!("UNKNOWN_ACTION"));
            play.same("evidence", reply["evidence"].clone(), rows);
        }
    }
}
