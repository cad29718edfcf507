//! Breakpoints and watchpoints as their user knows them: by number, with conditions.

use std::collections::BTreeSet;
use std::ops::Range;

/// What a point stops the program at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Before the instruction at an address.
    Break(u64),
    /// Where this memory is written with another value.
    Memory(Range<u64>),
    /// Where the value of an expression changes, which is looked at behind every instruction.
    Expression,
}

/// A breakpoint or watchpoint.
#[derive(Debug, Clone)]
pub struct Point {
    /// Its number, from 1; none is given twice.
    pub number: u32,
    /// What it stops at.
    pub kind: Kind,
    /// What was typed: the place, or the expression.
    pub text: String,
    /// The expression that must not be zero for the program to stop.
    pub condition: Option<String>,
    /// Whether it goes when it has stopped the program.
    pub is_temporary: bool,
    /// Whether it stops the program.
    pub is_enabled: bool,
    /// How often it is still passed over.
    pub ignore: u64,
    /// How often it was come to.
    pub hits: u64,
    /// Of a watchpoint: the value when the program last stood still.
    pub last: Option<u64>,
}

/// All points, in the order of their numbers.
#[derive(Debug, Default)]
pub(crate) struct Points {
    all: Vec<Point>,
    last_number: u32,
}

/// Points that may be set.
const MOST_POINTS: usize = 1000;

impl Points {
    /// Sets a point, and gives it a number.
    ///
    /// # Errors
    /// A sentence when there are too many.
    pub(crate) fn add(&mut self, kind: Kind, text: &str) -> Result<&mut Point, String> {
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

    /// The point of a number.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut Point> {
        self.all.iter_mut().find(|point| point.number == number)
    }

    /// Deletes those for which this holds, and says how many they were.
    pub(crate) fn delete(&mut self, is_one: impl Fn(&Point) -> bool) -> usize {
        let before = self.all.len();
        self.all.retain(|point| !is_one(point));
        before - self.all.len()
    }

    /// The addresses to stop before, and the memory to watch.
    pub(crate) fn places(&self) -> (BTreeSet<u64>, Vec<Range<u64>>) {
        let (mut breaks, mut watches) = (BTreeSet::new(), Vec::new());
        for point in self.all.iter().filter(|point| point.is_enabled) {
            match &point.kind {
                Kind::Break(address) => drop(breaks.insert(*address)),
                Kind::Memory(range) => watches.push(range.clone()),
                Kind::Expression => {}
            }
        }
        (breaks, watches)
    }

    /// Whether some value is to be looked at behind every instruction.
    pub(crate) fn look_always(&self) -> bool {
        self.all.iter().any(|point| point.is_enabled && point.kind == Kind::Expression)
    }
}
