//! Table of the calls of a page, which defines their JSON form, their handlers, and their types for the page.
//!
//! The calls are in three tables. The linker removes calls that are not in a module's tables.
//! Only the module with all machines answers calls about puzzles and homework, and those for which several
//! machines must be tried; the module of the PDP-10 also answers calls to DDT. Nothing is embedded in a module: the page provides lanes and assignments
//! (`Root::Given`) when a call needs them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use debuggers::look::Base;
#[cfg(target_family = "wasm")]
use machine::follow::FollowSlot;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};

use crate::call_error::{ALL, CallError};
use crate::check::{self, Checked};
use crate::checked_run::{self, CheckedRun};
use crate::class::{self, Submitted};
use crate::generate::{self, NewPuzzle, PuzzleOptions};
use crate::hardware;
use crate::homework::{AssignmentSource, Grading};
use crate::language::{self, Language};
use crate::look::{self, Area, ClassCount, Register, Stored};
use crate::race;
use crate::simulator::{self, Point, RunMode, Simulator, Status, WrittenFile};
use crate::work::{Source, Work};

/// Number format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// As in the machine's manual.
    Manual,
    /// Decimal, with a sign.
    Signed,
    /// Decimal, without one.
    Unsigned,
    /// Binary.
    Binary,
    /// The lowest byte as a character.
    Letter,
    /// As a floating point number.
    Real,
}

impl From<Shown> for Base {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Manual => Base::Manual,
            Shown::Signed => Base::Signed,
            Shown::Unsigned => Base::Unsigned,
            Shown::Binary => Base::Binary,
            Shown::Letter => Base::Letter,
            Shown::Real => Base::Real,
        }
    }
}

/// A call with its handler.
trait Handle: Sized + TS {
    /// Type of the answer.
    type Answer: Serialize + TS;

    fn read(call: &str) -> Result<Self, CallError>;

    fn answer(self, simulator: &mut Simulator) -> Result<Self::Answer, CallError>;
}

/// A call by its name.
#[derive(Debug)]
pub(crate) struct Row {
    /// Name in the table; JSON has it in snake case.
    name: &'static str,
    answer: fn(&mut Simulator, &str) -> Result<String, CallError>,
}

/// Answers a call in JSON.
///
/// Each call has a separate instance, so that a module contains only the calls in its tables.
fn answered<C: Handle>(simulator: &mut Simulator, call: &str) -> Result<String, CallError> {
    json(&C::read(call)?.answer(simulator)?)
}

/// Answer in JSON; not inlined, so that a module contains it once for all calls that answer so.
#[inline(never)]
fn json<A: Serialize>(answer: &A) -> Result<String, CallError> {
    serde_json::to_string(answer).map_err(|error| error.to_string().into())
}

/// Field of a call; one that is missing is null.
///
/// A module contains it once for each type, not for each call, so it is smaller than with a type for each call.
#[inline(never)]
fn field<T: DeserializeOwned>(call: &str, name: &str) -> Result<T, CallError> {
    let found = Field(name, PhantomData).deserialize(&mut serde_json::Deserializer::from_str(call));
    let found = found.and_then(|found| found.map_or_else(|| serde_json::from_str("null"), Ok));
    found.map_err(|error| format!("this is not a call: `{name}`: {error}").into())
}

/// Reads the field with a name, and skips the others.
struct Field<'n, T>(&'n str, PhantomData<T>);

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for Field<'_, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<T>, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for Field<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a call")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<T>, A::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == self.0 {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// `GoTo` as `go_to`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Defines the JSON form, the handler and the types of each call from one table.
macro_rules! calls {
    ($simulator:ident: $($(#[doc = $about_table:literal])+ $table:ident {
        $($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)* } -> $answer:ty = $does:expr;)+
    })+) => {
        $($(
            $(#[doc = $doc])+
            #[derive(TS)]
            struct $name { $($(#[doc = $about])+ $field: $type,)* }

            impl Handle for $name {
                type Answer = $answer;

                fn read(call: &str) -> Result<Self, CallError> {
                    // Some calls have no fields.
                    let _ = call;
                    Ok($name { $($field: field(call, stringify!($field))?),* })
                }

                fn answer(self, $simulator: &mut Simulator) -> Result<$answer, CallError> {
                    // Some calls do not need a program.
                    let _ = &*$simulator;
                    let $name { $($field),* } = self;
                    Ok($does?)
                }
            }
        )+

        $(#[doc = $about_table])+
        static $table: &[Row] = &[$(Row { name: stringify!($name), answer: answered::<$name> }),+];
        )+

        /// Name, fields and answer of each call, as TypeScript.
        pub(crate) fn types(config: &Config) -> Vec<[String; 3]> {
            vec![$($([snake(stringify!($name)), <$name as TS>::inline(config), <$answer as TS>::name(config)],)+)+]
        }

        /// Shows a visitor the types of all calls and answers.
        pub(crate) fn visit(visitor: &mut impl ts_rs::TypeVisitor) {
            $($(
                <$name as TS>::visit_dependencies(visitor);
                visitor.visit::<$answer>();
                <$answer as TS>::visit_dependencies(visitor);
                <$answer as TS>::visit_generics(visitor);
            )+)+
        }
    };
}

calls! {
    simulator:
    /// Calls that every module answers, about one program.
    USER_DIRECTORY {
        /// Assembles sources and returns the result; does not affect the program on the simulator.
        Check {
            /// The sources.
            work: Work,
        } -> Checked = check::check(&work);
        /// Words of a dialect, and its syntax of names and comments.
        Words {
            /// The dialect.
            dialect: String,
        } -> Language = language::language(&dialect);
        /// Loads a program, before its first instruction.
        Start {
            /// The setup.
            start: simulator::Start,
        } -> Status = simulator.start(&start);
        /// Runs the program.
        Go {
            /// How far to run.
            way: RunMode,
            /// Run at most this number of instructions.
            slice: u64,
        } -> Status = simulator.held().and_then(|held| held.go(way, slice));
        /// Runs the program to a place.
        GoTo {
            /// A label, a line, `file:line` or `*address`.
            place: String,
            /// Run at most this number of instructions.
            slice: u64,
        } -> Status = simulator.held().and_then(|held| held.go_to_place(&place, slice));
        /// Goes back; after `going`, the same call continues.
        Back {
            /// How far to go back.
            by: simulator::Back,
            /// Search about this number of instructions per call.
            slice: u64,
        } -> Status = simulator.held().map(|held| held.back(by, slice));
        /// Goes to a position that the run has reached before; after `going`, the position has not changed yet,
        /// and the same call continues.
        Seek {
            /// Instructions from the beginning.
            position: u64,
            /// Search about this number of instructions per call.
            slice: u64,
        } -> Status = simulator.held().map(|held| held.seek(position, slice));
        /// Sends input to the program; an empty text ends the input.
        Feed {
            /// Typed text, with its line end.
            text: String,
        } -> () = simulator.held().map(|held| held.session.feed(text.as_bytes()));
        /// All breakpoints and watchpoints.
        Points {} -> Vec<Point> = simulator.held().map(|held| held.points());
        /// Sets a breakpoint, and returns its number.
        Break {
            /// A label, a line, `file:line` or `*address`.
            place: String,
            /// Condition: stop only if this expression is not zero.
            condition: Option<String>,
        } -> u32 = simulator.held().and_then(|held| held.session.set_break(&place, condition.as_deref()));
        /// Sets a watchpoint, and returns its number.
        Watch {
            /// A label, a register after a `$`, or another expression.
            text: String,
            /// Condition: stop only if this expression is not zero.
            condition: Option<String>,
        } -> u32 = simulator.held().and_then(|held| held.session.set_watch(&text, condition.as_deref()));
        /// Deletes a breakpoint or watchpoint; returns false if none has this number.
        Delete {
            /// Its number.
            number: u32,
        } -> bool = simulator.held().map(|held| held.session.delete(number));
        /// Assigns a value to a register or memory; the recording after this position is dropped.
        Assign {
            /// A register after a `$`, a label, `{int} ADDRESS`, or `$pc`.
            target: String,
            /// An expression.
            value: String,
        } -> Status = simulator.held().and_then(|held| held.assign(&target, &value));
        /// Executes an instruction of the program's language; going back over it undoes it.
        Execute {
            /// The instruction.
            text: String,
        } -> Status = simulator.held().and_then(|held| held.execute(&text));
        /// All registers.
        Registers {
            /// Format of their values.
            shown: Shown,
        } -> Vec<Register> = simulator.held().map(|held| held.registers(shown.into()));
        /// Words of memory.
        Memory {
            /// An address, a label, a register or another expression; `*ADDRESS` is the same as the address,
            /// and `*(ADDRESS)` the word there. A line is `file:line`.
            from: String,
            /// Number of words; at most 4096 are shown.
            words: u64,
            /// Format of the words.
            shown: Shown,
        } -> look::Memory = simulator.held().and_then(|held| held.memory(&from, words, shown.into()));
        /// Values of words of memory, such as pixels; fewer where memory ends.
        Values {
            /// As for `memory`.
            from: String,
            /// Number of words; at most 262,144 are read.
            words: u64,
        } -> Vec<u64> = simulator.held().and_then(|held| held.values(&from, words));
        /// Values of cells as SPL prints them; null where there is no such cell.
        Cells {
            /// Their names, such as `B3`.
            names: Vec<String>,
        } -> Vec<Option<String>> = simulator.held().map(|held| held.cells(&names));
        /// What the machine's own display shows; null if the program did not use one.
        Picture {} -> Option<look::DisplayPicture> = simulator.held().map(|held| held.picture());
        /// The parts of memory.
        Areas {} -> Vec<Area> = simulator.held().map(|held| held.areas());
        /// The last stores before this position, at most 1,000, latest last; fewer if they are far back.
        Stores {} -> Vec<Stored> = simulator.held().map(|held| held.stores());
        /// The call chain; after null, the same call continues.
        Calls {
            /// Search about this number of instructions per call.
            slice: u64,
        } -> Option<look::Calls> = simulator.held().map(|held| held.calls(slice));
        /// Costs of the run so far.
        Counts {} -> look::Counts = simulator.held().map(|held| held.counts());
        /// Execution counts by line.
        Profile {} -> look::Profile = simulator.held().map(|held| held.profile());
        /// Execution counts by cost class.
        Mix {} -> Vec<ClassCount> = simulator.held().map(|held| held.mix());
        /// Caches of the run up to this position; after null, the same call continues.
        Caches {
            /// The instruction cache, as for `isagrid run --instruction-cache`; null for none.
            instruction: Option<String>,
            /// The data cache; null for none.
            data: Option<String>,
            /// Run about this number of instructions per call.
            slice: u64,
        } -> Option<hardware::CacheViews> = simulator.held().and_then(|held| held.caches(instruction.as_deref(), data.as_deref(), slice));
        /// The last instructions in the pipeline of a cycle model; null if no model of the machine is one.
        Pipeline {
            /// Number of instructions; at most 100 are shown.
            rows: u64,
        } -> Option<hardware::PipelineView> = simulator.held().map(|held| held.pipeline(rows));
        /// The files that the program made or changed.
        Files {} -> Vec<WrittenFile> = simulator.held().map(|held| held.kept());
    }
    /// Calls that the module of the PDP-10 answers, too: its debugger.
    OF_PDP10 {
        /// Types keys to DDT, which works on the same program as the page; keys go to the program while DDT runs it.
        /// After `going`, the same call without keys continues.
        Ddt {
            /// The keys as the terminal sends them, such as return and ESC.
            keys: String,
            /// Run at most this number of instructions.
            slice: u64,
        } -> simulator::DdtStatus = simulator.held().and_then(|held| held.ddt(&keys, slice));
    }
    /// Calls that only the module with all machines answers: puzzles and homework.
    FURTHER {
        /// Uses these files as the bundled ones; they have their paths in the repository as names.
        Give {
            /// The files.
            files: Vec<Source>,
        } -> () = simulator.give(&files);
        /// Loads a lane's solver with a puzzle.
        Solve {
            /// Lane name.
            lane: String,
            /// The puzzle, in any supported format.
            puzzle: String,
        } -> Status = simulator.solve(&lane, &puzzle);
        /// Loads a solver of an algorithm with a puzzle; `pace` runs it.
        Race {
            /// The solver.
            work: Work,
            /// The algorithm, or `any` to compare only the grid.
            algorithm: String,
            /// The puzzle, in any supported format.
            puzzle: String,
            /// Lane whose input format the solver uses; null for the first one that fits.
            lane: Option<String>,
        } -> race::Race = simulator.race(&work, &algorithm, &puzzle, lane.as_deref());
        /// Loads a lane's solver with a puzzle, for a race; `pace` runs it.
        RaceLane {
            /// Lane name.
            lane: String,
            /// The puzzle, in any supported format.
            puzzle: String,
        } -> race::Race = simulator.race_lane(&lane, &puzzle);
        /// Continues the race; it stops at the first decision that is not the algorithm's, and can continue
        /// from there.
        Pace {
            /// Run for at most this number of events.
            events: u64,
            /// Run at most this number of instructions.
            slice: u64,
        } -> race::RaceUpdate = simulator.held().and_then(|held| held.pace(events, slice));
        /// Names of the bands of DuPree's scores, easiest first.
        Bands {} -> Vec<String> = Ok::<_, String>(generate::bands());
        /// The puzzle of a seed, the same as from `isagrid generate`.
        Generate {
            /// The requirements.
            wish: PuzzleOptions,
            /// The seed.
            seed: u64,
        } -> NewPuzzle = generate::generate(&wish, seed);
        /// Runs a program from its start with checks; does not affect the program on the simulator.
        CheckRun {
            /// The setup.
            start: simulator::Start,
            /// Run at most this number of instructions.
            most: u64,
        } -> CheckedRun = checked_run::check_run(&start, most);
        /// Starts to grade a submission; `grade_on` continues.
        Grade {
            /// The assignment.
            assignment: AssignmentSource,
            /// The submission, one file; none if it is one of a class.
            sources: Vec<Source>,
            /// The submission of a class; null if it is a file.
            submitted: Option<Submitted>,
            /// Today's date, such as `2026-11-23`, which decides what is hidden.
            today: String,
        } -> Grading = simulator.grade(assignment, &sources, submitted.as_ref(), today);
        /// Does the next part of grading.
        GradeOn {} -> Grading = simulator.grade_on();
        /// The submissions of a class among files, one for each student.
        Submissions {
            /// The assignment.
            assignment: AssignmentSource,
            /// The files; their names have the folders they are in.
            files: Vec<Source>,
        } -> class::ClassFiles = simulator.submissions(&assignment, &files);
        /// Pages about a graded class, as `isagrid grade --report html=FOLDER/` writes them, and a gradebook.
        ClassPages {
            /// The results of the submissions in their order, as JSON.
            results: Vec<String>,
            /// The submissions.
            submitted: Vec<Submitted>,
        } -> Vec<Source> = class::pages(&results, &submitted);
    }
}

/// Tables of a module with all calls.
static ALL_CALLS: &[&[Row]] = &[USER_DIRECTORY, OF_PDP10, FURTHER];

/// Tables of this module, if it has registered them.
static REGISTERED: OnceLock<&[&[Row]]> = OnceLock::new();

/// Registers all calls; a module that does not call this is built without their handlers.
#[cfg(target_family = "wasm")]
pub fn has_all_calls() {
    REGISTERED.get_or_init(|| ALL_CALLS);
    // Checks of a run and homework need it.
    FollowSlot::enable();
    crate::executable::register();
    crate::disk::register();
}

/// Registers the calls of the PDP-10.
#[cfg(target_family = "wasm")]
pub fn has_calls_of_pdp10() {
    static TABLES: &[&[Row]] = &[USER_DIRECTORY, OF_PDP10];
    REGISTERED.get_or_init(|| TABLES);
    crate::disk::register();
}

/// Finds a call by its name, or the module that has it.
fn row(name: &str) -> Result<&'static Row, CallError> {
    static LEAST: &[&[Row]] = &[USER_DIRECTORY];
    const DEFAULT: &[&[Row]] = if cfg!(target_family = "wasm") { LEAST } else { ALL_CALLS };
    let tables = REGISTERED.get().copied().unwrap_or(DEFAULT);
    let found = tables.iter().copied().flatten().find(|row| snake(row.name) == name);
    let none = || match tables {
        // Only the module with all machines has three tables.
        [_, _, _, ..] => format!("no call is named `{}`", asmkit::plain_name(name)).into(),
        _ => CallError::Elsewhere(ALL),
    };
    found.ok_or_else(none)
}

/// Reply to a call without an answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum NoAnswer {
    Error(String),
    Elsewhere(&'static str),
    Files(bool),
}

/// Answers a call in JSON, with its name under `call` next to its fields: `{"ok": ...}`, or
/// `{"error": "a message"}`. The TypeScript types of all calls and answers are in `page/src/simulator.ts`.
///
/// If a module does not have all machines, the reply may be `{"elsewhere": "MODULE"}`. If it has no files, the
/// reply may be `{"files": true}`: the page sends them with `give` and repeats the call.
#[must_use]
pub fn answer(simulator: &mut Simulator, call: &str) -> String {
    let name = field::<String>(call, "call");
    let answer = name.and_then(|name| (row(&name)?.answer)(simulator, call));
    let unanswered = match answer {
        Ok(answer) => return format!("{{\"ok\":{answer}}}"),
        Err(CallError::Said(sentence)) => NoAnswer::Error(asmkit::plain(&sentence)),
        Err(CallError::Elsewhere(module)) => NoAnswer::Elsewhere(module),
        Err(CallError::Files) => NoAnswer::Files(true),
    };
    serde_json::to_string(&unanswered).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
