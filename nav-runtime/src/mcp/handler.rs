//! The protocol's side: what a client is told, and its calls handed to the desk.

use super::{
    answer::{Answer, Outcome},
    desk::{Back, Call, Desk},
    line::Line,
    links::Links,
    words,
};
use crate::{registry::Conversation, session::Caller};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CancelledNotificationParam, ContentBlock,
        Implementation, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
        Tool,
    },
    service::{NotificationContext, RequestContext},
};
use std::sync::Arc;
use tokio::sync::OnceCell;
use tracing::{Instrument, field::Empty};

/// How long a client may keep the list of tools: it changes with the program only.
const TOOLS_KEEP_MS: u64 = 24 * 60 * 60 * 1000;

/// One door of a server. A cheap handle: it is made anew for every request.
#[derive(Clone)]
pub(super) struct Handler(Arc<Inner>);

struct Inner {
    desk: Desk,
    door: Door,
    tools: Vec<Tool>,
}

/// Who a call's conversation is.
enum Door {
    /// The process: one conversation, begun with the first call.
    Process {
        conversation: OnceCell<Arc<Conversation>>,
        /// Its calls that wait. Over HTTP nobody is one connection: request ids mean nothing there.
        waiting: Arc<Links>,
    },
    /// Whoever the request names.
    Named,
}

impl Handler {
    pub(super) fn of_process(desk: &Desk) -> Self {
        Handler::new(
            desk.with_conversations(false),
            Door::Process {
                conversation: OnceCell::new(),
                waiting: Arc::default(),
            },
        )
    }

    pub(super) fn of_named(desk: &Desk) -> Self {
        Handler::new(desk.with_conversations(true), Door::Named)
    }

    fn new(desk: Desk, door: Door) -> Self {
        // Our own array, which has exactly the shape that is read here.
        let tools = serde_json::from_str(desk.tools().json()).unwrap_or_default();
        Handler(Arc::new(Inner { desk, door, tools }))
    }

    async fn outcome(&self, params: CallToolRequestParams, context: &RequestContext<RoleServer>) -> Outcome {
        let Inner { desk, door, .. } = &*self.0;
        let answers = params.input_responses;
        let call = Call {
            tool: params.name.into_owned(),
            args: params.arguments.unwrap_or_default(),
            back: params.request_state.map(|state| Back { state, answers }),
        };
        match door {
            Door::Named => {
                let parts = context.extensions.get::<http::request::Parts>();
                let caller = parts.and_then(|parts| parts.extensions.get::<Caller>());
                match caller {
                    Some(caller) => desk.named(caller.clone(), call, &Line::of(context, None)).await,
                    None => Answer::denied(words::NOT_ALLOWED).into(),
                }
            }
            Door::Process { .. } if desk.registry.is_shut() => Answer::denied(words::STOPPING).into(),
            Door::Process { conversation, waiting } => {
                let begin = || async {
                    (desk.begin)(Caller::local(), true)
                        .await
                        .map(|opened| opened.conversation)
                };
                match conversation.get_or_try_init(begin).await {
                    Ok(conversation) => desk.within(conversation, call, &Line::of(context, Some(waiting))).await,
                    Err(why) => Answer::from(why).into(),
                }
            }
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let desk = &self.0.desk;
        let mut this = Implementation::new(desk.id, desk.version.clone());
        if !desk.does.is_empty() {
            this = this.with_description(desk.does);
        }
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(this)
            .with_instructions(desk.instructions.to_string())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let list = ListToolsResult::with_all_items(self.0.tools.clone());
        let knows_hints = context
            .protocol_version()
            .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        Ok(match knows_hints {
            true => list.with_ttl_ms(TOOLS_KEEP_MS).with_cache_scope(CacheScope::Public),
            false => list,
        })
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // our own name for the tool: what a client writes is no log's
        let tool = self.get_tool(&params.name).map(|tool| tool.name).unwrap_or_default();
        let span = tracing::info_span!("call", %tool, conversation = Empty, answer = Empty);
        let outcome = self.outcome(params, &context).instrument(span.clone()).await;
        span.record("answer", outcome.word());
        let answer = match outcome {
            Outcome::Answer(answer) => answer,
            Outcome::Ask(question) => return Ok(question.into()),
        };
        let is_error = answer.is_error();
        let text = serde_json::to_string(&answer)
            .map_err(|_| ErrorData::internal_error("the reply could not be written", None))?;
        let text = vec![ContentBlock::text(text)];
        Ok(CallToolResponse::from(match is_error {
            true => CallToolResult::error(text),
            false => CallToolResult::success(text),
        }))
    }

    async fn on_cancelled(&self, wish: CancelledNotificationParam, _: NotificationContext<RoleServer>) {
        if let (Door::Process { waiting, .. }, Some(request)) = (&self.0.door, &wish.request_id) {
            waiting.cancel(request);
        }
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.tools.iter().find(|tool| tool.name == name).cloned()
    }
}
