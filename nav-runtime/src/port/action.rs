//! Firing, through `do_action` or as a journey's step.

use super::{
    About, Always, Declined, FiredKeys, FiredReply, Instead, Judgment, NeedsConfirm, Port, RejectedKeys, RejectedReply,
    Reply, SettleWith, StepOutcome, args::Args, journey::ends_with, look::Look, tools::Which as Tool, words,
};
use crate::{
    Authored,
    graph::{ActionIx, JourneyIx, Tri, Which},
    ledger::{AskId, CardIs, EffectStatus, Reason},
    session::{Approval, Call, Decision, Fired, Launch, MOST_LISTED, Refusal},
};
use std::sync::Arc;

/// What `do_action` found for a name.
enum Named {
    One(ActionIx),
    /// None that is served here; perhaps one of that exact id elsewhere.
    None(Option<ActionIx>),
    Several,
}

impl Port {
    pub(super) fn do_action(&self, args: &Args<'_>) -> (Reply, Launch) {
        let look = self.look();
        match self.action_named(args.action.unwrap_or_default(), &look) {
            Named::One(action) => self.fire(action, None, args),
            Named::None(exact) => (self.unknown_action(exact, &look), Launch::default()),
            Named::Several => (self.which_action(Reason::AmbiguousAction, &look), Launch::default()),
        }
    }

    /// An exact id, else a short name that exactly one served row ends with.
    fn action_named(&self, name: &str, look: &Look) -> Named {
        let served = self.served_actions(look);
        let data = self.data();
        let exact = data.action(name);
        if let Some(exact) = exact.filter(|a| served.contains(a)) {
            return Named::One(exact);
        }
        let mut hits = served.iter().filter(|a| ends_with(data.actions[a.at()].id, name));
        match (hits.next(), hits.next()) {
            (Some(one), None) if exact.is_none() => Named::One(*one),
            (Some(_), Some(_)) if exact.is_none() => Named::Several,
            _ => Named::None(exact),
        }
    }

    fn served_actions(&self, look: &Look) -> Vec<ActionIx> {
        let entries = self.data().pages[look.page.at()].entries.iter().map(|a| ActionIx(*a));
        entries.filter(|a| self.offered(*a, look) != Tri::No).collect()
    }

    pub(super) fn action_required(&self) -> Reply {
        self.which_action(Reason::ActionRequired, &self.look())
    }

    fn which_action(&self, reason: Reason, look: &Look) -> Reply {
        self.error(look, reason, Some(words::why(reason)), self.actions_here(look))
    }

    fn actions_here(&self, look: &Look) -> Instead {
        let served = self.served_actions(look);
        let data = self.data();
        Instead {
            actions: Some(
                served
                    .iter()
                    .take(MOST_LISTED)
                    .map(|a| data.actions[a.at()].id)
                    .collect(),
            ),
            actions_total: (served.len() > MOST_LISTED).then_some(served.len()),
            ..Instead::default()
        }
    }

    /// `why` only for an id that the graph really has: nothing is explained that was never seen.
    fn unknown_action(&self, exact: Option<ActionIx>, look: &Look) -> Reply {
        let mut instead = self.actions_here(look);
        let why = exact.map(|action| {
            if !self.stands_here(action, look) {
                return words::ELSEWHERE_ACTION;
            }
            let explained = self.inner.explain(Which::When(look.page, action), &*look.state);
            if explained.evidence.iter().all(|e| e.result) && explained.unevaluated.is_empty() {
                return words::NOT_OFFERED_ACTION;
            }
            instead.evidence = explained.evidence;
            instead.guard_unevaluated = explained.unevaluated;
            words::UNMET_ACTION
        });
        self.error(look, Reason::UnknownAction, why, instead)
    }

    pub(super) fn fire(&self, action: ActionIx, journey: Option<JourneyIx>, args: &Args<'_>) -> (Reply, Launch) {
        let call = Call {
            action,
            by: self.options.source,
            input: args.input,
            instance: args.instance,
            intent: args.intent(),
            journey,
            asks: self.options.confirm_high_effect && !self.inner.options.fires_without_asking,
            ask: None,
        };
        let (decision, (look, card), launch) = self.inner.decide(&call, |v, decision| {
            let card = match decision {
                Decision::Asked { card, .. } => v.card(*card),
                _ => None,
            };
            (Look::of(v), card)
        });
        // an ask has no handler: it comes to rest within the call
        let asks = self.data().asked_field(action).is_some();
        if asks && let Decision::Fired(fired) = decision {
            let reply = self.fired_reply(action, journey, fired, &look);
            launch.start();
            return (self.fold(reply), Launch::default());
        }
        let reply = match decision {
            Decision::Fired(fired) => self.fired_reply(action, journey, fired, &look),
            Decision::Asked { reason, .. } => match card {
                Some(card) => self.needs_confirm(action, journey, card, reason, &look),
                None => self.error(&look, Reason::UnknownTransition, None, Instead::default()),
            },
            Decision::Declined {
                card,
                only_reported,
                note,
            } => self.declined(self.about(action, journey), card.map(AskId), only_reported, note, &look),
            Decision::Refused(refusal) => self.refused(action, journey, refusal, &look),
        };
        (reply, launch)
    }

    fn fired_reply(&self, action: ActionIx, journey: Option<JourneyIx>, fired: Fired, look: &Look) -> Reply {
        let pending = fired.effect_status == EffectStatus::Pending;
        let keys = FiredKeys {
            did: self.data().actions[action.at()].id,
            effect_status: fired.effect_status,
            transition_id: fired.transition_id,
            how_to_settle: pending.then_some(words::HOW_TO_SETTLE),
            settle_with: pending.then(|| self.settle_with()),
            guard_unevaluated: fired.guard_unevaluated,
            to_node_claimed: fired.to_node_claimed,
            already_true: fired.already_true,
            materialized: (!fired.materialized).then_some(Always),
            settled: None,
        };
        self.fired_keys_reply(journey, keys, look)
    }

    pub(super) fn fired_keys_reply(&self, journey: Option<JourneyIx>, keys: FiredKeys, look: &Look) -> Reply {
        match journey {
            Some(journey) => self.step_reply(journey, StepOutcome::Fired(keys), look),
            None => Reply::Fired(Box::new(FiredReply {
                ok: Always,
                fired: keys,
                you_are_on: look.page_id(self.data()),
                version: look.version,
            })),
        }
    }

    fn settle_with(&self) -> SettleWith {
        SettleWith {
            tool: self.tools().name_of(Tool::DidItWork),
            arg: "transitionId",
        }
    }

    fn about(&self, action: ActionIx, journey: Option<JourneyIx>) -> About {
        let id = self.data().actions[action.at()].id;
        match journey {
            None => About::Action { action: id },
            Some(j) => About::Step {
                journey: self.data().journeys[j.at()].id,
                step: id,
            },
        }
    }

    /// Whether the agent itself brings the human's answer.
    pub(super) fn is_relayed(&self) -> bool {
        self.inner.options.approval == Approval::AgentRelay
    }

    fn needs_confirm(
        &self,
        action: ActionIx,
        journey: Option<JourneyIx>,
        card: crate::session::Card,
        reason: Option<Reason>,
        look: &Look,
    ) -> Reply {
        Reply::NeedsConfirm(Box::new(NeedsConfirm {
            ok: Always,
            judgment: Judgment::NeedsConfirm,
            about: self.about(action, journey),
            does: card.does,
            performed: Always,
            why: if card.being_prepared {
                words::NOTHING_DONE_PREPARING
            } else {
                words::NOTHING_DONE
            },
            ask_id: card.ask_id,
            receipts: card.receipts,
            approve_at: self.options.approve_at.clone().filter(|_| card.is == CardIs::Open),
            how_to_act: match card.is {
                CardIs::Approved => words::ASK_APPROVED,
                _ if self.is_relayed() => words::ASK_RELAY,
                _ => words::ASK_DOOR,
            },
            reason,
            you_are_on: look.page_id(self.data()),
            version: look.version,
        }))
    }

    fn declined(
        &self,
        about: About,
        ask_id: Option<AskId>,
        only_reported: bool,
        note: Option<Arc<str>>,
        look: &Look,
    ) -> Reply {
        Reply::Declined(Box::new(Declined {
            ok: Always,
            judgment: Judgment::Declined,
            about,
            ask_id,
            recorded_as: only_reported.then_some(words::YOUR_REPORT),
            note,
            why: match ask_id {
                None => words::DECLINED_NOTHING_ASKED,
                Some(_) if only_reported => words::DECLINED_REPORTED,
                Some(_) => words::DECLINED,
            },
            you_are_on: look.page_id(self.data()),
            version: look.version,
        }))
    }

    fn refused(&self, action: ActionIx, journey: Option<JourneyIx>, refusal: Box<Refusal>, look: &Look) -> Reply {
        if let Some(journey) = journey
            && refusal.journey_blocked
        {
            let explained = crate::graph::Explained {
                evidence: refusal.evidence,
                unevaluated: refusal.unevaluated,
            };
            return self.blocked(journey, explained, look);
        }
        if !refusal.is_attempt() {
            return self.no_room(refusal.reason, look);
        }
        let refusal = *refusal;
        let reason = refusal.reason;
        let why = self.why_refused(action, &refusal);
        let instances = refusal.instances_total.map(|_| refusal.instances);
        let rejected = RejectedKeys {
            did: self.data().actions[action.at()].id,
            reason,
            why,
            retriable: reason == Reason::ToolDisabled,
            evidence: refusal.evidence,
            missing: refusal.missing,
            page: (reason == Reason::NotOnPage).then(|| look.page_id(self.data())),
            issues: refusal.issues,
            expects: refusal.expects,
            instances,
            instances_total: refusal.instances_total,
            blocked_because: refusal.blocked_because.map(super::BlockedWords::from),
            busy: refusal.busy,
            attempted: (reason == Reason::PrincipalNotAllowed).then_some(self.options.source),
            required: if reason == Reason::PrincipalNotAllowed {
                self.may_invoke(action)
            } else {
                &[]
            },
            ask_id: refusal.ask_id,
            prior_transition_id: refusal.prior_transition_id,
            scope: refusal.scope,
        };
        match journey {
            Some(journey) => self.step_reply(journey, StepOutcome::Rejected(rejected), look),
            None => Reply::Rejected(Box::new(RejectedReply {
                ok: Always,
                judgment: Judgment::Rejected,
                rejected,
                you_are_on: look.page_id(self.data()),
                version: look.version,
            })),
        }
    }

    /// A sentence names no list that is empty and asks for no input that is not taken.
    fn why_refused(&self, action: ActionIx, refusal: &Refusal) -> Authored {
        let data = &self.data().actions[action.at()];
        match refusal.reason {
            Reason::InstanceUnknown if !data.each => words::HAS_NO_INSTANCES,
            Reason::InstanceUnknown | Reason::InstanceRequired if refusal.instances_total == Some(0) => {
                words::NO_INSTANCE_NOW
            }
            Reason::PayloadInvalid if self.inner.graph.contract(action).takes_nothing() => words::TAKES_NO_INPUT,
            reason => words::why(reason),
        }
    }

    fn may_invoke(&self, action: ActionIx) -> &'static [crate::graph::Principal] {
        self.data().actions[action.at()]
            .facts
            .map_or(&[], |f| f.meta.may_invoke)
    }

    /// There is no room, or no conversation: the call is answered, and what is open is named.
    fn no_room(&self, reason: Reason, look: &Look) -> Reply {
        let instead = match reason {
            Reason::TooManyPending => {
                let out = look.out.iter().map(|(a, n)| self.transition(*a, *n)).collect();
                Instead {
                    awaiting_settlement: Some(out),
                    ..Instead::default()
                }
            }
            Reason::TooManyQuestions => {
                let open = look.cards.iter().filter(|c| c.is == CardIs::Open);
                Instead {
                    awaiting_human: Some(open.map(|c| self.awaited(c)).collect()),
                    ..Instead::default()
                }
            }
            _ => Instead::default(),
        };
        self.error(look, reason, Some(words::why(reason)), instead)
    }
}
