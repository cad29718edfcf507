//! ELF files: our own behave like their sources, and those of other compilers run.

use architecture::Choices;
use asmkit::elf;
use machine::{Host, Machine as _, Output};

use crate::support::{isagrid, root};

#[test]
fn assembled_file_runs_as_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let elf = folder.path().join("solver.elf");
    let elf = elf.to_str().unwrap();
    for (solver, dialect, input) in [
        ("asm/backtrack/mips32-mars-4x4.s", "mars", "1000\n2300\n0001\n0020\n"),
        ("asm/backtrack/mips32-spim-9x9.s", "spim", &(FOUNDING.to_owned() + "\n")),
    ] {
        for order in [&[][..], &["--big-endian"]] {
            let flags = [&["--dialect", dialect], order].concat();
            let asm = [&["asm", solver, "-o", elf], &flags[..]].concat();
            assert_eq!(isagrid(&root(), &asm, b"").status, 0);
            let source = [&["run", "--counts", solver], &flags[..]].concat();
            let source = isagrid(&root(), &source, input.as_bytes());
            let file = isagrid(&root(), &["run", "--counts", elf], input.as_bytes());
            assert_eq!(file.status, 0, "{}", file.stderr);
            assert_eq!(file.out(), source.out());
            let instructions = |message: &str| {
                let line = message.lines().find(|line| line.starts_with("instructions"));
                line.and_then(|line| line.split_whitespace().nth(1)).unwrap().to_owned()
            };
            assert_eq!(instructions(&file.stderr), instructions(&source.stderr));
        }
    }
}

const FOUNDING: &str =
    "007000008840000600000895300010400003000000070900500024204006000080730010130904700";

#[test]
fn source_and_file_disassemble_alike() {
    let folder = tempfile::tempdir().unwrap();
    let elf = folder.path().join("solver.elf");
    let elf = elf.to_str().unwrap();
    let solver = "asm/backtrack/mips32-mars-4x4.s";
    assert_eq!(isagrid(&root(), &["asm", solver, "-o", elf], b"").status, 0);
    let source = isagrid(&root(), &["disasm", solver], b"").out();
    assert_eq!(isagrid(&root(), &["disasm", elf], b"").out(), source);
    assert!(source.contains("solve:\n"), "{source}");
    assert!(source.contains("0x03e00008  jr $ra"), "{source}");
}

/// Of a word that the machine has no extension for, only the word is shown.
#[test]
fn disassembly_has_the_instructions_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let source = ".option norvc\n.globl _start\n_start: mul a0, a0, a1\n fadd.s fa0, fa0, fa1\n\
                  addi a0, a0, 1\n";
    std::fs::write(folder.path().join("x.s"), source).unwrap();
    let made = ["asm", "--dialect", "gnu", "x.s", "-o", "x.elf"];
    assert_eq!(isagrid(folder.path(), &made, b"").status, 0);
    let shown =
        |arch: &str| isagrid(folder.path(), &["disasm", "--arch", arch, "x.elf"], b"").out();
    let all = shown("rv32imafd");
    assert!(all.contains("mul a0, a0, a1") && all.contains("fadd.s"), "{all}");
    let some = shown("rv32i");
    assert!(some.contains("addi a0, a0, 1"), "{some}");
    assert!(!some.contains("mul") && !some.contains("fadd"), "{some}");
    assert!(some.contains("0x02b50533  .word"), "{some}");
}

/// Names of Rust and C++ are those of their sources; a debugger finds a function by such a name.
#[test]
fn functions_have_the_names_of_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let source = ".globl _start\n_start: li a7, 93\n\
                  _ZN5hello4send17h0123456789abcdefE: li a0, 3\n ecall\n\
                  _ZN5Point4moveEii: ret\n_Z4loopv: ret\n_Zebra: ret\n\
                  f: ret\ni: ret\nFivE: ret\n";
    std::fs::write(folder.path().join("x.s"), source).unwrap();
    let made = ["asm", "--dialect", "gnu", "x.s", "-o", "x.elf"];
    assert_eq!(isagrid(folder.path(), &made, b"").status, 0);
    let shown = isagrid(folder.path(), &["disasm", "x.elf"], b"").out();
    for name in ["hello::send", "Point::move", "loop", "_Zebra", "f", "i", "FivE"] {
        assert!(shown.contains(&format!("\n{name}:\n")), "{name}: {shown}");
    }
    let commands = b"break hello::send\nrun\nquit\n";
    let debugged = isagrid(folder.path(), &["debug", "x.elf"], commands).out();
    assert!(debugged.contains("hello::send"), "{debugged}");
}

/// Messages name the lines that are in an ELF file, although the source is not part of the program.
#[test]
fn lines_of_an_elf_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let source = ".globl _start\n_start: li a0, 3\n lw a1, 0(zero)\n";
    std::fs::write(folder.path().join("x.s"), source).unwrap();
    let made = ["asm", "--dialect", "gnu", "x.s", "-o", "x.elf"];
    assert_eq!(isagrid(folder.path(), &made, b"").status, 0);
    let file = isagrid(folder.path(), &["run", "x.elf"], b"");
    assert!(file.stderr.contains("x.s:3 (0x"), "{}", file.stderr);
    let commands = b"break x.s:3\nrun\nbreak y.s:3\nbreak x.s:4\nlist\nquit\n";
    let debugged = isagrid(folder.path(), &["debug", "x.elf"], commands).out();
    assert!(debugged.contains("\nbreakpoint 1, x.s:3 (0x"), "{debugged}");
    let none = |place: &str| format!("there is no instruction in or after line {place}");
    assert!(debugged.contains(&none("3 of `y.s`")), "{debugged}");
    assert!(debugged.contains(&none("4 of `x.s`")), "{debugged}");
    assert!(debugged.contains("the sources are not part of the program"), "{debugged}");
}

/// Lines that are damaged may be wrong or missing in a message; the program runs as before.
#[test]
fn damaged_lines_change_only_messages() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("x.s"), ".globl _start\n_start: li a0, 3\n lw a1, 0(zero)\n").unwrap();
    let made = ["asm", "--dialect", "gnu", "x.s", "-o", "x.elf"];
    assert_eq!(isagrid(at, &made, b"").status, 0);
    let whole = std::fs::read(at.join("x.elf")).unwrap();
    let read = goblin::elf::Elf::parse(&whole).unwrap();
    let sections = || read.section_headers.iter();
    let lines = sections().find(|it| read.shdr_strtab.get_at(it.sh_name) == Some(".debug_line"));
    let lines = lines.and_then(|it| it.file_range()).unwrap();
    let mut random = reference::Random::new(7);
    for _ in 0..100 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(8) {
            bytes[lines.start + random.below(lines.len())] = random.next_u64() as u8;
        }
        std::fs::write(at.join("y.elf"), &bytes).unwrap();
        let done = isagrid(at, &["run", "y.elf"], b"");
        assert_eq!(done.status, 1, "{}", done.stderr);
        assert!(done.stderr.starts_with("error[M001]: this reads 0x00000000"), "{}", done.stderr);
    }
}

#[test]
fn broken_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let elf = folder.path().join("x.elf");
    let cases: [(&[u8], &str); 2] = [
        (b"\x7fELF", "the file ends before its header"),
        (b"\x7fELF\x02\x01\x01\x00", "this program is for a 64-bit machine"),
    ];
    for (bytes, expected) in cases {
        std::fs::write(&elf, bytes).unwrap();
        let done = isagrid(folder.path(), &["run", "x.elf"], b"");
        assert_eq!(done.status, 3);
        assert_eq!(done.stderr, format!("error: `x.elf`: {expected}\n"));
    }
}

/// Output of `tests/programs/sudoku.c` on any machine: the grid, and the number of calls.
const PRINTED: &str = "\
397641258845273691621895347718429563452368179963517824274186935589732416136954782\n2991\n";

#[test]
fn gcc_and_clang_programs_run_in_both_byte_orders() {
    let tests = root().join("harness/isagrid/tests");
    let puzzle = std::fs::read(tests.join("programs/sudoku.in")).unwrap();
    for compiler in ["gcc", "clang"] {
        for machine in ["mipsel", "mips"] {
            let file = format!("elf/{compiler}-{machine}.elf");
            let done = isagrid(&tests, &["run", "--exit-code", &file], &puzzle);
            assert_eq!((done.status, done.out().as_str()), (0, PRINTED), "{file}: {}", done.stderr);
            // The only digit left for the first empty cell is below it.
            let unsolvable = format!("12345678.........9{}\n", ".".repeat(63));
            let done = isagrid(&tests, &["run", "--exit-code", &file], unsolvable.as_bytes());
            assert_eq!(done.status, 1, "{file}: {}", done.stderr);
        }
    }
}

#[test]
fn linux_calls_and_delay_slots_are_kept_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let elf = folder.path().join("sum.elf");
    let elf = elf.to_str().unwrap();
    let source = "harness/isagrid/tests/programs/linux-sum.s";
    let flags = ["--linux-calls", "--delayed-branches"];
    assert_eq!(
        isagrid(&root(), &[&["asm", source, "-o", elf], &flags[..]].concat(), b"").status,
        0
    );
    for program in [&["run", elf][..], &[&["run", source], &flags[..]].concat()] {
        let done = isagrid(&root(), program, b"");
        assert_eq!(done.out(), "the sum of 1 to 100 is  5050\n", "{}", done.stderr);
    }
}

/// A damaged file never panics or hangs: it is refused, or it runs and stops.
#[test]
fn damaged_programs_are_refused_or_stop() {
    let whole = std::fs::read(root().join("harness/isagrid/tests/elf/gcc-mipsel.elf")).unwrap();
    let mut random = reference::Random::new(7);
    let mut ran = 0;
    for _ in 0..200 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(12) {
            // Text starts at 0x110; both it and the headers are damaged.
            let end = if random.below(2) == 0 { 0x110 } else { bytes.len() };
            let at = random.below(end);
            bytes[at] = random.next_u64() as u8;
        }
        let Ok(read) = elf::read(&bytes, "mips32", 8) else { continue };
        let Ok(program) = mips32::ARCHITECTURE.open_elf(read, &Choices::default()) else {
            continue;
        };
        let mut machine = program.setup.machine();
        if machine.load(&program.made.image).is_err() {
            continue;
        }
        ran += 1;
        let mut host = Host { output: Output::with_cap(1000), ..Host::with_input(b"1.2\n") };
        machine.run(&mut host, 20_000, &mut ());
        let _ = machine.disassemble(machine.pc());
    }
    assert!(ran > 10, "{ran} of the damaged programs ran");
}

/// An image for flash memory has no symbols; the ELF file of the same program has them.
#[test]
fn symbols_of_an_image_come_from_its_elf_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let source = "        .globl _start\n_start: li t0, 1\nfails:  lw t1, 0(t0)\n";
    std::fs::write(at.join("f.s"), source).unwrap();
    for (format, name) in [("esp32c3-app", "f.bin"), ("elf", "f.elf")] {
        let asm = ["asm", "--board", "esp32c3", "f.s", "-o", name, "--format", format];
        assert_eq!(isagrid(at, &asm, b"").status, 0, "{name}");
    }
    let plain = isagrid(at, &["run", "--board", "esp32c3", "f.bin"], b"");
    assert!(!plain.stderr.contains("fails"), "{}", plain.stderr);
    let named = ["run", "--board", "esp32c3", "f.bin", "--symbols", "f.elf"];
    let named = isagrid(at, &named, b"");
    assert!(named.stderr.contains("f.s:3 (0x40380002, fails)"), "{}", named.stderr);
    assert_eq!((plain.status, named.status), (1, 1));
}

#[test]
fn messages_name_the_option_for_programs_without_a_system() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (source, option) in [
        ("csrr t0, mstatus", "--bare, or with --board"),
        ("lui sp, 0x80300\n        sw ra, -4(sp)", "run with --bare"),
    ] {
        std::fs::write(at.join("f.s"), format!("        .globl _start\n_start: {source}\n"))
            .unwrap();
        let done = isagrid(at, &["run", "f.s"], b"");
        assert!(done.stderr.contains(option), "{}", done.stderr);
    }
}
