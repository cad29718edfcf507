//! Mistakes of a run.

use machine::{Fault, Image, Limit, Stop};

use super::cases::{ExpectedOutput, GivenCase};
use super::compare::{self, Mismatch};
use super::memory::MemoryValue;
use super::run::{ProgramRun, status};
use crate::assignment::{AnswerPlace, Assignment};
use crate::checks::{self, Check};

/// Something that is wrong with a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It did not end within its budget.
    Budget,
    /// It made a mistake that ended it.
    Fault(Fault),
    /// It asked its system for too much.
    Limit(Limit),
    /// It waits for input that does not come.
    Waits,
    /// It printed something else.
    Output(Mismatch),
    /// It ended with another status: that one, and the right one.
    Status(i32, i32),
    /// It left a wrong value at a place: the number of the answer, and the value.
    Answer(usize, MemoryValue),
}

impl Wrong {
    /// The check that finds it.
    pub(super) fn check(&self) -> &'static Check {
        match self {
            Wrong::Budget => &checks::ENDLESS,
            Wrong::Fault(_) | Wrong::Waits => &checks::FAULT,
            Wrong::Limit(_) => &checks::OUTPUT,
            Wrong::Output(_) => &checks::WRONG_OUTPUT,
            Wrong::Status(..) => &checks::STATUS,
            Wrong::Answer(..) => &checks::ANSWER,
        }
    }
}

/// All that is wrong with a run.
pub(super) fn judge(
    assignment: &Assignment,
    image: &Image,
    case: &GivenCase,
    ran: &ProgramRun,
) -> Vec<Wrong> {
    let Some(status) = status(ran.stop) else {
        return vec![match ran.stop {
            Stop::Fault(fault) => Wrong::Fault(fault),
            Stop::Limit(limit) => Wrong::Limit(limit),
            Stop::Budget => Wrong::Budget,
            _ => Wrong::Waits,
        }];
    };
    let output = ran.host.output.bytes();
    let mismatch = match &case.expected.output {
        ExpectedOutput::Anything | ExpectedOutput::Reference => None,
        ExpectedOutput::Text(text) => case.expected.compare.mismatch(text, output),
        ExpectedOutput::Pattern(pattern) => {
            (!compare::matches(pattern, output)).then_some(Mismatch::Whole)
        }
    };
    let mut wrong: Vec<Wrong> = mismatch.map(Wrong::Output).into_iter().collect();
    let right = case.expected.status().filter(|&right| right != status);
    wrong.extend(right.map(|right| Wrong::Status(status, right)));
    let answers = case.expected.answers.iter().enumerate();
    wrong.extend(answers.filter_map(|(number, (answer, right))| {
        let found = MemoryValue::found(assignment, image, ran, answer);
        let is_right =
            right.as_ref().is_none_or(|right| is_right(assignment, case, answer, right, &found));
        (!is_right).then_some(Wrong::Answer(number, found))
    }));
    wrong
}

fn is_right(
    assignment: &Assignment,
    case: &GivenCase,
    answer: &AnswerPlace,
    right: &MemoryValue,
    found: &MemoryValue,
) -> bool {
    match (answer, right, found) {
        (AnswerPlace::File(..), MemoryValue::Text(right), MemoryValue::Text(found)) => {
            case.expected.compare.mismatch(right, found).is_none()
        }
        _ => right.clone().in_words(assignment.target.spec().word_bits) == *found,
    }
}
