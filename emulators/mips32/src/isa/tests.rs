//! Instructions one by one, from case files: each line has an instruction, a state and a fact.

use std::path::Path;

use machine::{Cause, Data, Fault, Host, Image, Machine, Segment, Stop};

use super::{REGISTERS, ROWS, Row, named};
use crate::cpu::{OTHER_REGISTERS, slot};
use crate::{Dialect, Mips32, Options};

const TEXT: u64 = 0x0040_0000;
const DATA: u64 = 0x1001_0000;

/// Slot of a name on the left side of a case.
fn slot_of(name: &str) -> u8 {
    let bare = name.trim_start_matches('$');
    if let Ok(number) = bare.parse::<u8>() {
        return number;
    }
    let other = OTHER_REGISTERS.iter().find(|(other, _)| *other == bare);
    let general = REGISTERS.iter().position(|register| *register == bare);
    let found = other.map(|&(_, slot)| slot).or(general.map(|number| number as u8));
    found.unwrap_or_else(|| panic!("no register is called {name}"))
}

fn number(text: &str) -> i64 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    sign * value.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Encodes an instruction with bare operands.
fn assemble(text: &str) -> u32 {
    let (name, operands) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let parts = operands.split([',', '(', ')']).map(str::trim).filter(|part| !part.is_empty());
    let values: Vec<i64> = parts
        .map(|part| match part.strip_prefix('$') {
            Some(_) if slot_of(part) >= slot::FLOAT => i64::from(slot_of(part) - slot::FLOAT),
            Some(_) => slot_of(part).into(),
            None => number(part),
        })
        .collect();
    let fits = |row: &&Row| row.letters().count() == values.len();
    let row = named(name).find(fits).unwrap_or_else(|| panic!("no row for {text}"));
    row.encode(&values, TEXT as u32).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn load(options: Options, word: u32) -> Mips32 {
    let segment = |name: &str, base: u64, words: &[u32], executable| {
        let order =
            |word: &u32| if options.big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        let bytes: Vec<u8> = words.iter().flat_map(order).collect();
        let (name, size) = (name.to_owned(), bytes.len() as u64);
        Segment { name, base, size, data: Data::Bytes(bytes), executable, writable: true }
    };
    let image = Image {
        isa: "mips32".into(),
        entry: TEXT,
        segments: vec![
            segment("text", TEXT, &[word], true),
            segment("data", DATA, &[0x1122_3344, 0x89ab_cdef], false),
        ],
        ..Image::default()
    };
    let mut machine = Mips32::new(options);
    machine.load(&image).expect("it fits");
    assert_eq!(machine.run(&mut Host::default(), 0, &mut ()), Stop::Budget);
    machine
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.split_once('=').map(|(l, r)| (l.trim(), r.trim())).unwrap_or((item, "")))
}

fn word_there(stop: Stop) -> &'static str {
    let Stop::Fault(Fault { cause, .. }) = stop else { return "" };
    match cause {
        Cause::Overflow => "overflow",
        Cause::Misaligned { .. } => "misaligned",
        Cause::Unmapped { .. } => "unmapped",
        Cause::BadRegister { .. } => "register",
        Cause::Float => "float",
        _ => "something else",
    }
}

/// Runs a case in one engine and reports differences.
fn check(line: &str, careful: bool) -> Result<(), String> {
    let (body, _) = line.split_once(';').ok_or("no fact after `;`")?;
    let (left, after) = body.split_once("=>").ok_or("no `=>`")?;
    let (instruction, before) = left.split_once('|').ok_or("no `|`")?;
    let mut options = Options::of(Dialect::Mars);
    let mut instruction = instruction.trim();
    if let Some(rest) = instruction.strip_prefix("be:") {
        (options.big_endian, instruction) = (true, rest.trim());
    }
    if let Some(rest) = instruction.strip_prefix("spim:") {
        (options, instruction) = (Options::of(Dialect::Spim), rest.trim());
    }
    let mut machine = load(options, assemble(instruction));
    machine.careful = careful;
    for (name, value) in pairs(before) {
        machine.cpu.slots[slot_of(name) as usize].set(number(value) as u32);
    }
    let stop = machine.run(&mut Host::default(), 1, &mut ());
    for (name, value) in pairs(after) {
        let found = match name.strip_prefix('[') {
            _ if value.is_empty() && word_there(stop) == name => continue,
            _ if value.is_empty() => return Err(format!("expected {name}, found {stop:?}")),
            Some(address) => machine.word_at(number(address.trim_end_matches(']')) as u32),
            None => machine.cpu.slots[slot_of(name) as usize].get(),
        };
        if stop != Stop::Budget || found != number(value) as u32 {
            return Err(format!("{name} is {found:#x}, not {value} ({stop:?})"));
        }
    }
    Ok(())
}

#[test]
fn case_files_hold_in_both_engines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/instructions");
    let (mut cases, mut wrong) = (0, Vec::new());
    for file in std::fs::read_dir(folder).expect("the case files") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            for careful in [false, true] {
                cases += 1;
                if let Err(error) = check(line, careful) {
                    wrong.push(format!("{line}\n    {error} (careful: {careful})"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 200, "only {cases} cases were found");
}

#[test]
fn every_row_is_found_by_its_own_words_and_back() {
    for row in ROWS {
        // All fields zero except the size of a bit field, which starts at one.
        let values: Vec<i64> = row
            .letters()
            .map(|letter| match letter {
                'z' | 'm' => 1,
                'b' => TEXT as i64 + 4,
                'j' => TEXT as i64,
                _ => 0,
            })
            .collect();
        let word = row.encode(&values, TEXT as u32).expect("zeros fit");
        let found = super::of_word(word).expect("a row");
        assert!(std::ptr::eq(found, row), "{} is read as {}", row.name, found.name);
        assert!(super::decode::decode(word, TEXT as u32).is_some(), "{}", row.name);
        assert!(row.disassemble(word, TEXT as u32).starts_with(row.name));
    }
}

#[test]
fn the_analyser_reads_flow_and_registers_off_the_rows() {
    let flow = |text: &str| {
        let word = assemble(text);
        let (row, op) = super::decode::decode(word, TEXT as u32).expect("a row");
        crate::engine::flow::analyse(row, &op)
    };
    let add = flow("add $3, $1, $2");
    assert!(!add.ends_block() && add.falls_through());
    assert_eq!((add.reads(), add.writes()), (0b110, 0b1000));
    let branch = flow("beq $1, $2, 0x400010");
    assert!(branch.ends_block() && branch.falls_through());
    assert_eq!(branch.target(), Some(0x0040_0010));
    let jump = flow("jr $31");
    assert!(jump.ends_block() && !jump.falls_through() && jump.target().is_none());
    let call = flow("jal 0x400020");
    assert_eq!((call.target(), call.writes()), (Some(0x0040_0020), 1 << 31));
    assert!(flow("lw $3, 4($1)").loads() && flow("sw $3, 4($1)").stores());
    assert!(flow("syscall 0").ends_block());
}

#[test]
fn the_page_has_one_line_for_each_instruction() {
    let page = super::page();
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(lines.len(), ROWS.len());
    for (line, row) in lines.iter().zip(ROWS) {
        assert!(line.starts_with(&format!("| `{}` | ", row.name)), "{line}");
        assert!(line.ends_with(&format!(" | {} |", row.meaning)), "{line}");
    }
}
