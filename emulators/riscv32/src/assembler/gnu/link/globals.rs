//! Symbols shared by files, and symbols that the linker defines.

use std::collections::{BTreeMap, HashMap};

use asmkit::Diagnostic;

use super::super::messages;
use super::super::object::{Location, SectionKind};
use super::super::sizes::{SizedObject, SizedSection};
use super::super::symbols::{Meaning, SymbolId, Symbols};
use super::{Linker, Target};

/// Symbols that the linker defines on demand, as GNU ld's script does.
pub(super) const LINKER_SYMBOLS: [&str; 20] = [
    super::GLOBAL_POINTER,
    "__DATA_BEGIN__",
    "__SDATA_BEGIN__",
    "__BSS_END__",
    "__bss_start",
    "_edata",
    "edata",
    "_end",
    "end",
    "_etext",
    "etext",
    "__etext",
    "__executable_start",
    "__preinit_array_start",
    "__preinit_array_end",
    "__init_array_start",
    "__init_array_end",
    "__fini_array_start",
    "__fini_array_end",
    "__stack_top",
];

/// State shared by all files.
pub(super) struct Globals {
    /// Definitions that are visible in other files.
    pub(super) defined: HashMap<String, (usize, SymbolId)>,
    /// Common symbols, in the sections that the linker makes.
    pub(super) common: BTreeMap<String, Location>,
    /// Object with the sections that the linker makes.
    pub(super) made: usize,
}

/// Sections that the linker makes: common symbols, and the global offset table.
const MADE_BSS: usize = 0;
pub(super) const MADE_TABLE: usize = 1;

impl Globals {
    /// Finds the definitions and adds the linker's own sections.
    pub(super) fn new(objects: &mut Vec<SizedObject>, problems: &mut Vec<Diagnostic>) -> Self {
        let mut globals =
            Globals { defined: HashMap::new(), common: BTreeMap::new(), made: objects.len() };
        for object in 0..objects.len() {
            globals.add(objects, object, problems);
        }
        globals.drop_losers(objects);
        globals.make_common(objects);
        globals
    }

    /// Names that are visible in other files, sorted.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.defined.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    fn add(&mut self, objects: &[SizedObject], object: usize, problems: &mut Vec<Diagnostic>) {
        for (id, symbol) in objects[object].symbols.iter() {
            let defines = matches!(symbol.meaning, Meaning::Label(_) | Meaning::Equal(_));
            if !symbol.global || !defines {
                continue;
            }
            let Some(&(other, first)) = self.defined.get(&symbol.name) else {
                self.defined.insert(symbol.name.clone(), (object, id));
                continue;
            };
            let known = objects[other].symbols.get(first);
            if known.weak && !symbol.weak {
                self.defined.insert(symbol.name.clone(), (object, id));
            } else if !symbol.weak
                && let Some(at) = symbol.defined_at
            {
                problems.push(messages::defined_twice(at, &symbol.name, known.defined_at));
            }
        }
    }

    /// Removes weak definitions that another definition overrides.
    fn drop_losers(&self, objects: &mut [SizedObject]) {
        for (number, object) in objects.iter_mut().enumerate() {
            let ids: Vec<SymbolId> = object.symbols.iter().map(|(id, _)| id).collect();
            for id in ids {
                let symbol = object.symbols.get(id);
                let winner = self.defined.get(&symbol.name);
                if symbol.weak && winner.is_some_and(|winner| *winner != (number, id)) {
                    object.symbols.get_mut(id).meaning = Meaning::Unknown;
                }
            }
        }
    }

    fn make_common(&mut self, objects: &mut Vec<SizedObject>) {
        let mut rooms: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for object in objects.iter() {
            for (_, symbol) in object.symbols.iter() {
                let Meaning::Common { size, align } = symbol.meaning else { continue };
                if self.defined.contains_key(&symbol.name) {
                    continue;
                }
                let room = rooms.entry(symbol.name.clone()).or_default();
                *room = (room.0.max(size), room.1.max(align));
            }
        }
        let mut size = 0u64;
        for (name, (bytes, align)) in rooms {
            size = size.next_multiple_of(align.max(1));
            let place = Location { section: MADE_BSS, piece: 0, offset: size };
            self.common.insert(name, place);
            size = size.saturating_add(bytes);
        }
        let kind =
            SectionKind { loaded: true, writable: true, empty: true, ..SectionKind::default() };
        let mut room = SizedSection::of(".bss".to_owned(), kind, size);
        room.align = if size > 0 { 3 } else { 0 };
        let table = SizedSection::of(".got".to_owned(), SectionKind { empty: false, ..kind }, 0);
        let symbols = Symbols::default();
        objects.push(SizedObject { sections: vec![room, table], symbols, compressed: false });
    }
}

impl Linker<'_> {
    /// Computes the symbols that the linker defines, from the current section addresses.
    pub(super) fn define_linker_symbols(&mut self) {
        let loaded = || self.outputs.iter().filter(|output| output.kind.loaded && output.size > 0);
        let start = |name: &str| loaded().find(|o| o.name == name).map(|o| o.address);
        let end = |name: &str| loaded().find(|o| o.name == name).map(|o| o.address + o.size);
        let last = loaded().map(|o| o.address + o.size).max().unwrap_or(0);
        let text_end = loaded().filter(|o| o.kind.executable).map(|o| o.address + o.size).max();
        let writable = || loaded().filter(|output| output.kind.writable);
        let data_start = writable().map(|o| o.address).min().unwrap_or(last);
        let all_end = writable().map(|o| o.address + o.size).max().unwrap_or(last);
        let filled = writable().filter(|o| !o.kind.empty);
        let data_end = filled.map(|o| o.address + o.size).max().unwrap_or(data_start);
        let empty = writable().filter(|o| o.kind.empty);
        let bss_start = empty.map(|o| o.address).min().unwrap_or(data_end);
        let small = start(".sdata").unwrap_or(data_end);
        // Formula of GNU ld's script: both ends of a small data segment are within reach.
        let pointer = (small + 0x800).min((data_start + 0x800).max(all_end.saturating_sub(0x800)));
        let first = loaded().map(|o| o.address).min().unwrap_or(0);
        let value = |name: &str| match name {
            "__DATA_BEGIN__" => data_start,
            "__SDATA_BEGIN__" => small,
            "__BSS_END__" | "_end" | "end" => all_end,
            "__bss_start" => bss_start,
            "_edata" | "edata" => data_end,
            "_etext" | "etext" | "__etext" => text_end.unwrap_or(last),
            "__executable_start" => first,
            "__stack_top" => self.stack_top,
            name => match name.strip_prefix("__").and_then(|name| name.rsplit_once('_')) {
                Some((array, "start")) => start(&format!(".{array}")).unwrap_or(0),
                Some((array, "end")) => end(&format!(".{array}")).unwrap_or(0),
                _ => pointer,
            },
        };
        self.values = LINKER_SYMBOLS.iter().map(|name| value(name)).collect();
    }

    /// Makes the global offset table: one word for the loader, and one per target.
    pub(super) fn make_table(&mut self, problems: &mut Vec<Diagnostic>) {
        use super::super::object::Relocation;
        for number in 0..self.inputs.len() {
            let object = self.inputs[number].object;
            for fix in &self.inputs[number].fixes {
                if fix.fix.what != Relocation::GotHi {
                    continue;
                }
                match self.target(object, &fix.fix.value, fix.fix.place.span) {
                    Ok(Some(target)) if !self.table.contains(&target) => self.table.push(target),
                    Ok(_) => {}
                    Err(problem) => problems.push(*problem),
                }
            }
        }
        if !self.table.is_empty() {
            let made = self.globals.made;
            let input = self.input_of[made][MADE_TABLE];
            let section = &mut self.objects[made].sections[MADE_TABLE];
            (section.align, section.size) = (2, 4 * (self.table.len() as u64 + 1));
            let output = self.inputs[input].output;
            self.outputs[output].align = self.outputs[output].align.max(2);
            self.table_input = Some(input);
        }
    }

    /// Entry of the global offset table for a target.
    pub(super) fn table_entry(&self, target: Target) -> Option<u64> {
        let index = self.table.iter().position(|entry| *entry == target)?;
        Some(self.address_in(self.table_input?, 4 * (index as u64 + 1)))
    }
}
