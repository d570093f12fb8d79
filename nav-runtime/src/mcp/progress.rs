//! What a client is told of a fire's work: one number that only grows, whatever pieces the work has.

use crate::{ledger::TransitionId, session::WorkRow};
use std::sync::Arc;

/// What was told so far.
#[derive(Default)]
pub(super) struct Track {
    label: Option<Arc<str>>,
    of: u64,
    /// What the earlier pieces came to.
    base: u64,
    done: u64,
}

/// Something new to tell.
pub(super) struct Step {
    pub(super) done: f64,
    pub(super) of: f64,
    pub(super) label: Arc<str>,
    track: Track,
}

impl Track {
    /// What the newest piece of a fire's work has come to, if that is further than what was told.
    pub(super) fn ahead(&self, work: &[WorkRow], fire: TransitionId) -> Option<Step> {
        let newest = work
            .iter()
            .rfind(|row| row.transition_id == Some(fire) && row.progress.is_some())?;
        let (done, of) = newest.progress?;
        let same = self.label.as_ref() == Some(&newest.label) && self.of == of;
        let base = match same {
            true => self.base,
            false => self.done,
        };
        let now = base.saturating_add(done);
        (now > self.done).then(|| Step {
            done: number(now),
            of: number(base.saturating_add(of)),
            label: newest.label.clone(),
            track: Track {
                label: Some(newest.label.clone()),
                of,
                base,
                done: now,
            },
        })
    }

    pub(super) fn told(&mut self, step: Step) {
        *self = step.track;
    }
}

#[expect(clippy::cast_precision_loss, reason = "the protocol counts in floating point")]
fn number(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::FireNo;

    const FIRE: TransitionId = TransitionId {
        action: "a.b",
        n: FireNo(1),
    };

    fn row(label: &str, progress: Option<(u64, u64)>) -> WorkRow {
        WorkRow {
            label: label.into(),
            action: "a.b",
            transition_id: Some(FIRE),
            progress,
        }
    }

    #[test]
    fn what_is_told_only_grows() {
        let mut track = Track::default();
        let mut tell = |work: &[WorkRow]| {
            let step = track.ahead(work, FIRE)?;
            let told = (step.done, step.of);
            track.told(step);
            Some(told)
        };
        assert_eq!(tell(&[row("load", None)]), None);
        assert_eq!(tell(&[row("load", Some((0, 4)))]), None);
        assert_eq!(tell(&[row("load", Some((3, 4)))]), Some((3., 4.)));
        assert_eq!(tell(&[row("load", Some((2, 4)))]), None, "the app went back");
        assert_eq!(tell(&[row("load", Some((4, 4)))]), Some((4., 4.)));
        assert_eq!(
            tell(&[row("load", Some((4, 4))), row("write", Some((1, 2)))]),
            Some((5., 6.))
        );
        assert_eq!(tell(&[row("write", Some((2, 2)))]), Some((6., 6.)));
        let others = WorkRow {
            transition_id: None,
            ..row("other", Some((9, 9)))
        };
        assert_eq!(tell(&[others]), None, "it is another's");
    }
}
