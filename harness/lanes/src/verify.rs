//! Runs lanes on their puzzle sets, on all cores.
//!
//! A [`Plan`] is read, checked and run, which gives the [`Verification`] results; blessing saves them to the golden files.
//! A plan can also be cut into [`Piece`]s, which can be run anywhere and together give the same results.
//!
//! Each lane is assembled once. A machine is loaded for every puzzle, and reuses the decoded instructions of
//! the same program. The longest runs start first; results are in the order of the table.

mod as_text;
mod bless;
mod cache;
mod checks;
mod included;
pub(crate) mod known;
mod order;
mod outcome;
mod pieces;
mod plan;
pub(crate) mod ready;
mod stored;

pub use cache::Cache;
pub use checks::{Checks, Choice};
pub use known::Known;
pub use outcome::{
    Change, DecisionCheck, FirstDifference, GridCheck, LaneError, LaneOutcome, NotRun,
    NumberChange, Run, SkipReason, Verification,
};
pub use pieces::{Piece, PlannedPiece};
pub use plan::Plan;
pub use stored::StoredBy;
