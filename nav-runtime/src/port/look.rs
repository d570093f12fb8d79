//! What a reply needs, copied out of one look; the rows and words are made after it.

use super::Port;
use crate::{
    graph::{ActionIx, GraphData, JourneyIx, KeyId, PageIx, Scope},
    ledger::{CardFold, CardIs, CardNo, FireNo, Frame, Taken, TransitionId},
    session::{Controls, Digest, DraftNow, Kept, Launch, View},
    state::StateView,
};

/// One consistent look at a session.
pub(super) struct Look {
    pub(super) state: Kept<dyn StateView>,
    pub(super) controls: Kept<Controls>,
    pub(super) page: PageIx,
    pub(super) version: u64,
    pub(super) frames: Vec<Frame>,
    pub(super) current: Option<JourneyIx>,
    pub(super) out: Vec<(ActionIx, FireNo)>,
    pub(super) cards: Vec<LookCard>,
    /// Actions that are done once and for all.
    pub(super) done_once: Vec<ActionIx>,
    /// Instances and inputs of this page's actions that are out or done, where one at a time or once is the rule.
    pub(super) taken: Vec<Taken>,
    /// Whether the session has ended.
    pub(super) closed: bool,
    pub(super) drafts: Vec<DraftNow>,
    /// What others did since an agent looked first, if they did anything.
    pub(super) news: Option<News>,
}

/// A question that still has something to say.
pub(super) struct LookCard {
    pub(super) n: CardNo,
    pub(super) action: ActionIx,
    pub(super) is: CardIs,
    /// The instance it is about.
    pub(super) instance: Option<Box<str>>,
    /// What a no covers of the state.
    pub(super) declined: Option<Digest>,
}

impl LookCard {
    fn of(v: &View<'_>, card: &CardFold) -> LookCard {
        LookCard {
            n: card.n,
            action: card.action,
            is: card.is,
            instance: v.core.cards.get(card.n).and_then(|c| c.instance.clone()),
            declined: (card.is == CardIs::Declined)
                .then(|| v.core.cards.get(card.n).map(|c| c.keys))
                .flatten(),
        }
    }
}

/// What others wrote, and what of it the caller has dealt with.
pub(super) struct News {
    first_look: Option<u64>,
    /// By key number: when somebody other than an agent wrote it last.
    written: Vec<u64>,
    /// By action: when the caller dealt with it last.
    known: Vec<(ActionIx, u64)>,
}

impl News {
    fn of(v: &View<'_>) -> Option<News> {
        let fold = &v.core.ledger.fold;
        let first_look = v.core.first_look;
        let since = if fold.known().is_empty() { first_look? } else { 0 };
        fold.writers.iter().any(|w| w.foreign > since).then(|| News {
            first_look,
            written: fold.writers.iter().map(|w| w.foreign).collect(),
            known: fold.known().to_vec(),
        })
    }

    /// The keys among these that others changed and the caller has not dealt with.
    pub(super) fn stale(&self, action: ActionIx, keys: &[KeyId]) -> Vec<KeyId> {
        let known = self.known.iter().find(|(a, _)| *a == action).map(|(_, at)| *at);
        // who has fired a control knew it as of then, whether or not they had looked around
        let Some(since) = known.or(self.first_look) else {
            return Vec::new();
        };
        let news = |k: &KeyId| self.written.get(usize::from(k.0)).is_some_and(|w| *w > since);
        keys.iter().copied().filter(news).collect()
    }
}

impl Look {
    pub(super) fn of(v: &View<'_>) -> Look {
        let fold = &v.core.ledger.fold;
        Look {
            state: v.core.state.clone(),
            controls: v.core.controls.clone(),
            page: fold.page,
            version: v.core.ledger.version,
            frames: fold.frames.clone(),
            current: fold.current,
            out: fold.out().map(|f| (f.action, f.n)).collect(),
            cards: fold.live_cards().map(|c| LookCard::of(v, c)).collect(),
            done_once: fold.stand_once(v.inner.data).collect(),
            taken: fold.taken(v.inner.data),
            closed: fold.closed,
            drafts: v.drafts(),
            news: News::of(v),
        }
    }

    pub(super) fn page_id(&self, data: &'static GraphData) -> &'static str {
        data.pages[self.page.at()].id
    }

    pub(super) fn frame(&self, journey: JourneyIx) -> Option<&Frame> {
        self.frames.iter().find(|f| f.journey == journey)
    }

    pub(super) fn draft(&self, journey: JourneyIx) -> Option<&DraftNow> {
        self.drafts.iter().find(|d| d.journey == journey)
    }

    /// Whether a field of a draft holds a value.
    pub(super) fn is_filled(&self, journey: JourneyIx, field: u16) -> bool {
        let fields = self.draft(journey).map(|d| &d.fields);
        fields.and_then(|f| f.get(usize::from(field))).is_some_and(|f| f.filled)
    }

    pub(super) fn fire_out(&self, action: ActionIx) -> Option<FireNo> {
        self.out.iter().rev().find(|(a, _)| *a == action).map(|(_, n)| *n)
    }

    /// The questions about an action that nobody has answered, oldest first.
    pub(super) fn open_cards(&self, action: ActionIx) -> impl Iterator<Item = &LookCard> {
        self.cards
            .iter()
            .filter(move |c| c.action == action && c.is == CardIs::Open)
    }

    /// Whether a yes about an action waits to be used.
    pub(super) fn is_approved(&self, action: ActionIx) -> bool {
        self.cards
            .iter()
            .any(|c| c.action == action && c.is == CardIs::Approved)
    }

    /// What a no about an action, or about one instance of it, covers, if no is the last thing a human said.
    pub(super) fn declined(&self, action: ActionIx, instance: Option<&str>) -> Option<Digest> {
        let about = |c: &&LookCard| c.action == action && c.instance.as_deref() == instance;
        self.cards.iter().rev().find(about).and_then(|c| c.declined)
    }

    /// Whether an action cannot be fired again with anything, or with this instance, for now.
    pub(super) fn is_taken(&self, action: ActionIx, scope: Scope, instance: Option<&str>) -> bool {
        let taken = |t: &Taken| t.action == action && t.scope == scope && t.instance.as_deref() == instance;
        self.taken.iter().any(taken)
    }
}

impl Port {
    pub(super) fn look(&self) -> Look {
        self.look_then(|_| ()).0
    }

    pub(super) fn look_then<T>(&self, then: impl FnOnce(&mut View<'_>) -> T) -> (Look, T) {
        let mut v = self.inner.view();
        v.expire();
        let t = then(&mut v);
        let look = Look::of(&v);
        let launch: Launch = v.release();
        launch.start();
        (look, t)
    }

    pub(super) fn transition(&self, action: ActionIx, n: FireNo) -> TransitionId {
        TransitionId {
            action: self.data().actions[action.at()].id,
            n,
        }
    }
}
