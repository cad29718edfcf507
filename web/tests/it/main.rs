//! Calls as a page makes them, and their answers.

mod desk;
mod homework;
mod machines;
mod race;
mod support;
