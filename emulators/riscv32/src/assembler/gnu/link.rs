//! Linking: sections of all files in memory, symbols across files, and address-dependent values.
//!
//! Source: RISC-V ELF psABI, "Relocations" and "Linker Relaxation"; GNU ld 2.40 for further
//! details.

mod apply;
mod deletions;
mod finish;
mod globals;
mod layout;
mod relax;

use asmkit::{Diagnostic, Sources, Span};
use machine::Image;

use self::deletions::Deletions;
use self::globals::{Globals, LINKER_SYMBOLS};
use self::layout::{MemoryRegion, PAGE_BYTES, Start};
use super::expression::{Base, Binary, Expr, ExpressionValue, Refusal, Resolve, evaluate};
use super::object::{Fix, Location, Relocation, SectionKind};
use super::sizes::{SizedObject, SizedSection, refusal};
use super::symbols::{Meaning, SymbolId};
use super::{AsmResult, Placement, messages};
use crate::options::Options;

/// Symbol whose value `gp` must hold.
const GLOBAL_POINTER: &str = "__global_pointer$";

/// Links files.
pub(super) fn link(
    mut objects: Vec<SizedObject>,
    options: &Options,
    placement: &Placement<'_>,
    sources: &Sources,
    problems: &mut Vec<Diagnostic>,
) -> Option<Image> {
    let globals = Globals::new(&mut objects, problems);
    let mut linker = Linker::new(objects, globals, options, placement);
    linker.make_table(problems);
    linker.find_targets(problems);
    if super::has_errors(problems) {
        return None;
    }
    linker.arrange(None, problems);
    if options.relax {
        for pass in relax::PASSES {
            while linker.arrange(Some(pass), problems) {}
        }
    }
    linker.arrange(None, problems);
    linker.finish(options, sources, problems)
}

/// Reports undefined symbols and similar problems in files that have errors.
pub(super) fn missing(
    mut objects: Vec<SizedObject>,
    options: &Options,
    placement: &Placement<'_>,
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let globals = Globals::new(&mut objects, &mut problems);
    Linker::new(objects, globals, options, placement).find_targets(&mut problems);
    problems
}

/// Section of a file that is being placed in memory.
struct InputSection {
    object: usize,
    section: usize,
    /// Output section that contains it, and its offset there.
    output: usize,
    offset: u64,
    bytes: Vec<u8>,
    fixes: Vec<LinkFix>,
    deletions: Deletions,
}

/// Address-dependent bytes, as the linker sees them.
struct LinkFix {
    /// Offset in the section as it was assembled.
    at: u64,
    state: FixState,
    fix: Fix,
    /// Target of the value, if it is a single location.
    target: Option<Target>,
    /// Bytes of the variable after the target, which must also be within reach.
    reserve: i64,
}

/// State of an address-dependent instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FixState {
    /// Unchanged.
    As(Relocation),
    /// Immediate relative to `gp` or to zero.
    FromPointer { store: bool },
    /// `c.lui`
    ShortUpper,
    /// To be deleted.
    Doomed,
    /// Deleted, or complete.
    Done,
}

/// Base of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Target {
    Absolute(i64),
    /// Offset in an input section before relaxation, and an addend.
    Place {
        input: usize,
        at: u64,
        addend: i64,
    },
    /// Symbol that the linker defines.
    Linker {
        symbol: usize,
        addend: i64,
    },
    /// Undefined weak symbol, whose value is zero.
    Nowhere(i64),
}

/// Joined sections of the same name.
struct Output {
    name: String,
    kind: SectionKind,
    region: usize,
    /// Alignment, as a power of 2.
    align: u32,
    inputs: Vec<usize>,
    address: u64,
    size: u64,
}

impl InputSection {
    /// Takes the bytes of a section and its fixups.
    fn new(object: usize, index: usize, output: usize, section: &mut SizedSection) -> Self {
        let fixes = std::mem::take(&mut section.fixes).into_iter();
        let fixes = fixes.map(|(at, fix)| {
            let state = FixState::As(fix.what);
            LinkFix { at, state, fix, target: None, reserve: 0 }
        });
        InputSection {
            object,
            section: index,
            output,
            offset: 0,
            bytes: std::mem::take(&mut section.bytes),
            fixes: fixes.collect(),
            deletions: Deletions::default(),
        }
    }
}

impl Output {
    /// Adds a section to the output section of its family; returns the number of the output
    /// section.
    fn joining(
        outputs: &mut Vec<Output>,
        section: &SizedSection,
        input: usize,
        regions: &[MemoryRegion],
    ) -> usize {
        let (name, kind) = (layout::family(&section.name), section.kind);
        let known = outputs.iter().position(|output| output.name == name);
        let number = known.unwrap_or(outputs.len());
        if known.is_none() {
            outputs.push(Output {
                name: name.to_owned(),
                kind,
                region: layout::region_of(regions, name, kind),
                align: 0,
                inputs: Vec::new(),
                address: 0,
                size: 0,
            });
        }
        let joined = &mut outputs[number];
        joined.inputs.push(input);
        joined.align = joined.align.max(section.align);
        joined.kind.loaded |= kind.loaded;
        joined.kind.writable |= kind.writable;
        joined.kind.executable |= kind.executable;
        joined.kind.empty &= kind.empty;
        number
    }
}

struct Linker<'p> {
    objects: Vec<SizedObject>,
    globals: Globals,
    inputs: Vec<InputSection>,
    /// Input of each section of each object.
    input_of: Vec<Vec<usize>>,
    outputs: Vec<Output>,
    regions: &'static [MemoryRegion],
    placement: &'p Placement<'p>,
    /// Values of [`LINKER_SYMBOLS`].
    values: Vec<u64>,
    /// Address of `gp`, if the program refers to it.
    pointer: Option<Target>,
    /// Entries of the global offset table.
    table: Vec<Target>,
    table_input: Option<usize>,
    /// Value of `__stack_top`.
    stack_top: u64,
}

impl Resolve for Linker<'_> {
    /// Unused: distances are computed from addresses, see [`Linker::value`].
    fn distance(&self, _: Location, _: Location) -> Option<i64> {
        None
    }
}

impl<'p> Linker<'p> {
    fn new(
        mut objects: Vec<SizedObject>,
        globals: Globals,
        options: &Options,
        placement: &'p Placement<'p>,
    ) -> Self {
        let regions = layout::regions(options);
        let (mut inputs, mut outputs): (Vec<InputSection>, Vec<Output>) = (Vec::new(), Vec::new());
        let mut input_of = Vec::new();
        for (object, settled) in objects.iter_mut().enumerate() {
            let first = inputs.len();
            for (index, section) in settled.sections.iter_mut().enumerate() {
                let output = Output::joining(&mut outputs, section, inputs.len(), regions);
                inputs.push(InputSection::new(object, index, output, section));
            }
            input_of.push((first..inputs.len()).collect());
        }
        let mut linker = Linker {
            objects,
            globals,
            inputs,
            input_of,
            outputs,
            regions,
            placement,
            values: vec![0; LINKER_SYMBOLS.len()],
            pointer: None,
            table: Vec::new(),
            table_input: None,
            stack_top: layout::stack_top(options),
        };
        linker.sort_inputs();
        linker.sort_outputs();
        linker.pointer = linker.global_pointer();
        linker
    }

    /// Number of bytes of a variable from the address given by a value.
    fn reserve(&self, object: usize, value: &Expr) -> i64 {
        let (id, addend) = match value {
            Expr::Symbol(id) => (*id, 0),
            Expr::Binary(Binary::Add, a, b) => match (&**a, &**b) {
                (Expr::Symbol(id), Expr::Number(addend)) => (*id, *addend),
                _ => return 0,
            },
            _ => return 0,
        };
        let own = self.objects[object].symbols.get(id);
        let (object, symbol) = match self.globals.defined.get(&own.name) {
            Some(&(other, id)) if matches!(own.meaning, Meaning::Unknown) => {
                (other, self.objects[other].symbols.get(id))
            }
            _ => (object, own),
        };
        let size = symbol.size.as_ref().filter(|_| !symbol.function);
        let size =
            size.map(|size| evaluate(size, &self.objects[object].symbols, &self.objects[object]));
        match size {
            Some(Ok(ExpressionValue { base: Base::Absolute, number }))
                if (0..=number).contains(&addend) =>
            {
                number - addend
            }
            _ => 0,
        }
    }

    /// Sorts the sections within each output section into memory order.
    fn sort_inputs(&mut self) {
        for number in 0..self.outputs.len() {
            let mut inputs = std::mem::take(&mut self.outputs[number].inputs);
            inputs.sort_by_key(|&input| layout::precedence(&self.section(input).name));
            self.outputs[number].inputs = inputs;
        }
    }

    /// Sorts the output sections into memory order.
    fn sort_outputs(&mut self) {
        let mut order: Vec<usize> = (0..self.outputs.len()).collect();
        order.sort_by_key(|&number| {
            let output = &self.outputs[number];
            (output.region, output.kind.empty, layout::rank(&output.name), number)
        });
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let mut outputs: Vec<Option<Output>> =
            std::mem::take(&mut self.outputs).into_iter().map(Some).collect();
        self.outputs = order.iter().filter_map(|&old| outputs[old].take()).collect();
        for input in &mut self.inputs {
            input.output = place[input.output];
        }
    }

    /// Location of `__global_pointer$`, if the program refers to it.
    ///
    /// A program that does not cannot have loaded it into `gp`, so nothing may be relative to it.
    fn global_pointer(&self) -> Option<Target> {
        if let Some(&(object, id)) = self.globals.defined.get(GLOBAL_POINTER) {
            return self.symbol_target(object, id, 0);
        }
        let mentioned =
            self.objects.iter().any(|object| object.symbols.named(GLOBAL_POINTER).is_some());
        let symbol = LINKER_SYMBOLS.iter().position(|name| *name == GLOBAL_POINTER)?;
        mentioned.then_some(Target::Linker { symbol, addend: 0 })
    }

    /// Assigns an address to every section, after shortening it in a relaxation pass.
    ///
    /// Returns whether the pass must be repeated.
    fn arrange(&mut self, pass: Option<relax::Pass>, problems: &mut Vec<Diagnostic>) -> bool {
        let mut again = false;
        let mut dot = 0u64;
        let mut region = usize::MAX;
        for number in 0..self.outputs.len() {
            let Output { name, align, kind, region: own, .. } = &self.outputs[number];
            if !kind.loaded {
                continue;
            }
            let placed = self.placement.starts.iter().find(|(section, _)| section == name);
            let align = 1u64 << align;
            if let Some((_, start)) = placed {
                dot = u64::from(*start);
            } else if *own != region {
                dot = match self.regions[*own].start {
                    Start::At(address) => address,
                    Start::NextPage => dot.next_multiple_of(PAGE_BYTES),
                    Start::OtherBus(window) => window.on_other_bus(dot),
                };
            }
            region = *own;
            dot = dot.next_multiple_of(align);
            self.outputs[number].address = dot;
            for index in 0..self.outputs[number].inputs.len() {
                let input = self.outputs[number].inputs[index];
                if let Some(pass) = pass {
                    again |= self.relax(input, pass, problems);
                }
                let section = self.section(input);
                let (align, size) = (1u64 << section.align, section.size);
                let start = dot.next_multiple_of(align);
                let end = start + self.inputs[input].deletions.moved(size);
                self.inputs[input].offset = start - self.outputs[number].address;
                dot = end;
            }
            self.outputs[number].size = dot - self.outputs[number].address;
        }
        self.define_linker_symbols();
        again
    }

    fn section(&self, input: usize) -> &SizedSection {
        let InputSection { object, section, .. } = self.inputs[input];
        &self.objects[object].sections[section]
    }

    /// Address of a byte of an input section.
    fn address_in(&self, input: usize, at: u64) -> u64 {
        let from = &self.inputs[input];
        self.outputs[from.output].address + from.offset + from.deletions.moved(at)
    }

    /// Address of a target.
    fn address(&self, target: Target) -> i64 {
        match target {
            Target::Absolute(number) | Target::Nowhere(number) => number,
            Target::Place { input, at, addend } => {
                (self.address_in(input, at) as i64).wrapping_add(addend)
            }
            Target::Linker { symbol, addend } => (self.values[symbol] as i64).wrapping_add(addend),
        }
    }

    /// Output section of a target.
    fn output_of(&self, target: Target) -> Option<usize> {
        match target {
            Target::Place { input, .. } => Some(self.inputs[input].output),
            _ => None,
        }
    }

    /// Finds the targets of all values that refer to a single location.
    fn find_targets(&mut self, problems: &mut Vec<Diagnostic>) {
        for number in 0..self.inputs.len() {
            let object = self.inputs[number].object;
            for index in 0..self.inputs[number].fixes.len() {
                let fix = &self.inputs[number].fixes[index].fix;
                let reserve = self.reserve(object, &fix.value);
                match self.target(object, &fix.value, fix.place.span) {
                    Ok(target) => {
                        let fix = &mut self.inputs[number].fixes[index];
                        (fix.target, fix.reserve) = (target, reserve);
                    }
                    Err(problem) => problems.push(*problem),
                }
            }
        }
    }

    /// Single location to which a value refers; `None` if the value is more complex.
    fn target(&self, object: usize, value: &Expr, at: Span) -> AsmResult<Option<Target>> {
        let symbols = &self.objects[object].symbols;
        match evaluate(value, symbols, self) {
            Ok(ExpressionValue { base: Base::Absolute, number }) => {
                Ok(Some(Target::Absolute(number)))
            }
            Ok(ExpressionValue { base: Base::Place(place), number }) => {
                Ok(Some(self.place_target(object, place, number)))
            }
            Ok(ExpressionValue { base: Base::Outside(id), number }) => {
                let found = self.outside(object, id, number);
                found.map(Some).ok_or_else(|| Box::new(self.undefined(object, id, at)))
            }
            Err(_) => Ok(None),
        }
    }

    fn place_target(&self, object: usize, place: Location, addend: i64) -> Target {
        let at = self.objects[object].sections[place.section].offset(place);
        Target::Place { input: self.input_of[object][place.section], at, addend }
    }

    /// Target of a symbol that its own file does not define.
    fn outside(&self, object: usize, id: SymbolId, addend: i64) -> Option<Target> {
        let symbol = self.objects[object].symbols.get(id);
        if let Some(&(object, id)) = self.globals.defined.get(&symbol.name) {
            return self.symbol_target(object, id, addend);
        }
        if let Some(place) = self.globals.common.get(&symbol.name) {
            return Some(self.place_target(self.globals.made, *place, addend));
        }
        if let Some(symbol) = LINKER_SYMBOLS.iter().position(|name| *name == symbol.name) {
            return Some(Target::Linker { symbol, addend });
        }
        symbol.weak.then_some(Target::Nowhere(addend))
    }

    /// Target of a symbol that a file defines.
    fn symbol_target(&self, object: usize, id: SymbolId, addend: i64) -> Option<Target> {
        match evaluate(&Expr::Symbol(id), &self.objects[object].symbols, self).ok()? {
            ExpressionValue { base: Base::Absolute, number } => {
                Some(Target::Absolute(number.wrapping_add(addend)))
            }
            ExpressionValue { base: Base::Place(place), number } => {
                Some(self.place_target(object, place, number.wrapping_add(addend)))
            }
            ExpressionValue { base: Base::Outside(other), number } if other != id => {
                self.outside(object, other, number.wrapping_add(addend))
            }
            _ => None,
        }
    }

    fn undefined(&self, object: usize, id: SymbolId, at: Span) -> Diagnostic {
        let name = self.objects[object].symbols.get(id).shown();
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return messages::no_label_ahead(at, name);
        }
        let own = self.objects[object].symbols.iter();
        let own = own.filter(|(_, symbol)| !matches!(symbol.meaning, Meaning::Unknown));
        let mut known: Vec<&str> = own.map(|(_, symbol)| symbol.shown()).collect();
        known.extend(self.globals.names());
        let elsewhere = self.objects.iter().any(|object| object.symbols.is_defined(name));
        messages::undefined(at, name, elsewhere, asmkit::nearest(name, known))
    }

    /// Value of an expression; all addresses are known.
    fn value(&self, object: usize, expr: &Expr, span: Span) -> AsmResult<i64> {
        let symbols = &self.objects[object].symbols;
        match evaluate(expr, symbols, self) {
            Ok(_) => match self.target(object, expr, span)? {
                Some(target) => Ok(self.address(target)),
                None => Ok(0),
            },
            Err(Refusal::NotYet) => {
                let place = super::object::SourcePlace { span, used_at: None };
                let numbers = self.with_addresses(object, expr, span, 0)?;
                match evaluate(&numbers, symbols, self) {
                    Ok(ExpressionValue { number, .. }) => Ok(number),
                    Err(error) => Err(Box::new(refusal(error, &place))),
                }
            }
            Err(error) => {
                let place = super::object::SourcePlace { span, used_at: None };
                Err(Box::new(refusal(error, &place)))
            }
        }
    }

    /// Expression with labels replaced by numbers.
    fn with_addresses(
        &self,
        object: usize,
        expr: &Expr,
        span: Span,
        depth: usize,
    ) -> AsmResult<Expr> {
        const CHAIN_LIMIT: usize = 60;
        let again = |expr: &Expr, depth| self.with_addresses(object, expr, span, depth);
        Ok(match expr {
            Expr::Number(number) => Expr::Number(*number),
            Expr::At(_) => Expr::Number(self.value(object, expr, span)?),
            Expr::Symbol(id) => match &self.objects[object].symbols.get(*id).meaning {
                Meaning::Equal(value) if depth < CHAIN_LIMIT => again(value, depth + 1)?,
                Meaning::Equal(_) => {
                    return Err(Box::new(messages::expression_too_long(span)));
                }
                _ => Expr::Number(self.value(object, expr, span)?),
            },
            Expr::Unary(operator, a) => Expr::Unary(*operator, Box::new(again(a, depth)?)),
            Expr::Binary(operator, a, b) => {
                Expr::Binary(*operator, Box::new(again(a, depth)?), Box::new(again(b, depth)?))
            }
        })
    }
}
