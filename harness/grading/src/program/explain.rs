//! What is wrong with a run, in sentences: the line it comes from, and how the program came there.

use std::sync::Arc;

use asmkit::Sources;
use machine::numbers::counted;
use machine::{Cause, Fault, Image, Limit, Machine as _};
use machines::calls::Map;
use machines::difference::{difference, visible};
use machines::past::Past;
use machines::story::{Came, End, Round};
use machines::{diagnose, escape};

use super::cases::{Case, LEAST_INSTRS, TIMES, Wanted};
use super::compare::{Compare, Mismatch, Plain, blanks_apart};
use super::memory::{self, Held};
use super::origin::{Again, Moment};
use super::run::{Ran, line};
use super::verdict::Wrong;
use crate::assignment::{Answer, Assignment, Content, Place};
use crate::grade::error;
use crate::run::Spot;

/// A run that is explained.
pub(super) struct Explaining<'e> {
    pub(super) assignment: &'e Assignment,
    pub(super) image: &'e Image,
    pub(super) sources: &'e Sources,
    pub(super) case: &'e Case,
    pub(super) ran: &'e Ran,
}

/// What is wrong, and before which instruction of the run it shows.
pub(super) struct Explained {
    pub(super) spot: Spot,
    pub(super) at: Option<u64>,
}

/// Bytes of input and output that are quoted.
const QUOTED_BYTES: usize = 200;

/// Lines of a difference.
const MOST_LINES: usize = 12;

/// Subroutines run into without a call that are told.
const MOST_FALLS: usize = 3;

impl Explaining<'_> {
    /// What is wrong, without looking at the run again.
    pub(super) fn briefly(&self, wrong: &Wrong) -> Spot {
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
        Spot { notes, about, is_outcome: true, ..error(wrong.check(), message) }
    }

    /// What is wrong, where it comes from, and how the program came there.
    pub(super) fn fully(&self, wrong: &Wrong) -> Explained {
        let mut spot = self.briefly(wrong);
        let again = Again {
            assignment: self.assignment,
            image: self.image,
            sources: self.sources,
            case: self.case,
            tried: self.ran.tried,
        };
        let at = match wrong {
            Wrong::Fault(fault) => {
                spot.line = line(self.image, fault.pc);
                spot.notes.extend(self.story(&again, fault));
                let stands_at = |at: &u64| {
                    again.before(*at).is_some_and(|moment| moment.machine.pc() == fault.pc)
                };
                // Some machines count the instruction at fault, and some do not.
                let tried = self.ran.tried;
                [tried, tried.saturating_sub(1)].into_iter().find(stands_at)
            }
            Wrong::Budget | Wrong::Limit(Limit::Output) => {
                spot.line = line(self.image, self.ran.machine.pc());
                let (is_endless, told) = self.round(&again);
                if is_endless && *wrong == Wrong::Budget {
                    spot.message = "the program does not end".to_owned();
                } else if *wrong == Wrong::Budget {
                    spot.notes.push(self.limit_of());
                }
                spot.notes.extend(told);
                None
            }
            Wrong::Limit(_) | Wrong::Waits => {
                spot.line = line(self.image, self.ran.machine.pc());
                None
            }
            Wrong::Output(mismatch) => self.printing(&again, *mismatch, &mut spot),
            Wrong::Status(..) => {
                let moment = again.before(self.ran.tried.saturating_sub(1));
                self.deciding(&again, moment, &mut spot)
            }
            Wrong::Answer(number, _) => self.writing(&again, *number, &mut spot),
        };
        Explained { spot, at }
    }

    /// What the program is given.
    fn given(&self) -> Vec<String> {
        let case = self.case;
        let mut notes = Vec::new();
        if let Some((puzzle, _)) = &case.puzzle {
            return vec![format!("the puzzle is {puzzle}")];
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
        let sigil = self.assignment.target.spec().syntax.sigil;
        for put in &case.place {
            let name = match &put.at {
                Place::Label(label) => asmkit::plain_name(label),
                Place::Register(name) => format!("{sigil}{name}"),
            };
            let held = match &put.what {
                Content::Words(numbers) => Held::Words(numbers.clone()).to_string(),
                Content::Text(text) => quoted(text.as_bytes()),
                Content::Bytes(bytes) => quoted(bytes),
                Content::Drawn(_) => continue,
            };
            notes.push(format!("`{name}` holds {}", asmkit::messages::short(&held)));
        }
        notes
    }

    fn too_slow(&self) -> String {
        let budget = escape::counted(self.case.budget, "instruction");
        format!("the program does not end within {budget}")
    }

    /// What sets the limit on instructions.
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

    /// How the program came to its mistake.
    fn story(&self, again: &Again<'_>, fault: &Fault) -> Vec<String> {
        let end = End { machine: &self.ran.machine, fault };
        let program = again.program();
        let map = self.map();
        let Some(first) = again.begin() else { return Vec::new() };
        let past = Past::from(&first.machine, &first.host, Vec::new());
        let mut told: Vec<String> = Vec::new();
        let instruction = end.instruction().filter(|text| text.contains(" with "));
        told.extend(instruction.map(|instruction| format!("the instruction is {instruction}")));
        told.extend(Came::to(&program, &map, &past, &end).told(&program, &map));
        told.extend(self.falls(again, &map));
        told
    }

    fn map(&self) -> Arc<Map> {
        Arc::new(Map::new(&self.assignment.target, self.image, &self.ran.machine))
    }

    fn falls(&self, again: &Again<'_>, map: &Map) -> Vec<String> {
        let program = again.program();
        let falls = program.falls(map, &self.ran.machine);
        falls.iter().take(MOST_FALLS).map(|fall| program.fall_told(map, fall)).collect()
    }

    /// What a program that did not end goes round, and whether it never can.
    fn round(&self, again: &Again<'_>) -> (bool, Vec<String>) {
        let (program, map) = (again.program(), self.map());
        let falls = program.falls(&map, &self.ran.machine);
        let round = Round::of(&program, &map, &self.ran.machine, &self.ran.host);
        let mut told = round.told(&program, &map, &falls);
        told.extend(self.falls(again, &map));
        (round.repeats(), told)
    }

    /// What is wrong with an output, and the difference.
    fn output(&self, mismatch: Mismatch) -> (String, Vec<String>) {
        let output = self.ran.host.output.bytes();
        let expected = match &self.case.expected.output {
            Wanted::Text(text) => text.as_slice(),
            Wanted::Pattern(pattern) => {
                let pattern = asmkit::plain_name(pattern.as_str());
                return (format!("the output does not match `{pattern}`"), vec![self.printed()]);
            }
            Wanted::Anything | Wanted::Reference => return (String::new(), Vec::new()),
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
            format!("the output differs in {}, which count here", blanks_apart(expected, output))
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

    /// What is wrong with an output that is to be a grid.
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
    fn printing(&self, again: &Again<'_>, mismatch: Mismatch, spot: &mut Spot) -> Option<u64> {
        let output = self.ran.host.output.bytes();
        let (byte, is_wrong) = match mismatch {
            Mismatch::At(byte) => (byte, true),
            Mismatch::Short | Mismatch::Whole => (output.len().checked_sub(1)?, false),
        };
        let moment = again.printing(byte)?;
        let character = escape::line(&output[byte..=byte], 1);
        let before = moment.host.output.bytes().len();
        spot.line = again.line(&moment);
        if is_wrong {
            spot.notes.push(format!("this line prints the first wrong character, `{character}`"));
            if byte > before {
                let number = byte - before + 1;
                spot.notes.push(format!("it is character {number} of the line's output"));
            }
        } else if mismatch == Mismatch::Short {
            spot.notes.push("this line prints last".to_owned());
        }
        if mismatch == Mismatch::Whole {
            return None;
        }
        let registers = moment.deciding();
        match moment.text(&registers) {
            Some(text) => {
                let address = text + (byte - before) as u64;
                spot.notes.extend(self.stored(again, address, moment.at));
            }
            None => spot.notes.extend(again.came(&moment, registers)),
        }
        Some(moment.at)
    }

    /// How a character came into memory that is printed after this many instructions.
    fn stored(&self, again: &Again<'_>, address: u64, until: u64) -> Vec<String> {
        let place = diagnose::place(self.image, address, self.assignment.target.spec());
        let Some(moment) = again.writing(address..address.saturating_add(1), until) else {
            return vec![format!(
                "the character is at {place}, where it was since the start of the program"
            )];
        };
        let told = again.line(&moment).map_or_else(
            || format!("the character is at {place}, where the system wrote it"),
            |line| format!("the character is at {place}, where line {line} wrote it"),
        );
        std::iter::once(told).chain(self.reads(again, &moment)).collect()
    }

    /// How the registers that the next instruction of a moment reads got their values.
    fn reads(&self, again: &Again<'_>, moment: &Moment) -> Vec<String> {
        let role = moment.machine.role(moment.machine.pc());
        again.came(moment, role.map(|role| role.reads).unwrap_or_default())
    }

    /// How the registers that decide what an instruction does got their values.
    fn deciding(&self, again: &Again<'_>, moment: Option<Moment>, spot: &mut Spot) -> Option<u64> {
        let moment = moment?;
        spot.line = again.line(&moment);
        spot.notes.extend(again.came(&moment, moment.deciding()));
        Some(moment.at)
    }

    /// What is wrong at a place when the program has ended.
    fn answer(&self, number: usize, found: &Held) -> (String, Vec<String>) {
        let Some((answer, right)) = self.case.expected.answers.get(number) else {
            return (String::new(), Vec::new());
        };
        let sigil = self.assignment.target.spec().syntax.sigil;
        let (name, has) = match answer {
            Answer::Words(label, _) | Answer::Text(label, _) => {
                (format!("`{}`", asmkit::plain_name(label)), "holds")
            }
            Answer::Register(name) => (format!("`{sigil}{name}`"), "holds"),
            Answer::File(_, name) => (format!("the file `{}`", asmkit::plain_name(name)), "has"),
        };
        let Some(right) = right else { return (String::new(), Vec::new()) };
        let message = match (found, right) {
            (Held::Nothing, _) if has == "has" => {
                format!("{name} does not exist at the end of the program")
            }
            (Held::Nothing, _) => format!("there is no memory at {name}"),
            (Held::Words(found), Held::Words(right)) if found.len() > 1 => {
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
    fn writing(&self, again: &Again<'_>, number: usize, spot: &mut Spot) -> Option<u64> {
        let (answer, _) = self.case.expected.answers.get(number)?;
        if let Answer::Register(name) = answer {
            let moment = again.before(self.ran.left_at)?;
            spot.notes.extend(again.came(&moment, vec![name]));
            return None;
        }
        let base = self.image.symbol(answer.label()?)?;
        let units = memory::units(self.assignment, answer);
        let Some(moment) = again.writing(base..base.saturating_add(units), self.ran.tried) else {
            spot.notes.push("the program never writes there".to_owned());
            return None;
        };
        spot.line = again.line(&moment);
        spot.notes.push("this line writes there last".to_owned());
        spot.notes.extend(self.reads(again, &moment));
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
