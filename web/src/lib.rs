//! The machines for a web page, with its calls and their answers.
//!
//! A [`Simulator`] has one program on one machine. Calls and [`answer()`]s are data, so that a simulator can be in a
//! worker of the page. No answer takes long: a program runs in slices, and the page sets their length. The
//! crate does not depend on a page and behaves the same natively.
//!
//! On a page, each machine is a separate module, and examples, assignments and message explanations are
//! separate files. A simulator there may answer with the module that has a call, or request the files first;
//! natively everything is built in.
//!
//! [`contract()`] generates the TypeScript types of all calls and answers, `page/src/simulator.ts`.

mod call;
mod call_error;
mod check;
mod checked_run;
mod class;
mod contract;
mod disk;
mod executable;
mod generate;
mod hardware;
mod homework;
mod language;
mod look;
mod menu;
mod output;
mod place;
mod race;
mod simulator;
mod work;

#[cfg(target_family = "wasm")]
mod wasm;

pub use call::answer;
pub use call_error::ALL;
pub use check::{Checked, ListedLine, Message, Word, explanations};
pub use checked_run::{CheckedRun, RunFinding};
pub use class::{ClassFiles, Submitted};
pub use contract::contract;
pub use generate::{NewPuzzle, PuzzleOptions};
pub use hardware::{
    CacheAccess, CacheLine, CacheView, CacheViews, PipelineInstruction, PipelineView,
};
pub use homework::{Assignment, AssignmentSource, Grading, Scaffold, Task, scaffolds};
pub use language::{Language, Term, TermKind};
pub use look::{
    Area, Calls, ClassCount, Counts, Cycles, DisplayPicture, Frame, LineTimes, Memory, MemoryRow,
    Profile, Register, Stored,
};
pub use menu::{
    Dialect, Example, ExampleText, Machine, Menu, Model, ProgramName, Switch, SwitchValue, menu,
    texts,
};
pub use place::{Place, Spot};
pub use race::{EventKind, Race, RaceDifference, RaceEvent, RaceState, RaceUpdate};
pub use simulator::{
    Back, DdtStatus, Point, PointKind, RunMode, Simulator, Start, Status, StopReason, Written,
    WrittenFile,
};
pub use work::{Source, Work};
#[cfg(target_family = "wasm")]
pub use {call::has_all_calls, call::has_calls_of_pdp10, wasm::has_machines};
