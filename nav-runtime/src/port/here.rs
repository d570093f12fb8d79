//! `whats_here`: where one is, what has happened, and what can be done.

use super::{
    Always, Instead, JourneyRow, Port, Reply, Standing, WhatsHere, args::Args, facts::Record, look::Look, words,
};
use crate::{
    Text,
    graph::{ActionIx, JourneyIx, Tri, Which},
    ledger::Reason,
    session::{GapWhat, MOST_LISTED},
};

impl Port {
    pub(super) fn whats_here(&self, args: &Args<'_>) -> Reply {
        let (look, record) = self.look_then(|v| {
            let record = Record::of(v, args.since.unwrap_or(0));
            let version = v.core.ledger.version;
            if self.options.source.is_agent() {
                v.core.first_look.get_or_insert(version);
            }
            record
        });
        if args.since.is_some_and(|v| v > look.version) {
            return self.error(
                &look,
                Reason::ArgumentInvalid,
                Some(words::FUTURE_VERSION),
                Instead::default(),
            );
        }
        let route_to = match args.route_to.map(|to| self.route(to, look.page)) {
            None => None,
            Some(Some(route)) => Some(route),
            Some(None) => return self.unknown_page(&look),
        };
        let actions = self.offered_here(&look);
        let (journeys, journeys_elsewhere) = self.journey_rows(&look);
        let terminal = self.data().pages[look.page.at()].terminal;
        if actions.is_empty() && journeys.is_empty() && !terminal {
            self.session().note_gap(GapWhat::DeadEnd);
        }
        Reply::WhatsHere(Box::new(WhatsHere {
            ok: Always,
            facts: record.facts(self.data(), args.since),
            brief: self.brief(&look, &record),
            actions,
            journeys,
            journeys_elsewhere,
            journeys_elsewhere_means: (journeys_elsewhere > 0).then_some(words::JOURNEYS_ELSEWHERE),
            route_to,
            you_are_on: look.page_id(self.data()),
            version: look.version,
        }))
    }

    pub(super) fn offered_here(&self, look: &Look) -> Vec<super::ActionRow> {
        let entries = self.data().pages[look.page.at()].entries;
        let mut rows = Vec::with_capacity(entries.len());
        for action in entries.iter().map(|a| ActionIx(*a)) {
            let stand = self.stand(action, look);
            if stand.offered != Tri::No {
                rows.push(self.action_row(action, look, stand));
            }
        }
        rows
    }

    /// The journeys that start here with their first step offered, those that are open, and how many others there are.
    fn journey_rows(&self, look: &Look) -> (Vec<JourneyRow>, usize) {
        let rows: Vec<_> = self
            .listed_journeys(look)
            .into_iter()
            .map(|j| self.journey_row(j, look))
            .collect();
        let elsewhere = self.data().journeys.len() - rows.len();
        (rows, elsewhere)
    }

    pub(super) fn listed_journeys(&self, look: &Look) -> Vec<JourneyIx> {
        let data = self.data();
        let starts = |j: &JourneyIx| {
            let first = data.journeys[j.at()].steps.first();
            first.is_some_and(|s| self.offered(ActionIx(*s), look) != Tri::No)
        };
        let here = data.pages[look.page.at()]
            .journeys
            .iter()
            .map(|j| JourneyIx(*j))
            .filter(starts);
        let open = look.frames.iter().filter(|f| !f.closed).map(|f| f.journey);
        let mut listed: Vec<JourneyIx> = here.chain(open).collect();
        listed.sort_unstable();
        listed.dedup();
        listed
    }

    pub(super) fn journey_row(&self, journey: JourneyIx, look: &Look) -> JourneyRow {
        let data = &self.data().journeys[journey.at()];
        let feasible = self.inner.judge(Which::Journey(journey), &*look.state);
        let unknown = match feasible {
            Tri::Unknown => self.inner.unevaluated(Which::Journey(journey), &*look.state),
            _ => Vec::new(),
        };
        let standing = look
            .frame(journey)
            .map_or(Standing::InProgress, |f| self.standing(f, look));
        JourneyRow {
            journey: data.id,
            does: crate::Authored::new(data.does),
            feasible: feasible != Tri::No,
            standing,
            feasibility_unknown_for: unknown,
        }
    }

    fn unknown_page(&self, look: &Look) -> Reply {
        let pages: Vec<_> = self.data().pages.iter().map(|p| p.id).collect();
        let total = pages.len();
        let instead = Instead {
            pages: Some(pages.into_iter().take(MOST_LISTED).collect()),
            pages_total: (total > MOST_LISTED).then_some(total),
            ..Instead::default()
        };
        self.error(
            look,
            Reason::UnknownPage,
            Some(words::why(Reason::UnknownPage)),
            instead,
        )
    }

    /// The friendly half: fixed words, ids and numbers.
    pub(super) fn brief(&self, look: &Look, record: &Record) -> Text {
        let data = self.data();
        let mut t = Text::with_capacity(160);
        t.lit("You are on ").lit(look.page_id(data)).lit(".");
        if let Some(frame) = look.current.and_then(|j| look.frame(j)) {
            t.lit(" Journey ").lit(data.journeys[frame.journey.at()].id).lit(": ");
            t.number(frame.done() as u64)
                .lit(" of ")
                .number(frame.steps.len() as u64)
                .lit(" steps done.");
        }
        if let Some((by, action)) = record.last_done() {
            t.lit(" Last: ")
                .lit(by.word())
                .lit(" fired ")
                .lit(data.actions[action.at()].id)
                .lit(".");
        }
        if !look.out.is_empty() {
            t.lit(" Not finished: ").number(look.out.len() as u64).lit(".");
        }
        let waiting = look.cards.iter().filter(|c| c.is == crate::CardIs::Open).count();
        if waiting > 0 {
            t.lit(" Waiting for the human: ").number(waiting as u64).lit(".");
        }
        t
    }
}
