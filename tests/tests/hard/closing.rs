//! A session that is closed while fires are out: they come to rest, and nothing new begins.

use crate::world::Stage;
use nav_runtime::{AnswerError, CountsAs};
use serde_json::{Value, json};

#[test]
fn what_is_out_comes_to_rest_and_nothing_new_fires() {
    for stage in Stage::each() {
        let (go, wait) = tokio::sync::watch::channel(false);
        stage.app().acts(move |cx| {
            let mut wait = wait.clone();
            async move {
                wait.wait_for(|go| *go).await.ok();
                let updated = cx.update(|w| w.count += 1);
                assert_eq!(updated.counts_as, CountsAs::Closed);
                Ok(json!("done all the same"))
            }
        });
        let asked = stage.act("show");
        stage.act("act");
        stage.session.close();
        let version = stage.session.version();
        stage.session.close();
        assert!(stage.session.is_closed());
        assert_eq!(stage.session.version(), version, "ending it twice is once");

        assert_eq!(stage.act("add")["reason"], "CONVERSATION_ENDED");
        assert_eq!(
            stage.call("world.journey.counting", json!({"step": "add"}))["reason"],
            "CONVERSATION_ENDED"
        );
        assert_eq!(
            stage.session.approve(Stage::ask_id(&asked), "ann"),
            Err(AnswerError::Ended)
        );
        assert_eq!(stage.session.update(|w| w.count = 9).counts_as, CountsAs::Closed);
        assert_eq!(stage.ask("here.act#1")["judgment"], "still-pending");
        go.send(true).unwrap();
        let end = stage.settle("here.act#1");
        assert_eq!(end["data"], "done all the same", "{end}");
        assert_eq!(stage.session.state().count, 0);
        assert_eq!(stage.here()["ok"], true, "answers are still given");
    }
}

#[test]
fn closing_from_inside_a_handler_and_an_update() {
    for stage in Stage::each() {
        let session = stage.session.clone();
        stage.app().acts(move |cx| {
            let session = session.clone();
            async move {
                cx.update(|w| {
                    w.count = 1;
                    session.close();
                });
                Ok(Value::Null)
            }
        });
        let end = stage.through("act");
        assert_eq!(end["settled"], true, "{end}");
        assert!(stage.session.is_closed());
        assert_eq!(stage.session.__replays(), Some(true));
    }
}
