//! The machines behind a page: what a page asks of them, and what they answer.
//!
//! A [`Desk`] has one program on one machine. It is asked by a call, which is data, and [`answer()`]s with
//! data, so that it can be in a worker of the page. No answer takes long: a program runs in slices of so
//! many instructions as the page says. Nothing here knows a page; natively it is the same.
//!
//! On a page each machine is a module of its own, and examples, assignments and pages of messages are files
//! beside it. A desk there says which module answers a call, or that it wants the files first; natively all of
//! it is at hand.
//!
//! The page has the shapes of all this as TypeScript: `page/src/desk.ts`, which [`contract()`] writes.

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
