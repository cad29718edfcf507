//! Accesses to memory that a function was not given, and to its stack below the stack pointer.

use std::ops::Range;

use checker::wording;

use super::Trail;
use crate::checks::{self, Check};
use crate::grade::error;
use crate::graded::Weight;
use crate::run::Issue;

/// Units between an access and the nearest object that is named.
const NEAR_UNITS: u64 = 4096;

/// Something in memory that has a name.
struct NamedObject {
    name: String,
    units: Range<u64>,
}

impl NamedObject {
    /// Units between this and an access; 0 if they touch or overlap.
    fn distance(&self, access: &Range<u64>) -> u64 {
        let after = access.start.saturating_sub(self.units.end);
        after.max(self.units.start.saturating_sub(access.end))
    }
}

impl Trail<'_, '_, '_> {
    pub(super) fn stored(&mut self, pc: u64, address: u64, units: u64) {
        let arguments = self.open.first().map_or(0, |open| open.contract.arguments.len());
        let is_in = |argument: &usize| {
            let mut places = self.rig.places(*argument);
            places.any(|place| place.start <= address && address + units <= place.end)
        };
        if let Some(argument) = (0..arguments).find(is_in) {
            self.constants.push((argument, pc));
            return;
        }
        self.is_corrupted = true;
        let is_code = self.rig.code.iter().any(|code| code.contains(&address));
        if !is_code {
            return self.outside(&checks::OUTSIDE, "writes to", pc, address..address + units);
        }
        let line = self.line(pc);
        let shown = self.rig.target.spec().show_address(address);
        let mut symbols = self.rig.image.symbols.iter();
        let label = symbols.find(|symbol| symbol.address && symbol.value == address);
        let place = label.map_or_else(
            || shown.clone(),
            |label| format!("`{}` ({shown})", asmkit::plain_name(&label.name)),
        );
        let number = line.unwrap_or(0);
        let message =
            format!("line {number} writes to {place}, which is in the program's instructions");
        self.report(&checks::OWN_TEXT, line, "text", message, Vec::new());
    }

    pub(super) fn loaded(&mut self, pc: u64, address: u64, units: u64) {
        self.outside(&checks::LOADED, "reads from", pc, address..address + units);
    }

    /// An access to memory that is neither in the frame nor in what the function was given.
    fn outside(&mut self, check: &'static Check, does: &str, pc: u64, access: Range<u64>) {
        let line = self.line(pc);
        let shown = self.rig.target.spec().show_address(access.start);
        let message = format!(
            "line {} {does} {shown}, which is neither in its frame nor in memory granted to it",
            line.unwrap_or(0)
        );
        let notes = self.near(&access).into_iter().collect();
        self.report(check, line, "memory", message, notes);
    }

    /// Position of an access relative to the nearest object.
    fn near(&self, access: &Range<u64>) -> Option<String> {
        let objects = self.objects();
        let has_start = |object: &&NamedObject| object.units.contains(&access.start);
        let near = |object: &&NamedObject| (!has_start(object), object.distance(access));
        let nearest = objects.iter().min_by_key(near)?;
        let Range { start, end } = nearest.units;
        let name = &nearest.name;
        let size = self.units(end - start);
        let has = format!("{name}, which has {size}");
        let apart = nearest.distance(access);
        if apart >= NEAR_UNITS {
            return None;
        }
        Some(if access.start >= start && access.end <= end {
            match access.start - start {
                0 => format!("that is the beginning of {name}"),
                inside => format!("that is {} after the beginning of {name}", self.units(inside)),
            }
        } else if access.start >= end {
            match apart {
                0 => format!("that is just past the end of {has}"),
                apart => format!("that is {} past the end of {has}", self.units(apart)),
            }
        } else if access.end <= start {
            format!("that is {} before {has}", self.units(start - access.start))
        } else if access.end > end {
            format!("it reaches {} past the end of {has}", self.units(access.end - end))
        } else {
            format!("it begins {} before {has}", self.units(start.saturating_sub(access.start)))
        })
    }

    /// A number of units of memory, in words.
    fn units(&self, units: u64) -> String {
        let unit = if self.rig.layout.unit_bits == 8 { "byte" } else { "word" };
        machine::numbers::counted(units, unit)
    }

    /// The memory of arguments, and of the labels of data.
    fn objects(&self) -> Vec<NamedObject> {
        let contract = self.open.first().map(|open| open.contract);
        let arguments = contract.into_iter().flat_map(|contract| {
            let places = contract.arguments.iter().enumerate().flat_map(|(at, kind)| {
                let name = format!("the {}", kind.noun());
                self.rig.places(at).map(move |units| NamedObject { name: name.clone(), units })
            });
            places.filter(|object| !object.units.is_empty()).collect::<Vec<_>>()
        });
        arguments.chain(self.labels()).collect()
    }

    /// Labels of data, each with the memory up to the next.
    fn labels(&self) -> Vec<NamedObject> {
        let image = &self.rig.image;
        let mut labels = Vec::new();
        for data in self.rig.data() {
            let inside = image.symbols.iter().filter(|symbol| symbol.address);
            let mut inside: Vec<(u64, &str)> = inside
                .map(|symbol| (symbol.value, symbol.name.as_str()))
                .filter(|(value, _)| data.contains(value))
                .collect();
            inside.sort_unstable();
            inside.dedup_by_key(|(value, _)| *value);
            let ends = inside.iter().skip(1).map(|(value, _)| *value).chain([data.end]);
            let named = inside.iter().zip(ends);
            labels.extend(named.map(|(&(start, name), end)| NamedObject {
                name: format!("`{}`", asmkit::plain_name(name)),
                units: start..end,
            }));
        }
        labels
    }

    /// A load from below the stack pointer of what was kept there.
    pub(super) fn loaded_below(&mut self, pc: u64, stored_by: Option<u64>) {
        let read = self.line(pc);
        let stored = stored_by.and_then(|at| self.line(at));
        match stored {
            Some(line) => {
                let notes = vec![format!("line {} reads it back", read.unwrap_or(0))];
                self.below(line, wording::stored_below(&format!("line {line}")), notes);
            }
            None => {
                let line = read.unwrap_or(0);
                let message = wording::loaded_below(&format!("line {line}"));
                let note = "its frame is already freed".to_owned();
                self.below(line, message, vec![note]);
            }
        }
    }

    /// Stores below the stack pointer that are in no frame at a call or at a return.
    pub(super) fn stored_below(&mut self) {
        for pc in self.follow.stack().take_below() {
            let Some(line) = self.line(pc) else { continue };
            let message = wording::stored_below(&format!("line {line}"));
            self.below(line, message, Vec::new());
        }
    }

    fn below(&mut self, line: u32, message: String, notes: Vec<String>) {
        let is_strict = self.assignment.is_strict;
        let weight = if is_strict { Weight::Error } else { Weight::Advice };
        let (check, about, line) = (&checks::BELOW, "stack".to_owned(), Some(line));
        let is_known = |issue: &Issue| issue.check == check && issue.line == line;
        if !self.issues.iter().any(is_known) {
            self.issues.push(Issue { line, about, notes, weight, ..error(check, message) });
        }
    }
}
