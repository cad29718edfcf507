//! Sessions as typed, with DDT's output.

mod jobs;
mod keys;

use asmkit::{NoLibrary, Sources};
use machine::{Data, Host, Image, Input, Segment};

use super::*;
use targets::target::Target;

/// Empty words from 100 to 200.
fn blank() -> Image {
    let words = vec![0; 0o101];
    let segment = Segment {
        name: "impure".to_owned(),
        base: 0o100,
        size: words.len() as u64,
        data: Data::Words(words),
        executable: true,
        writable: true,
    };
    Image { isa: "pdp10".to_owned(), entry: 0o100, segments: vec![segment], ..Image::default() }
}

fn assembled(source: &str) -> Image {
    let mut sources = Sources::new();
    let file = sources.add("test.mid", source.as_bytes());
    let target = Target::of("midas").unwrap();
    let assembly = target.assemble(&mut sources, &[file], &NoLibrary);
    assembly.expect("the program assembles").image
}

/// The terminal's text when a script is typed, with `$` for altmode.
fn transcript(image: &Image, script: &str) -> String {
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image, sources: &sources };
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let host = Host { input: Input::open(), ..Host::default() };
    let console = DdtConsole::new(&mut input, &mut output, true);
    let ddt = Ddt::new(&program, host, console, 100_000).expect("the program fits");
    ddt.serve().expect("memory can be read and written");
    String::from_utf8(output).expect("only text is typed")
}

#[test]
fn words_are_computed_and_typed_in_every_mode() {
    insta::assert_snapshot!(transcript(
        &blank(),
        "1+2*3=\n<1+2>*3=\n-1=\n12.=\n10$10.=\n7!2=\n1_3=\n17&6=\n5,,6=\n5,6=\n,,6=\nMOVE 1,2=\n$Q_\n\
         MOVE 1,@-1(17)_\n$1'SUDOKU$'\n$1\"Hello$\"\n$1#A=\n1.5=\n$Q$=\n$1Q=\n-2.5$=\n$0&FOO='&\n777777,,777776_\n\
         123456$6T;\n"
    ));
}

#[test]
fn words_are_opened_changed_and_named() {
    insta::assert_snapshot!(transcript(
        &blank(),
        "100/\nMOVEI 1,5\n./\nGO:\n^J\nADDI 1,GO^J\nJRST GO\n.-2/\n^J\n^\n^\n.LOGOUT 1,_\n.IOT 1,GO_\n.CALL 5_\n.CALL 5,_\nJRST 4,GO_\nLSH 1,-3_\nMOVEI 1,-3_\nGO+1/\n\t\n$/\n$$/\n.=\n\
         $C\nGO/\n\nGO/\n$$H\nGO/\n\nGO/\nGO$K\nGO/\nGO$$K\nGO/\n\
         $$S\n777000,,$M\nMOVEI$W\n5$N\n-1$M\n1,,1$W\n./\n"
    ));
}

#[test]
fn programs_run_stop_and_step() {
    insta::assert_snapshot!(transcript(
        &blank(),
        "100/ MOVEI 1,3^J\nPUSHJ 17,110^J\nSOJG 1,101^J\nJRST 4,100\n110/ AOS 150^J\nPOPJ 17,\n\
         17/ -20,,160\n$0G\n^N\n^N\n^N\n$0G\n2^N\n$^N\n$0G\n^N\n$^N\n150/\n110$B\n101$B\n:LISTB\n$G\n$P\n2$P\n$B\n\
         $P\n$P\n0$2B\n$$B\n$P\n150/\nAOS 150$X\n150/\nSKIPA$X\nPUSHJ 17,110$X\n$.=\n150$2I\n$G\n$I\n5$2I\n150$I\n$P\n:COUNTS\n"
    ));
}

#[test]
fn going_back_undoes_an_executed_instruction() {
    let typed = "100/ MOVEI 1,3^J\nMOVEI 2,4^J\nJRST 4,100\n34/ 123\n$0G\n^N\nMOVEI 1,7$X\n1/\n:BACK\n1/\n34/\n$.=\n";
    let said = transcript(&blank(), typed);
    let (before, after) = said.split_once(":BACK").expect("it is echoed");
    assert!(before.contains("1/   7"), "{said}");
    assert!(after.contains("1/   3"), "{said}");
    assert!(after.contains("34/   123"), "{said}");
    assert!(after.contains("$.=\n101\n"), "{said}");
}

#[test]
fn programs_go_back() {
    insta::assert_snapshot!(transcript(
        &blank(),
        "100/ MOVEI 1,3^J\nPUSHJ 17,110^J\nSOJG 1,101^J\nJRST 4,100\n110/ AOS 150^J\nPOPJ 17,\n\
         17/ -20,,160\n$0G\n5^N\n150/\n:BACK 2\n150/\n:BACK\n:BACK 100\n:REVERSE\n111$B\n150$2I\n\
         $P\n$P\n150/ 20\n$P\n:REVERSE\n$P\n:REVERSE\n150/\n:REVERSE\n:REVERSE\n150/\n\
         $I\n$P\n2$P\n$P\n:BACK 1\n$P\n:BACK FOO\n:BACK 1=\n:REVERSE 5\n:COUNTS\n"
    ));
}

#[test]
fn a_program_goes_back_over_its_input_and_its_end() {
    insta::assert_snapshot!(transcript(
        &assembled(STARS),
        "STAR$B\n$G\n7x\n$P\n:REVERSE\n:REVERSE\nCOUNT/\n$P\nCOUNT/\n$B\n$P\n$P\n:BACK 12.\n$P\n\
         $P\n:BACK\n$P\n$G\n2\n"
    ));
}

#[test]
fn the_session_in_the_documentation_is_real() {
    let read = |name: &str| std::fs::read_to_string(format!("../../{name}")).unwrap();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let script = format!("SOLVE$B\n$G\n{puzzle}\n5$P\nN/\n:REVERSE\nN/\n:BACK 3\n3^N\n");
    let session = transcript(&assembled(&read("asm/backtrack/pdp10-line.mid")), &script);
    let session = session.trim_end_matches("*\n");
    assert!(read("docs/debugging.md").contains(session), "{session}");
}

#[test]
fn unknown_commands_are_reported() {
    insta::assert_snapshot!(transcript(
        &blank(),
        "FOO/\nFOO+1=\n$Z\n:FROB\n:LISTB 5\n999=\n1+=\n(1=\n700000/\n$$$S\n100$\n1$9B\n$B\n9$B 700000$B\n$1000R\n5:\n\
         1 2 ?\n$$\n\u{fffd}\n$1\"\u{e9}$=\n$P\n"
    ));
}

/// Source: *DDT ORDER*, "Colon commands".
#[test]
fn comments_after_a_colon_are_ignored() {
    insta::assert_snapshot!(transcript(
        &blank(),
        ":$ FROB $JCL A B\n:$a$$b$:JCLPRT\n:$ FROB $\n:$ FROB:LISTB\n2+3=\n"
    ));
}

#[test]
fn an_endless_program_returns() {
    insta::assert_snapshot!(transcript(&blank(), "100/ JRST .\n$G\n$P\n100$$B\n$P\n"));
}

/// Asks for a digit, counts down from it, and types stars; contains a half-killed symbol and named
/// accumulators.
const STARS: &str = "\
	TITLE STARS
A=1
B=2
P=17
TTYI==1
TTYO==2
PDL:	BLOCK 20
COUNT:	0
GO:	MOVE P,[-20,,PDL-1]
	.OPEN TTYI,[.UAI,,'TTY]
	 .LOSE
	.OPEN TTYO,[.UAO,,'TTY]
	 .LOSE
	.IOT TTYI,A
	.IOT TTYI,B
	SUBI A,\"0
	MOVEM A,COUNT
LOOP:	PUSHJ P,STAR
	SOSLE COUNT
	 JRST LOOP
	.VALUE
	.LOGOUT 1,
STAR:	.IOT TTYO,[\"*]
	POPJ P,
	END GO
";

#[test]
fn a_program_with_symbols_is_debugged() {
    insta::assert_snapshot!(transcript(
        &assembled(STARS),
        "GO/\nTTYO=\nTTYO_\nLOOP$B\n$G\n^Z\n$P\n3\nCOUNT/\nB/ MOVE A,COUNT(B)\n./\n\n$^N\n2$P\n$$B\nSTAR$B\n$G\n7\n\
         $B\nCOUNT/ 2\n$P\n$P\n$P\n$G\n5\n"
    ));
}

#[test]
fn a_fault_is_reported() {
    insta::assert_snapshot!(transcript(
        &assembled("GO:\tMOVEI 1,5\n\tMOVE 2,700000\n\tEND GO\n"),
        "$G\nMOVE 2,1\n$P\nGO+1/ MOVE 2,1\n$P\n2/\n"
    ));
}

#[test]
fn any_script_ends() {
    let mut random = reference::Random::new(3);
    let alphabet: Vec<char> =
        "0179.ABGPQXKTRHFSN$$$^^^/=[]_;:'\"#&<>()@+-*!, \t?\x1b\x0e".chars().collect();
    let mut script = String::new();
    for _ in 0..2000 {
        let length = random.below(12);
        script.extend((0..length).map(|_| alphabet[random.below(alphabet.len())]));
        script.push('\n');
    }
    transcript(&blank(), &script);
    transcript(&blank(), &"-".repeat(5000));
    transcript(&blank(), &"(".repeat(5000));
}

#[test]
fn a_terminal_that_goes_by_lines_is_greeted_and_a_script_is_not() {
    let image = blank();
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image: &image, sources: &sources };
    let (mut input, mut output) = (":KILL\n".as_bytes(), Vec::new());
    let host = Host { program: b"test.mid".to_vec(), ..Host::default() };
    let console = DdtConsole::new(&mut input, &mut output, false);
    Ddt::new(&program, host, console, 1000).unwrap().serve().unwrap();
    let said = String::from_utf8(output).unwrap();
    let greeting = "(this is ITS's DDT; at * type $G to run, :HELP for more, :KILL to leave)\n*";
    assert!(said.contains(greeting), "{said}");
    assert!(!transcript(&image, ":KILL\n").contains("this is"));
}

/// As on ITS, so that the first breakpoint of a newcomer is reached.
#[test]
fn a_breakpoint_stops_a_program_at_its_start() {
    let script = "100/ MOVEI 1,3^J\nJRST 100\n100$B\n100$G\n$P\n$G\n";
    let typed = transcript(&blank(), script);
    assert_eq!(typed.matches("$1B; 100>>MOVEI 1,3").count(), 3, "{typed}");
}

/// A patched program can be written to the disk and loaded again, with its symbols.
#[test]
fn files_are_listed_typed_copied_and_written() {
    let typed = transcript(
        &assembled(STARS),
        ":JCL GUEST;X Y\n:JCLPRT\nCOUNT/ 77\n:PDUMP STARS BIN\n:COPY STARS BIN,SAVED\n:LISTF\n\
         COUNT/ 5\n$L STARS BIN\nCOUNT/\nSTAR/\n:RENAME SAVED BIN,GUEST;NEW ONE\n:DELETE STARS BIN\n\
         ^F\n$L NEW ONE\nCOUNT/\n$Y\n:LISTF GUEST;\n:LISTF SYS;\n:PRINT NO FILE\n:COPY NEW ONE\n",
    );
    insta::assert_snapshot!(typed);
}

#[test]
fn files_are_typed_without_control_characters() {
    let image = blank();
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image: &image, sources: &sources };
    let script = ":PRINT SOME TEXT\n^R SOME >\n^R LONG ONE\n";
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let mut host = Host::default();
    host.files.give(*b"GUEST;SOME TEXT", *b"first\r\n\x1b[2J second\n\x0c\x03\x03");
    host.files.give(*b"GUEST;LONG ONE", vec![b'x'; (1 << 20) + 5]);
    let console = DdtConsole::new(&mut input, &mut output, true);
    Ddt::new(&program, host, console, 1000).unwrap().serve().unwrap();
    let typed = String::from_utf8(output).unwrap();
    assert!(!typed.contains('\x1b'), "{typed:?}");
    assert_eq!(typed.matches("first\n").count(), 2);
    assert!(typed.contains("x\n(not typed: 5 bytes after these)\n"));
}

#[test]
fn searches_have_bounds_and_effective_addresses() {
    let script = "100/ MOVE 1,150^J\nMOVE 1,151^J\nMOVE 2,150^J\nJRST @103^J\nLOW:\n\
                  100<102>150$E\n101<103>150$E\n100<103>MOVE 1,151$W\n5<FIVE:\nFIVE=\n100<$W\n";
    insta::assert_snapshot!(transcript(&blank(), script));
}

#[test]
fn commands_and_symbols_come_from_files() {
    let image = assembled(STARS);
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image: &image, sources: &sources };
    let script = ":PDUMP STARS BIN\n:XFILE SETUP >\nCOUNT/\nSTAR$$K\nSTAR=\n:SYMLOD STARS BIN\nSTAR=\n\
                  :XFILE SELF\n:XFILE NONE\n:SYMLOD SETUP 2\n:XFILE LAST\nCOUNT/\n";
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let mut host = Host::default();
    host.files.give(*b"GUEST;SETUP 2", *b"COUNT/ 7\r\n\nNOSUCH/\r\nCOUNT/\r\n");
    host.files.give(*b"GUEST;SELF 1", *b":XFILE SELF\n");
    host.files.give(*b"GUEST;LAST 1", *b":KILL\nCOUNT/\n");
    let console = DdtConsole::new(&mut input, &mut output, true);
    Ddt::new(&program, host, console, 1000).unwrap().serve().unwrap();
    insta::assert_snapshot!(String::from_utf8(output).unwrap());
}
