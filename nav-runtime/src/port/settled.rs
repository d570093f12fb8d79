//! `did_it_work`: how a fire came to rest, and what became of a question. One builder for every door.

use super::{
    Always, Arrival, AwaitedAction, FiredKeys, Instead, Judgment, Paused, Port, Reply, SettledFacts, SettledReply,
    StepOutcome, StillPending, VerifyHeld,
    look::{Look, LookCard},
    words,
};
use crate::{
    Text,
    graph::{Leads, Tri},
    ledger::{
        AskId, CardFold, CardIs, Claim, EffectStatus, Ending, Fire, FireNo, FireOutcome, Reason, Rest, Stored,
        TransitionId, Verified,
    },
    session::{UnknownTransition, View},
};

/// What an id names, copied out of a look.
enum Named {
    /// A fire at rest.
    Settled {
        did: &'static str,
        status: EffectStatus,
        facts: Box<SettledFacts>,
    },
    /// A fire that is out.
    Pending { did: &'static str, working: bool },
    /// A question that nothing was fired for.
    Question(CardFold),
    /// Its record was dropped.
    Forgotten,
    /// Nothing.
    Nothing,
}

impl Port {
    pub(super) fn did_it_work(&self, id: Option<&str>) -> Reply {
        let Some(id) = id.filter(|id| !id.is_empty()) else {
            return self.no_such(Reason::TransitionIdRequired, &self.look());
        };
        let (look, named) = self.look_then(|v| self.named(v, id));
        let (you_are_on, version) = (look.page_id(self.data()), look.version);
        match named {
            Named::Settled { did, status, facts } => Reply::Settled(Box::new(self.settled(did, status, *facts, &look))),
            Named::Pending { did, working } => Reply::StillPending(Box::new(StillPending {
                ok: Always,
                settled: Always,
                judgment: Judgment::StillPending,
                did,
                how_to_act: words::STILL_PENDING,
                still_working: working,
                still_working_means: working.then_some(words::STILL_WORKING),
                you_are_on,
                version,
            })),
            Named::Question(card) => {
                let (judgment, how_to_act) = fate(card.is, self.is_relayed());
                Reply::Paused(Box::new(Paused {
                    ok: Always,
                    settled: Always,
                    performed: Always,
                    judgment,
                    ask_id: AskId(card.n),
                    did: self.data().actions[card.action.at()].id,
                    how_to_act,
                    you_are_on,
                    version,
                }))
            }
            Named::Forgotten => self.no_such(Reason::Forgotten, &look),
            Named::Nothing => self.no_such(Reason::UnknownTransition, &look),
        }
    }

    /// The same facts without an envelope, for a caller that holds the id: `None` while the fire is out.
    ///
    /// # Errors
    /// For an id that no settlement can exist for.
    pub fn settled_answer(&self, id: &str) -> Result<Option<SettledReply>, UnknownTransition> {
        let (look, named) = self.look_then(|v| self.named(v, id));
        match named {
            Named::Settled { did, status, facts } => Ok(Some(self.settled(did, status, *facts, &look))),
            Named::Pending { .. } | Named::Question(_) => Ok(None),
            Named::Forgotten | Named::Nothing => Err(UnknownTransition),
        }
    }

    fn settled(&self, did: &'static str, status: EffectStatus, facts: SettledFacts, look: &Look) -> SettledReply {
        SettledReply {
            ok: Always,
            settled: Always,
            did,
            effect_status: status,
            facts,
            you_are_on: look.page_id(self.data()),
            version: look.version,
        }
    }

    /// The same reply as of its fire's settlement, if the fire has come to rest by now: position, version and the
    /// journey's place are those of now, and what was said for a pending fire is gone.
    #[must_use]
    pub fn fold(&self, reply: Reply) -> Reply {
        let Some(n) = reply.transition_id().map(|t| t.n) else {
            return reply;
        };
        let (look, named) = self.look_then(|v| v.core.ledger.fold.fire(n).map(|f| self.settled_of(v, f)));
        let Some(Named::Settled { status, facts, .. }) = named else {
            return reply;
        };
        let facts = |fired: &FiredKeys| SettledFacts {
            // the evidence is there already, under the same key
            already_true: facts.already_true && fired.already_true.is_none(),
            ..*facts
        };
        let settle = |keys: FiredKeys| FiredKeys {
            effect_status: status,
            how_to_settle: None,
            settle_with: None,
            to_node_claimed: false,
            settled: Some(facts(&keys)),
            ..keys
        };
        match reply {
            Reply::Fired(r) => self.fired_keys_reply(None, settle(r.fired), &look),
            Reply::Journey(r) => match (r.step, self.data().journey(r.frame.journey)) {
                (Some(StepOutcome::Fired(keys)), Some(journey)) => {
                    self.fired_keys_reply(Some(journey), settle(keys), &look)
                }
                (step, _) => Reply::Journey(Box::new(super::JourneyReply { step, ..*r })),
            },
            other => other,
        }
    }

    /// Matched exactly: a near miss would answer about something else.
    fn named(&self, v: &mut View<'_>, id: &str) -> Named {
        v.expire();
        if let Some(ask) = AskId::parse(id) {
            let fold = &v.core.ledger.fold;
            let Some(card) = fold.card(ask.0) else {
                return if fold.has_forgotten_card(ask.0) {
                    Named::Forgotten
                } else {
                    Named::Nothing
                };
            };
            return match card.is {
                CardIs::Spent { fire } => match v.core.ledger.fold.fire(FireNo(fire)) {
                    Some(f) => self.settled_of(v, f),
                    None => Named::Forgotten,
                },
                _ => Named::Question(*card),
            };
        }
        match v.fire_of(id) {
            None => Named::Nothing,
            Some(n) => match v.core.ledger.fold.fire(n) {
                Some(f) => self.settled_of(v, f),
                None => Named::Forgotten,
            },
        }
    }

    fn settled_of(&self, v: &View<'_>, fire: &Fire) -> Named {
        let data = self.data();
        let did = data.actions[fire.action.at()].id;
        let working = v.core.ledger.fold.work.iter().any(|w| w.fire == Some(fire.n));
        let Some(ending) = fire.ending else {
            return Named::Pending { did, working };
        };
        let leads = data.actions[fire.action.at()].leads;
        let to = match leads {
            Leads::To(page) => crate::graph::PageIx(page),
            Leads::Stay | Leads::OneOf(_) => fire.page,
        };
        let arrival = match fire.claim {
            Claim::Claimed { .. } => Some(Arrival::Claimed),
            Claim::Observed => Some(Arrival::Observed),
            Claim::None | Claim::WalkedBack => None,
        };
        let Rest {
            data: produced,
            error,
            source,
            stored,
        } = v.core.ledger.rest(fire.n);
        let draft = self.stored_keys(v, fire, stored.as_ref());
        let outside = fire.settled_by.is_some();
        let verified = ending.verified();
        Named::Settled {
            did,
            status: ending.status(),
            facts: Box::new(SettledFacts {
                outcome: ending.outcome(),
                outcome_now: fire.outcome_now,
                how_to_act: fire.outcome_now.map(|_| words::OUTCOME_NOW),
                effect_verified: verified,
                writes_observed: match verified {
                    Some(Verified::Yes) => Some(true),
                    Some(Verified::No) => Some(false),
                    Some(Verified::Unobservable) | None => None,
                },
                verify_held: fire.verify.map(|held| match held {
                    Tri::Yes => VerifyHeld::Yes,
                    Tri::No => VerifyHeld::No,
                    Tri::Unknown => VerifyHeld::Unevaluable,
                }),
                arrival,
                arrival_means: arrival.map(|a| match a {
                    Arrival::Claimed => words::CLAIMED,
                    Arrival::Observed => words::OBSERVED,
                }),
                to_node: (ending.outcome() != FireOutcome::Rejected).then_some(data.pages[to.at()].id),
                materialized: (ending == Ending::Unbound).then_some(Always),
                why: draft.why.or_else(|| why(ending)),
                already_true: fire.already_true,
                interrupted: ending == Ending::Interrupted,
                settled_by: outside.then_some(words::EXTERNAL_REPORT),
                reported_by: source,
                settled_by_means: outside.then_some(words::SETTLED_OUTSIDE),
                stored: draft.stored,
                still_needed: draft.still_needed,
                dropped: draft.dropped,
                says: draft.says,
                data_dropped: (fire.left && !v.core.ledger.has_rest(fire.n)).then_some(words::DATA_DROPPED),
                error,
                data: produced,
                still_working: working,
                still_working_means: working.then_some(words::STILL_WORKING),
            }),
        }
    }

    /// What a step left in its draft, in words and as data.
    fn stored_keys(&self, v: &View<'_>, fire: &Fire, stored: Option<&Stored>) -> StoredKeys {
        let mut keys = StoredKeys::default();
        let (Some(stored), Some((journey, draft, _))) = (stored, self.data().draft_step(fire.action)) else {
            return keys;
        };
        let name = |f: u16| draft.fields.get(usize::from(f)).map(|m| m.wire);
        let needed = self.still_needed(draft, |at| v.core.ledger.fold.field(journey, at).filled);
        keys.dropped = stored.dropped.iter().filter_map(|f| name(*f)).collect();
        keys.stored = stored.field.and_then(name);
        if keys.stored.is_none() {
            keys.why = Some(words::NOT_STORED);
        } else {
            let mut says = Text::default();
            if needed.is_empty() {
                says.words(words::STORED_READY);
            } else {
                says.words(words::STORED_NEEDED);
                for (at, field) in needed.iter().enumerate() {
                    says.lit(if at == 0 { " " } else { ", " }).lit(field);
                }
                says.lit(".");
            }
            keys.says = Some(says);
        }
        keys.still_needed = Some(needed);
        keys
    }

    /// Three different facts: open fires that declared writes, every open fire, and unanswered questions.
    fn no_such(&self, reason: Reason, look: &Look) -> Reply {
        let writes =
            |a: crate::graph::ActionIx| self.data().actions[a.at()].facts.is_some_and(|f| !f.writes.is_empty());
        let out = |all: bool| -> Vec<TransitionId> {
            look.out
                .iter()
                .filter(|(a, _)| all || writes(*a))
                .map(|(a, n)| self.transition(*a, *n))
                .collect()
        };
        let open = look.cards.iter().filter(|c| c.is == CardIs::Open);
        let instead = Instead {
            pending: Some(out(false)),
            awaiting_settlement: Some(out(true)),
            awaiting_human: Some(open.map(|c| self.awaited(c)).collect()),
            ..Instead::default()
        };
        self.error(look, reason, Some(words::why(reason)), instead)
    }

    pub(super) fn awaited(&self, card: &LookCard) -> AwaitedAction {
        AwaitedAction {
            ask_id: AskId(card.n),
            action: self.data().actions[card.action.at()].id,
        }
    }
}

/// What a step left in its draft.
#[derive(Default)]
struct StoredKeys {
    stored: Option<&'static str>,
    still_needed: Option<Vec<&'static str>>,
    dropped: Vec<&'static str>,
    says: Option<Text>,
    why: Option<crate::Authored>,
}

/// What there is to know about an ending that is not plain success.
fn why(ending: Ending) -> Option<crate::Authored> {
    match ending {
        Ending::NotReported => Some(words::NOT_OBSERVED),
        Ending::VerifyFailed { .. } => Some(words::VERIFY_FAILED),
        Ending::FailedAfterWriting { .. } => Some(words::FAILED_AFTER_WRITING),
        Ending::Unbound => Some(words::UNBOUND),
        Ending::Interrupted | Ending::TimedOut | Ending::Superseded => Some(words::INTERRUPTED),
        _ => None,
    }
}

fn fate(is: CardIs, relayed: bool) -> (Judgment, crate::Authored) {
    match is {
        CardIs::Open if relayed => (Judgment::AwaitingHuman, words::PAUSED_RELAY),
        CardIs::Open => (Judgment::AwaitingHuman, words::PAUSED),
        CardIs::Approved | CardIs::Spent { .. } => (Judgment::ApprovedNotYetDone, words::PAUSED_APPROVED),
        CardIs::Declined => (Judgment::Declined, words::PAUSED_DECLINED),
        CardIs::Revoked => (Judgment::ApprovalWithdrawn, words::PAUSED_WITHDRAWN),
        CardIs::Expired | CardIs::Stale => (Judgment::ApprovalNoLongerValid, words::PAUSED_STALE),
    }
}
