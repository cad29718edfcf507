//! The machines for a web page, with its calls and their answers.
//!
//! A [`Desk`] has one program on one machine. Calls and [`answer()`]s are data, so that a desk can be in a
//! worker of the page. No answer takes long: a program runs in slices, and the page sets their length. The
//! crate does not depend on a page and behaves the same natively.
//!
//! On a page, each machine is a separate module, and examples, assignments and message explanations are
//! separate files. A desk there may answer with the module that has a call, or request the files first;
//! natively everything is built in.
//!
//! [`contract()`] generates the TypeScript types of all calls and answers, `page/src/desk.ts`.

mod call;
mod check;
mod contract;
mod desk;
mod generate;
mod homework;
mod language;
mod look;
mod menu;
mod output;
mod place;
mod race;
mod refused;
mod work;

#[cfg(target_family = "wasm")]
mod wasm;

pub use call::answer;
pub use check::{Checked, ListedLine, Message, Word, explanations};
pub use contract::contract;
pub use desk::{Back, Desk, Kept, Point, PointKind, Start, Status, Way, Why, Written};
pub use generate::{NewPuzzle, Wish};
pub use homework::{Assignment, Grading, Which, scaffolds};
pub use language::{Language, Term, TermKind};
pub use look::{
    Area, Calls, Counts, Cycles, Frame, LineTimes, Memory, MemoryRow, Mixed, Profile, Register,
    Stored,
};
pub use menu::{
    Dialect, Example, ExampleText, Machine, Menu, Model, ProgramName, Switch, SwitchValue, menu,
    texts,
};
pub use place::{Place, Spot};
pub use race::{EventKind, Pace, Parted, Race, RaceEvent, Stand};
pub use refused::ALL;
pub use work::{Source, Work};
#[cfg(target_family = "wasm")]
pub use {call::has_all_calls, wasm::has_machines};
