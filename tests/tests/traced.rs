//! What a service's log says of a call, its fire and its settlement, and what it never says.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::panic)]

// A process of its own: which events are wanted is kept for a whole process, and a test
// beside this one without a subscriber could settle it.
#[path = "serving/kiln.rs"]
#[expect(dead_code, reason = "the kiln is shared with the tests of serving")]
mod kiln;

use kiln::House;
use nav_runtime::registry::Limits;
use serde_json::json;
use std::{
    io,
    sync::{Arc, Mutex},
};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test]
async fn a_call_its_fire_and_its_settlement_are_one_trace_without_a_secret() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("trace,rmcp=warn")
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let _here = tracing::subscriber::set_default(subscriber);
    let house = House::new(Limits::default());
    let conversation = house.begin("ann").await;
    let args = json!({"action": "quick", "conversation": conversation});
    house.call("kiln_do_action", args).await;
    let canary = json!({"action": "canary", "input": "canary", "conversation": conversation});
    house.call("kiln_do_action", canary.clone()).await;
    house.call("canary_tool", canary).await;
    let id = house.registry.conversations()[0].id();
    let text = log.text();
    let settled = text.lines().find(|line| line.contains("a fire came to rest")).unwrap();
    for part in [
        "call{tool=kiln_do_action",
        &format!("conversation={id}"),
        "fire{action=\"room.quick\" number=1}",
        "fire=room.quick#1",
        "status=Performed",
    ] {
        assert!(settled.contains(part), "{part}\n{settled}");
    }
    for part in [
        "answer=\"settled\"",
        "answer=\"UNKNOWN_ACTION\"",
        "answer=\"UNKNOWN_TOOL\"",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains(&conversation) && !text.contains("canary"), "{text}");
}
