//! Breakpoints and watchpoints as the user sees them: numbered, with conditions.

use std::collections::BTreeSet;
use std::ops::Range;

/// Trigger of a breakpoint or watchpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    /// Before the instruction at an address.
    Break(u64),
    /// A write to this memory that changes it.
    Memory(Range<u64>),
    /// A change of an expression's value, checked after every instruction.
    Expression,
}

/// A breakpoint or watchpoint.
#[derive(Debug, Clone)]
pub struct Point {
    /// Number, from 1; never reused.
    pub number: u32,
    /// Trigger.
    pub kind: Trigger,
    /// Place or expression, as typed.
    pub text: String,
    /// Expression that must not be zero for the program to stop.
    pub condition: Option<String>,
    /// Whether it is deleted after stopping the program once.
    pub is_temporary: bool,
    /// Whether it can stop the program.
    pub is_enabled: bool,
    /// Remaining hits to ignore.
    pub ignore: u64,
    /// Number of hits.
    pub hits: u64,
    /// For a watchpoint: the value when the program last stopped.
    pub last: Option<u64>,
}

/// All breakpoints and watchpoints, in order of number.
#[derive(Debug, Default)]
pub(crate) struct Points {
    all: Vec<Point>,
    last_number: u32,
}

/// Maximum number of breakpoints and watchpoints.
const MOST_POINTS: usize = 1000;

impl Points {
    /// Adds a point with a new number.
    ///
    /// # Errors
    /// A message if there are too many.
    pub(crate) fn add(&mut self, kind: Trigger, text: &str) -> Result<&mut Point, String> {
        if self.all.len() >= MOST_POINTS {
            return Err(format!("there are already {MOST_POINTS} breakpoints: `delete` some"));
        }
        self.last_number += 1;
        let at = self.all.len();
        self.all.push(Point {
            number: self.last_number,
            kind,
            text: text.to_owned(),
            condition: None,
            is_temporary: false,
            is_enabled: true,
            ignore: 0,
            hits: 0,
            last: None,
        });
        Ok(&mut self.all[at])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Point> {
        self.all.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        self.all.iter_mut()
    }

    /// Point by number.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut Point> {
        self.all.iter_mut().find(|point| point.number == number)
    }

    /// Deletes matching points, and returns their number.
    pub(crate) fn delete(&mut self, is_one: impl Fn(&Point) -> bool) -> usize {
        let before = self.all.len();
        self.all.retain(|point| !is_one(point));
        before - self.all.len()
    }

    /// Addresses to stop before, and memory to watch.
    pub(crate) fn places(&self) -> (BTreeSet<u64>, Vec<Range<u64>>) {
        let (mut breaks, mut watches) = (BTreeSet::new(), Vec::new());
        for point in self.all.iter().filter(|point| point.is_enabled) {
            match &point.kind {
                Trigger::Break(address) => drop(breaks.insert(*address)),
                Trigger::Memory(range) => watches.push(range.clone()),
                Trigger::Expression => {}
            }
        }
        (breaks, watches)
    }

    /// Whether some value must be checked after every instruction.
    pub(crate) fn look_always(&self) -> bool {
        self.all.iter().any(|point| point.is_enabled && point.kind == Trigger::Expression)
    }
}
