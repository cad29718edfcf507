//! A machine made for these tests, and what the kit makes of it: assembler, execution, setup.

mod assembler;
mod devices;
mod execution;
mod probe;
mod setup;
