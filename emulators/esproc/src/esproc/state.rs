//! All state that changes while a program runs.

use machine::Stop;

use super::Options;
use crate::code::Program;
use crate::value::{Heap, Value, parse};

/// State of a run. None of it is on the host's stack.
#[derive(Debug, Clone)]
pub(super) struct RunState {
    pub(super) heap: Heap,
    /// Values of the cells; inside a function, its own copies.
    pub(super) cells: Vec<Value>,
    pub(super) variables: Vec<Value>,
    /// Texts of the program.
    pub(super) texts: Vec<Value>,
    /// Next step.
    pub(super) pc: u32,
    /// Current cell.
    pub(super) cell: u32,
    pub(super) stack: Vec<Value>,
    pub(super) frames: Vec<Frame>,
    /// Saved cells and variables of the callers.
    pub(super) saved: Vec<Value>,
    pub(super) fors: Vec<ActiveFor>,
    pub(super) loops: Vec<ActiveLoop>,
    /// Sequence last owned by each cell.
    pub(super) last_owned: Vec<Option<usize>>,
    /// Execution count of each cell.
    pub(super) executed: Vec<u64>,
    pub(super) calls: u64,
    pub(super) most_depth: usize,
    /// Whether the observer was notified of a store since it was last asked whether to pause.
    pub(super) store_reported: bool,
    pub(super) ended: Option<Stop>,
}

/// Open call, and the state in which the caller continues.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Called function.
    pub(super) func: u32,
    /// Step and cell of the caller.
    pub(super) back: u32,
    pub(super) cell: u32,
    /// Number of open loops of the caller.
    pub(super) fors: u32,
    pub(super) loops: u32,
    /// Number of the caller's values on the stack.
    pub(super) stack: u32,
}

/// Active `for`.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActiveFor {
    pub(super) kind: ForDomain,
    /// Number of iterations begun.
    pub(super) turns: i64,
}

/// Domain of a `for`.
#[derive(Debug, Clone, Copy)]
pub(super) enum ForDomain {
    Members(Value),
    Numbers { next: i64, last: i64, step: i64 },
    Condition,
    Endless,
}

/// Active loop over members inside an expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActiveLoop {
    pub(super) sequence: usize,
    /// Index of the current member, from 0.
    pub(super) at: usize,
    /// Number of members at its beginning; members inserted later are not visited.
    pub(super) members: usize,
    /// Sequence of the results.
    pub(super) keys: usize,
}

impl RunState {
    /// State before the first cell; constants have their values.
    pub(super) fn new(program: &Program, options: &Options) -> Self {
        let mut heap = Heap::new(options.most_bytes);
        let mut cells = vec![Value::Null; program.cells.len()];
        let mut last_owned = vec![None; program.cells.len()];
        let text = |heap: &mut Heap, text: &String| heap.text(text.clone()).unwrap_or_default();
        let texts = program.texts.iter().map(|piece| text(&mut heap, piece)).collect();
        for &(cell, piece) in &program.constants {
            let value = constant(&mut heap, &program.texts[piece as usize]);
            if let Value::Sequence(place) = value {
                heap.set_owner(place, cell);
                last_owned[cell as usize] = Some(place);
            }
            cells[cell as usize] = value;
        }
        RunState {
            heap,
            cells,
            variables: vec![Value::Absent; program.variables.len()],
            texts,
            pc: 0,
            cell: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            saved: Vec::new(),
            fors: Vec::new(),
            loops: Vec::new(),
            last_owned,
            executed: vec![0; program.cells.len()],
            calls: 0,
            most_depth: options.most_depth,
            store_reported: false,
            ended: None,
        }
    }

    /// Frees values that no cell, variable or open calculation refers to.
    pub(super) fn collect(&mut self) {
        let over = self.fors.iter().filter_map(|active| match active.kind {
            ForDomain::Members(sequence) => Some(sequence),
            _ => None,
        });
        let loops = self.loops.iter();
        let loops = loops.flat_map(|l| [Value::Sequence(l.sequence), Value::Sequence(l.keys)]);
        let lists = [&self.cells, &self.variables, &self.texts, &self.stack, &self.saved];
        let roots = lists.into_iter().flatten().copied().chain(over).chain(loops);
        self.heap.collect(roots);
    }

    /// Restores the cells and variables of the caller.
    pub(super) fn restore(&mut self, program: &Program, frame: Frame) {
        let func = &program.funcs[frame.func as usize];
        let base = self.saved.len() - func.cells - self.variables.len();
        let mut from = base;
        for &(first, width) in &func.runs {
            let (first, width) = (first as usize, width as usize);
            self.cells[first..first + width].copy_from_slice(&self.saved[from..from + width]);
            from += width;
        }
        self.variables.copy_from_slice(&self.saved[from..]);
        self.saved.truncate(base);
        self.fors.truncate(frame.fors as usize);
        self.loops.truncate(frame.loops as usize);
    }

    /// Leaves all calls and loops, innermost first.
    pub(super) fn leave_all(&mut self) {
        self.frames.clear();
        self.saved.clear();
        self.fors.clear();
        self.loops.clear();
        self.stack.clear();
    }
}

/// Value of a constant cell; text after a `'` is literal.
fn constant(heap: &mut Heap, text: &str) -> Value {
    match text.strip_prefix('\'') {
        Some(plain) => heap.text(plain.to_owned()),
        None => parse(heap, text, false),
    }
    .unwrap_or_default()
}
