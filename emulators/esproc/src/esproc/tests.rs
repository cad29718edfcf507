//! Whole scripts on the machine.

use machine::{Cause, Data, Host, Image, LoadError, Machine, Observer, Stop, Store};

use super::{Esproc, Options};
use crate::Script;

/// Script of the page "Puzzles & Games with esProc: Sudoku".
const FOUNDING: &str = include_str!("../../../../asm/backtrack/esproc-all.spl");

/// Puzzle of that page.
const SEED: [&str; 9] = [
    "007000008",
    "840000600",
    "000895300",
    "010400003",
    "000000070",
    "900500024",
    "204006000",
    "080730010",
    "130904700",
];

/// Solution of the puzzle.
const SOLVED: [&str; 9] = [
    "397641258",
    "845273691",
    "621895347",
    "718429563",
    "452368179",
    "963517824",
    "274186935",
    "589732416",
    "136954782",
];

fn image(text: &str) -> Image {
    let script = Script::parse(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    script.image("test.spl")
}

fn machine(text: &str) -> Esproc {
    let mut machine = Esproc::new(Options::default());
    machine.load(&image(text)).unwrap();
    machine
}

fn host(puzzle: &[&str]) -> Host {
    let mut host = Host::default();
    host.files.give(b"sudoku01.txt".to_vec(), puzzle.join("\n").into_bytes());
    host
}

fn printed(host: &Host) -> String {
    String::from_utf8(host.output.bytes().to_vec()).unwrap()
}

/// List that a cell with these rows shows.
fn list(rows: &[&str]) -> String {
    let digits: Vec<String> = rows.concat().chars().map(String::from).collect();
    format!("[{}]", digits.join(","))
}

/// Execution count of a cell.
fn times(machine: &Esproc, text: &str) -> u64 {
    let executed = machine.executed();
    let of = |address| machine.disassemble(address).is_some_and(|cell| cell == text);
    executed.iter().filter(|ran| of(ran.address)).map(|ran| ran.times).sum()
}

/// A transcription of the script counted 7,415 calls and 5,793 assignments for the page's puzzle.
///
/// The sequence of givens is unchanged, and the table has the solution.
#[test]
fn the_founding_script_solves_the_founding_puzzle() {
    let (mut machine, mut host) = (machine(FOUNDING), host(&SEED));
    assert_eq!(machine.run(&mut host, 1_000_000, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(machine.counts().cycles_by("calls"), Some(7_415));
    assert_eq!(times(&machine, ">A3(B3)=B10"), 5_793);
    assert_eq!(times(&machine, ">A3(B3)=0"), 5_793);
    let by_cell: u64 = machine.executed().iter().map(|ran| ran.times).sum();
    assert_eq!(machine.counts().instructions, by_cell);
    assert_eq!(machine.cell("D1"), Some(list(&SEED)));
    assert_eq!(machine.cell("A2"), Some(format!("[{}]", list(&SOLVED))));
    let rows: Vec<String> = SOLVED
        .iter()
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join("\t"))
        .collect();
    assert_eq!(printed(&host), format!("A\tB\tC\tD\tE\tF\tG\tH\tI\n{}\n", rows.join("\n")));
}

/// In esProc, reading a member beyond the end is an error, and `=A2(1)` reads the first solution.
#[test]
fn without_a_solution_the_first_one_is_missed() {
    let mut puzzle = SOLVED;
    puzzle[8] = "136954720";
    let (mut machine, mut host) = (machine(FOUNDING), host(&puzzle));
    let Stop::Fault(fault) = machine.run(&mut host, 1_000_000, &mut ()) else { panic!() };
    let sentence = fault.cause.sentence(machine.spec());
    assert_eq!(sentence, "C2: `A2(1)` is not there: the sequence has 0 members");
    assert_eq!(machine.disassemble(fault.pc).as_deref(), Some("=A2(1)"));
    assert_eq!(Some(fault.pc), image(FOUNDING).symbol("C2"));
}

/// All solutions of a grid in lexicographic order, by backtracking.
fn by_trying(grid: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let Some(cell) = grid.iter().position(|&digit| digit == 0) else {
        found.push(grid.clone());
        return;
    };
    for digit in 1..=9 {
        let sees = |other: usize| {
            let boxed = |cell: usize| (cell / 27, cell % 9 / 3);
            other / 9 == cell / 9 || other % 9 == cell % 9 || boxed(other) == boxed(cell)
        };
        if !(0..81).any(|other| grid[other] == digit && sees(other)) {
            grid[cell] = digit;
            by_trying(grid, found);
            grid[cell] = 0;
        }
    }
}

#[test]
fn several_solutions_come_in_order() {
    let puzzle: Vec<String> =
        SOLVED.iter().map(|row| row.replace(['1', '2', '3', '4'], "0")).collect();
    let rows: Vec<&str> = puzzle.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    by_trying(&mut rows.concat().bytes().map(|byte| byte - b'0').collect(), &mut found);
    assert!(found.len() > 1 && found.is_sorted());
    let (mut machine, mut host) = (machine(FOUNDING), host(&rows));
    assert_eq!(machine.run(&mut host, 10_000_000, &mut ()), Stop::Exit { status: 0 });
    let shown = |digits: &Vec<u8>| {
        let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
        format!("[{}]", digits.join(","))
    };
    let all: Vec<String> = found.iter().map(shown).collect();
    assert_eq!(machine.cell("A2"), Some(format!("[{}]", all.join(","))));
}

/// Counts marks and records stores.
#[derive(Default)]
struct Looker {
    mark: u64,
    marks: u64,
    stores: Vec<Store>,
}

impl Observer for Looker {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        address == self.mark
    }

    fn arrived(&mut self, address: u64) {
        assert_eq!(address, self.mark);
        self.marks += 1;
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store);
    }
}

/// The sequence of D1 is passed on as A3, and D1 remains its owner.
#[test]
fn an_observer_sees_cells_and_assignments() {
    let image = image(FOUNDING);
    let (mut machine, mut host) = (machine(FOUNDING), host(&SEED));
    let mut looker = Looker { mark: image.symbol("B7").unwrap(), ..Looker::default() };
    machine.run(&mut host, 1_000_000, &mut looker);
    assert_eq!(looker.marks, 5_793);
    assert_eq!(looker.stores.len(), 2 * 5_793);
    let first = image.symbol("D1(1)").unwrap();
    let three = Store { address: first, size: 1, value: 3 };
    assert_eq!(looker.stores[0], three);
    assert!(looker.stores.iter().all(|store| (first..first + 81).contains(&store.address)));
    assert_eq!(machine.peek(first + 2), Some(7));
    assert_eq!(machine.peek(first + 81), None);
    assert!(machine.poke(first, 9));
    assert_eq!(machine.peek(first), Some(9));
}

#[test]
fn a_run_in_slices_is_the_same_run() {
    let (mut whole, mut whole_host) = (machine(FOUNDING), host(&SEED));
    whole.run(&mut whole_host, 1_000_000, &mut ());
    let (mut sliced, mut sliced_host) = (machine(FOUNDING), host(&SEED));
    assert_eq!(sliced.run(&mut sliced_host, 0, &mut ()), Stop::Budget);
    assert_eq!(sliced.counts().instructions, 0);
    for slice in 1.. {
        if sliced.run(&mut sliced_host, 997, &mut ()) != Stop::Budget {
            break;
        }
        assert_eq!(sliced.counts().instructions, slice * 997);
        // A copy continues independently.
        sliced = sliced.clone();
    }
    assert_eq!(sliced.executed(), whole.executed());
    assert_eq!(printed(&sliced_host), printed(&whole_host));
    assert_eq!(sliced.run(&mut sliced_host, 1, &mut ()), Stop::Exit { status: 0 });
}

/// Two loops over a million members each are one cell, but still end with the budget.
#[test]
fn a_long_cell_stops_with_the_budget() {
    let mut machine = machine("=to(1000000).(to(1000000).(~*2).sum()).sum()\n");
    assert_eq!(machine.run(&mut Host::default(), 10_000, &mut ()), Stop::Budget);
    assert_eq!(machine.counts().instructions, 1);
    assert_eq!(machine.pc(), 0);
}

/// A function pays for the members that it processes, even if it returns nothing, and before the
/// next one.
#[test]
fn what_is_looked_at_is_paid_for() {
    for script in [
        "=to(300000)\t=to(3000).(A1.sum())\n",
        "=to(300000)\tfor\t>A1.count()\n",
        "=fill(\"x\",3000000)\tfor\t>len(A1)\n",
        &format!("=to(9000000)\t=A1.len(){}\n", "+A1.sum()".repeat(90)),
    ] {
        let mut machine = machine(script);
        assert_eq!(machine.run(&mut Host::default(), 200_000, &mut ()), Stop::Budget, "{script}");
        let cells = machine.counts().instructions;
        assert!(cells < 2_000, "{cells}: {script}");
    }
    // Written files are charged to the host too.
    let mut writing = machine("=fill(\"x\",1000)\tfor\t>file(\"f\").write(A1)\n");
    let mut host = Host { work: machine::Work::limited(1_000_000), ..Host::default() };
    let stop = writing.run(&mut host, 10_000_000, &mut ());
    assert_eq!(stop, Stop::Limit(machine::Limit::Work));
    // Access to a member of a long sequence costs no work.
    let mut machine = machine("=to(1000000)\tfor 10000\t>A1.m(B1)+A1.len()\n");
    assert_eq!(machine.run(&mut Host::default(), 50_000, &mut ()), Stop::Exit { status: 0 });
}

#[test]
fn unreachable_values_are_freed() {
    let script = Script::parse("for 20000\t=to(100)\t=A1/\"text\"\n>output(B1.len())\n").unwrap();
    let mut machine = Esproc::new(Options { most_bytes: 3 << 20, ..Options::default() });
    machine.load(&script.image("loop.spl")).unwrap();
    let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 });
}

#[test]
fn full_output_stops_the_script() {
    let mut machine = machine("for\t>output(\"0123456789\")\n");
    let output = machine::Output::with_cap(1000);
    let mut host = Host { output, ..Host::default() };
    assert_eq!(machine.run(&mut host, 10_000, &mut ()), Stop::Limit(machine::Limit::Output));
    assert_eq!(host.output.bytes().len(), 1000);
}

#[test]
fn addresses_are_places_in_the_text() {
    let image = image("=to(3)\t/note\n\t>A1(2)=7\n");
    assert_eq!(image.symbol("B2"), Some(14));
    assert_eq!(image.line(14).map(|line| line.line), Some(2));
    let mut machine = machine("=to(3)\t/note\n\t>A1(2)=7\n");
    assert_eq!(machine.peek(14), Some(u64::from(b'>')));
    assert_eq!(machine.pc(), 0);
    let mut host = Host::default();
    assert_eq!(machine.run(&mut host, 1, &mut ()), Stop::Budget);
    assert_eq!((machine.pc(), machine.disassemble(14)), (14, Some(">A1(2)=7".to_owned())));
    machine.run(&mut host, 1, &mut ());
    machine.set_pc(14);
    assert!(machine.poke(image.symbol("A1(1)").unwrap() + 1, 1));
    assert_eq!(machine.run(&mut host, 1, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(machine.cell("A1").as_deref(), Some("[1,7,3]"));
}

#[test]
fn only_its_own_images_are_loaded() {
    let mut machine = Esproc::new(Options::default());
    let mut image = image("=1\n");
    image.segments[0].data = Data::Bytes(b"=(\n".to_vec());
    assert!(matches!(machine.load(&image), Err(LoadError::WrongUnits { .. })));
    image.isa = "mips32".to_owned();
    assert!(matches!(machine.load(&image), Err(LoadError::WrongMachine { .. })));
    assert_eq!(machine.run(&mut Host::default(), 10, &mut ()), Stop::Exit { status: 0 });
}

/// The limit holds even where the host's stack would overflow.
#[test]
fn calls_have_a_limit_of_their_own() {
    let mut machine = Esproc::new(Options { most_depth: 100, ..Options::default() });
    machine.load(&image("=f(1)\nfunc f(n)\t=f(n+1)\n")).unwrap();
    let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert!(matches!(fault.cause, Cause::Cell { .. }));
    assert_eq!(machine.counts().cycles_by("calls"), Some(100));
    assert_eq!(machine.registers(), [("depth", 100)]);
}
