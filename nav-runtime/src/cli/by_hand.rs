//! A prompt that calls the tools by hand, and answers for the person.

use crate::{
    ledger::AskId,
    port::{Port, PortOptions, Reply},
    session::AnySession,
};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    time::Duration,
};
use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// How long a reply waits for its fire.
const SETTLE_WITHIN: Duration = Duration::from_secs(2);

const HELP: &str = "\
here                             where one is, what happened, what can be done
do ACTION [WORDS] [INPUT]        do something that is offered here
journey [ID] [STEP] [WORDS] [INPUT]  open a journey, or take a step of it
did ID                           what became of a fire or a question
why KEY                          who last wrote a value
tools                            the names of the tools
TOOL ARGUMENTS                   any tool, with its arguments as a JSON object
asks                             the questions that wait for a person
approve ID, decline ID [NOTE]    answer one of them, as the person
quit

WORDS: `confirm`, `decline`, `instance=KEY`. INPUT: JSON, to the end of the line.
";

/// Reads a line, calls, and prints the reply, until the input ends. `prompts` says whether somebody is typing.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written.
pub async fn try_by_hand(
    session: &AnySession,
    input: impl AsyncBufRead + Unpin,
    mut out: impl Write,
    prompts: bool,
) -> io::Result<()> {
    let port = session.serve(PortOptions::default());
    let mut lines = input.lines();
    loop {
        if prompts {
            write!(out, "{}> ", session.graph_id())?;
            out.flush()?;
        }
        let Some(line) = lines.next_line().await? else {
            return Ok(());
        };
        match Order::read(session.graph_id(), line.trim()) {
            Order::Nothing => {}
            Order::Quit => return Ok(()),
            Order::Help => write!(out, "{HELP}")?,
            Order::Wrong(why) => writeln!(out, "{why} `help` lists what can be said.")?,
            Order::Tools => port
                .tools()
                .iter()
                .try_for_each(|tool| writeln!(out, "{}", tool.name()))?,
            Order::Asks => asks(session, &mut out)?,
            Order::Answer { id, note, yes } => {
                let answered = match yes {
                    true => session.approve(id, BY_HAND),
                    false => session.decline(id, BY_HAND, note.as_deref()),
                };
                match answered {
                    Ok(()) => writeln!(out, "Answered.")?,
                    Err(why) => writeln!(out, "Not taken: {why}.")?,
                }
            }
            Order::Call { tool, args } => {
                let reply = settled(&port, port.call(&tool, &args)).await;
                serde_json::to_writer_pretty(&mut out, &reply)?;
                writeln!(out)?;
            }
        }
        out.flush()?;
    }
}

/// Who answers, as the journal of decisions names them.
const BY_HAND: &str = "whoever tries it by hand";

async fn settled(port: &Port, reply: Reply) -> Reply {
    if let Some(Ok(settled)) = reply.transition_id().map(|fire| port.when_settled(fire)) {
        let _ = tokio::time::timeout(SETTLE_WITHIN, settled).await;
    }
    port.fold(reply)
}

fn asks(session: &AnySession, out: &mut impl Write) -> io::Result<()> {
    let cards = session.asks();
    if cards.is_empty() {
        writeln!(out, "Nothing waits for a person.")?;
    }
    for card in cards {
        writeln!(out, "{}: {}", card.ask_id, card.does)?;
        serde_json::to_writer_pretty(&mut *out, &card.receipts)?;
        writeln!(out)?;
    }
    Ok(())
}

/// What a line asks for.
#[derive(Debug, PartialEq)]
enum Order {
    Nothing,
    Help,
    Quit,
    Tools,
    Asks,
    Answer { id: AskId, note: Option<String>, yes: bool },
    Call { tool: String, args: Value },
    Wrong(&'static str),
}

impl Order {
    fn read(graph: &str, line: &str) -> Order {
        let (word, rest) = cut(line);
        let call = |tool: &str, args: Value| Order::Call {
            tool: format!("{graph}.{tool}"),
            args,
        };
        match word {
            "" => Order::Nothing,
            "help" | "?" => Order::Help,
            "quit" | "exit" => Order::Quit,
            "tools" => Order::Tools,
            "asks" => Order::Asks,
            "here" => call("whats_here", json!({})),
            "did" => call("did_it_work", json!({"transitionId": rest})),
            "why" => call("why", json!({"key": rest})),
            "do" => {
                let (action, rest) = cut(rest);
                match with_words(json!({"action": action}), rest) {
                    Ok(args) => call("do_action", args),
                    Err(why) => Order::Wrong(why),
                }
            }
            "journey" => {
                let (journey, rest) = cut(rest);
                let (step, rest) = cut(rest);
                let args = match step {
                    "" => json!({}),
                    step => json!({"step": step}),
                };
                match with_words(args, rest) {
                    Ok(args) => call(&format!("journey.{journey}"), args),
                    Err(why) => Order::Wrong(why),
                }
            }
            "approve" | "decline" => {
                let (id, note) = cut(rest);
                match AskId::parse(id) {
                    Some(id) => Order::Answer {
                        id,
                        note: (!note.is_empty()).then(|| note.to_owned()),
                        yes: word == "approve",
                    },
                    None => Order::Wrong("That is no question's id: `asks` lists them."),
                }
            }
            tool => match serde_json::from_str(if rest.is_empty() { "{}" } else { rest }) {
                Ok(args @ Value::Object(_)) => Order::Call {
                    tool: tool.to_owned(),
                    args,
                },
                _ => Order::Wrong("A tool takes a JSON object."),
            },
        }
    }
}

/// The first word, and what comes after it.
fn cut(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// Adds what the words before the input say, and the input.
fn with_words(mut args: Value, mut rest: &str) -> Result<Value, &'static str> {
    loop {
        let (word, after) = cut(rest);
        match word {
            "" => return Ok(args),
            "confirm" | "decline" => args[word] = Value::Bool(true),
            _ => match word.strip_prefix("instance=") {
                Some(key) => args["instance"] = key.into(),
                None => {
                    args["input"] = serde_json::from_str(rest).map_err(|_| "The input is no JSON.")?;
                    return Ok(args);
                }
            },
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(tool: &str, args: Value) -> Order {
        Order::Call {
            tool: tool.to_owned(),
            args,
        }
    }

    #[test]
    fn a_line_is_a_call() {
        let read = |line| Order::read("shop", line);
        assert_eq!(read("here"), call("shop.whats_here", json!({})));
        let args = json!({"action": "add", "input": {"dress": 1}});
        assert_eq!(read("do add {\"dress\": 1}"), call("shop.do_action", args));
        let args = json!({"action": "place_order", "confirm": true, "instance": "3"});
        assert_eq!(read("do place_order confirm  instance=3"), call("shop.do_action", args));
        assert_eq!(read("journey buy"), call("shop.journey.buy", json!({})));
        let args = json!({"step": "add", "input": 3});
        assert_eq!(read("journey buy add 3"), call("shop.journey.buy", args));
        assert_eq!(read("shop_why {\"key\": \"a\"}"), call("shop_why", json!({"key": "a"})));
        assert_eq!(
            read("decline ask:2 too dear"),
            Order::Answer {
                id: AskId::parse("ask:2").unwrap(),
                note: Some("too dear".to_owned()),
                yes: false,
            }
        );
        for wrong in ["do add {", "shop_why 3", "approve 1", "nonsense words"] {
            assert!(matches!(read(wrong), Order::Wrong(_)), "{wrong}");
        }
    }
}
