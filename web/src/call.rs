//! The calls a page can make: a row each, from which come the data they travel as, what answers them,
//! and their types for the page.

use debuggers::look::Base;
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};

use crate::check::{self, Checked};
use crate::desk::{Back, Desk, Kept, Point, Start, Status, Way};
use crate::generate::{self, NewPuzzle, Wish};
use crate::homework::{self, Grading, Which};
use crate::language::{self, Language};
use crate::look::{Area, Calls, Counts, Memory, Mixed, Profile, Register, Stored};
use crate::menu::{self, ExampleText};
use crate::race::{Pace, Race};
use crate::refused::Refused;
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

/// Makes the enum of calls, what answers one, and their types, out of one table.
macro_rules! calls {
    ($desk:ident: $($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)* } -> $answer:ty = $does:expr;)+) => {
        /// What a page can ask for.
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
        #[serde(tag = "call", rename_all = "snake_case")]
        pub enum Call {
            $($(#[doc = $doc])+ $name { $($(#[doc = $about])+ $field: $type,)* },)+
        }

        impl Desk {
            /// The answer to a call, as JSON.
            fn does(&mut self, call: Call) -> Result<serde_json::Value, Refused> {
                let $desk = self;
                match call {
                    $(Call::$name { $($field),* } => {
                        let answer: $answer = $does?;
                        serde_json::to_value(answer).map_err(|error| error.to_string().into())
                    })+
                }
            }
        }

        /// The type of each call's answer, by the call's name in snake case.
        pub(crate) fn answers(config: &Config) -> Vec<(&'static str, String)> {
            vec![$((stringify!($name), <$answer as TS>::name(config)),)+]
        }

        /// Shows a visitor the types of all answers.
        pub(crate) fn visit(visitor: &mut impl ts_rs::TypeVisitor) {
            $(visitor.visit::<$answer>(); <$answer as TS>::visit_dependencies(visitor); <$answer as TS>::visit_generics(visitor);)+
        }
    };
}

calls! {
    desk:
    /// The sources of an example.
    Example {
        /// The name of its lane.
        lane: String,
    } -> ExampleText = desk.root().and_then(|root| menu::example(root, &lane));
    /// The sources of a first program.
    Program {
        /// Its name in the menu.
        name: String,
    } -> ExampleText = desk.root().and_then(|root| menu::program(root, &name));
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
        start: Start,
    } -> Status = desk.start(&start);
    /// Puts the solver of a lane on the desk, with a puzzle for it.
    Solve {
        /// The name of the lane.
        lane: String,
        /// The puzzle, in any format of one.
        puzzle: String,
    } -> Status = desk.solve(&lane, &puzzle);
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
        by: Back,
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
    } -> Memory = desk.held().and_then(|held| held.memory(&from, words, shown.into()));
    /// The parts of memory.
    Areas {} -> Vec<Area> = desk.held().map(|held| held.areas());
    /// The last stores before this moment, 1,000 at most, the last one last; fewer where they lie far back.
    Stores {} -> Vec<Stored> = desk.held().map(|held| held.stores());
    /// The calls that led here; null where asking again goes on.
    Calls {
        /// Looking through about so many instructions.
        slice: u64,
    } -> Option<Calls> = desk.held().map(|held| held.calls(slice));
    /// What the run cost until now.
    Counts {} -> Counts = desk.held().map(|held| held.counts());
    /// Where the instructions went, by line.
    Profile {} -> Profile = desk.held().map(|held| held.profile());
    /// Where they went, by cost class.
    Mix {} -> Vec<Mixed> = desk.held().map(|held| held.mix());
    /// The files that the program made or changed.
    Files {} -> Vec<Kept> = desk.held().map(|held| held.kept());
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
    } -> Race = desk.race(&work, &algorithm, &puzzle, lane.as_deref());
    /// Puts the solver of a lane on the desk, with a puzzle; `pace` lets it go.
    RaceLane {
        /// The name of the lane.
        lane: String,
        /// The puzzle, in any format of one.
        puzzle: String,
    } -> Race = desk.race_lane(&lane, &puzzle);
    /// Goes on with the race, from where it was left; it stops at the first decision that is not the
    /// algorithm's, and can go on from there.
    Pace {
        /// For at most so many events.
        events: u64,
        /// For at most so many instructions.
        slice: u64,
    } -> Pace = desk.held().and_then(|held| held.pace(events, slice));
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
    } -> Grading = homework::grader().and_then(|grader| Ok((grader.grade)(desk, assignment, &sources, today)?));
    /// Does the next part of grading.
    GradeOn {} -> Grading = homework::grader().and_then(|grader| (grader.grade_on)(desk));
}

/// What came of a call.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Ok(serde_json::Value),
    Error(String),
    Elsewhere(&'static str),
    Files(bool),
}

/// Answers a call that is text, a [`Call`] as JSON: `{"ok": ...}`, or `{"error": "a sentence"}`.
///
/// Where not all machines are, it may be `{"elsewhere": "the name of a module"}`; and where no files came
/// with them, `{"files": true}`: [`Desk::give`] does so, and then the call is made again.
#[must_use]
pub fn answer(desk: &mut Desk, call: &str) -> String {
    let call = serde_json::from_str(call).map_err(|error| format!("this is no call: {error}"));
    let answer = match call.map_err(Refused::Said).and_then(|call| desk.does(call)) {
        Ok(value) => Answer::Ok(value),
        Err(Refused::Said(sentence)) => Answer::Error(asmkit::plain(&sentence)),
        Err(Refused::Elsewhere(module)) => Answer::Elsewhere(module),
        Err(Refused::Files) => Answer::Files(true),
    };
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
