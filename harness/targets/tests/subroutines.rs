//! The subroutine that contains an instruction: sources whose lines end in the right name.

use std::path::{Path, PathBuf};

use asmkit::{NoLibrary, Sources};
use machine::{Engine, Host, Image, Machine};
use targets::calls::Map;
use targets::target::Target;

/// Dialect, switches, and a source; each instruction's comment is the name of its subroutine.
const SOURCES: &[(&str, &[&str], &str)] = &[
    // A procedure that is entered by a jump.
    (
        "gnu",
        &["board=virt"],
        "
        .globl _start
_start: li   sp, 0x80010000     # _start
        call f                  # _start
        j    go                 # _start
f:      ret                     # f
go:     li   a0, 1              # go
1:      j    1b                 # go
",
    ),
    // `main` is a function, even if the code before it continues to it.
    (
        "gnu",
        &["board=virt"],
        ".globl _start\n_start: nop # _start\nmain: nop # main\n1: j 1b # main\n",
    ),
    // Another label there is not.
    (
        "gnu",
        &["board=virt"],
        ".globl _start\n_start: nop # _start\ngo: nop # _start\n1: j go # _start\n",
    ),
    // A global label is one.
    (
        "gnu",
        &["board=virt"],
        ".globl _start, go\n_start: nop # _start\ngo: nop # go\n1: j 1b # go\n",
    ),
    // Procedures that are entered by `mret` and through a pointer.
    (
        "gnu",
        &["board=virt"],
        "
        .globl _start
_start: la   t0, trap           # _start
        csrw mtvec, t0          # _start
        la   t0, user           # _start
        csrw mepc, t0           # _start
        mret                    # _start
user:   la   t0, pointer        # user
        lw   t0, 0(t0)          # user
        jalr t0                 # user
1:      j    1b                 # user
far:    ret                     # far
trap:   mret                    # trap
        .data
pointer: .word far
",
    ),
    // A jump to an address in a register is no `switch`, if the address is constant.
    (
        "gnu",
        &["board=virt"],
        ".globl _start\n_start: la t0, go # _start\njr t0 # _start\ngo: nop # go\n1: j 1b # go\n",
    ),
    // Cases of a `switch`, `else`, and loops that are entered at their condition.
    (
        "gnu",
        &["board=virt"],
        "
        .globl _start
_start: call f                  # _start
1:      j    1b                 # _start
f:      la   t0, table          # f
        add  t0, t0, a0         # f
        lw   t0, 0(t0)          # f
        jr   t0                 # f
case0:  li   a0, 1              # f
        ret                     # f
case1:  li   a0, 2              # f
        ret                     # f
        .globl g
g:      beqz a0, else           # g
        li   a0, 1              # g
        j    end                # g
else:   li   a0, 2              # g
end:    ret                     # g
h:      j    test               # h
loop:   addi a0, a0, -1         # h
test:   bnez a0, loop           # h
        bltz a0, wrong          # h
        ret                     # h
wrong:  li   a0, 0              # h
        ret                     # h
        .data
table:  .word case0, case1
",
    ),
    // After an exit call, but not after another call.
    (
        "mars",
        &[],
        "
main:   la   $s1, square        # main
        jalr $s1                # main
        li   $v0, 1             # main
        syscall                 # main
next:   jal  print_newline      # main
        li   $v0, 10            # main
        syscall                 # main
square: mul  $v0, $a0, $a0      # square
        jr   $ra                # square
print_newline:
        li   $v0, 11            # print_newline
        syscall                 # print_newline
        b    back               # print_newline
twice:  addu $v0, $a0, $a0      # print_newline
back:   jr   $ra                # print_newline
",
    ),
    (
        "rars",
        &[],
        "
main:   la   s1, square         # main
        jalr s1                 # main
        li   a7, 1              # main
        ecall                   # main
next:   li   a7, 93             # main
        ecall                   # main
square: mul  a0, a0, a0         # square
        ret                     # square
",
    ),
    (
        "venus",
        &[],
        "
main:   la   s1, square         # main
        jalr s1                 # main
        jal  ra, print_newline  # main
        li   a0, 10             # main
        ecall                   # main
print_newline:
        li   a1, 10             # print_newline
        li   a0, 11             # print_newline
        ecall                   # print_newline
        jr   ra                 # print_newline
square: mul  a0, a1, a1         # square
        jr   ra                 # square
",
    ),
    // The instruction after a jump is part of the procedure that jumps.
    (
        "mars",
        &["delayed-branches"],
        "
main:   jal  f                  # main
        nop                     # main
stay:   b    stay               # main
        nop                     # main
f:      jr   $ra                # f
        nop                     # f
g:      jr   $ra                # g
        addiu $v0, $zero, 1     # g
",
    ),
];

/// The program of a source; `None` if it is not assembled.
fn assembled_as(dialect: &str, switches: &[&str], source: &str) -> Option<(Target, Image)> {
    let switches: Vec<String> = switches.iter().map(|it| (*it).to_owned()).collect();
    let architecture = Target::of(dialect).expect("a dialect").architecture().spec().name;
    let target = Target::named(architecture, dialect, &switches).expect("a target");
    let target = target.with_engine(Engine::Auto);
    let mut sources = Sources::new();
    let file = sources.add("x.s", source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).ok()?;
    Some((target, made.image))
}

fn map_of(target: &Target, image: &Image) -> Map {
    let mut machine = target.machine();
    machine.load(image).expect("it fits");
    machine.run(&mut Host::default(), 0, &mut ());
    Map::new(target, image, &machine)
}

#[test]
fn every_instruction_is_in_the_right_subroutine() {
    for &(dialect, switches, source) in SOURCES {
        let (target, image) = assembled_as(dialect, switches, source).expect("a program");
        let map = map_of(&target, &image);
        for line in &image.lines {
            let Some(text) = source.lines().nth(line.line as usize - 1) else { continue };
            let Some((_, right)) = text.rsplit_once("# ") else { continue };
            let entry = map.subroutine(line.address);
            let name = image.symbols.iter().find(|it| it.address && Some(it.value) == entry);
            assert_eq!(name.map(|it| it.name.as_str()), Some(right), "{dialect}: {text}");
        }
    }
}

/// Labels of the bundled sources that are starts by the rule for labels alone: procedures that the
/// file calls through registers or not at all, and the end of a program that `main` branches to.
const UNCALLED: &[(&str, &str)] = &[
    ("assignments/cs21-4x4/oddities/calls-by-register.s", "solve"),
    ("assignments/cs21-4x4/oddities/calls-by-register.s", "safe"),
    ("assignments/cs21-4x4/scaffold.s", "solve"),
    ("assignments/cs21-9x9/oddities/calls-by-register.s", "solve"),
    ("assignments/cs21-9x9/oddities/calls-by-register.s", "safe"),
    ("assignments/cs21-9x9/scaffold.s", "solve"),
    ("assignments/csee3827/scaffold.s", "rule_out_of_row"),
    ("assignments/csee3827/scaffold.s", "rule_out_of_col"),
    ("assignments/csee3827/scaffold.s", "rule_out_of_box"),
    ("assignments/csee3827-rars/scaffold.s", "rule_out_of_row"),
    ("assignments/csee3827-rars/scaffold.s", "rule_out_of_col"),
    ("assignments/csee3827-rars/scaffold.s", "rule_out_of_box"),
    ("assignments/csee3827-venus/scaffold.s", "rule_out_of_box"),
    ("assignments/csee3827-venus/scaffold.s", "rule_out_of_col"),
    ("assignments/csee3827-venus/scaffold.s", "rule_out_of_row"),
    ("backtrack/mips32-mars-cs21-4x4.s", "print"),
];

/// The bundled sources have many local labels, and none of them is taken for a procedure.
#[test]
fn local_labels_of_the_bundled_sources_are_no_subroutines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
    let mut found = Vec::new();
    let mut files = sources_below(&root);
    files.sort();
    let mut assembled = 0;
    for path in files {
        let shown =
            path.strip_prefix(&root).expect("it is below").to_string_lossy().replace('\\', "/");
        let is_of = |part: &str| shown.contains(part);
        let (dialect, switches): (_, &[&str]) = match () {
            () if is_of("mos6502") => continue,
            () if is_of("esp32c3") => ("gnu", &["board=esp32c3"]),
            () if is_of("rars") => ("rars", &[]),
            () if is_of("venus") => ("venus", &[]),
            () if is_of("riscv32") => ("gnu", &[]),
            () if is_of("slots") => ("spim", &["delayed-branches"]),
            () if is_of("cs21") || is_of("mars") => ("mars", &[]),
            () => ("spim", &[]),
        };
        let text = std::fs::read_to_string(&path).expect("a source");
        let Some((target, image)) = assembled_as(dialect, switches, &text) else { continue };
        assembled += 1;
        let map = map_of(&target, &image);
        let called: Vec<u64> = map.entries().collect();
        for symbol in image.symbols.iter().filter(|it| it.address && !it.global) {
            let is_start = map.subroutine(symbol.value) == Some(symbol.value);
            if is_start && !called.contains(&symbol.value) && symbol.name != "main" {
                found.push((shown.clone(), symbol.name.clone()));
            }
        }
    }
    assert!(assembled >= 66, "{assembled}");
    let found: Vec<(&str, &str)> = found.iter().map(|(at, name)| (&**at, &**name)).collect();
    assert_eq!(found, UNCALLED);
}

/// All sources in a folder and below.
fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources_below(&path));
        } else if path.extension().is_some_and(|end| end == "s") {
            files.push(path);
        }
    }
    files
}
