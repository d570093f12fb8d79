//! How a session is opened.

use super::{AnySession, Session, inner};
use crate::{
    graph::{Graph, PageName},
    host::Host,
    produced::RedactedFields,
    state::NavState,
};
use std::{
    ops::Deref,
    sync::{Arc, LazyLock},
    time::Duration,
};

/// Whose yes counts for a high-effect action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Approval {
    /// Only [`AnySession::approve`] gives it: the person's page, or a hook of the app.
    #[default]
    HumanDoor,
    /// What a host's own dialogue brings back counts too.
    ClientWord,
    /// The agent's `confirm: true` counts: the agent relays what the person said.
    AgentRelay,
}

/// On whose behalf a conversation runs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Caller(Arc<str>);

impl Caller {
    /// A caller by an id of the app's choice.
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Caller(id.into())
    }

    /// The one person at this machine.
    #[must_use]
    pub fn local() -> Self {
        static LOCAL: LazyLock<Caller> = LazyLock::new(|| Caller::new("local"));
        LOCAL.clone()
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0
    }
}

impl Default for Caller {
    fn default() -> Self {
        Caller::local()
    }
}

/// What a session may hold at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SessionLimits {
    /// Fires that have not come to rest.
    pub pending: usize,
    /// Questions that nobody has answered.
    pub questions: usize,
    /// Input of a high-effect action, in bytes of JSON: it is shown to a person whole.
    pub confirm_input: usize,
}

impl Default for SessionLimits {
    fn default() -> Self {
        SessionLimits {
            pending: 32,
            questions: 16,
            confirm_input: 16 * 1024,
        }
    }
}

/// How one session runs.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) caller: Caller,
    /// Shared by the sessions that are opened alike.
    rules: Arc<Rules>,
}

/// What sessions that are opened alike share.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    pub(crate) approval: Approval,
    pub(crate) fires_without_asking: bool,
    pub(crate) expires_after: Option<Duration>,
    pub(crate) refuse_when_world_moved: bool,
    pub(crate) redacted: RedactedFields,
    pub(crate) captures_nothing: bool,
    pub(crate) limits: SessionLimits,
    pub(crate) fires_on_approval: bool,
}

impl Default for Options {
    fn default() -> Self {
        static PLAIN: LazyLock<Arc<Rules>> = LazyLock::new(Arc::default);
        Options {
            caller: Caller::local(),
            rules: PLAIN.clone(),
        }
    }
}

impl Deref for Options {
    type Target = Rules;
    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl Options {
    fn rules(&mut self) -> &mut Rules {
        Arc::make_mut(&mut self.rules)
    }
}

/// A session about to be opened; see [`Graph::session`].
#[must_use = "nothing is opened before `open`"]
pub struct SessionBuilder<S: NavState> {
    graph: &'static Graph<S>,
    app: Arc<S::App>,
    state: Option<S>,
    page: Option<String>,
    host: Option<Arc<dyn Host>>,
    options: Options,
}

/// Why a session could not be opened.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// There is nothing to run handlers on.
    #[error("nothing runs handlers: open the session inside a tokio runtime, or name a host with `.host(..)`")]
    NoExecutor,
    /// The session has no state to begin with.
    #[error("a session begins with a state: call `.state(..)`")]
    NoState,
    /// The graph has no page of that name.
    #[error("the graph has no page of that name")]
    UnknownPage,
    /// The system gave no random bytes, without which a yes could be forged.
    #[error("the system gives no random bytes")]
    NoRandomness,
}

impl<S: NavState> Graph<S> {
    /// Begins a session over this graph. `app` is what its handlers get: put the user in it.
    pub fn session(&'static self, app: impl Into<Arc<S::App>>) -> SessionBuilder<S> {
        SessionBuilder {
            graph: self,
            app: app.into(),
            state: None,
            page: None,
            host: None,
            options: Options::default(),
        }
    }
}

impl<S: NavState> SessionBuilder<S> {
    /// The state as the app knows it now.
    pub fn state(mut self, state: S) -> Self {
        self.state = Some(state);
        self
    }

    /// The page that the user is on. Default: the graph's `start`.
    pub fn at(mut self, page: impl PageName<S>) -> Self {
        self.page = Some(page.name().to_owned());
        self
    }

    /// Whose yes counts. Default: [`Approval::HumanDoor`].
    pub fn approval(mut self, approval: Approval) -> Self {
        self.options.rules().approval = approval;
        self
    }

    /// Whether a high-effect action asks a human first. Default: `true`. A journey's submit always asks.
    pub fn confirm_high_effect(mut self, asks: bool) -> Self {
        self.options.rules().fires_without_asking = !asks;
        self
    }

    /// How long a yes is good for. Default: until what it covers changes.
    pub fn expires_after(mut self, after: Duration) -> Self {
        self.options.rules().expires_after = Some(after);
        self
    }

    /// Widens what a yes covers to every key of the state. Default: `false`.
    pub fn refuse_when_world_moved(mut self, refuses: bool) -> Self {
        self.options.rules().refuse_when_world_moved = refuses;
        self
    }

    /// Whether a yes launches what was asked for at once, with the input it was asked for. Default: `false`: the agent
    /// calls again.
    pub fn fire_on_approval(mut self, fires: bool) -> Self {
        self.options.rules().fires_on_approval = fires;
        self
    }

    /// What is hidden of returned data and of payloads.
    pub fn redacted_fields(mut self, fields: RedactedFields) -> Self {
        self.options.rules().redacted = fields;
        self
    }

    /// Whether what handlers return is kept. Default: `true`.
    pub fn capture_produced(mut self, captures: bool) -> Self {
        self.options.rules().captures_nothing = !captures;
        self
    }

    /// What runs handlers and tells the time. Default: the current tokio runtime.
    pub fn host(mut self, host: Arc<dyn Host>) -> Self {
        self.host = Some(host);
        self
    }

    /// On whose behalf. Default: [`Caller::local`].
    pub fn caller(mut self, caller: Caller) -> Self {
        self.options.caller = caller;
        self
    }

    /// What the session may hold at once.
    pub fn limits(mut self, limits: SessionLimits) -> Self {
        self.options.rules().limits = limits;
        self
    }

    /// Opens it.
    ///
    /// # Errors
    /// [`OpenError`] says what is missing.
    pub fn open(self) -> Result<Session<S>, OpenError> {
        let data = self.graph.data;
        let page = match &self.page {
            None => crate::graph::PageIx(data.start),
            Some(id) => data.page(id).ok_or(OpenError::UnknownPage)?,
        };
        let host = self.host.or_else(default_host).ok_or(OpenError::NoExecutor)?;
        let state = self.state.ok_or(OpenError::NoState)?;
        let any = AnySession(inner::open(
            self.graph,
            self.app,
            Arc::new(state),
            host,
            page,
            self.options,
        )?);
        Ok(Session::of(any))
    }
}

#[cfg(feature = "tokio")]
fn default_host() -> Option<Arc<dyn Host>> {
    crate::host::TokioHost::current().map(|h| Arc::new(h) as Arc<dyn Host>)
}

#[cfg(not(feature = "tokio"))]
fn default_host() -> Option<Arc<dyn Host>> {
    None
}
