//! `isagrid disasm`: prints the words of a program as instructions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use machine::{AnyMachine, Image, Machine as _, Segment};

use crate::asm::{loaded, places};
use crate::command_line::with_machine_options;
use crate::machine_args::MachineArgs;
use crate::program::Program;
use crate::{CommandResult, Ending, say};

const EXAMPLES: &str = "\
Examples:
  isagrid disasm solver.elf
  isagrid disasm --dialect spim solver.s       assemble a source and disassemble it
  isagrid disasm 'TS SUDOKU'                   disassemble a program for ITS";

#[derive(Debug, ClapArgs)]
#[command(after_help = with_machine_options(EXAMPLES))]
pub(crate) struct Args {
    /// ELF file, PDP-10 program, or source files to assemble first (for a script, shows its cells)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(crate) fn disasm(args: &Args) -> CommandResult {
    let Some(program) = loaded(&args.files, &args.machine)? else {
        return Ok(Ending::NotAssembled);
    };
    let mut machine = program.target.machine();
    if let Err(error) = machine.load(&program.made.image) {
        say::error(&error.to_string());
        return Ok(Ending::NotAssembled);
    }
    if let Some(listing) = places(&program) {
        say::out(&listing);
        return Ok(Ending::Well);
    }
    let mut labels: Labels<'_> = BTreeMap::new();
    for symbol in program.made.image.symbols.iter().filter(|symbol| symbol.address) {
        labels.entry(symbol.value).or_default().push(&symbol.name);
    }
    let page = Page { program: &program, machine, labels };
    let segments = program.made.image.segments.iter().filter(|segment| segment.executable);
    segments.for_each(|segment| say::out(&page.segment(segment)));
    Ok(Ending::Well)
}

type Labels<'i> = BTreeMap<u64, Vec<&'i str>>;

struct Page<'p> {
    program: &'p Program,
    machine: AnyMachine,
    labels: Labels<'p>,
}

impl Page<'_> {
    fn segment(&self, segment: &Segment) -> String {
        let spec = self.machine.spec();
        let width = spec.show_word(0).len();
        let mut text = format!("{}\n", asmkit::plain_name(&segment.name));
        // The rest of the segment is zero and not worth a line.
        let end = segment.base + segment.data.len() as u64;
        let mut address = segment.base;
        while address < end {
            for label in self.labels.get(&address).into_iter().flatten() {
                let _ = writeln!(text, "{}:", asmkit::plain_name(label));
            }
            let instruction = self.program.target.instruction(&self.program.made.image, address);
            let Some(instruction) = instruction else { break };
            let (at, word) = (spec.show_address(address), instruction.show(spec));
            let meaning = self.meaning(address, instruction.word);
            let _ = writeln!(text, "  {at}  {word:width$}  {meaning}");
            address += instruction.units;
            let like = self.like(address, end, instruction.word);
            if like >= FEWEST_LIKE {
                let last = spec.show_address(address + like - 1);
                let _ = writeln!(text, "  to {last}, the same");
                address += like;
            }
        }
        text
    }

    /// Text of the instruction at an address, with the program's symbols if addresses are part of words.
    fn meaning(&self, address: u64, word: u64) -> String {
        let image: &Image = &self.program.made.image;
        let syntax = &self.machine.spec().syntax;
        let meaning = self.machine.disassemble(address);
        match meaning.filter(|_| self.program.target.has_instruction(word)) {
            Some(meaning) => (syntax.symbolic)(&meaning, image),
            None => (syntax.data)(word),
        }
    }

    /// Number of following words equal to the previous one, on word-addressed machines.
    fn like(&self, from: u64, end: u64, word: u64) -> u64 {
        let spec = self.machine.spec();
        if spec.unit_bits < spec.word_bits {
            return 0;
        }
        let is_like = |&address: &u64| {
            let here = self.program.target.instruction(&self.program.made.image, address);
            here.is_some_and(|here| here.word == word) && !self.labels.contains_key(&address)
        };
        (from..end).take_while(is_like).count() as u64
    }
}

/// Least number of repeated words that are collapsed into one line.
const FEWEST_LIKE: u64 = 4;
