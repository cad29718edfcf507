//! The solvers, formats and ratings through their public interface.

mod agreement;
mod cases;
mod checks;
mod collections;
mod exhaustive;
mod fast;
mod formats_page;
mod general;
mod generated;
mod models;
mod mutated;
mod published;
mod rating;
mod round_trips;
mod symmetry;
