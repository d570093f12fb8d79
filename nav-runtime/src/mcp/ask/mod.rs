//! Asking the human through the client, where the client's word counts.
//!
//! Three things stay apart: the person said no, the person did not answer, and nobody could ask.

mod question;
mod seal;

pub(super) use question::{form, link};
pub(super) use seal::{About, Seals};

use super::words;
use crate::{
    Authored,
    ledger::{AskId, CardIs, Reason},
    port::NeedsConfirm,
    session::{AnySession, Approval, Card},
};
use rmcp::{
    RoleServer,
    model::{
        ClientCapabilities, ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
        InputRequest, InputRequests, InputRequiredResult, InputResponses, ProtocolVersion, ServerRequest,
    },
    service::{PeerRequestOptions, RequestContext, ServiceError},
};
use serde::Serialize;
use std::time::Duration;

/// What the client's answer is called.
const ANSWER: &str = "answer";

/// What came of asking through the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Heard {
    #[serde(skip)]
    Yes,
    Declined,
    NotAnswered,
    CouldNotAsk,
}

/// How a question can reach the person of this call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// The client asks, and comes back with the answer.
    Form,
    /// The client sends the person to the page.
    Page,
    /// The client is asked while its call waits.
    Elicit(Duration),
    /// The client's word would count, but it cannot ask.
    CouldNot,
    /// The client is not asked.
    Not,
}

/// Whether a client of this call may be asked, and how.
pub(super) fn way(
    asked: &NeedsConfirm,
    session: &AnySession,
    context: &RequestContext<RoleServer>,
    elicits: Option<Duration>,
) -> Way {
    let counts = match session.0.options.approval {
        Approval::ClientWord => true,
        // a submit, for which the agent's own word is too little
        Approval::AgentRelay => asked.reason == Some(Reason::ApprovalRequired),
        Approval::HumanDoor => false,
    };
    let modern = context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    let can = Can::of(context.client_capabilities());
    match (counts, modern) {
        (true, true) if can.form => Way::Form,
        (true, false) if can.form => elicits.map_or(Way::CouldNot, Way::Elicit),
        (true, _) => Way::CouldNot,
        (false, true) if can.url && asked.approve_at.is_some() => Way::Page,
        (false, _) => Way::Not,
    }
}

struct Can {
    form: bool,
    url: bool,
}

impl Can {
    /// A client that names no form of asking knows the first one.
    fn of(capabilities: Option<ClientCapabilities>) -> Can {
        match capabilities.and_then(|can| can.elicitation) {
            None => Can {
                form: false,
                url: false,
            },
            Some(can) => Can {
                form: can.form.is_some() || can.url.is_none(),
                url: can.url.is_some(),
            },
        }
    }
}

/// The question, for a client that comes back with the answer.
pub(super) fn required(asks: ElicitRequestParams, state: String) -> InputRequiredResult {
    let asks = InputRequest::Elicitation(ElicitRequest::new(asks));
    let asks = InputRequests::from([(ANSWER.to_owned(), asks)]);
    InputRequiredResult::new(Some(asks), Some(state))
}

/// What a client came back with.
pub(super) fn brought_back(responses: Option<InputResponses>) -> Heard {
    let answer = responses.and_then(|mut all| all.remove(ANSWER));
    let answer = answer.and_then(|value| serde_json::from_value::<ElicitResult>(value).ok());
    answer.map_or(Heard::NotAnswered, |answer| heard(&answer))
}

/// A yes is a form that was sent with a yes in it. What is neither yes nor no is no answer.
fn heard(answer: &ElicitResult) -> Heard {
    let ticked = || answer.content.as_ref()?.get(question::APPROVE)?.as_bool();
    match answer.action {
        ElicitationAction::Accept => match ticked() {
            Some(true) => Heard::Yes,
            Some(false) => Heard::Declined,
            None => Heard::NotAnswered,
        },
        ElicitationAction::Decline => Heard::Declined,
        _ => Heard::NotAnswered,
    }
}

/// What is said to the agent beside a reply.
pub(super) const fn means(heard: Heard) -> Option<Authored> {
    match heard {
        Heard::Yes => None,
        Heard::Declined => Some(words::SAID_NO),
        Heard::NotAnswered => Some(words::NOT_ANSWERED),
        Heard::CouldNotAsk => Some(words::COULD_NOT_ASK),
    }
}

/// Asks while the call waits.
pub(super) async fn elicit(asks: ElicitRequestParams, within: Duration, context: &RequestContext<RoleServer>) -> Heard {
    let asks = ServerRequest::ElicitRequest(ElicitRequest::new(asks));
    let options = PeerRequestOptions::with_timeout(within);
    let answered = async {
        let sent = context.peer.send_request_with_option(asks, options).await?;
        sent.await_response().await
    };
    let answered = tokio::select! {
        answered = answered => answered,
        () = context.ct.cancelled() => return Heard::NotAnswered,
    };
    match answered {
        Ok(ClientResult::ElicitResult(answer)) => heard(&answer),
        Ok(_) | Err(ServiceError::Timeout { .. } | ServiceError::Cancelled { .. }) => Heard::NotAnswered,
        Err(_) => Heard::CouldNotAsk,
    }
}

/// The card, once what it shows has been made; `None` if nobody can answer it now.
pub(super) async fn open_card(session: &AnySession, ask: AskId, within: Duration) -> Option<Card> {
    let ready = async {
        loop {
            let changed = session.changed();
            match session.ask(ask) {
                Some(card) if card.being_prepared => changed.await,
                card => return card,
            }
        }
    };
    let card = tokio::time::timeout(within, ready).await.ok()??;
    (card.is == CardIs::Open).then_some(card)
}

/// Records what the client says the person said, as the client's word.
pub(super) fn record(session: &AnySession, ask: AskId, heard: Heard) {
    let by = format!("{}, by the client's word", session.caller().id());
    let recorded = match heard {
        Heard::Yes => session.approve(ask, &by),
        Heard::Declined => session.decline(ask, &by, None),
        Heard::NotAnswered | Heard::CouldNotAsk => return,
    };
    if let Err(why) = recorded {
        tracing::debug!(%ask, %why, "a client's word was not taken");
    }
}
