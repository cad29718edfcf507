//! Machine that runs a grid of cells.
//!
//! Each cell is one instruction, and its name is its address. A sequence's address is derived from the cell
//! that first held it, so that an assignment to a member is a store that observers can watch. A call
//! enters a block of cells again; the interpreter keeps its own frames.

mod flow;
mod fused;
mod run;
mod state;
mod steps;

use std::sync::Arc;

use machine::{
    Counts, Cycles, Data, Host, Image, InstructionCount, LoadError, Machine, Observer, Spec, Stop,
};

use crate::code::Program;
use crate::script::NAME;
use crate::script::{Script, member_at};
use crate::spec::SPEC;
use crate::value::{Heap, Value};
use state::RunState;

/// Limits of a run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Maximum depth of nested calls; esProc allows as many as fit on its Java stack, several
    /// thousand.
    pub most_depth: usize,
    /// Maximum bytes of values.
    pub most_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { most_depth: 10_000, most_bytes: 256 << 20 }
    }
}

/// esProc's cell grids as a machine.
///
/// An instruction is the execution of one cell: an expression (`=`, `>`), or a statement that the
/// flow reaches. A `for` counts each time its next iteration is requested, including the last time;
/// an `elseif` each time its condition is evaluated; an `else` or `elseif` each time the flow
/// reaches it from above and skips it. Blank cells, comments, constants and skipped branches do not
/// count. A cell that calls a function counts when it begins.
///
/// An exhausted budget can stop a long expression inside its cell: every 128 members that it
/// processes cost as much of the budget as a cell, but do not count as one.
///
/// The addresses are those of [`Script::image`](crate::Script::image). An assignment to a member of
/// a sequence is a store of one unit, at the member's address in the sequence of its owner cell:
/// the first cell whose value it was. Numbers are stored as they are, other values as 0.
///
/// At its end, a script prints its result, like `esprocx -r`: the value that it returned, otherwise
/// that of the last `=` cell whose value is not null. A table is printed as one line of names and
/// one line per record, a sequence as one line, separated by tabs.
#[derive(Debug, Clone)]
pub struct Esproc {
    options: Options,
    program: Arc<Program>,
    text: Vec<u8>,
    state: RunState,
}

impl Esproc {
    /// Creates a machine without a program.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let state = RunState::new(&Program::default(), &options);
        Esproc { options, program: Arc::default(), text: Vec::new(), state }
    }

    /// Value of a cell as text, such as a list in brackets; `None` if there is no such cell or its
    /// value is too large to show.
    ///
    /// ```
    /// use machine::{Host, Machine};
    /// let script = esproc::Script::parse("=to(3)\t=A1.rvs()\n").unwrap();
    /// let mut machine = esproc::Esproc::new(esproc::Options::default());
    /// machine.load(&script.image("reverse.spl")).unwrap();
    /// machine.run(&mut Host::default(), 100, &mut ());
    /// assert_eq!(machine.cell("B1").as_deref(), Some("[3,2,1]"));
    /// ```
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<String> {
        let index = self.program.cells.iter().position(|cell| cell.name.to_string() == name)?;
        crate::value::show(&self.state.heap, self.state.cells[index]).ok()
    }

    /// Cell whose text begins at an address.
    fn cell_of(&self, address: u64) -> Option<usize> {
        self.program.cells.binary_search_by_key(&address, |cell| cell.address).ok()
    }

    /// Sequence last owned by a cell, and its member at an address.
    fn member(&self, address: u64) -> Option<(usize, usize)> {
        let (cell, member) = member_at(address)?;
        let place = (*self.state.last_owned.get(cell as usize)?)?;
        let heap: &Heap = &self.state.heap;
        let is_its = heap.owner(place) == Some(cell) && member < heap.members(place).len();
        is_its.then_some((place, member))
    }
}

impl Machine for Esproc {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != NAME {
            return Err(LoadError::WrongMachine { found: image.isa.clone(), expected: NAME });
        }
        let not_a_script = || {
            let segment = image.segments.first().map(|segment| segment.name.clone());
            LoadError::WrongUnits { segment: segment.unwrap_or_default() }
        };
        let [segment] = &image.segments[..] else { return Err(not_a_script()) };
        let Data::Bytes(bytes) = &segment.data else { return Err(not_a_script()) };
        if bytes.is_empty() || self.text != *bytes {
            let text = str::from_utf8(bytes).map_err(|_| not_a_script())?;
            let script = Script::parse(text).map_err(|_| not_a_script())?;
            self.text = bytes.clone();
            self.program = Arc::new(script.program);
        }
        self.state = RunState::new(&self.program, &self.options);
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        if let Some(stop) = self.state.ended {
            return stop;
        }
        let program = Arc::clone(&self.program);
        let stop = run::run(&program, &mut self.state, host, budget_instrs, observer);
        if !matches!(stop, Stop::Budget | Stop::Pause) {
            self.state.ended = Some(stop);
        }
        stop
    }

    fn counts(&self) -> Counts {
        Counts {
            instructions: self.state.executed.iter().sum(),
            cycles: vec![Cycles { model: "calls", cycles: self.state.calls }],
            ..Counts::default()
        }
    }

    fn executed(&self) -> Vec<InstructionCount> {
        let ran = self.program.cells.iter().zip(&self.state.executed);
        let ran = ran.filter(|(_, times)| **times > 0);
        let class = |text: &str| match text.as_bytes().first() {
            Some(b'=') => "value",
            Some(b'>') => "action",
            _ => "statement",
        };
        ran.map(|(cell, &times)| InstructionCount {
            address: cell.address,
            times,
            // A script has no taken branches in this sense.
            turned: 0,
            class: class(&cell.text),
        })
        .collect()
    }

    fn pc(&self) -> u64 {
        let cell = match self.program.code.get(self.state.pc as usize) {
            Some(crate::code::Op::Enter(cell)) => *cell,
            _ => self.state.cell,
        };
        self.program.cells.get(cell as usize).map_or(0, |cell| cell.address)
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        vec![("depth", self.state.frames.len() as u64)]
    }

    fn peek(&self, address: u64) -> Option<u64> {
        if let Some(byte) = usize::try_from(address).ok().and_then(|at| self.text.get(at)) {
            return Some(u64::from(*byte));
        }
        let (place, member) = self.member(address)?;
        Some(run::unit(self.state.heap.members(place)[member]))
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        let cell = self.cell_of(address)?;
        Some(self.program.cells[cell].text.clone()).filter(|text| !text.is_empty())
    }

    /// Continues at a cell of the main program; open calls and loops are left.
    fn set_pc(&mut self, address: u64) {
        let start = self.cell_of(address).and_then(|cell| self.program.cells[cell].start);
        if let Some(start) = start {
            self.state.leave_all();
            self.state.pc = start;
            self.state.ended = None;
        }
    }

    fn set_register(&mut self, _: &str, _: u64) -> bool {
        false
    }

    /// Changes a member of a sequence; the text of the program is read-only.
    fn poke(&mut self, address: u64, unit: u64) -> bool {
        match self.member(address) {
            Some((place, member)) => {
                self.state.heap.members_mut(place)[member] = Value::Int(unit as i64);
                true
            }
            None => false,
        }
    }

    fn value(&self, name: &str) -> Option<String> {
        self.cell(name)
    }
}

#[cfg(test)]
mod tests;
