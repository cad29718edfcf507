//! Runs lanes on their puzzle sets, on all cores.
//!
//! A [`Plan`] is read, checked and run, which gives the [`Verification`] results; blessing saves them to the golden files.
//!
//! Each lane is assembled once. A machine is loaded for every puzzle, and reuses the decoded instructions of
//! the same program. The longest runs start first; results are in the order of the table.

mod bless;
mod cache;
mod checks;
pub(crate) mod known;
mod order;
mod outcome;
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
pub use plan::Plan;
pub use stored::StoredBy;
