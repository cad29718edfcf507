//! Calls of a page and their answers.

mod desk;
mod homework;
mod language;
mod machines;
mod race;
mod support;
