//! A client at the other end of a pair of streams, as a host that starts the process is.

use crate::kiln::House;
use nav_runtime::mcp::StdioError;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    sync::Notify,
    task::JoinHandle,
};

pub struct Pipe {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    to: WriteHalf<DuplexStream>,
    serving: JoinHandle<Result<(), StdioError>>,
    /// Tells the server to stop.
    pub stop: Arc<Notify>,
}

impl Pipe {
    /// A client of this protocol version that is past its greetings.
    pub async fn of(house: &House, version: &str, capabilities: Value) -> Pipe {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let server = house.server.clone();
        let stop = Arc::<Notify>::default();
        let stopped = stop.clone();
        let serving = tokio::spawn(async move { server.serve_over(reader, writer, stopped.notified()).await });
        let (from, to) = tokio::io::split(ours);
        let lines = BufReader::new(from).lines();
        let mut pipe = Pipe {
            lines,
            to,
            serving,
            stop,
        };
        let hello = json!({
            "protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"}
        });
        pipe.request(0, "initialize", hello).await;
        assert_eq!(pipe.read().await["id"], 0);
        pipe.notify("notifications/initialized", json!({})).await;
        pipe
    }

    async fn write(&mut self, message: &Value) {
        self.to.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    pub async fn request(&mut self, id: u32, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
    }

    pub async fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    pub async fn answer(&mut self, to: &Value, result: Value) {
        self.write(&json!({"jsonrpc": "2.0", "id": to["id"], "result": result}))
            .await;
    }

    /// The next message, as it was written.
    pub async fn line(&mut self) -> String {
        self.lines.next_line().await.unwrap().unwrap()
    }

    pub async fn read(&mut self) -> Value {
        serde_json::from_str(&self.line().await).unwrap()
    }

    /// Starts a call of a tool; with a progress token if the client wants to hear of it.
    pub async fn start(&mut self, id: u32, tool: &str, args: Value, progress: bool) {
        let mut params = json!({"name": tool, "arguments": args});
        if progress {
            params["_meta"] = json!({"progressToken": id});
        }
        self.request(id, "tools/call", params).await;
    }

    /// The reply of a call.
    pub async fn call(&mut self, id: u32, tool: &str, args: Value) -> Value {
        self.start(id, tool, args, false).await;
        let message = self.read().await;
        assert_eq!(message["id"], id, "{message}");
        reply(&message)
    }

    /// Leaves, and says how serving ended.
    pub async fn leave(self) -> Result<(), StdioError> {
        drop((self.lines, self.to));
        self.serving.await.unwrap()
    }
}

/// The reply in a result.
pub fn reply(message: &Value) -> Value {
    let text = message["result"]["content"][0]["text"].as_str();
    serde_json::from_str(text.unwrap_or_else(|| panic!("{message}"))).unwrap()
}
