//! Measurements of a run, compared with golden counts, the decisions of the reference model and the machine's own counts.

use std::path::Path;

use lanes::compare::{
    Comparison, ComparisonChoice, ComparisonGroup, ComparisonPlan, ComparisonRow, InstructionKind,
};
use lanes::lane::Lane;
use lanes::root::Root;
use lanes::{golden, lane};
use machine::Machine as _;
use reference::Puzzle;

fn root() -> Root {
    Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn puzzles(text: &str) -> ComparisonChoice {
    ComparisonChoice {
        puzzles: vec![text.parse().expect("puzzles")],
        ..ComparisonChoice::default()
    }
}

/// Every measure of every lane adds up: kinds of instructions to the count, the count to the golden one,
/// fetched bits to what was executed; and the decisions are the reference model's.
#[test]
fn measures_add_up() {
    let lanes = lane::read_table(&root()).unwrap();
    for set in ["easy:1-2", "4x4:1-2"] {
        let comparison =
            ComparisonPlan::new(root(), lanes.clone(), &puzzles(set)).unwrap().run(&|_, _| {});
        assert_eq!(comparison.problems, [""; 0]);
        assert!(
            comparison.left_out.iter().all(|out| out.broken.is_none()),
            "{:?}",
            comparison.left_out
        );
        for group in &comparison.groups {
            assert!(group.apart.is_empty(), "{:?}", group.apart);
            for row in &group.rows {
                adds_up(group, row);
            }
        }
    }
}

fn adds_up(group: &ComparisonGroup, row: &ComparisonRow) {
    let name = &row.lane.name;
    let golden = golden::read_counts(&root(), name).expect("golden counts");
    for (at, run) in group.puzzles.iter().zip(&row.runs) {
        assert_eq!(run.cost, golden[&at.id], "{name} {}", at.id);
        assert_eq!(run.mix.values().sum::<u64>(), run.cost.instructions, "{name} {}", at.id);
        assert_eq!(
            run.fetched_bits,
            fetched_bits(&root(), &row.lane, &at.puzzle),
            "{name} {}",
            at.id
        );
        assert!(run.loads.grid.times > 0 && run.stores.grid.times > 0, "{name} {}: {run:?}", at.id);
        assert!(run.stores.stack.times > 0 && run.stack_bits > 0, "{name} {}: {run:?}", at.id);
    }
    let size = row.size;
    assert!(size.never_run < size.instructions, "{name}: {size:?}");
}

/// Bits of all instructions that a run fetches, by what the disassembler calls them: a word each, and half
/// a word where they are compressed.
fn fetched_bits(root: &Root, lane: &Lane, puzzle: &Puzzle) -> u64 {
    let (target, image) = lane.program(root).expect("it assembles");
    let mut machine = target.machine();
    machine.load(&image).expect("it fits");
    machine.run(&mut lane.host(puzzle), u64::MAX, &mut ());
    let word_bits = u64::from(target.spec().word_bits);
    let bits = |address| match machine.disassemble(address) {
        Some(text) if text.starts_with("c.") => 16,
        Some(text) if word_bits == 8 => 8 + bits_of_operand(&text),
        _ => word_bits,
    };
    machine.executed().iter().map(|ran| ran.times * bits(ran.address)).sum()
}

/// Bits of the operand of an instruction of the 6502: two digits are a byte, and a target is a distance.
fn bits_of_operand(text: &str) -> u64 {
    let digits = text.split_once('$').map_or("", |(_, number)| number);
    let count = digits.chars().take_while(char::is_ascii_hexdigit).count() as u64;
    let is_branch = text.starts_with('B') && !text.starts_with("BIT") && !text.starts_with("BRK");
    if is_branch { 8 } else { count * 4 }
}

fn compared(names: &[&str], set: &str) -> Comparison {
    let mut lanes = lane::read_table(&root()).expect("the table");
    lanes.retain(|lane| names.contains(&lane.name.as_str()));
    ComparisonPlan::new(root(), lanes, &puzzles(set)).expect("a plan").run(&|_, _| {})
}

fn row<'c>(comparison: &'c Comparison, name: &str) -> &'c ComparisonRow {
    let mut rows = comparison.groups.iter().flat_map(|group| &group.rows);
    rows.find(|row| row.lane.name == name).expect(name)
}

/// Sizes of `.text`, as `size -A` prints them, and of SPIM programs without start-up code and handler; `cargo xtask
/// peers sizes` compares all compiled lanes with objdump.
#[test]
fn text_is_the_instructions_of_the_program() {
    let text_bytes = [
        ("mips32-backtrack-gcc-os", 720),
        ("riscv32-backtrack-gcc-os", 616),
        ("riscv32-backtrack-gcc-os-rvc", 448),
        ("mips32-constraint-gcc-os", 1056),
        ("riscv32-constraint-gcc-os-rvc", 670),
        ("mips32-links-gcc-os", 1696),
        ("riscv32-links-gcc-os", 1532),
        ("mips32-candidates-gcc-os", 1040),
        ("riscv32-candidates-gcc-os", 960),
        ("mips32-spim-9x9", 133 * 4),
        ("mips32-constraint", 226 * 4),
        ("mips32-mars-9x9", 200 * 4),
        ("riscv32-gnu-9x9", 434),
    ];
    let comparison = compared(&text_bytes.map(|(name, _)| name), "easy:1");
    for (name, bytes) in text_bytes {
        let size = row(&comparison, name).size;
        assert_eq!(size.instruction_bits, bytes * 8, "{name}: {size:?}");
        assert!(size.never_run < size.instructions, "{name}: {size:?}");
    }
}

/// MIPS `b` is a jump as RISC-V `j` is, and a trap that checks a divisor is not a system call.
#[test]
fn unconditional_branches_are_jumps_and_traps_are_not_system_calls() {
    let names = ["mips32-candidates-gcc-os-nops", "mips32-mars-9x9"];
    let comparison = compared(&names, "easy:1");
    for name in names {
        let row = row(&comparison, name);
        let (target, image) = row.lane.program(&root()).unwrap();
        let mut machine = target.machine();
        machine.load(&image).unwrap();
        machine.run(&mut row.lane.host(&comparison.groups[0].puzzles[0].puzzle), u64::MAX, &mut ());
        let (mut jumps, mut calls, mut traps) = (0, 0, 0);
        for ran in machine.executed() {
            let text = machine.disassemble(ran.address).unwrap_or_default();
            let (name, operands) = text.split_once(' ').unwrap_or((&text, ""));
            let is_b = name == "beq" && operands.starts_with("$zero, $zero,");
            let is_table_jump = name == "jr" && !operands.starts_with("$ra");
            jumps += if is_b || is_table_jump || name == "j" { ran.times } else { 0 };
            calls += if name == "syscall" { ran.times } else { 0 };
            traps += if name == "teq" || name == "break" { ran.times } else { 0 };
        }
        let mix = |kind| row.runs[0].mix.get(&kind).copied().unwrap_or(0);
        assert_eq!(mix(InstructionKind::Jump), jumps, "{name}");
        assert_eq!(mix(InstructionKind::Class("system")), calls, "{name}");
        assert_eq!(mix(InstructionKind::Class("trap")), traps, "{name}");
        assert!(name == "mips32-mars-9x9" || jumps > 0);
    }
}

/// The ratio of costs of a node does not depend on the sample, and the code outside the search costs the same for
/// every puzzle.
#[test]
fn two_samples_have_the_same_law() {
    for names in [
        ["mips32-mars-9x9", "pdp10-line-9x9"],
        ["mips32-constraint", "pdp10-constraint"],
        ["mips32-links", "pdp10-links"],
    ] {
        let ratios = ["9x9:51-60", "9x9:1-50,61-120"].map(|set| {
            let comparison = compared(&names, set);
            let group = &comparison.groups[0];
            let row = row(&comparison, names[1]);
            let law = group.law(row).unwrap();
            assert!(law.r_squared > 0.9 && law.residual < 0.1, "{names:?} {set}: {law:?}");
            if names[1] == "pdp10-line-9x9" {
                let around = |run: &lanes::compare::Measure| run.cost.instructions - run.search;
                assert!(row.runs.iter().all(|run| around(run) == 986));
            }
            group.slope_ratio(row).unwrap()
        });
        let [(low, high), other] = ratios.map(|it| it.interval.unwrap());
        assert!(low <= ratios[1].ratio && ratios[1].ratio <= high, "{names:?}: {ratios:?}");
        assert!(other.1 - other.0 < high - low, "{names:?}: more puzzles, a shorter interval");
    }
}
