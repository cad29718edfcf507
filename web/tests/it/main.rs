//! Calls of a page and their answers.

mod ddt;
mod homework;
mod language;
mod machines;
mod race;
mod simulator;
mod support;
mod work;
