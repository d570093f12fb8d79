//! A call whose question is put to the person through the client.

use super::{
    answer::{Answer, Outcome},
    ask::{self, About, Heard, Way},
    desk::{Call, Desk},
    line::Line,
    words,
};
use crate::{
    ledger::{AskId, CardIs, Reason},
    port::{Port, Reply},
    registry::Conversation,
    session::Approval,
};
use serde_json::{Value, json};

impl Desk {
    /// A call as an agent makes it. If it asks a person, the client may be the one to ask them.
    pub(super) async fn first(&self, of: &Conversation, port: &Port, mut call: Call, line: &Line<'_>) -> Outcome {
        let reply = self.made(port, &mut call, line).await;
        let Reply::NeedsConfirm(asked) = &reply else {
            return reply.into();
        };
        let (session, ask) = (of.session(), asked.ask_id);
        // over HTTP an older client's answer would find no way back
        let elicits = self.elicits.filter(|_| line.is_own());
        let way = ask::way(asked, session, line.context(), elicits);
        if way == Way::Not {
            return reply.into();
        }
        let Some(card) = ask::open_card(session, ask, self.patience.plain).await else {
            return reply.into();
        };
        let question = match (way, &asked.approve_at) {
            (Way::Form | Way::Elicit(_), _) => ask::form(&card),
            (Way::Page, Some(page)) => Some(ask::link(&card, page)),
            _ => None,
        };
        match (way, question) {
            (Way::Elicit(within), Some(question)) => {
                let heard = ask::elicit(question, within, line.context()).await;
                self.heard(port, call, ask, heard, line).await
            }
            (_, Some(question)) => match self.seals.seal(ask, about(of, &call)) {
                Some(state) => Outcome::Ask(ask::required(question, state)),
                None => Answer::asked(Heard::CouldNotAsk, reply).into(),
            },
            (_, None) => Answer::asked(Heard::CouldNotAsk, reply).into(),
        }
    }

    /// The same call, with what the client brings back from its person.
    pub(super) async fn come_back(&self, of: &Conversation, port: &Port, mut call: Call, line: &Line<'_>) -> Outcome {
        let back = call.back.take();
        let opened = back.and_then(|back| Some((self.seals.open(&back.state, about(of, &call))?, back.answers)));
        let Some((ask, answers)) = opened else {
            return Answer::turned(Reason::ArgumentInvalid, words::FOREIGN_STATE).into();
        };
        if of.session().0.options.approval != Approval::HumanDoor {
            let heard = ask::brought_back(answers);
            return self.heard(port, call, ask, heard, line).await;
        }
        // Whatever the client says of the visit: only the page knows.
        call.args.insert("confirm".to_owned(), Value::Bool(true));
        let reply = self.made(port, &mut call, line).await;
        match reply {
            Reply::NeedsConfirm(_) => Answer::asked(Heard::NotAnswered, reply).into(),
            reply => reply.into(),
        }
    }

    /// Records what the person said, as the client's word, and goes on.
    async fn heard(&self, port: &Port, mut call: Call, ask: AskId, heard: Heard, line: &Line<'_>) -> Outcome {
        let session = port.session();
        ask::record(&session, ask, heard);
        let spent = session
            .ask(ask)
            .is_some_and(|card| matches!(card.is, CardIs::Spent { .. }));
        if heard == Heard::Yes && spent {
            // the yes itself fired what it was given to
            let tool = format!("{}.did_it_work", self.id);
            let args = json!({"transitionId": ask.to_string()});
            return port.call(&tool, &args).into();
        }
        if heard == Heard::Yes {
            call.args.insert("confirm".to_owned(), Value::Bool(true));
        }
        let reply = self.made(port, &mut call, line).await;
        Answer::asked(heard, reply).into()
    }
}

fn about<'a>(of: &'a Conversation, call: &'a Call) -> About<'a> {
    About {
        caller: of.session().caller(),
        conversation: of.id(),
        tool: &call.tool,
        args: &call.args,
    }
}
