//! Who gets in over HTTP, and to which conversation.

use crate::{
    kiln::{House, KILN, post, read},
    pipe::Pipe,
};
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_body_util::BodyExt;
use nav_runtime::{PortOptions, ToolNames, registry::Limits};
use serde_json::{Value, json};

fn house() -> House {
    House::new(Limits::default())
}

#[tokio::test]
async fn a_look_around_begins_a_conversation_and_says_so() {
    let house = house();
    let first = house.call("kiln_whats_here", json!({})).await;
    assert_eq!(first["ok"], true);
    assert_eq!(first["conversationIs"], "new");
    assert_eq!(first["yourOtherConversations"], 0);
    assert!(first["conversationMeans"].is_string());
    assert_eq!(first["conversation"].as_str().unwrap().len(), 26);
    let second = house.call("kiln_whats_here", json!({"conversation": null})).await;
    assert_eq!(second["yourOtherConversations"], 1);
    let again = house
        .call("kiln_whats_here", json!({"conversation": first["conversation"]}))
        .await;
    assert_eq!(again.get("conversation"), None, "{again}");
    assert_eq!(again["youAreOn"], "room");
}

#[tokio::test]
async fn every_other_call_needs_one_of_ones_own() {
    let house = house();
    let reason = async |who: &str, tool: &str, args: Value| house.call_as(who, tool, args).await.0["reason"].clone();
    assert_eq!(
        reason("ann", "kiln_do_action", json!({"action": "quick"})).await,
        "CONVERSATION_REQUIRED"
    );
    assert_eq!(
        reason("ann", "kiln_why", json!({"conversation": null})).await,
        "CONVERSATION_REQUIRED"
    );
    let anns = house.begin("ann").await;
    for stolen in [json!(anns), json!("a".repeat(26)), json!("")] {
        let look = json!({"conversation": stolen});
        assert_eq!(reason("bob", "kiln_whats_here", look).await, "CONVERSATION_ENDED");
    }
    assert_eq!(
        reason("ann", "kiln_whats_here", json!({"conversation": 7})).await,
        "ARGUMENT_INVALID"
    );
    assert_eq!(house.begin("bob").await.len(), 26);
    let here = house.call("kiln_whats_here", json!({"conversation": anns})).await;
    assert_eq!(here["ok"], true, "nobody else's call changed anything");
}

#[tokio::test]
async fn only_a_tool_that_is_not_there_is_a_client_error() {
    let house = house();
    let (reply, is_error) = house.call_as("ann", "kiln_nosuch", json!({})).await;
    assert!(is_error);
    assert_eq!(reply["reason"], "UNKNOWN_TOOL");
    let names = ["journey_j", "whats_here", "why", "do_action", "did_it_work"];
    assert_eq!(reply["tools"], json!(names.map(|name| format!("kiln_{name}"))));
    let (dotted, is_error) = house.call_as("ann", "kiln.whats_here", json!({})).await;
    assert!(
        !is_error && dotted["ok"] == true,
        "either spelling is one tool: {dotted}"
    );
}

#[tokio::test]
async fn the_app_may_refuse_a_caller() {
    let house = house();
    let (reply, is_error) = house.call_as("mallory", "kiln_whats_here", json!({})).await;
    assert!(!is_error);
    assert_eq!(reply["reason"], "CONVERSATION_DENIED");
}

#[tokio::test]
async fn too_many_conversations_are_refused_and_unused_ones_make_room() {
    let house = House::new(Limits::default().per_caller(2));
    let used = house.begin("ann").await;
    house
        .call("kiln_do_action", json!({"action": "quick", "conversation": used}))
        .await;
    let unused = house.begin("ann").await;
    let third = house.begin("ann").await;
    let look = |handle: &str| json!({"conversation": handle});
    assert_eq!(
        house.call("kiln_whats_here", look(&unused)).await["reason"],
        "CONVERSATION_ENDED"
    );
    for handle in [&used, &third] {
        let done = json!({"action": "quick", "conversation": handle});
        assert_eq!(house.call("kiln_do_action", done).await["ok"], true);
    }
    assert_eq!(
        house.call("kiln_whats_here", json!({})).await["reason"],
        "TOO_MANY_CONVERSATIONS"
    );
    assert_eq!(house.begin("bob").await.len(), 26, "others are not affected");
}

#[tokio::test]
async fn a_request_that_should_not_be_here_is_turned_away_and_the_next_is_served() {
    let house = house();
    let list = || json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let with = |name: HeaderName, value: &'static str| {
        let mut request = post("ann", list());
        request.headers_mut().insert(name, HeaderValue::from_static(value));
        request
    };
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"x","arguments":{{"a":{deep}}}}}}}"#
    );
    let mut nobody = post("ann", list());
    nobody.headers_mut().remove("x-who");
    for (what, request, status) in [
        (
            "a foreign host",
            with(header::HOST, "evil.example"),
            StatusCode::FORBIDDEN,
        ),
        (
            "a foreign origin",
            with(header::ORIGIN, "https://evil.example"),
            StatusCode::FORBIDDEN,
        ),
        ("a null origin", with(header::ORIGIN, "null"), StatusCode::FORBIDDEN),
        ("an unknown caller", nobody, StatusCode::UNAUTHORIZED),
        (
            "a large body",
            post("ann", vec![b' '; (1 << 20) + 1]),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
        ("no JSON", post("ann", "{"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("deep JSON", post("ann", deep), StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        assert_eq!(house.send(request).await.status(), status, "{what}");
    }
    let own = house.send(with(header::ORIGIN, "http://localhost:8787")).await;
    assert_eq!(own.status(), StatusCode::OK);
    let listed = read(own).await;
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn a_client_is_told_what_this_is() {
    let house = house();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}
    }});
    let hello = read(house.send(post("ann", hello.to_string())).await).await["result"].take();
    assert_eq!(hello["serverInfo"]["name"], "kiln");
    assert_eq!(hello["capabilities"], json!({"tools": {}}), "the list never changes");
    assert!(hello["instructions"].as_str().unwrap().contains("whats_here"));
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let listed = read(house.send(post("ann", list)).await).await["result"].take();
    assert_eq!(
        listed.get("ttlMs"),
        None,
        "an older client is not told how long to keep it"
    );
    for tool in listed["tools"].as_array().unwrap() {
        assert!(tool["inputSchema"]["properties"]["conversation"].is_object(), "{tool}");
        let reads = ["kiln_whats_here", "kiln_why", "kiln_did_it_work"]
            .iter()
            .any(|name| tool["name"] == **name);
        assert_eq!(tool["annotations"]["readOnlyHint"] == true, reads, "{tool}");
    }
}

#[tokio::test]
async fn bad_arguments_are_refused_in_words_and_change_nothing() {
    let house = house();
    let conversation = house.begin("ann").await;
    let long = "x".repeat(900_000);
    for args in [
        json!({"action": null}),
        json!({"action": [1]}),
        json!({"action": "room.quick#1"}),
        json!({"action": long}),
        json!({"action": "quick", "confirm": "yes"}),
        json!({"action": "quick", "nonsense": 1}),
        json!({"action": "quick", "confirm": true, "decline": true}),
        json!({"action": "quick", "input": {"a": 1}}),
    ] {
        let mut args = args;
        args["conversation"] = json!(conversation);
        let (reply, is_error) = house.call_as("ann", "kiln_do_action", args).await;
        assert_eq!(reply["ok"], false, "{reply}");
        assert!(
            !is_error && reply["reason"].is_string() && !reply.to_string().contains("xxxx"),
            "{reply}"
        );
    }
    let here = house
        .call("kiln_whats_here", json!({"conversation": conversation}))
        .await;
    assert_eq!(here["youAreOn"], "room");
    assert!(!here["facts"].as_str().unwrap().contains("DID happen"), "{here}");
}

#[tokio::test]
async fn the_list_of_tools_has_the_very_bytes_of_the_array() {
    let house = house();
    let mut options = PortOptions::default();
    options.tool_names = ToolNames::Underscored;
    let mut pipe = Pipe::of(&house, "2025-11-25", json!({})).await;
    pipe.request(1, "tools/list", json!({})).await;
    assert!(pipe.line().await.contains(KILN.tools(&options).json()));
    options.conversation = true;
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let body = house.send(post("ann", list)).await.into_body();
    let bytes = body.collect().await.unwrap().to_bytes();
    let served = std::str::from_utf8(&bytes).unwrap();
    assert!(served.contains(KILN.tools(&options).json()), "{served}");
}
