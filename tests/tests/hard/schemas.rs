//! A schema is the author's code too.

use crate::world::Stage;
use serde_json::json;

#[test]
fn a_schema_that_panics_is_not_known() {
    for stage in Stage::each() {
        stage.session.sync("there").unwrap();
        let here = stage.here();
        let row = &here["actions"][1];
        assert_eq!(row["action"], "there.take_undescribed", "{here}");
        assert_eq!(row.get("expects"), None, "nothing is said that is not known");
        let fired = stage.call(
            "world.do_action",
            json!({"action": "take_undescribed", "input": {"n": 1}}),
        );
        assert_eq!(fired["ok"], true, "{fired}");
        let wrong = stage.call(
            "world.do_action",
            json!({"action": "take_undescribed", "input": {"n": "x"}}),
        );
        assert_eq!(wrong["reason"], "PAYLOAD_INVALID", "{wrong}");
    }
}
