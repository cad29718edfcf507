//! Traces a run instruction by instruction.

use asmkit::{FileId, Sources};
use machine::{Host, Image, Machine as _, Observer, Spec, Store};

use crate::escape;
use crate::target::{AnyMachine, Program};

/// Effects of one instruction, or of one cell of a script.
#[derive(Debug, Clone, Default)]
pub struct Step {
    /// Position in the run, from 1.
    pub number: u64,
    /// Its address.
    pub address: u64,
    /// Name of the cell, for a script.
    pub cell: Option<String>,
    /// Disassembled instruction, with the program's labels.
    pub instruction: String,
    /// Registers it wrote or changed, with their new values.
    pub registers: Vec<(&'static str, u64)>,
    /// Stores to memory.
    pub stores: Stores,
    /// Address of the next instruction, if it is not the following one.
    pub to: Option<u64>,
    /// First bytes read from standard input.
    pub read: Vec<u8>,
    /// Bytes written to standard output and standard error.
    pub wrote: Vec<u8>,
    /// Value of the cell.
    pub value: Option<String>,
    /// Source line.
    pub source: Option<Source>,
}

/// Source line of an instruction.
#[derive(Debug, Clone)]
pub struct Source {
    /// File name.
    pub file: String,
    /// Line, from 1; for an instruction in a macro, the line in the macro.
    pub line: u32,
    /// Text of that line.
    pub text: String,
    /// File and line of the outermost macro use.
    pub used_at: Option<(String, u32)>,
}

/// Stores of one instruction; only the first ones are kept, since a system call may fill all
/// memory.
#[derive(Debug, Clone, Default)]
pub struct Stores {
    /// First stores, in order.
    pub first: Vec<Store>,
    /// Last store.
    pub last: Option<Store>,
    /// Number of stores.
    pub count: u64,
}

/// Number of stores kept per instruction.
const KEPT_STORES: usize = 64;

impl Observer for Stores {
    const STORES: bool = true;

    fn stored(&mut self, store: Store) {
        self.count += 1;
        self.last = Some(store);
        if self.first.len() < KEPT_STORES {
            self.first.push(store);
        }
    }
}

/// Bytes of input kept per instruction.
const MOST_READ: usize = 60;

/// Derives the effects of each instruction or cell.
#[derive(Debug)]
pub struct Tracer {
    number: u64,
    before: Vec<(&'static str, u64)>,
    next: NextInstruction,
    /// Length and first bytes of the unread input.
    unread: (usize, Vec<u8>),
}

impl Tracer {
    /// Tracer for a machine that is about to run the next instruction to trace.
    #[must_use]
    pub fn new(machine: &AnyMachine, host: &Host, image: &Image) -> Self {
        let number = machine.counts().instructions;
        let next = upcoming(machine, image);
        Tracer { number, before: machine.registers(), next, unread: unread(host) }
    }

    /// Call after input was added for a waiting program.
    pub fn fed(&mut self, host: &Host) {
        self.unread = unread(host);
    }

    /// Effects of the instruction that just ran, with its stores and output; `None` if a cell
    /// continued that was returned before.
    pub fn step(
        &mut self,
        machine: &AnyMachine,
        host: &Host,
        program: &Program<'_>,
        stores: Stores,
        wrote: Vec<u8>,
    ) -> Option<Step> {
        let Program { target, image, sources } = *program;
        let next = upcoming(machine, image);
        let NextInstruction { address, text: instruction, writes } =
            std::mem::replace(&mut self.next, next);
        let is_cell = machine.spec().syntax.place.is_some();
        let number = if is_cell { machine.counts().instructions } else { self.number + 1 };
        let is_new = number != self.number;
        self.number = number;
        let (had, begun) = std::mem::replace(&mut self.unread, unread(host));
        let taken = had.saturating_sub(self.unread.0).min(begun.len());
        let mut step = Step { number, address, instruction, wrote, ..Step::default() };
        step.read = begun[..taken].to_vec();
        if is_cell {
            if !is_new {
                return None;
            }
            let name = machine.spec().syntax.place(image, address).unwrap_or("?");
            // A long cell may not have finished yet.
            let has_value = machine.pc() != address && !step.instruction.starts_with('>');
            let value = machine.value(name).filter(|value| has_value && value != "null");
            step.value = value.map(|value| asmkit::messages::short(&value));
            step.cell = Some(name.to_owned());
            return Some(step);
        }
        let after = machine.registers();
        let pairs = self.before.iter().zip(&after);
        // A written register is shown even if its value is unchanged.
        let shown = |(old, new): &(&(&str, u64), &(&'static str, u64))| {
            old != new || writes.contains(&new.0)
        };
        step.registers = pairs.filter(shown).map(|(_, new)| *new).collect();
        self.before = after;
        step.stores = stores;
        let units = target.instruction(image, address).map(|found| found.units);
        step.to = units.and_then(|units| (machine.pc() != address + units).then(|| machine.pc()));
        step.source = source_of(image, sources, address);
        Some(step)
    }
}

impl Step {
    /// One line of text, with its line end.
    #[must_use]
    pub fn line(&self, image: &Image, spec: &Spec) -> String {
        if let Some(cell) = &self.cell {
            let value = self.value.as_deref().unwrap_or_default();
            let (text, value) = (asmkit::plain_name(&self.instruction), asmkit::plain_name(value));
            let line = format!("{:>8}  {cell:<5}  {text:<40}  {value}", self.number);
            return line.trim_end().to_owned() + "\n";
        }
        let at = spec.show_address(self.address);
        let mut line = format!("{:>8}  {at}  {:<28}", self.number, self.instruction);
        let mut did: Vec<String> = Vec::new();
        did.extend(
            self.registers.iter().map(|(name, to)| format!("{name}={}", spec.show_word(*to))),
        );
        did.extend(stored(&self.stores, spec));
        did.extend(self.to.map(|to| format!("-> {}", place(image, to, spec))));
        let quoted = |bytes: &[u8]| format!("\"{}\"", escape::line(bytes, MOST_READ));
        did.extend((!self.read.is_empty()).then(|| format!("read {}", quoted(&self.read))));
        did.extend((!self.wrote.is_empty()).then(|| format!("wrote {}", quoted(&self.wrote))));
        line += &format!(" {:<23}", did.join(" "));
        if let Some(Source { file, line: number, text, used_at }) = &self.source {
            line += &format!("  ; {file}:{number}: {text}");
            if let Some((file, number)) = used_at {
                line += &format!(" (used at {file}:{number})");
            }
        }
        line.trim_end().to_owned() + "\n"
    }
}

/// Number of stores shown one by one.
const SHOWN_STORES: u64 = 3;

/// Stores as text: each store, or first and last address if there are many.
fn stored(stores: &Stores, spec: &Spec) -> Vec<String> {
    if let (Some(first), Some(last)) = (stores.first.first(), stores.last)
        && stores.count > SHOWN_STORES
    {
        let (first, last) = (spec.show_address(first.address), spec.show_address(last.address));
        return vec![format!("[{first}..{last}] {} stores", escape::grouped(stores.count))];
    }
    let shown = |store: &Store| {
        let bits = u32::from(store.size) * spec.unit_bits;
        let (at, value) = (spec.show_address(store.address), spec.radix.show(store.value, bits));
        format!("[{at}]={value}")
    };
    stores.first.iter().map(shown).collect()
}

/// Label of an address, or the address.
fn place(image: &Image, address: u64, spec: &Spec) -> String {
    let named = image.nearest_symbol(address).filter(|(_, distance)| *distance == 0);
    named.map_or_else(|| spec.show_address(address), |(symbol, _)| asmkit::plain_name(&symbol.name))
}

fn unread(host: &Host) -> (usize, Vec<u8>) {
    let rest = host.input.rest();
    (rest.len(), rest[..rest.len().min(MOST_READ)].to_vec())
}

/// The instruction about to run.
#[derive(Debug)]
struct NextInstruction {
    address: u64,
    text: String,
    /// Registers it writes.
    writes: Vec<&'static str>,
}

fn upcoming(machine: &AnyMachine, image: &Image) -> NextInstruction {
    let pc = machine.pc();
    let spec = machine.spec();
    // A word that is not an instruction may be the program's data.
    let word = || machine.peek(pc).filter(|_| spec.unit_bits == spec.word_bits);
    let text = machine.disassemble(pc).or_else(|| word().map(spec.syntax.data));
    let text = text.unwrap_or_else(|| "?".to_owned());
    let text = clipped((spec.syntax.symbolic)(&text, image));
    NextInstruction {
        address: pc,
        text,
        writes: machine.role(pc).map(|role| role.writes).unwrap_or_default(),
    }
}

/// Characters shown of a line.
const MOST_CHARS: usize = 500;

/// Truncates a long line.
fn clipped(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MOST_CHARS) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

fn source_of(image: &Image, sources: &Sources, pc: u64) -> Option<Source> {
    let line = image.line(pc)?;
    let name = |file: u32| image.files.get(file as usize).map(|name| asmkit::plain_name(name));
    if line.file as usize >= sources.names().len() {
        return None;
    }
    let text = sources.line_text(FileId(line.file), line.line)?;
    let text = clipped(asmkit::plain(text.trim()));
    let used_at = line.used_at.and_then(|(file, line)| Some((name(file)?, line)));
    Some(Source { file: name(line.file)?, line: line.line, text, used_at })
}
