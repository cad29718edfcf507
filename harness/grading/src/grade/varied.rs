//! Cases of functions that differ for each submission, which makes a table of answers learned from
//! messages useless.

use std::borrow::Cow;

use super::{PreparedAssignment, Ready};
use crate::cases;
use crate::program::variants::Secret;

/// Drawings that are tried until the reference answers all of one.
const MOST_TRIES: u32 = 16;

impl PreparedAssignment {
    /// The cases of a submission, by function.
    pub(crate) fn ready_of(&self, submission: &str) -> Cow<'_, [Ready]> {
        let tasks = self.assignment.tasks();
        let is_redrawn = tasks.iter().flat_map(|task| &task.groups).any(|group| group.is_redrawn);
        let Some(secret) = self.secret.as_ref().filter(|_| is_redrawn) else {
            return Cow::Borrowed(&self.ready);
        };
        (0..tasks.len()).map(|number| self.redrawn(number, secret, submission)).collect()
    }

    /// A function's cases, with those of varied groups redrawn; unchanged if the reference answers none of
    /// the tried drawings.
    fn redrawn(&self, number: usize, secret: &Secret, submission: &str) -> Ready {
        let (task, usual) = (&self.assignment.tasks()[number], &self.ready[number]);
        if !task.groups.iter().any(|group| group.is_redrawn) {
            return usual.clone();
        }
        let mut tries = (0..MOST_TRIES).filter_map(|attempt| {
            let mut cases = usual.cases.clone();
            for (at, group) in task.groups.iter().enumerate().filter(|(_, it)| it.is_redrawn) {
                let name = task.contract.name.as_bytes();
                let (of_group, attempt) = ((at as u64).to_le_bytes(), attempt.to_le_bytes());
                let seed = secret.seed(&[submission.as_bytes(), name, &of_group, &attempt]);
                let mut drawn = cases::of_group(group, at, &task.contract, seed).into_iter();
                let places = cases.iter_mut().filter(|case| case.group == at);
                places.zip(drawn.by_ref()).for_each(|(place, case)| *place = case);
            }
            let expected = self.run_reference(task, &cases).ok()?;
            let free = self.free(number, &cases, &expected);
            Some(Ready { cases, expected, free })
        });
        tries.next().unwrap_or_else(|| usual.clone())
    }
}
