//! All that changes while a program runs.

use machine::Stop;

use super::Options;
use crate::code::Program;
use crate::value::{Heap, Value, parse};

/// The state of a run. Nothing of it lies on the host's stack.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) heap: Heap,
    /// Values of the cells, of the innermost function where it has its own.
    pub(super) cells: Vec<Value>,
    pub(super) variables: Vec<Value>,
    /// The program's pieces of text.
    pub(super) texts: Vec<Value>,
    /// The next step.
    pub(super) pc: u32,
    /// The cell that is calculated.
    pub(super) cell: u32,
    pub(super) stack: Vec<Value>,
    pub(super) frames: Vec<Frame>,
    /// What the callers' cells and variables were.
    pub(super) saved: Vec<Value>,
    pub(super) fors: Vec<Turning>,
    pub(super) loops: Vec<Looping>,
    /// By cell, the sequence that was last born to it.
    pub(super) born: Vec<Option<usize>>,
    /// By cell, how often it was carried out.
    pub(super) executed: Vec<u64>,
    pub(super) calls: u64,
    pub(super) most_depth: usize,
    /// The observer was told of a store since it was last asked whether to pause.
    pub(super) told: bool,
    pub(super) ended: Option<Stop>,
}

/// A call that is open, and what the caller goes on with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The function that is called.
    pub(super) func: u32,
    /// The caller's step, and its cell.
    pub(super) back: u32,
    pub(super) cell: u32,
    /// How many of each the caller has open.
    pub(super) fors: u32,
    pub(super) loops: u32,
    /// Values that the caller has on the stack.
    pub(super) stack: u32,
}

/// A `for` that is turning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turning {
    pub(super) kind: Over,
    /// Turns begun.
    pub(super) turns: i64,
}

/// What a `for` goes over.
#[derive(Debug, Clone, Copy)]
pub(super) enum Over {
    Members(Value),
    Numbers { next: i64, last: i64, step: i64 },
    Condition,
    Endless,
}

/// A loop over members inside an expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looping {
    pub(super) sequence: usize,
    /// The current member, from 0.
    pub(super) at: usize,
    /// Members there were at its beginning; those that are put in meanwhile have no turn.
    pub(super) members: usize,
    /// The sequence of what was calculated.
    pub(super) keys: usize,
}

impl State {
    /// The state before the first cell; constants have their values.
    pub(super) fn new(program: &Program, options: &Options) -> Self {
        let mut heap = Heap::new(options.most_bytes);
        let mut cells = vec![Value::Null; program.cells.len()];
        let mut born = vec![None; program.cells.len()];
        let text = |heap: &mut Heap, text: &String| heap.text(text.clone()).unwrap_or_default();
        let texts = program.texts.iter().map(|piece| text(&mut heap, piece)).collect();
        for &(cell, piece) in &program.constants {
            let value = constant(&mut heap, &program.texts[piece as usize]);
            if let Value::Sequence(place) = value {
                heap.adopt(place, cell);
                born[cell as usize] = Some(place);
            }
            cells[cell as usize] = value;
        }
        State {
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
            born,
            executed: vec![0; program.cells.len()],
            calls: 0,
            most_depth: options.most_depth,
            told: false,
            ended: None,
        }
    }

    /// Frees what no cell, variable or open calculation holds.
    pub(super) fn collect(&mut self) {
        let over = self.fors.iter().filter_map(|turning| match turning.kind {
            Over::Members(sequence) => Some(sequence),
            _ => None,
        });
        let loops = self.loops.iter();
        let loops = loops.flat_map(|l| [Value::Sequence(l.sequence), Value::Sequence(l.keys)]);
        let lists = [&self.cells, &self.variables, &self.texts, &self.stack, &self.saved];
        let roots = lists.into_iter().flatten().copied().chain(over).chain(loops);
        self.heap.collect(roots);
    }

    /// Gives the caller back its cells and variables.
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

    /// Ends all calls and loops, the innermost first.
    pub(super) fn leave_all(&mut self) {
        self.frames.clear();
        self.saved.clear();
        self.fors.clear();
        self.loops.clear();
        self.stack.clear();
    }
}

/// The value of a constant cell: text behind a `'` as it is.
fn constant(heap: &mut Heap, text: &str) -> Value {
    match text.strip_prefix('\'') {
        Some(plain) => heap.text(plain.to_owned()),
        None => parse(heap, text, false),
    }
    .unwrap_or_default()
}
