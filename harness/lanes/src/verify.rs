//! All lanes over their puzzle sets, on all cores.
//!
//! A [`Plan`] is read and checked, run, and comes to what is [`Verified`]; blessing writes that as golden.

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
    Broken, Change, Changed, DecisionCheck, GridCheck, LaneOutcome, NotRun, Parted, Run, Stopped,
    Verified,
};
pub use plan::Plan;
pub use stored::StoredBy;
