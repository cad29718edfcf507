//! Explanation of a wrong run: the line at fault, and how the program reached it.

use std::sync::Arc;

use asmkit::Sources;
use machine::numbers::counted;
use machine::{Cause, Fault, Image, Limit, Machine as _};
use targets::calls::Map;
use targets::difference::{difference, visible};
use targets::explain::{FaultContext, FaultHistory, ProgramLoop};
use targets::replay::Replay;
use targets::{diagnose, escape};

use super::cases::{ExpectedOutput, GivenCase, LEAST_INSTRS, TIMES};
use super::compare::{Compare, Mismatch, Plain, blank_differences};
use super::memory::{self, MemoryValue};
use super::origin::{Rerun, RunState};
use super::run::{ProgramRun, line};
use super::verdict::Wrong;
use crate::assignment::{AnswerPlace, Assignment, PlaceContent, ProgramPlace};
use crate::grade::error;
use crate::run::Issue;

/// A run that is explained.
pub(super) struct Explainer<'e> {
    pub(super) assignment: &'e Assignment,
    pub(super) image: &'e Image,
    pub(super) sources: &'e Sources,
    pub(super) case: &'e GivenCase,
    pub(super) ran: &'e ProgramRun,
}

/// Issue, and the instruction of the run at which it shows.
pub(super) struct Explanation {
    pub(super) issue: Issue,
    pub(super) at: Option<u64>,
}

/// Bytes of input and output that are quoted.
const QUOTED_BYTES: usize = 200;

/// Lines of a difference.
const MOST_LINES: usize = 12;

/// Maximum number of reported subroutines entered without a call.
const MOST_FALLS: usize = 3;

impl Explainer<'_> {
    /// Issue without a second look at the run.
    pub(super) fn briefly(&self, wrong: &Wrong) -> Issue {
        let (message, mut notes) = match wrong {
            Wrong::Budget => (self.too_slow(), Vec::new()),
            Wrong::Fault(fault) => (self.fault(fault), self.input_notes(fault)),
            Wrong::Limit(limit) => (self.limit(*limit), Vec::new()),
            Wrong::Waits => {
                ("the program waits for more input than there is".to_owned(), Vec::new())
            }
            Wrong::Output(mismatch) => self.output(*mismatch),
            Wrong::Status(found, right) => {
                let message = format!("the program ends with status {found}, expected {right}");
                (message, Vec::new())
            }
            Wrong::Answer(number, found) => self.answer(*number, found),
        };
        notes.splice(0..0, self.given());
        notes.extend(self.passed_over());
        let about = match wrong {
            Wrong::Answer(number, _) => number.to_string(),
            _ => String::new(),
        };
        // One mistake shows in many cases, and not always at the same line.
        Issue { notes, about, is_outcome: true, ..error(wrong.check(), message) }
    }

    /// Issue with its origin, and how the program reached it.
    pub(super) fn fully(&self, wrong: &Wrong) -> Explanation {
        let mut issue = self.briefly(wrong);
        let again = Rerun {
            assignment: self.assignment,
            image: self.image,
            sources: self.sources,
            case: self.case,
            tried: self.ran.tried,
        };
        let at = match wrong {
            Wrong::Fault(fault) => {
                issue.line = line(self.image, fault.pc);
                issue.notes.splice(0..0, self.ran.machine.advice(fault));
                issue.notes.extend(self.story(&again, fault));
                let stands_at = |at: &u64| {
                    again.before(*at).is_some_and(|moment| moment.machine.pc() == fault.pc)
                };
                // Some machines count the instruction at fault, and some do not.
                let tried = self.ran.tried;
                [tried, tried.saturating_sub(1)].into_iter().find(stands_at)
            }
            Wrong::Budget | Wrong::Limit(Limit::Output) => {
                issue.line = line(self.image, self.ran.machine.pc());
                let (is_endless, notes) = self.round(&again);
                if is_endless && *wrong == Wrong::Budget {
                    issue.message = "the program does not end".to_owned();
                } else if *wrong == Wrong::Budget {
                    issue.notes.push(self.limit_of());
                }
                issue.notes.extend(notes);
                None
            }
            Wrong::Limit(_) | Wrong::Waits => {
                issue.line = line(self.image, self.ran.machine.pc());
                None
            }
            Wrong::Output(mismatch) => self.printing(&again, *mismatch, &mut issue),
            Wrong::Status(..) => {
                let moment = again.before(self.ran.tried.saturating_sub(1));
                self.deciding(&again, moment, &mut issue)
            }
            Wrong::Answer(number, _) => self.writing(&again, *number, &mut issue),
        };
        Explanation { issue, at }
    }

    /// Notes on the program's input.
    fn given(&self) -> Vec<String> {
        let case = self.case;
        let mut notes = Vec::new();
        if let Some((puzzle, _)) = &case.puzzle {
            return vec![format!("the puzzle is {puzzle}")];
        }
        for switch in case.switches(self.assignment) {
            notes.push(format!("this case runs with `--{}`", asmkit::plain_name(switch)));
        }
        let quoted = |bytes: &[u8]| format!("\"{}\"", escape::line(bytes, QUOTED_BYTES));
        let input = case.host.input.rest();
        if !input.is_empty() {
            notes.push(format!("the input is {}", quoted(input)));
        }
        if !case.host.arguments.is_empty() {
            let all = case.host.arguments.iter().map(|argument| quoted(argument));
            notes.push(format!("the arguments are {}", all.collect::<Vec<_>>().join(" ")));
        }
        for (name, content) in case.host.files.iter() {
            notes.push(format!("the file {} has {}", quoted(name), quoted(content)));
        }
        let spec = self.assignment.target.spec();
        for put in &case.place {
            let name = match &put.at {
                ProgramPlace::Memory(place) => place.shown(spec),
                ProgramPlace::Register(name) => format!("{}{name}", spec.syntax.sigil),
            };
            let held = match &put.what {
                PlaceContent::Words(numbers) => MemoryValue::Words(numbers.clone()).to_string(),
                PlaceContent::Text(text) => quoted(text.as_bytes()),
                PlaceContent::Bytes(bytes) => quoted(bytes),
                PlaceContent::Drawn(_) => continue,
            };
            notes.push(format!("`{name}` holds {}", asmkit::messages::short(&held)));
        }
        notes
    }

    fn too_slow(&self) -> String {
        let budget = escape::counted(self.case.budget, "instruction");
        format!("the program does not end within {budget}")
    }

    /// Note on the limit on instructions.
    fn limit_of(&self) -> String {
        let why = match self.case.max_instructions {
            Some(_) => "`max-instructions` of the assignment is the limit".to_owned(),
            None => format!(
                "the limit is {TIMES} times the reference's instructions, at least {}; set another with \
                 `max-instructions` in the assignment",
                escape::grouped(LEAST_INSTRS)
            ),
        };
        format!("it may be an endless loop, or slow: {why}")
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Output => {
                let most = counted(self.case.host.output.cap_bytes(), "byte");
                format!("the program prints more than {most}")
            }
            Limit::Files => "the program's files exceed their size limit".to_owned(),
            Limit::Work => "the program exceeds the limit on the work of its system".to_owned(),
        }
    }

    fn fault(&self, fault: &Fault) -> String {
        let sentence = fault.cause.sentence(self.assignment.target.spec());
        match fault.cause {
            Cause::EndOfInput { .. } | Cause::InputEnded { .. } | Cause::Asleep => {
                format!("the program reads past the end of the input: {sentence}")
            }
            _ => sentence,
        }
    }

    fn input_notes(&self, fault: &Fault) -> Vec<String> {
        let line = self.ran.host.input.refused().map(|(_, last)| last);
        diagnose::refused_input(&fault.cause, line).into_iter().collect()
    }

    /// The first mistake that the system let pass.
    fn passed_over(&self) -> Option<String> {
        let fault = self.ran.host.notes.first()?.fault;
        let place = diagnose::place(self.image, fault.pc, self.assignment.target.spec());
        Some(format!("at {place}: {}, and the simulator continued", self.fault(&fault)))
    }

    /// Notes on how the program reached its mistake.
    fn story(&self, again: &Rerun<'_>, fault: &Fault) -> Vec<String> {
        let end = FaultContext { machine: &self.ran.machine, fault };
        let program = again.program();
        let map = self.map();
        let Some(first) = again.begin() else { return Vec::new() };
        let past = Replay::from(&first.machine, &first.host, Vec::new());
        let mut notes: Vec<String> = Vec::new();
        let instruction = end.instruction().filter(|text| text.contains(" with "));
        notes.extend(instruction.map(|instruction| format!("the instruction is {instruction}")));
        notes.extend(FaultHistory::to(&program, &map, &past, &end).notes(&program, &map));
        notes.extend(self.falls(again, &map));
        notes
    }

    fn map(&self) -> Arc<Map> {
        Arc::new(Map::new(&self.assignment.target, self.image, &self.ran.machine))
    }

    fn falls(&self, again: &Rerun<'_>, map: &Map) -> Vec<String> {
        let program = again.program();
        let falls = program.falls(map, &self.ran.machine);
        falls.iter().take(MOST_FALLS).map(|fall| program.describe_fall(map, fall)).collect()
    }

    /// Notes on the loop of a program that did not end, and whether it can never end.
    fn round(&self, again: &Rerun<'_>) -> (bool, Vec<String>) {
        let (program, map) = (again.program(), self.map());
        let falls = program.falls(&map, &self.ran.machine);
        let round = ProgramLoop::of(&program, &map, &self.ran.machine, &self.ran.host);
        let mut notes = round.notes(&program, &map, &falls);
        notes.extend(self.falls(again, &map));
        (round.repeats(), notes)
    }

    /// Message about a wrong output, and the difference.
    fn output(&self, mismatch: Mismatch) -> (String, Vec<String>) {
        let output = self.ran.host.output.bytes();
        let expected = match &self.case.expected.output {
            ExpectedOutput::Text(text) => text.as_slice(),
            ExpectedOutput::Pattern(pattern) => {
                let pattern = asmkit::plain_name(pattern.as_str());
                return (format!("the output does not match `{pattern}`"), vec![self.printed()]);
            }
            ExpectedOutput::Anything | ExpectedOutput::Reference => {
                return (String::new(), Vec::new());
            }
        };
        if mismatch == Mismatch::Whole {
            let expected = escape::line(expected.trim_ascii_end(), QUOTED_BYTES);
            let message = format!("the program does not print \"{expected}\"");
            return (message, vec![self.printed()]);
        }
        if output.iter().all(u8::is_ascii_whitespace) {
            let expected = escape::line(expected, QUOTED_BYTES);
            return (format!("the program prints nothing, expected \"{expected}\""), Vec::new());
        }
        let plain = |text: &[u8]| match self.case.expected.compare {
            Compare::Exact => visible(text).replace(' ', "\u{b7}"),
            _ => visible(&Plain::of(text).bytes),
        };
        let is_blank = self.case.expected.compare == Compare::Exact
            && Compare::Blanks.mismatch(expected, output).is_none();
        let (right, came) = (plain(expected), plain(output));
        let message = if is_blank {
            format!(
                "the output differs in {}, which count here",
                blank_differences(expected, output)
            )
        } else {
            self.grid(output).unwrap_or_else(|| first_line(&right, &came))
        };
        let shown = difference(&right, &came, false, MOST_LINES).plain;
        (message, vec![format!("`-` is right, `+` is printed:\n{}", shown.trim_end())])
    }

    fn printed(&self) -> String {
        let printed = escape::line(self.ran.host.output.bytes(), QUOTED_BYTES);
        format!("it prints \"{printed}\"")
    }

    /// Message about a wrong output that should be a grid.
    fn grid(&self, output: &[u8]) -> Option<String> {
        let sudoku = self.assignment.program()?.sudoku.as_ref()?;
        let plain = Plain::of(output).bytes;
        Some(match sudoku.read.read(&plain, sudoku.size) {
            Ok(_) => "the printed grid is not the solution".to_owned(),
            Err(unreadable) => format!("the output is not a grid: {}", unreadable.why),
        })
    }

    /// Finds the instruction that printed the first wrong character, or of an output that is too short
    /// the last one.
    fn printing(&self, again: &Rerun<'_>, mismatch: Mismatch, issue: &mut Issue) -> Option<u64> {
        let output = self.ran.host.output.bytes();
        let (byte, is_wrong) = match mismatch {
            Mismatch::At(byte) => (byte, true),
            Mismatch::Short | Mismatch::Whole => (output.len().checked_sub(1)?, false),
        };
        let moment = again.printing(byte)?;
        let character = escape::line(&output[byte..=byte], 1);
        let before = moment.host.output.bytes().len();
        issue.line = again.line(&moment);
        if is_wrong {
            issue.notes.push(format!("this line prints the first wrong character, `{character}`"));
            if byte > before {
                let number = byte - before + 1;
                issue.notes.push(format!("it is character {number} of the line's output"));
            }
        } else if mismatch == Mismatch::Short {
            issue.notes.push("this line prints last".to_owned());
        }
        if mismatch == Mismatch::Whole {
            return None;
        }
        let registers = moment.deciding();
        match moment.text(&registers) {
            Some(text) => {
                let address = text + (byte - before) as u64;
                issue.notes.extend(self.stored(again, address, moment.at));
            }
            None => issue.notes.extend(again.came(&moment, registers)),
        }
        Some(moment.at)
    }

    /// Notes on the origin of a character in memory that is printed after N instructions.
    fn stored(&self, again: &Rerun<'_>, address: u64, until: u64) -> Vec<String> {
        let place = diagnose::place(self.image, address, self.assignment.target.spec());
        let Some(moment) = again.writing(address..address.saturating_add(1), until) else {
            return vec![format!(
                "the character is at {place}, where it was since the start of the program"
            )];
        };
        let notes = again.line(&moment).map_or_else(
            || format!("the character is at {place}, where the system wrote it"),
            |line| format!("the character is at {place}, where line {line} wrote it"),
        );
        std::iter::once(notes).chain(self.reads(again, &moment)).collect()
    }

    /// Notes on the values of the registers that the next instruction reads.
    fn reads(&self, again: &Rerun<'_>, moment: &RunState) -> Vec<String> {
        let role = moment.machine.role(moment.machine.pc());
        again.came(moment, role.map(|role| role.reads).unwrap_or_default())
    }

    /// Notes on the values of the registers that decide an instruction's effect.
    fn deciding(
        &self,
        again: &Rerun<'_>,
        moment: Option<RunState>,
        issue: &mut Issue,
    ) -> Option<u64> {
        let moment = moment?;
        issue.line = again.line(&moment);
        issue.notes.extend(again.came(&moment, moment.deciding()));
        Some(moment.at)
    }

    /// Message about a wrong value at the end of the program.
    fn answer(&self, number: usize, found: &MemoryValue) -> (String, Vec<String>) {
        let Some((answer, right)) = self.case.expected.answers.get(number) else {
            return (String::new(), Vec::new());
        };
        let spec = self.assignment.target.spec();
        let (name, has) = match answer {
            AnswerPlace::Words(place, _) | AnswerPlace::Text(place, _) => {
                (format!("`{}`", place.shown(spec)), "holds")
            }
            AnswerPlace::Register(name) => (format!("`{}{name}`", spec.syntax.sigil), "holds"),
            AnswerPlace::File(_, name) => {
                (format!("the file `{}`", asmkit::plain_name(name)), "has")
            }
        };
        let Some(right) = right else { return (String::new(), Vec::new()) };
        let message = match (found, right) {
            (MemoryValue::Nothing, _) if has == "has" => {
                format!("{name} does not exist at the end of the program")
            }
            (MemoryValue::Nothing, _) => format!("there is no memory at {name}"),
            (MemoryValue::Words(found), MemoryValue::Words(right)) if found.len() > 1 => {
                let at =
                    found.iter().zip(right).take_while(|(found, right)| found == right).count();
                let word = |words: &[i64]| words.get(at).copied().unwrap_or_default();
                let (found, right) = (word(found), word(right));
                format!(
                    "word {} of {name} {has} {found} at the end of the program, expected {right}",
                    at + 1
                )
            }
            _ => format!("{name} {has} {found} at the end of the program, expected {right}"),
        };
        (message, Vec::new())
    }

    /// Finds the instruction that wrote what is wrong at a place.
    fn writing(&self, again: &Rerun<'_>, number: usize, issue: &mut Issue) -> Option<u64> {
        let (answer, _) = self.case.expected.answers.get(number)?;
        if let AnswerPlace::Register(name) = answer {
            let moment = again.before(self.ran.left_at)?;
            issue.notes.extend(again.came(&moment, vec![name]));
            return None;
        }
        let base = answer.memory()?.address(self.image)?;
        let units = memory::units(self.assignment, answer);
        let Some(moment) = again.writing(base..base.saturating_add(units), self.ran.tried) else {
            issue.notes.push("the program never writes there".to_owned());
            return None;
        };
        issue.line = again.line(&moment);
        issue.notes.push("this line writes there last".to_owned());
        issue.notes.extend(self.reads(again, &moment));
        Some(moment.at)
    }
}

/// In which line two texts differ first, and how.
fn first_line(right: &str, came: &str) -> String {
    let both = right.lines().zip(came.lines());
    let same = both.take_while(|(right, came)| right == came).count();
    let quoted = |text: &str| text.lines().nth(same).map(asmkit::messages::short);
    let number = same + 1;
    match (quoted(right), quoted(came)) {
        (Some(right), Some(came)) => {
            format!("line {number} of the output is `{came}`, expected `{right}`")
        }
        (Some(right), None) => format!("the output ends before line {number}, which is `{right}`"),
        (None, Some(came)) => format!("line {number} of the output, `{came}`, is unexpected"),
        (None, None) => "the output is wrong".to_owned(),
    }
}
