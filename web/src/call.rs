//! The calls a page can make: a row each, from which come the data they travel as, what answers them,
//! and their types for the page.
//!
//! The calls are in two tables. The linker removes the code of a call that a module's table does not name.
//! Only the module with all machines answers calls about puzzles and homework, and those for which several
//! machines must be tried. Nothing is embedded in a module: the page provides lanes and assignments
//! (`Root::Given`) when a call needs them.

use std::sync::OnceLock;

use debuggers::look::Base;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};

use crate::check::{self, Checked};
use crate::desk::{self, Desk, Kept, Point, Status, Way};
use crate::generate::{self, NewPuzzle, Wish};
use crate::homework::{Grading, Which};
use crate::language::{self, Language};
use crate::look::{self, Area, Mixed, Register, Stored};
use crate::race;
use crate::refused::{ALL, Refused};
use crate::work::{Source, Work};

/// How numbers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// As the machine's manual writes them.
    Manual,
    /// Decimal, with a sign.
    Signed,
    /// Decimal, without one.
    Unsigned,
    /// Binary.
    Binary,
    /// The lowest byte as a letter.
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

/// A call: what it needs, and what answers it.
trait Asked: DeserializeOwned + TS {
    /// What comes of it.
    type Answer: Serialize + TS;

    fn answer(self, desk: &mut Desk) -> Result<Self::Answer, Refused>;
}

/// A call by its name.
#[derive(Debug)]
pub(crate) struct Row {
    /// As the table spells it; a page says it in snake case.
    name: &'static str,
    answer: fn(&mut Desk, &str) -> Result<String, Refused>,
}

/// Answers a call that is text, in text.
///
/// Each call is a function of its own, which a module holds where a table of its calls names it.
fn answered<C: Asked>(desk: &mut Desk, text: &str) -> Result<String, Refused> {
    let answer = read::<C>(text)?.answer(desk)?;
    serde_json::to_string(&answer).map_err(|error| error.to_string().into())
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refused> {
    serde_json::from_str(text).map_err(|error| format!("this is no call: {error}").into())
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

/// Makes what each call travels as, what answers it, and its types, out of one table.
macro_rules! calls {
    ($desk:ident: $($(#[doc = $about_table:literal])+ $table:ident {
        $($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)* } -> $answer:ty = $does:expr;)+
    })+) => {
        $($(
            $(#[doc = $doc])+
            #[derive(Deserialize, TS)]
            struct $name { $($(#[doc = $about])+ $field: $type,)* }

            impl Asked for $name {
                type Answer = $answer;

                fn answer(self, $desk: &mut Desk) -> Result<$answer, Refused> {
                    // Some calls are about no program.
                    let _ = &*$desk;
                    let $name { $($field),* } = self;
                    Ok($does?)
                }
            }
        )+

        $(#[doc = $about_table])+
        static $table: &[Row] = &[$(Row { name: stringify!($name), answer: answered::<$name> }),+];
        )+

        /// The name, the fields and the answer of each call, as types of the page.
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
    desk:
    /// What every module answers: a program on its desk.
    OWN {
        /// Assembles sources and says what came of it; a program on the desk is left alone.
        Check {
            /// The sources.
            work: Work,
        } -> Checked = check::check(&work);
        /// The words of a dialect, and what makes names and comments in it.
        Words {
            /// The dialect.
            dialect: String,
        } -> Language = language::language(&dialect);
        /// Puts a program on the desk, before its first instruction.
        Start {
            /// How it begins.
            start: desk::Start,
        } -> Status = desk.start(&start);
        /// Lets the program go.
        Go {
            /// Which way.
            way: Way,
            /// For at most so many instructions.
            slice: u64,
        } -> Status = desk.held().and_then(|held| held.go(way, slice));
        /// Lets the program go to a place.
        GoTo {
            /// A label, a line, `file:line` or `*address`.
            place: String,
            /// For at most so many instructions.
            slice: u64,
        } -> Status = desk.held().and_then(|held| held.go_to_place(&place, slice));
        /// Goes back; where it answers `going`, asking the same again goes on.
        Back {
            /// How far.
            by: desk::Back,
            /// Looking through about so many instructions.
            slice: u64,
        } -> Status = desk.held().map(|held| held.back(by, slice));
        /// Goes to a position of the run that was come to before; where it answers `going`, it still stands where
        /// it stood, and asking the same again goes on.
        Seek {
            /// Instructions from the beginning.
            position: u64,
            /// Looking through about so many instructions.
            slice: u64,
        } -> Status = desk.held().map(|held| held.seek(position, slice));
        /// Gives the program input; an empty text ends it.
        Feed {
            /// What is typed, with its line end.
            text: String,
        } -> () = desk.held().map(|held| held.session.feed(text.as_bytes()));
        /// All breakpoints and watchpoints.
        Points {} -> Vec<Point> = desk.held().map(|held| held.points());
        /// Sets a breakpoint, and gives its number.
        Break {
            /// A label, a line, `file:line` or `*address`.
            place: String,
            /// An expression that must not be zero.
            condition: Option<String>,
        } -> u32 = desk.held().and_then(|held| held.session.set_break(&place, condition.as_deref()));
        /// Stops the program where a value changes, and gives the number of that.
        Watch {
            /// A label, a register behind a `$`, or another expression.
            text: String,
            /// An expression that must not be zero.
            condition: Option<String>,
        } -> u32 = desk.held().and_then(|held| held.session.set_watch(&text, condition.as_deref()));
        /// Deletes a breakpoint or watchpoint; false where there is none of this number.
        Delete {
            /// Its number.
            number: u32,
        } -> bool = desk.held().map(|held| held.session.delete(number));
        /// Gives a register or memory a value; what is recorded behind this moment is void.
        Assign {
            /// A register behind a `$`, a label, `{int} ADDRESS`, `$pc`.
            target: String,
            /// An expression.
            value: String,
        } -> Status = desk.held().and_then(|held| held.assign(&target, &value));
        /// All registers.
        Registers {
            /// How their values are shown.
            shown: Shown,
        } -> Vec<Register> = desk.held().map(|held| held.registers(shown.into()));
        /// Words of memory.
        Memory {
            /// An address, a label, a register or another expression; `*ADDRESS` is the same as the address,
            /// and `*(ADDRESS)` the word there. A line is `file:line`.
            from: String,
            /// How many; 4096 at most are shown.
            words: u64,
            /// How they are shown.
            shown: Shown,
        } -> look::Memory = desk.held().and_then(|held| held.memory(&from, words, shown.into()));
        /// The parts of memory.
        Areas {} -> Vec<Area> = desk.held().map(|held| held.areas());
        /// The last stores before this moment, 1,000 at most, the last one last; fewer where they lie far back.
        Stores {} -> Vec<Stored> = desk.held().map(|held| held.stores());
        /// The calls that led here; null where asking again goes on.
        Calls {
            /// Looking through about so many instructions.
            slice: u64,
        } -> Option<look::Calls> = desk.held().map(|held| held.calls(slice));
        /// What the run cost until now.
        Counts {} -> look::Counts = desk.held().map(|held| held.counts());
        /// Where the instructions went, by line.
        Profile {} -> look::Profile = desk.held().map(|held| held.profile());
        /// Where they went, by cost class.
        Mix {} -> Vec<Mixed> = desk.held().map(|held| held.mix());
        /// The files that the program made or changed.
        Files {} -> Vec<Kept> = desk.held().map(|held| held.kept());
    }
    /// What only the module with all machines answers: puzzles and homework.
    FURTHER {
        /// Takes files for those that came with the machines, named as in the repository.
        Give {
            /// The files.
            files: Vec<Source>,
        } -> () = desk.give(&files);
        /// Puts the solver of a lane on the desk, with a puzzle for it.
        Solve {
            /// The name of the lane.
            lane: String,
            /// The puzzle, in any format of one.
            puzzle: String,
        } -> Status = desk.solve(&lane, &puzzle);
        /// Puts a solver on the desk, which takes the decisions of an algorithm, with a puzzle; `pace` lets it go.
        Race {
            /// The solver.
            work: Work,
            /// The algorithm; `any` where nobody says which: then only the grid is compared.
            algorithm: String,
            /// The puzzle, in any format of one.
            puzzle: String,
            /// The lane whose puzzle goes in as this one's; null for the first one that fits.
            lane: Option<String>,
        } -> race::Race = desk.race(&work, &algorithm, &puzzle, lane.as_deref());
        /// Puts the solver of a lane on the desk, with a puzzle; `pace` lets it go.
        RaceLane {
            /// The name of the lane.
            lane: String,
            /// The puzzle, in any format of one.
            puzzle: String,
        } -> race::Race = desk.race_lane(&lane, &puzzle);
        /// Goes on with the race, from where it was left; it stops at the first decision that is not the
        /// algorithm's, and can go on from there.
        Pace {
            /// For at most so many events.
            events: u64,
            /// For at most so many instructions.
            slice: u64,
        } -> race::Pace = desk.held().and_then(|held| held.pace(events, slice));
        /// The bands of DuPree's scores by their names, the easiest first.
        Bands {} -> Vec<String> = Ok::<_, String>(generate::bands());
        /// The puzzle of a seed, the same that `isagrid generate` makes of it.
        Generate {
            /// What it should be like.
            wish: Wish,
            /// The seed.
            seed: u64,
        } -> NewPuzzle = generate::generate(&wish, seed);
        /// Begins to grade a submission; `grade_on` goes on with it.
        Grade {
            /// The assignment.
            assignment: Which,
            /// The submission, one file.
            sources: Vec<Source>,
            /// Today's date, such as `2026-11-23`, which says what is hidden.
            today: String,
        } -> Grading = desk.grade(assignment, &sources, today);
        /// Does the next part of grading.
        GradeOn {} -> Grading = desk.grade_on();
    }
}

/// What a module answers beyond [`OWN`], where it said that it does.
static SAID: OnceLock<&[Row]> = OnceLock::new();

/// Says that this module has all calls: one that does not name them is built without what answers them.
#[cfg(target_family = "wasm")]
pub fn has_all_calls() {
    SAID.get_or_init(|| FURTHER);
}

/// The call of a name, or the module that has it.
fn row(name: &str) -> Result<&'static Row, Refused> {
    const UNSAID: Option<&[Row]> = if cfg!(target_family = "wasm") { None } else { Some(FURTHER) };
    let further = SAID.get().copied().or(UNSAID);
    let found = OWN.iter().chain(further.unwrap_or_default()).find(|row| snake(row.name) == name);
    let none = || match further {
        Some(_) => format!("no call is named `{}`", asmkit::plain_name(name)).into(),
        None => Refused::Elsewhere(ALL),
    };
    found.ok_or_else(none)
}

/// The name of a call, whatever else it has.
#[derive(Deserialize)]
struct Named {
    call: String,
}

/// What came of a call that has no answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Unanswered {
    Error(String),
    Elsewhere(&'static str),
    Files(bool),
}

/// Answers a call that is JSON, its name under `call` beside what it needs: `{"ok": ...}`, or
/// `{"error": "a sentence"}`. The page's types of all calls and answers are in `page/src/desk.ts`.
///
/// Where not all machines are, it may be `{"elsewhere": "the name of a module"}`; and where no files came
/// with them, `{"files": true}`: the call `give` gives them, and then the call is made again.
#[must_use]
pub fn answer(desk: &mut Desk, call: &str) -> String {
    let answer = read::<Named>(call).and_then(|named| (row(&named.call)?.answer)(desk, call));
    let unanswered = match answer {
        Ok(answer) => return format!("{{\"ok\":{answer}}}"),
        Err(Refused::Said(sentence)) => Unanswered::Error(asmkit::plain(&sentence)),
        Err(Refused::Elsewhere(module)) => Unanswered::Elsewhere(module),
        Err(Refused::Files) => Unanswered::Files(true),
    };
    serde_json::to_string(&unanswered).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
