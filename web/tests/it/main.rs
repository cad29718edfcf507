//! Calls of a page and their answers.

mod homework;
mod language;
mod machines;
mod race;
mod simulator;
mod support;
mod work;
