//! Settling a fire from outside, exactly: by its id, and by nothing else.

use super::{
    AnySession, Session, Updated,
    context::Origin,
    launch::End,
    settle::{Said, UnknownTransition},
    update::update,
};
use crate::{
    graph::{Outcome, Principal},
    ledger::{Event, FireNo, FireOutcome},
    state::NavState,
};

/// What a report from outside came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reporting {
    /// It settled the fire.
    Settled,
    /// The fire was at rest. Its receipt stays; the record beside it says what has become of it.
    Revised,
    /// The fire was at rest, and this agrees with its record.
    Agrees,
}

impl<S: NavState> Session<S> {
    /// The app reports what a fire brought about, from outside its handler: the state changes as that fire's report,
    /// and the fire comes to rest. If it is at rest already, the state changes as the world moving.
    ///
    /// # Errors
    /// [`UnknownTransition`]; the state is as it was.
    ///
    /// # Panics
    /// Inside an update closure, as [`Session::update`] does.
    #[track_caller]
    pub fn report(&self, id: &str, change: impl FnOnce(&mut S)) -> Result<(Reporting, Updated), UnknownTransition> {
        let fire = self.any.fire_at_hand(id)?;
        let updated = update(&self.any.0, Origin::Fire(fire), change);
        Ok((
            self.any
                .settle_from_outside(fire, FireOutcome::Committed, End::Reported, None),
            updated,
        ))
    }
}

impl AnySession {
    /// The app says that a fire did not take effect, or no longer stands. `why` is the app's words, as data.
    ///
    /// # Errors
    /// [`UnknownTransition`]; nothing has changed.
    pub fn reject(&self, id: &str, why: &str) -> Result<Reporting, UnknownTransition> {
        let fire = self.fire_at_hand(id)?;
        let end = End::Returned(Outcome::Failed(why.to_owned()));
        Ok(self.settle_from_outside(fire, FireOutcome::RolledBack, end, None))
    }

    /// Somebody else saw what became of a fire. `source` says who, in the app's words, as data.
    ///
    /// # Errors
    /// [`UnknownTransition`]; nothing has changed.
    pub fn observe(&self, id: &str, source: &str, outcome: FireOutcome) -> Result<Reporting, UnknownTransition> {
        let fire = self.fire_at_hand(id)?;
        let end = match outcome {
            FireOutcome::Committed => End::Seen,
            FireOutcome::Superseded => End::Superseded,
            FireOutcome::Rejected | FireOutcome::RolledBack => End::Returned(Outcome::Failed(String::new())),
        };
        Ok(self.settle_from_outside(fire, outcome, end, Some(source)))
    }

    fn fire_at_hand(&self, id: &str) -> Result<FireNo, UnknownTransition> {
        let v = self.0.view();
        let fire = v.fire_of(id).filter(|n| v.core.ledger.fold.fire(*n).is_some());
        v.release().start();
        fire.ok_or(UnknownTransition)
    }

    fn settle_from_outside(&self, n: FireNo, outcome: FireOutcome, end: End, source: Option<&str>) -> Reporting {
        let mut v = self.0.view();
        let fire = v.core.ledger.fold.fire(n).map(|f| (f.action, f.ending, f.outcome_now));
        let (reporting, action) = match fire {
            None => (Reporting::Agrees, None),
            Some((action, None, _)) => (Reporting::Settled, Some(action)),
            Some((_, Some(ending), now)) if now.unwrap_or(ending.outcome()) == outcome => (Reporting::Agrees, None),
            Some((_, Some(_), _)) => {
                v.append(Event::Revised { fire: n, outcome });
                (Reporting::Revised, None)
            }
        };
        v.release().start();
        if let Some(action) = action {
            let said = Said {
                by: Principal::System,
                source: source.map(|s| crate::produced::clean_label(s).into()),
            };
            self.0.settle_as(n, action, end, Some(said));
        }
        reporting
    }
}
