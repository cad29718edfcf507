//! Instructions that the user types: on every machine, in every dialect, and wrong ones.

use machine::{Machine as _, Random};

use super::*;
use crate::engine::Executed;

/// Answers to commands.
fn answers(dialect: &str, source: &str, commands: &[&str]) -> Vec<String> {
    answers_on(&Target::of(dialect).unwrap(), source, commands)
}

fn answers_on(target: &Target, source: &str, commands: &[&str]) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("a.s", source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).expect("the program assembles");
    let program = Program { target, image: &made.image, sources: &sources };
    let (script, mut output) = (commands.join("\n"), Vec::new());
    let mut input = script.as_bytes();
    let console = Console::script(&mut input, &mut output);
    let host = Host { input: Input::open(), ..Host::default() };
    CommandDebugger::new(program, host, console, 1000).unwrap().serve("a session").unwrap();
    let said = String::from_utf8(output).unwrap();
    let said = said.split(PROMPT).skip(1).map(|answer| answer.split_once('\n').unwrap().1);
    said.map(|answer| answer.trim_end().to_owned()).collect()
}

/// Checks that each command's answer contains a text.
fn check(dialect: &str, source: &str, expected: &[(&str, &str)]) {
    let commands: Vec<&str> = expected.iter().map(|(command, _)| *command).collect();
    let said = answers(dialect, source, &commands);
    assert_eq!(said.len(), expected.len(), "{dialect}: {said:?}");
    for ((command, wanted), said) in expected.iter().zip(&said) {
        assert!(said.contains(wanted), "{dialect}: {command}: {said}");
    }
}

/// A loop at the second instruction, and a subroutine after it.
const MIPS: &str = "\
.data
total: .word 5
.text
.globl main
main: li $s0, 3
loop: addi $s0, $s0, 1
 j loop
nine: li $v0, 9
 jr $ra
";

#[test]
fn mips_executes_and_returns_from_calls() {
    for (dialect, to_loop, main) in
        [("mars", "stepi", "(0x00400000, main)"), ("spim", "until loop", "main)")]
    {
        check(
            dialect,
            MIPS,
            &[
                // Before the first instruction there is no memory in MARS.
                ("exec addi $t1, $zero, 4", "t1       0x00000004 (4)"),
                ("exec jal nine", "nine)"),
                ("stepi 2", "=> "),
                (to_loop, "loop)"),
                ("exec lw $t2, total", "t2       0x00000005 (5)"),
                ("exec la $a0, total + 4", "a0       0x10010004"),
                ("exec sw $t1, total", "no register has changed"),
                ("print total", "(4)"),
                ("exec jal nine", "nine)"),
                ("stepi 2", "loop)"),
                ("exec bge $t1, $zero, main", main),
                ("exec b loop", "loop)"),
                ("exec li $v0, 5", "v0       0x00000005 (5)"),
                ("exec syscall", "nothing has changed: it waits for input"),
                ("input 77", "kept"),
                ("exec syscall", "v0       0x0000004d (77)"),
                ("exec lw $t0, 1($zero)", "nothing has changed: this reads 0x00000001"),
                ("exec li $v0, 10", "v0       0x0000000a (10)"),
                ("exec syscall", "the program ended with status 0"),
                ("exec nop", "error: the program has ended"),
                ("backi", "loop)"),
                ("print $v0", "(10)"),
            ],
        );
    }
}

#[test]
fn constants_of_a_source_are_known() {
    let source = format!(".eqv SEVEN 7\n{MIPS}");
    check("mars", &source, &[("exec li $t0, SEVEN", "(7)")]);
    let source = format!("size = -12\n{MIPS}");
    check("spim", &source, &[("exec li $t0, size", "(-12)")]);
    let source = ".equ size, -12\n.text\n.globl _start\n_start: nop\n";
    check("gnu", source, &[("exec addi t0, zero, size", "(-12)")]);
    let source = ".equ size -12\n.text\nmain: nop\n";
    check("venus", source, &[("exec addi t0, zero, size", "(-12)")]);
    let source = ".eqv SEVEN 7\n.text\nmain: nop\n";
    check("rars", source, &[("exec addi t0, zero, SEVEN", "(7)")]);
}

#[test]
fn risc_v_executes_in_every_dialect() {
    for (dialect, start) in [("rars", "main"), ("gnu", "_start"), ("venus", "main")] {
        let source = format!(
            ".data\ntotal: .word 5\n.text\n.globl {start}\n{start}: li s0, 3\nloop: addi s0, s0, 1\n \
             j loop\nnine: li a0, 9\n ret\n"
        );
        check(
            dialect,
            &source,
            &[
                ("exec jal nine", "nine)"),
                ("stepi 2", start),
                ("stepi", "loop)"),
                ("exec lw t2, total", "t2       0x00000005 (5)"),
                ("exec li t1, 4", "t1       0x00000004 (4)"),
                ("exec call nine", "nine)"),
                ("stepi 2", "loop)"),
                (&format!("exec bne t1, zero, {start}"), start),
                ("exec j loop", "loop)"),
                ("exec lw t0, 1(zero)", if dialect == "venus" { "t0" } else { "nothing has" }),
                ("exec addd t0, t0, 1", "\n  addd t0, t0, 1\n  ^^^^ "),
            ],
        );
    }
    let source = ".text\n.globl _start\n_start: nop\n nop\n";
    check("gnu", source, &[("stepi", ""), ("exec c.addi a0, 3", "a0       0x00000003 (3)")]);
}

#[test]
fn the_lc3_executes() {
    let source = ".ORIG x3000\n AND R0,R0,#0\nLOOP ADD R0,R0,#1\n BR LOOP\nTWO ADD R1,R1,#2\n RET\n\
                  X .FILL #5\n.END\n";
    check(
        "lc3",
        source,
        &[
            ("stepi", "LOOP)"),
            ("exec LD R3, x", "R3       x0005 (5)"),
            ("exec JSR TWO", "R7       x3001"),
            ("stepi 2", "LOOP)"),
            ("exec GETC", "nothing has changed: it waits"),
            ("exec RTI", "nothing has changed: the instruction x8000 is privileged"),
            ("exec BR TWO", "(x3003, TWO)"),
        ],
    );
}

#[test]
fn the_6502_executes() {
    for dialect in ["ca65", "mos"] {
        let colon = if dialect == "ca65" { ":" } else { "" };
        let source = format!(
            "X = $20\n LDA #1\nLOOP{colon} CLC\n ADC #1\n JMP LOOP\nNINE{colon} LDX #9\n RTS\n"
        );
        check(
            dialect,
            &source,
            &[
                // The bytes before the first instruction are the top of the stack.
                ("exec JSR NINE", "nothing has changed: the call would overwrite itself"),
                ("exec LDA #$48", "A        $48"),
                ("exec STA X", "no register has changed"),
                ("x/1b 0x20", "48"),
                ("stepi 2", "($0203, LOOP + 1)"),
                ("exec JSR NINE", "NINE)"),
                ("stepi 2", "($0203, LOOP + 1)"),
                ("exec LDA #500", "\n  LDA #500\n       ^^^ "),
            ],
        );
    }
}

#[test]
fn the_pdp10_skips_like_ddt() {
    check(
        "midas",
        MIDAS,
        &[
            ("stepi 2", "(000102, LOOP)"),
            ("exec MOVEI 2,5", "AC2      000000000005"),
            ("exec MOVEM 2,TOTAL", "no register has changed"),
            ("print total", "000000000005"),
            ("exec SKIPA", "it skips"),
            ("exec SKIPN 2", "it skips"),
            ("exec SKIPE 2", "no register has changed"),
            ("print $pc", "000102"),
            ("exec JRST LOOP+1", "(000103, LOOP + 1)"),
            ("exec AOJA 1,LOOP", "(000102, LOOP)"),
            ("exec PUSHJ P,SQUARE", "SQUARE)"),
            ("exec POPJ P,", "(000102, LOOP)"),
            ("exec MOVE 3,[5]", "error: this is not one instruction"),
            ("exec XCT .", "nothing has changed: the chain of XCT"),
        ],
    );
}

#[test]
fn mistakes_are_shown_in_the_typed_text() {
    let said = answers(
        "mars",
        MIPS,
        &[
            "exec addd $t0, $t0, 1",
            "exec lw $t0, totla",
            "exec",
            "exec .word 5",
            "exec \tli $t0, 5 # \x1b[31m",
            "exec li $é, 5",
        ],
    );
    let expected = "error: unknown instruction `addd` [A001]\n  addd $t0, $t0, 1\n  ^^^^ not in the \
                    instruction set of MARS\n  help: did you mean `add`?";
    assert_eq!(said[0], expected);
    assert!(said[1].starts_with("error: undefined label `totla` [A010]\n"), "{}", said[1]);
    assert!(said[1].ends_with("  help: did you mean `total`?"), "{}", said[1]);
    assert_eq!(said[2], "error: give one instruction, as in the program's source");
    assert!(said[3].starts_with("error: `.word` is not allowed"), "{}", said[3]);
    assert_eq!(said[4], "t0       0x00000005 (5)");
    assert!(said[5].contains("\n  li $é, 5\n     ^"), "{}", said[5]);
    check("spl", SPL, &[("exec 1", "error: programs in SPL have no single instructions")]);
}

#[test]
fn going_back_undoes_typed_instructions() {
    check(
        "mars",
        MIPS,
        &[
            ("stepi 2", "(0x00400008, loop + 4)"),
            // Three machine instructions are one step back.
            ("exec blt $s0, 100, nine", "nine)"),
            ("backi", "(0x00400008, loop + 4)"),
            ("exec la $t0, total", "t0       0x10010000"),
            ("exec la $t0, total", ""),
            ("stepi", "(0x00400004, loop)"),
            ("back", "(0x00400008, loop + 4)"),
            ("print $t0", "0x10010000"),
            ("back", "(0x00400008, loop + 4)"),
            ("back", "(0x00400008, loop + 4)"),
            ("print $t0", "= 0x00000000"),
            ("back", "loop)"),
            ("back", "main)"),
            // The original run.
            ("stepi 3", "(0x00400004, loop)"),
            ("print $t0", "= 0x00000000"),
            ("where", "#0"),
            ("exec jal nine", "nine)"),
            ("reverse-continue", "beginning"),
        ],
    );
}

#[test]
fn changed_registers_and_typed_instructions_are_undone_one_by_one() {
    check(
        "mars",
        MIPS,
        &[
            ("stepi", "loop)"),
            ("set $t0 = 4", "(4)"),
            ("exec addi $t0, $t0, 1", "(5)"),
            ("set $t1 = 9", "(9)"),
            ("exec add $t0, $t0, $t1", "(14)"),
            ("backi", "loop)"),
            ("print $t0", "(5)"),
            ("backi", "loop)"),
            ("print $t0", "(4)"),
            ("backi", "main)"),
            ("print $t0", "(0)"),
        ],
    );
}

#[test]
fn delay_slots_are_filled() {
    let target = Target::named("mips32", "mars", &["delayed-branches".to_owned()]).unwrap();
    let source = "main: li $s0, 3\n li $s1, 4\n j main\n nop\nnine: li $v0, 9\n jr $ra\n nop\n";
    let said = answers_on(
        &target,
        source,
        &["stepi 2", "exec jal nine", "stepi 3", "stepi", "exec addi $t0, $t0, 1", "stepi"],
    );
    assert!(said[1].contains("ra       0x00400008"), "{}", said[1]);
    assert!(said[1].contains("nine)"), "{}", said[1]);
    assert!(said[2].contains("(0x00400008, main + 8)"), "{}", said[2]);
    assert!(said[4].contains("between a jump and its delay slot"), "{}", said[4]);
    assert!(said[5].contains("(0x00400000, main)"), "{}", said[5]);
}

/// A run of a program, at its first instruction.
fn driven(target: &Target, source: &str, act: impl FnOnce(&mut Drive<'_>, &mut Silent)) {
    let mut sources = Sources::new();
    let file = sources.add("a.s", source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).expect("the program assembles");
    let program = Program { target, image: &made.image, sources: &sources };
    act(&mut Drive::new(program, Host::default(), 1000).unwrap(), &mut Silent);
}

/// Registers before and after an instruction that is typed, and that is a part of the program.
#[test]
fn typed_instructions_do_what_those_of_the_program_do() {
    const SEED: u64 = 20_261_129;
    let mut random = Random::seeded(SEED);
    for (dialect, names, registers) in [
        ("mars", &["addu", "subu", "and", "or", "xor", "nor", "slt", "sltu", "mul", "sllv"], "$"),
        ("gnu", &["add", "sub", "and", "or", "xor", "sll", "slt", "sltu", "mul", "remu"], ""),
    ] {
        let target = Target::of(dialect).unwrap();
        for _ in 0..50 {
            let mut pick = |most: usize| (random.next_u64() % most as u64) as usize;
            let register = |number| format!("{registers}t{number}");
            let [to, from, by] = [pick(7), pick(7), pick(7)].map(register);
            let instruction = format!("{} {to}, {from}, {by}", names[pick(names.len())]);
            let load = |number| format!("li {}, {}\n", register(number), pick(1 << 31) as i32);
            let loads: String = (0..7).map(load).collect();
            let source = format!(".text\n.globl main\n.globl _start\nmain:\n_start:\n{loads}");
            let mut results = Vec::new();
            driven(&target, &format!("{source}here: {instruction}\n nop\n"), |drive, frontend| {
                let here = drive.scope().label("here").unwrap();
                drive.go(crate::engine::Movement::To(here), frontend);
                drive.advance(1);
                results.push(drive.run.machine().registers());
            });
            driven(&target, &format!("{source}here: nop\n nop\n"), |drive, frontend| {
                let here = drive.scope().label("here").unwrap();
                drive.go(crate::engine::Movement::To(here), frontend);
                assert_eq!(drive.execute(&instruction, frontend), Ok(Executed::Stays));
                assert_eq!(drive.run.pc(), here, "{instruction}");
                results.push(drive.run.machine().registers());
            });
            assert_eq!(results[0], results[1], "{dialect}: {instruction}, seed {SEED}");
        }
    }
}

/// A frontend without a user.
struct Silent;

impl crate::engine::Frontend for Silent {
    fn show(&mut self, _: &[Vec<u8>; 2]) {}

    fn report(&mut self, _: &str) {}

    fn is_interrupted(&mut self) -> bool {
        false
    }

    fn input(&mut self) -> crate::engine::Input {
        crate::engine::Input::Later
    }
}
