//! Sessions as typed, with their output.

mod addresses;
mod execute;
mod guesses;
mod random;

use asmkit::{NoLibrary, Sources};
use machine::{Host, Input, Output};

use super::*;
use targets::target::Target;

/// Adds the squares of 3, 2 and 1, in the same form on all machines.
const MARS: &str = include_str!("../../../isagrid/tests/programs/debug-mips32.s");
const RARS: &str = include_str!("../../../isagrid/tests/programs/debug-riscv32.s");

/// The same for a PDP-10, with a call by PUSHJ and one by JSP.
const MIDAS: &str = "\
	TITLE SUM
P=17
GO:	MOVE P,[-20,,PDL-1]
	MOVEI 1,3
LOOP:	PUSHJ P,ADDSQ
	SOJG 1,LOOP
	.LOGOUT 1,
ADDSQ:	JSP 5,SQUARE
	ADDM 2,TOTAL
	POPJ P,
SQUARE:	MOVE 2,1
	IMUL 2,1
	JRST (5)
TOTAL:	0
TEXT:	ASCIZ /the sum/
PDL:	BLOCK 20
	END GO
";

/// Squares summed by a called block.
const SPL: &str = "[1,2,3]\t0\nfor A1\t>B1=B1+func(A4,A2)\n\nfunc\n\treturn A4*A4\n";

/// A session with a program and typed input, whose commands may run `most` instructions.
fn session_of(dialect: &str, source: &str, host: Host, most: u64, script: &str) -> String {
    let target = Target::of(dialect).unwrap();
    let mut sources = Sources::new();
    let names = [("mars", "sum.s"), ("midas", "sum.mid"), ("spl", "sum.spl")];
    let name = names.iter().find(|(of, _)| *of == dialect).map_or("sum.s", |(_, name)| name);
    let file = sources.add(name, source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).expect("the program assembles");
    let program = Program { target: &target, image: &made.image, sources: &sources };
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let console = Console::script(&mut input, &mut output);
    let words = CommandDebugger::new(program, host, console, most).expect("the program fits");
    words.serve("a session").expect("memory can be read and written");
    String::from_utf8(output).expect("only text is said")
}

fn session(dialect: &str, source: &str, script: &str) -> String {
    let host = Host { input: Input::open(), ..Host::default() };
    session_of(dialect, source, host, 1_000_000, script)
}

/// Answer to the last command.
fn answer(dialect: &str, source: &str, script: &str) -> String {
    let said = session(dialect, source, script);
    let last = said.rsplit_once(PROMPT).map_or("", |(_, last)| last);
    last.split_once('\n').map_or(String::new(), |(_, answer)| answer.to_owned())
}

#[test]
fn a_session_with_mips() {
    insta::assert_snapshot!(session(
        "mars",
        MARS,
        "break square\nrun\nwhere\nprint $a0\nprint total\nfinish\nnext\nwatch total\ncontinue\n\
         continue\nback\nback 3\nreverse-continue\ndelete 2\nx/4i $pc\nx/2dw &total\nx/s text\n\
         info breakpoints\nlist square\ndisplay $s0\ntbreak loop\nc\nset $s0 = 1\nset total = 100\n\
         delete\ncontinue\nback\nbt\nrun\n"
    ));
}

#[test]
fn a_session_with_spim() {
    let source = MARS.replace("li   $v0, 17\n", "li   $v0, 10\n");
    insta::assert_snapshot!(session(
        "spim",
        &source,
        "start\nstep 3\nstepi\nsi\nprint $t0\nprint_symbols\nbreakpoint square\ncontinue\nwhere\n\
         delete square\nfinish\nfinish\nwhere\nregisters s0 ra\nreinitialize\nrun\n"
    ));
}

#[test]
fn a_session_with_risc_v() {
    insta::assert_snapshot!(session(
        "rars",
        RARS,
        "b square if a0 == 2\nr\nbt\np $a0\np/x a0\ni r a0 sp\nn\nfinish\nn\nd\nwatch *(int*)&total\nc\n\
         rc\nu loop\nni\nc\nc\n"
    ));
}

#[test]
fn the_frame_pointer_is_the_register_that_it_is() {
    let script = "set $s0 = 5\nset $s8 = 7\nset $fp = $fp + 1\np $s0 * 10 + $s8\n";
    let said = answer("rars", RARS, &format!("b square\nr\n{script}"));
    assert!(said.ends_with("(67)\n"), "{said}");
    // There the other name is s8, and s0 is a separate register.
    let script = "set $s0 = 5\nset $fp = 7\np $s0 * 10 + $s8\n";
    let said = answer("mars", MARS, &format!("b square\nr\n{script}"));
    assert!(said.ends_with("(57)\n"), "{said}");
}

#[test]
fn a_session_with_a_pdp_10() {
    insta::assert_snapshot!(session(
        "midas",
        MIDAS,
        "break SQUARE\nrun\nwhere\nstep\nprint $AC1\nprint AC2\nprint 17\nprint 17.\nx/2 TOTAL\nx/s TEXT\n\
         x/3i LOOP\nfinish\nwhere\nwatch total\ncontinue\nback\ndelete\nset TOTAL = 100\nset AC1 = 1\n\
         continue\nprint TOTAL\nprint 9\n"
    ));
}

/// A breakpoint on the first instruction stops a program that starts, and is passed afterwards.
#[test]
fn a_breakpoint_on_the_first_instruction_is_passed() {
    for (begin, dialect, source, first, is_passed) in [
        ("run", "mars", MARS, "main", true),
        ("c", "mars", MARS, "main", true),
        ("c", "midas", MIDAS, "GO", true),
        ("c\nstep\nback", "mars", MARS, "main", true),
        ("run\nstep 3\nback 100", "rars", RARS, "main", true),
        ("step 3\nback 100", "rars", RARS, "main", true),
        ("run\nreverse-continue", "mars", MARS, "main", true),
        ("c\nc\nrun", "mars", MARS, "main", true),
        ("reset", "mars", MARS, "main", false),
        ("c\nc\nreset", "mars", MARS, "main", false),
    ] {
        let message = answer(dialect, source, &format!("break {first}\n{begin}\ncontinue\n"));
        let ended = message.contains("the program ended with status");
        assert_eq!(ended, is_passed, "{begin:?} on {dialect}: {message}");
        assert_eq!(
            message.contains("breakpoint 1, "),
            !is_passed,
            "{begin:?} on {dialect}: {message}"
        );
    }
}

/// A named accumulator, and text for DDT between two instructions.
const NAMED: &str = "\
	TITLE NAMED
A=1
GO:	MOVEI A,3
LOOP:	SOJG A,LOOP
	.VALUE [ASCIZ /:NONE/]
	MOVEI A,7
	.LOGOUT 1,
	END GO
";

#[test]
fn a_watch_of_a_word_that_is_a_register_stops() {
    let said = |typed: &str| answer("midas", NAMED, typed);
    let first = "watchpoint 1, `A` was 000000000000 (0.) and is 000000000003 (3.)\n";
    assert!(said("watch A\nrun\n").starts_with(first));
    let second = "watchpoint 1, `A` was 000000000003 (3.) and is 000000000002 (2.)\n";
    assert!(said("watch A\nrun\nc\n").starts_with(second));
}

#[test]
fn a_program_goes_back_to_where_a_register_changed() {
    for watched in ["A", "$AC1"] {
        let typed = format!("watch {watched}\nrun\nc\nc\nrc\n");
        let third =
            format!("watchpoint 1, `{watched}` was 000000000001 (1.) and is 000000000002 (2.)\n");
        assert!(answer("midas", NAMED, &typed).starts_with(&third));
        let second =
            format!("watchpoint 1, `{watched}` was 000000000002 (2.) and is 000000000003 (3.)\n");
        assert!(answer("midas", NAMED, &(typed.clone() + "rc\n")).starts_with(&second));
        let start = "this is the beginning of the program\n";
        assert!(answer("midas", NAMED, &(typed + "rc\nrc\nrc\n")).starts_with(start));
    }
    // A breakpoint on the way stops it, too.
    let typed = "break LOOP\nrun\ndelete\nwatch A\nc\nc\nbreak LOOP\nrc\n";
    assert!(answer("midas", NAMED, typed).starts_with("watchpoint 2"));
    let typed = "watch $AC5\nbreak LOOP\nrun\ntbreak LOOP+2\nc\nrc\n";
    assert!(answer("midas", NAMED, typed).starts_with("breakpoint 2"));
}

#[test]
fn a_program_continues_after_a_ddt_request() {
    let at = |typed: &str| answer("midas", NAMED, &("run\n".to_owned() + typed));
    assert!(at("print .\n").ends_with("000103 <LOOP+2>\n"));
    assert!(at("stepi\nprint .\n").ends_with("000104 <LOOP+3>\n"));
    assert_eq!(at("continue\n"), "the program ended with status 0\n");
    assert!(at("continue\nbacki\nprint $AC1\n").ends_with("000000000007 (7.)\n"));
}

#[test]
fn octal_numbers_have_no_zero_before_them_and_fit_where_the_manual_writes_octal() {
    assert_eq!(answer("midas", NAMED, "print/o 17\n"), "17 = 17\n");
    assert_eq!(answer("mars", MARS, "print/o 15\n"), "15 = 017\n");
    let refused = "error: `1000000000000` does not fit in 36 bits, which hold -400000000000 to \
                   777777777777\n";
    assert_eq!(answer("midas", NAMED, "set AC1 = 1000000000000\n"), refused);
}

#[test]
fn a_session_with_a_script() {
    insta::assert_snapshot!(session(
        "spl",
        SPL,
        "list\nstep\nstep\nprint A1\nbreak B5\nrun\nwhere\nprint A4\nprint B1\nfinish\nback\nwatch B1\n\
         continue\ncontinue\ndelete\ncontinue\nprint B1\n"
    ));
}

#[test]
fn next_steps_over_recursive_calls() {
    // The sum of 1 to 4 by a function that calls itself from one place.
    let source = "main: li $a0, 4\n jal sum\n move $s0, $v0\n li $v0, 10\n syscall\n\
        sum: bnez $a0, more\n li $v0, 0\n jr $ra\n\
        more: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n sw $a0, 0($sp)\n addiu $a0, $a0, -1\n jal sum\n\
        after: lw $a0, 0($sp)\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n addu $v0, $v0, $a0\n jr $ra\n";
    let said = answer("mars", source, "next\nnext\nprint $v0\n");
    assert_eq!(said, "$v0 = 0x0000000a (10)\n");
    let said = answer("mars", source, "break more if $a0 == 2\nrun\nuntil 13\nnext\nwhere\n");
    assert_eq!(said.lines().count(), 4, "{said}");
    assert!(said.starts_with("#0  sum.s:14"), "{said}");
    let said = answer("mars", source, "break more if $a0 == 2\nrun\nfinish\nprint $v0\n");
    assert_eq!(said, "$v0 = 0x00000003 (3)\n");
    // Out of the innermost call, all the way.
    let said = answer(
        "mars",
        source,
        "break sum if $a0 == 0\nrun\nfinish\nfinish\nfinish\nfinish\nfinish\nwhere\n",
    );
    assert!(said.starts_with("#0  sum.s:3") && said.lines().count() == 1, "{said}");
}

#[test]
fn expressions_are_those_of_c() {
    let values = [
        ("1 + 2 * 3", "0x00000007 (7)"),
        ("(1 + 2) * 3", "0x00000009 (9)"),
        ("1 << 4 | 0xf", "0x0000001f (31)"),
        ("-1", "0xffffffff (-1)"),
        ("-8 / 3", "0xfffffffe (-2)"),
        ("~0 == -1", "0x00000001 (1)"),
        ("3 & 6 ^ 1", "0x00000003 (3)"),
        ("$s0 > 2 && $s0 != 4 || 0", "0x00000001 (1)"),
        ("'a'", "0x00000061 (97)"),
        ("*(char *) text", "0x74 (116)"),
        ("{char} text", "0x74 (116)"),
        ("(char) text", "0x74 (116)"),
        ("byte(text + 1)", "0x68 (104)"),
        ("(char *) text", "0x10010004 \"the sum is \""),
        ("&total", "0x10010000 <total>"),
        ("*total", "0x00000000 (0)"),
        ("word(&total)", "0x00000000 (0)"),
        ("$16", "0x00000003 (3)"),
        ("s0", "0x00000003 (3)"),
        ("$pc", "0x00400004 <loop>"),
        ("5 % 3", "0x00000002 (2)"),
    ];
    let script: String = values.iter().map(|(text, _)| format!("print {text}\n")).collect();
    let said = session("mars", MARS, &format!("step\n{script}"));
    for (text, value) in values {
        assert!(said.contains(&format!("\n{text} = {value}\n")), "{text} is {value}:\n{said}");
    }
}

#[test]
fn invalid_expressions_are_reported() {
    let script = "print\nprint 1 +\nprint (1\nprint 1 / 0\nprint totl\nprint $t11\nprint *1\nprint 1 2\n\
        print 09\nprint/q 1\nx/99999xw total\nprint &5\nprint {foo} 1\nset 5 = 1\nset $zero = 1\n\
        break nowhere\nbreak 4000\nbreak sum.c:3\nwatch 5\nwatch\ndelete 7\nfrobnicate\nst\nstpe\n\
        set width 0\nlayout regs\nfile x.s\ninfo\ninfo nothing\nstep 0\ncondition 1 x\nundisplay x\n\
        input\ninput a\nfinish\nignore 1\nunknown\x1b[31m\nlist 999\nlist nowhere\n";
    insta::assert_snapshot!(session("mars", MARS, script));
}

#[test]
fn endless_programs_and_full_output_stop() {
    let host = || Host { input: Input::open(), output: Output::with_cap(20), ..Host::default() };
    let endless = "main: j main\n";
    insta::assert_snapshot!(session_of(
        "mars",
        endless,
        host(),
        5000,
        "run\nstep 100000\ncontinue\nnext 10\nuntil\nstepi 18446744073709551615\nback 18446744073709551615\n\
         back\nstepi 3\nback 99999999999999999999\n"
    ));
    let talks = "main: li $v0, 11\n li $a0, 'x'\nloop: syscall\n b loop\n";
    insta::assert_snapshot!(session_of("mars", talks, host(), 5000, "run\ncontinue\nstep\nback\n"));
}

#[test]
fn a_program_that_reads_is_given_lines() {
    let source = "main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n b main\n";
    insta::assert_snapshot!(session(
        "mars",
        source,
        "run\ninput 41\ncontinue\ninput 42\ninput\ncontinue\nback 2\nstep\nreset\nrun\n"
    ));
}

#[test]
fn nothing_of_a_program_drives_a_terminal() {
    let source = ".data\ntext: .ascii \"\\033[2Jx\"\n .byte 27, 0\n.text\nmain: la $a0, text\n li $v0, 4\n\
        syscall # \x1b[31m\n li $v0, 10\n syscall\n";
    let said = session("mars", source, "x/s text\nprint (char*) text\nx/4c text\nlist\nrun\n");
    assert!(!said.contains('\x1b'), "{said:?}");
}

#[test]
fn delayed_branches_and_early_labels_keep_the_chain() {
    let source = "main: jal f\n nop\n li $v0, 10\n syscall\nf: jr $ra\n nop\n";
    let target = Target::named("mips32", "mars", &["delayed-branches".to_owned()]).unwrap();
    let mut sources = Sources::new();
    let file = sources.add("sum.s", source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).expect("the program assembles");
    let program = Program { target: &target, image: &made.image, sources: &sources };
    let (mut input, mut output) =
        ("next\nrun\nreset\nbreak f\nrun\nwhere\nfinish\n".as_bytes(), Vec::new());
    let console = Console::script(&mut input, &mut output);
    let words =
        CommandDebugger::new(program, Host::default(), console, 1000).expect("the program fits");
    words.serve("a session").expect("memory can be read and written");
    insta::assert_snapshot!(String::from_utf8(output).expect("only text is said"));
}

#[test]
fn the_page_has_the_table() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/debugging.md");
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.contains(&page()), "docs/debugging.md is stale: cargo xtask pages");
}
