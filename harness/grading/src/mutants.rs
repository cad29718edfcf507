//! Mutants of a reference solution: small mistakes made on purpose, to see whether grading finds them.
//!
//! A mutant is made from text, line by line, so that a student could have written it. What
//! differs between machines is data, a language each.
//!
//! Each mutant lists checks, one of which must find it.

mod language;

use std::collections::BTreeSet;

use crate::assignment::{Assignment, Contract, Work};
use crate::link::Parts;
use crate::program;
use language::{Language, Line};

/// Instructions that call.
pub(crate) fn calls(spec: &machine::Spec) -> &'static [&'static str] {
    Language::of(spec).calls
}

/// A reference with one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// Its stable name, such as `num_candidates:drop:17`.
    pub id: String,
    /// The function it is in.
    pub function: String,
    /// Description of the change.
    pub what: String,
    /// The source.
    pub text: String,
    /// The checks that must find it, any of them; wrong results are `GR01`.
    pub expects: &'static [&'static str],
}

/// Anything that says a function is wrong or broken.
const ANY: &[&str] = &[
    "GR01", "GR11", "CC01", "CC02", "CC03", "CC04", "CC05", "CC06", "CC07", "CC08", "CC09", "CC10",
    "CC11", "CC12", "CC13", "CC14", "CC15", "CC16", "CC17", "CC18", "CC19", "CC21", "CC22", "CC23",
    "GR15",
];

/// Checks that find forbidden output.
const PRINTS: &[&str] = &["CC13", "CC15", "CC17", "GR11"];

/// Any check of a whole program, which has no calling convention.
const PROGRAM: &[&str] = &["GR03", "GR09", "GR11", "GR13", "GR14", "GR15", "CC14", "CC15", "CC17"];

/// All mutants of the functions of a reference, in the order of its lines.
#[must_use]
pub fn of(assignment: &Assignment, reference: &Parts) -> Vec<Mutant> {
    let isa = assignment.target.spec();
    let (language, operations) = (Language::of(isa), assignment.target.dialect().operations);
    let mut all = Vec::new();
    let lines: Vec<String> = reference.text.split('\n').map(str::to_owned).collect();
    if let Work::Program(_) = assignment.work {
        let (range, lines) = (0..lines.len(), lines.clone());
        let (function, all) = (program::NAME, &mut all);
        MutantMaker { language, operations, lines, range, function, all }.change_lines();
        all.iter_mut().for_each(|mutant| mutant.expects = PROGRAM);
    }
    for (number, task) in assignment.tasks().iter().enumerate() {
        let Some(part) = reference.functions[number].clone() else { continue };
        let name = &task.contract.name;
        let begins =
            |text: &str| language.read(text, operations).label.trim_end_matches(':').trim() == name;
        let mut numbered = reference.text.split('\n').enumerate();
        // Lines before the function's label are not part of it.
        let label = numbered.find(|(at, text)| part.contains(at) && begins(text));
        let Some((label, _)) = label else { continue };
        let range = label..part.end;
        let lines = lines.clone();
        let (function, all) = (&*task.contract.name, &mut all);
        let mut maker = MutantMaker { language, operations, lines, range, function, all };
        maker.make(&task.contract);
    }
    let mut seen = BTreeSet::from([reference.text.clone()]);
    all.retain(|mutant| seen.insert(mutant.text.clone()));
    all
}

struct MutantMaker<'m> {
    language: &'static Language,
    operations: Option<fn(&str) -> bool>,
    lines: Vec<String>,
    range: std::ops::Range<usize>,
    function: &'m str,
    all: &'m mut Vec<Mutant>,
}

impl MutantMaker<'_> {
    fn line(&self, text: &str) -> Line {
        self.language.read(text, self.operations)
    }

    fn make(&mut self, contract: &Contract) {
        self.change_lines();
        if contract.prints {
            self.print_others();
        }
        self.throughout();
        self.at_the_beginning(contract);
    }

    /// Changes of one line each.
    fn change_lines(&mut self) {
        for at in self.range.clone() {
            let line = self.line(&self.lines[at]);
            if line.word.is_empty() || line.word.starts_with('.') {
                continue;
            }
            self.drop(at, &line);
            self.numbers(at, &line);
            self.turn_round(at, &line);
            self.move_bound(at, &line);
            self.jump_for_call(at, &line);
            self.swap_slots(at, &line);
            self.other_result(at, &line);
        }
    }

    fn add(
        &mut self,
        kind: &str,
        at: usize,
        what: String,
        lines: Vec<String>,
        expects: &'static [&'static str],
    ) {
        self.all.push(Mutant {
            id: format!("{}:{kind}:{}", self.function, at + 1),
            function: self.function.to_owned(),
            what,
            text: lines.join("\n"),
            expects,
        });
    }

    /// The lines with one of them changed.
    fn with(&self, at: usize, text: String) -> Vec<String> {
        let mut lines = self.lines.clone();
        lines[at] = text;
        lines
    }

    fn drop(&mut self, at: usize, line: &Line) {
        let (language, number) = (self.language, at + 1);
        let (kind, what, expects): (_, _, &[&str]) = if language.is_return(line) {
            ("drop-return", "the return", &["CC06", "CC02", "CC04", "CC03", "CC14", "CC17", "GR01"])
        } else if language.is_save(line) {
            ("drop-save", "a save", &["CC01", "CC10", "CC03"])
        } else if language.is_restore(line) {
            ("drop-restore", "a restore", &["CC01", "CC02", "CC03", "CC14"])
        } else if language.is_call(line) {
            ("drop-call", "a call", ANY)
        } else if language.is_system_call(line) {
            ("drop", "a system call", ANY)
        } else {
            ("drop", "an instruction", ANY)
        };
        let what = format!("line {number}, {what}, is removed: `{}`", line.shown());
        let lines = self.with(at, line.label_only());
        self.add(kind, at, what, lines, expects);
    }

    /// Numbers one more and one less; what is taken from the stack by a word.
    fn numbers(&mut self, at: usize, line: &Line) {
        let by = if self.language.is_stack_step(line) { self.language.stack_step } else { 1 };
        let is_store_past = self.language.is_store(line) && !self.language.is_save(line);
        for (place, operand) in line.operands.iter().enumerate() {
            let Some((before, number, after)) = self.language.number(operand) else { continue };
            let mut steps = vec![("more", by), ("less", -by)];
            if is_store_past {
                steps.push(("past-the-cell", self.language.cell_units));
            }
            for (kind, step) in steps {
                let changed = format!("{before}{}{after}", self.language.show(number + step));
                let what = format!("line {} has `{changed}` instead of `{operand}`", at + 1);
                let lines = self.with(at, line.with_operand(place, &changed));
                let expects: &[&str] =
                    if kind == "past-the-cell" { &["CC04", "GR01"] } else { ANY };
                self.add(&format!("{kind}-{place}"), at, what, lines, expects);
            }
        }
    }

    fn turn_round(&mut self, at: usize, line: &Line) {
        let Some(other) = self.language.opposite(&line.word) else { return };
        let what = format!("line {} has `{other}` instead of `{}`", at + 1, line.word);
        let lines = self.with(at, line.with_word(&other));
        self.add("turned-round", at, what, lines, ANY);
    }

    /// A comparison that takes in the bound, or leaves it out: a loop once too often, or once too few.
    fn move_bound(&mut self, at: usize, line: &Line) {
        let Some(other) = self.language.other_bound(line) else { return };
        let what = format!("line {} has `{other}` instead of `{}`", at + 1, line.word);
        let lines = self.with(at, line.with_word(&other));
        self.add("bound", at, what, lines, ANY);
    }

    /// A call that becomes a jump: its target also returns for this function.
    fn jump_for_call(&mut self, at: usize, line: &Line) {
        let Some(jump) = self.language.jump_for(line) else { return };
        let what = format!("line {} jumps instead of calling: `{}`", at + 1, jump.shown());
        let lines = self.with(at, jump.text());
        self.add("jump-for-call", at, what, lines, ANY);
    }

    /// System calls that print something else, or are removed.
    fn print_others(&mut self) {
        let is_float = |text: &String| self.language.prints_floats(text);
        if self.lines[self.range.clone()].iter().any(is_float) {
            return;
        }
        for at in self.range.clone() {
            let line = self.line(&self.lines[at]);
            let Some(before) = self.language.spoiled(&line) else { continue };
            let text = format!("{}\n{before}\n{}", line.label_only(), line.without_label());
            let what = format!("line {} prints something else", at + 1);
            self.add("print-other", at, what, self.with(at, text), PRINTS);
        }
    }

    /// Swaps the slots of two consecutive restores.
    fn swap_slots(&mut self, at: usize, line: &Line) {
        let Some(below) = self.lines.get(at + 1).map(|text| self.line(text)) else {
            return;
        };
        let is_pair = self.language.is_restore(line) && self.language.is_restore(&below);
        if !is_pair
            || line.operands.is_empty()
            || below.operands.is_empty()
            || line.operands[0] == below.operands[0]
        {
            return;
        }
        let mut lines = self.with(at, line.with_operand(0, &below.operands[0]));
        lines[at + 1] = below.with_operand(0, &line.operands[0]);
        let what = format!("lines {} and {} load each other's registers", at + 1, at + 2);
        self.add("swap-restores", at, what, lines, &["CC01", "CC03", "CC17", "CC14"]);
    }

    /// Changes the register from which the line after a call reads its result.
    fn other_result(&mut self, at: usize, line: &Line) {
        let (result, other) = self.language.results;
        let before = (self.range.start..at).rev().map(|at| self.line(&self.lines[at]));
        let mut before = before.filter(|line| !line.word.is_empty());
        let is_after_call = before.next().is_some_and(|line| self.language.is_call(&line));
        let places: Vec<usize> =
            (0..line.operands.len()).filter(|&place| line.operands[place] == result).collect();
        if !is_after_call || other.is_empty() {
            return;
        }
        for place in places {
            let what = format!("line {} takes the result of the call from `{other}`", at + 1);
            let lines = self.with(at, line.with_operand(place, other));
            self.add("other-result", at, what, lines, ANY);
        }
    }

    /// Changes through the whole function.
    fn throughout(&mut self) {
        let first = self.range.start;
        for &(from, to, kind) in self.language.swaps {
            let mut lines = self.lines.clone();
            let mut is_changed = false;
            for text in &mut lines[self.range.clone()] {
                let line = self.line(text);
                let operands = line.operands.iter().enumerate();
                let mut changed = line.clone();
                for (place, operand) in operands {
                    if let Some(other) = self.language.renamed(operand, from, to) {
                        changed.operands[place] = other;
                        is_changed = true;
                    }
                }
                if changed != line {
                    *text = changed.text();
                }
            }
            if is_changed {
                let what = format!("`{to}` replaces `{from}` throughout");
                self.add(
                    &format!("{kind}-{}", from.trim_start_matches('$')),
                    first,
                    what,
                    lines,
                    ANY,
                );
            }
        }
    }

    /// Inserts lines after the function's label.
    fn at_the_beginning(&mut self, contract: &Contract) {
        let at = self.range.start;
        let keeps = contract.writes.is_empty()
            && contract.arguments.first().is_some_and(|first| first.is_memory());
        for &(kind, inserted, what, expects) in self.language.insertions {
            if kind == "store-to-constant" && !keeps {
                continue;
            }
            let expects = if kind == "prints" && contract.prints { PRINTS } else { expects };
            let mut lines = self.lines.clone();
            let line = self.line(&lines[at]);
            if line.word.is_empty() {
                lines.insert(at + 1, inserted.to_owned());
            } else {
                lines[at] = format!("{}\n{inserted}\n{}", line.label_only(), line.without_label());
            }
            self.add(kind, at, format!("the function begins with {what}"), lines, expects);
        }
    }
}
