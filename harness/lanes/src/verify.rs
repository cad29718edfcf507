//! All lanes over their puzzle sets, on all cores.
//!
//! A [`Plan`] is read and checked, run, and comes to what is [`Verified`]; blessing writes that as golden.
//! It may also be cut into [`Piece`]s, which are run anywhere and come to the same together.
//!
//! Each lane is assembled once. A machine is loaded for every puzzle, and reuses what it decoded of the
//! same program before. Runs are done longest first; results are in the order of the table.

mod as_text;
mod bless;
mod cache;
mod checks;
mod included;
pub(crate) mod known;
mod order;
mod outcome;
mod parts;
mod pieces;
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
pub use parts::Together;
pub use pieces::{Cut, Facts, Part, Piece, Pieces, Placed};
pub use plan::{Plan, chosen_lanes};
pub use stored::StoredBy;
