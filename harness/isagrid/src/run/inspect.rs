//! `--registers` and `--dump`: registers and memory at the end of a run or at a fault.

use clap::Args;
use debuggers::look::{self, MemoryRequest, MemoryView};
use machine::Machine as _;
use serde_json::{Map, Value, json};
use targets::target::AnyMachine;

use crate::program::Program;
use crate::say;

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// Show registers at the end or at a fault: all, or a list such as t0,a0,pc
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "")]
    registers: Option<Vec<String>>,
    /// Show memory at the end or at a fault: LABEL or FROM..TO, with an optional format
    ///
    /// The format is :words, :decimal, :bytes or :string.
    #[arg(short, long, value_name = "WHAT", value_parser = MemoryRequest::read)]
    dump: Vec<MemoryRequest>,
}

/// Number of registers that are shown even if 0, when all are shown.
const GENERAL: usize = 32;

/// Registers and memory to show, resolved for a machine.
pub(crate) struct Inspection<'a> {
    program: debuggers::Program<'a>,
    /// All registers if the list is empty.
    registers: Option<Vec<&'static str>>,
    dump: &'a [MemoryRequest],
}

impl InspectArgs {
    /// Whether `--registers` has no value.
    pub(crate) fn is_bare(&self) -> bool {
        self.registers.as_ref().is_some_and(|names| names.iter().all(String::is_empty))
    }

    /// Resolves registers and memory locations.
    ///
    /// # Errors
    /// An error message about an unknown register or location.
    pub(crate) fn of<'a>(
        &'a self,
        program: &'a Program,
        machine: &AnyMachine,
    ) -> Result<Inspection<'a>, String> {
        let program = program.parts();
        let named = |names: &Vec<String>| {
            let names = names.iter().filter(|name| !name.trim().is_empty());
            names.map(|name| look::register(name, &program, machine)).collect::<Result<Vec<_>, _>>()
        };
        let registers = self.registers.as_ref().map(named).transpose();
        let registers = registers.map_err(|why| format!("--registers: {why}"))?;
        for wanted in &self.dump {
            wanted.check(&program, machine).map_err(|why| format!("--dump: {why}"))?;
        }
        Ok(Inspection { program, registers, dump: &self.dump })
    }
}

impl Inspection<'_> {
    fn values(&self, machine: &AnyMachine) -> Option<Vec<(&'static str, u64)>> {
        let wanted = self.registers.as_ref()?;
        let mut all = machine.registers();
        all.push(("pc", machine.pc()));
        Some(if wanted.is_empty() {
            all
        } else {
            let value = |name: &&'static str| all.iter().find(|(known, _)| known == name).copied();
            wanted.iter().filter_map(value).collect()
        })
    }

    /// Prints them on standard error; false if some memory does not exist.
    pub(crate) fn show(&self, machine: &AnyMachine) -> bool {
        if let Some(mut values) = self.values(machine) {
            // Most programs do not change most of the others.
            let is_all = self.registers.as_ref().is_some_and(Vec::is_empty);
            let general: Vec<&str> = values.iter().take(GENERAL).map(|(name, _)| *name).collect();
            values.retain(|(name, value)| !is_all || *value != 0 || general.contains(name));
            let line = |(name, value): &(&'static str, u64)| {
                look::register_line(name, *value, &self.program, machine)
            };
            let lines: String = values.iter().map(line).collect();
            say::note(lines.trim_end());
        }
        let mut is_there = true;
        for wanted in self.dump {
            match MemoryView::of(wanted, &self.program, machine) {
                Ok(seen) => say::note(seen.shown(&self.program, machine).trim_end()),
                Err(why) => {
                    say::error(&format!("--dump: {why}"));
                    is_there = false;
                }
            }
        }
        is_there
    }

    /// Adds them to a JSON object.
    pub(crate) fn put(&self, machine: &AnyMachine, all: &mut Map<String, Value>) {
        if let Some(values) = self.values(machine) {
            let values = values.into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
            all.insert("registers".to_owned(), Value::Object(values.collect()));
        }
        if self.dump.is_empty() {
            return;
        }
        let seen =
            self.dump.iter().map(|wanted| match MemoryView::of(wanted, &self.program, machine) {
                Ok(MemoryView { wanted, text: Some(text), .. }) => {
                    json!({ "of": wanted, "text": text })
                }
                Ok(MemoryView { wanted, address, units, values, .. }) => {
                    json!({ "of": wanted, "address": address, "units": units, "values": values })
                }
                Err(why) => json!({ "error": why }),
            });
        all.insert("memory".to_owned(), seen.collect());
    }
}
