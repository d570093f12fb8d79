//! Facts about a control that only the app knows: switched off, busy, held.

use super::{AnySession, Cx, Kept, OpenWork, Session};
use crate::{
    Authored,
    graph::{ActionFacts, ActionIx, ActionName, BlockedBecause, ClearedBy},
    ledger::Event,
    produced::Caps,
    state::NavState,
};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// What the app has said of its controls.
#[derive(Default, Clone)]
pub(crate) struct Controls {
    of: BTreeMap<(ActionIx, Option<Arc<str>>), Control>,
}

/// What the app has said of one control. Absent means "not known", never "no".
#[derive(Default, Clone)]
pub(crate) struct Control {
    pub(crate) enabled: Option<bool>,
    pub(crate) busy: Option<Arc<str>>,
    pub(crate) blocked_because: Option<BlockedBecause>,
    pub(crate) bound: Option<super::fire::Bound>,
    pub(crate) holds: Option<Holds>,
}

/// Reads what a control holds, as bounded JSON.
pub(crate) type Holds = Arc<dyn Fn() -> Arc<RawValue> + Send + Sync>;

impl Controls {
    /// Nothing said, shared by every session that says nothing.
    pub(crate) fn none() -> Arc<Controls> {
        static NONE: LazyLock<Arc<Controls>> = LazyLock::new(Arc::default);
        NONE.clone()
    }

    /// The control of one action and instance.
    pub(crate) fn get(&self, action: ActionIx, instance: Option<&str>) -> Option<&Control> {
        if self.of.is_empty() {
            return None;
        }
        self.of.get(&(action, instance.map(Arc::from)))
    }

    pub(crate) fn entry(&mut self, action: ActionIx, instance: Option<&str>) -> &mut Control {
        self.of.entry((action, instance.map(Arc::from))).or_default()
    }

    /// What a control holds right now.
    pub(crate) fn held(&self, action: ActionIx) -> Option<Arc<RawValue>> {
        let read = self.get(action, None)?.holds.as_ref()?;
        super::inner::judged(|| read())
    }

    /// Whether anything was said of single instances.
    pub(crate) fn tells_instances_apart(&self, action: ActionIx) -> bool {
        let mut of = self.of.range((action, None)..).take(2);
        of.any(|((of, instance), _)| *of == action && instance.is_some())
    }

    /// Switched off as a whole, or this instance of it.
    pub(crate) fn is_off(&self, action: ActionIx, instance: Option<&str>) -> bool {
        let off = |instance| self.get(action, instance).is_some_and(|c| c.enabled == Some(false));
        off(None) || instance.is_some() && off(instance)
    }
}

impl Controls {
    pub(crate) fn bound(&self, action: ActionIx) -> Option<&super::fire::Bound> {
        self.get(action, None)?.bound.as_ref()
    }

    /// The app's label: this instance's own, else the whole control's.
    pub(crate) fn busy(&self, action: ActionIx, instance: Option<&str>) -> Option<Arc<str>> {
        let own = instance
            .and_then(|i| self.get(action, Some(i)))
            .and_then(|c| c.busy.clone());
        own.or_else(|| self.get(action, None)?.busy.clone())
    }
}

/// The reason that the app gave, else the one that the attribute declares.
pub(crate) fn blocked_because(
    controls: &Controls,
    action: ActionIx,
    facts: &ActionFacts,
    instance: Option<&str>,
) -> Option<BlockedBecause> {
    let said = |i| controls.get(action, i).and_then(|c| c.blocked_because);
    instance
        .and_then(|i| said(Some(i)))
        .or_else(|| said(None))
        .or(facts.meta.blocked_because)
}

/// A control of a session, for the app to say what only it knows.
///
/// Each word is a fact about the control, on its row, and only while it is said.
#[derive(Clone)]
pub struct ControlHandle {
    session: AnySession,
    action: ActionIx,
    instance: Option<Arc<str>>,
}

/// The graph has no such action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no such action")]
pub struct UnknownAction;

impl<S> Session<S> {
    /// A control, by its entry's id.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn control(&self, action: impl ActionName<S>) -> Result<ControlHandle, UnknownAction> {
        let action = self.0.data.action(action.name()).ok_or(UnknownAction)?;
        Ok(ControlHandle {
            session: AnySession::clone(self),
            action,
            instance: None,
        })
    }
}

impl<S: NavState> Session<S> {
    /// Binds what runs an entry whose function has no body, or another handler to one that has.
    ///
    /// # Errors
    /// [`UnknownAction`].
    pub fn bind<F, R, T, E>(&self, action: impl ActionName<S>, handler: F) -> Result<(), UnknownAction>
    where
        F: Fn(Cx<S>, Option<Value>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T, E>> + Send + 'static,
        T: crate::graph::Output,
        E: crate::graph::Failure,
    {
        let control = self.control(action)?;
        let meta = self.0.data.actions[control.action.at()].facts.map(|f| f.meta);
        let handler = Arc::new(handler);
        let bound: super::fire::Bound = Arc::new(move |given| {
            let (handler, input) = (handler.clone(), given.input.cloned());
            Box::new(move |raw| {
                Box::pin(async move {
                    let returned = handler(Cx::new(raw), input).await;
                    match &meta {
                        Some(meta) => crate::graph::outcome(returned, meta),
                        None => crate::graph::Outcome::Done(None),
                    }
                })
            })
        });
        control.switch(|c| c.bound = Some(bound.clone()));
        Ok(())
    }
}

impl ControlHandle {
    pub(super) fn of(session: AnySession, action: ActionIx, instance: Option<Arc<str>>) -> Self {
        ControlHandle {
            session,
            action,
            instance,
        }
    }

    /// One instance of it.
    #[must_use]
    pub fn instance(mut self, key: impl Into<Arc<str>>) -> Self {
        self.instance = Some(key.into());
        self
    }

    /// Switches it off, or on again. A fire is refused while it is off.
    pub fn set_enabled(&self, enabled: bool) {
        self.switch(|c| c.enabled = (!enabled).then_some(false));
    }

    /// Says what it is busy with; `None`: no more. It gates nothing, and no clock ends it.
    pub fn set_busy(&self, label: Option<&str>) {
        let label: Option<Arc<str>> = label.map(|l| crate::produced::clean_label(l).into());
        self.switch(|c| c.busy.clone_from(&label));
    }

    /// Says why it is switched off and who can lift that; see [`authored!`](crate::authored).
    pub fn set_blocked_because(&self, says: Authored, cleared_by: ClearedBy) {
        let because = BlockedBecause {
            says: says.as_str(),
            cleared_by,
        };
        self.switch(|c| c.blocked_because = Some(because));
    }

    /// How what the control holds is read, each time its row is served. It is a reading: a fire still sends its own
    /// input.
    pub fn holds<T: Serialize>(&self, read: impl Fn() -> T + Send + Sync + 'static) {
        let holds: Holds = Arc::new(move || match crate::produced::sanitise(&read(), Caps::DEFAULT) {
            Some(held) => held.into_json().into(),
            None => RawValue::NULL.to_owned().into(),
        });
        self.switch(|c| c.holds = Some(holds));
    }

    /// The app begins a piece of work on this control; it lasts until what is returned is dropped. It gates nothing.
    #[must_use = "the work ends when this is dropped"]
    pub fn open_work(&self, label: &str) -> OpenWork {
        OpenWork::begin(&self.session.0, self.action, None, label)
    }

    fn switch(&self, change: impl FnOnce(&mut Control)) {
        let mut v = self.session.0.view();
        if v.core.ledger.fold.closed {
            return v.release().start();
        }
        let mut controls = Controls::clone(&v.core.controls);
        change(controls.entry(self.action, self.instance.as_deref()));
        v.late.controls = Some(std::mem::replace(&mut v.core.controls, Kept::new(controls)));
        v.append(Event::Switched { action: self.action });
        v.release().start();
    }
}
