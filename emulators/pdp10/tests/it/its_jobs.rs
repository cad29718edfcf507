//! Programs that make other jobs, look into the system, or are interrupted by a clock.

use asmkit::{NoLibrary, Sources};
use machine::follow::Follow;
use machine::{Engine, Host, Image, Input, Machine as _, Output, Stop};
use pdp10::{Options, Pdp10, assembler};

/// How a program ends, and what it and DDT type.
fn ran_with(body: &str, input: &[u8]) -> (Stop, String) {
    let program = format!("\tTITLE TEST\n{body}\n\tEND GO\n");
    let (mut sources, options) = (Sources::new(), Options::default());
    let file = sources.add("test.mid", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.expect("it assembles").binary.image();
    let run = |engine: Engine| {
        let mut machine = Pdp10::new(options);
        machine.set_engine(engine, None);
        machine.load(&image).expect("it fits");
        let (output, errors) = (Output::with_cap(1000), Output::with_cap(1000));
        let mut host = Host { input: Input::closed(input), output, errors, ..Host::default() };
        let stop = machine.run(&mut host, 1_000_000, &mut ());
        let typed = [host.output.bytes(), host.errors.bytes()].concat();
        (stop, String::from_utf8_lossy(&typed).into_owned(), machine.counts().instructions)
    };
    let plain = run(Engine::Plain);
    assert_eq!(plain, run(Engine::Careful));
    assert_eq!(plain, followed(options, &image, input));
    (plain.0, plain.1)
}

/// The same while undefined values are tracked.
fn followed(options: Options, image: &Image, input: &[u8]) -> (Stop, String, u64) {
    let mut machine = Pdp10::new(options);
    machine.load(image).expect("it fits");
    let (output, errors) = (Output::with_cap(1000), Output::with_cap(1000));
    let mut host = Host { input: Input::closed(input), output, errors, ..Host::default() };
    let mut follow = Follow::new();
    follow.home.push(0..1 << 18);
    follow.allowed.push(0..1 << 18);
    let stop = loop {
        match machine.run_followed(&mut host, 1_000_000, &mut follow) {
            Some(Stop::Pause) => drop(follow.take_events()),
            stop => break stop.expect("it can be followed"),
        }
    };
    let typed = [host.output.bytes(), host.errors.bytes()].concat();
    (stop, String::from_utf8_lossy(&typed).into_owned(), machine.counts().instructions)
}

fn ran(body: &str) -> (Stop, String) {
    ran_with(body, b"")
}

const ENDS: Stop = Stop::Exit { status: 0 };

/// Makes an inferior with the words from CODE at 200, starts it, and waits until it stops.
const MAKE: &str = "
GO:	.CALL [SETZ ? SIXBIT /OPEN/ ? MOVSI 7 ? MOVEI 1 ? [SIXBIT /USR/] ? MOVEI 0
		SETZ [SIXBIT /CHILD/]]
	 .LOSE %LSFIL
	.ACCESS 1,[200]
	MOVE 2,[CODE-ENDC,,CODE]
	.IOT 1,2
	.USET 1,[.SUPC,,[200]]
	.USET 1,[.RINTB,,BIT]
	.SUSET [.SMSK2,,BIT]
	.USET 1,[.SUSTP,,[0]]
	SKIPN FLAG
	 .HANG
";

/// The handler and the data of [`MAKE`].
const HANDLER: &str = "
TSINT:	0
	0
	SETOM FLAG
	.DISMIS TSINT+1
FLAG:	0
BIT:	0
X:	0
CODE:";

fn with_inferior(after: &str, code: &str) -> (Stop, String) {
    ran(&format!(
        "LOC 42\n\tJSR TSINT\nLOC 100\n{MAKE}{after}\n\t.LOGOUT 1,\n{HANDLER}{code}\nENDC:"
    ))
}

/// `JSR` stores the PC in its first word, which a handler of ITS has for the bits.
#[test]
fn an_inferior_runs_until_it_stops() {
    let after = "
	.CALL [SETZ ? SIXBIT /USRMEM/ ? MOVEI 1 ? MOVEI 300 ? SETZM X]
	 .LOSE %LSSYS
	MOVE 3,X
	CAIE 3,42
	 .VALUE [ASCIZ /:wrong sum /]
	.USET 1,[.RPIRQC,,X]
	MOVE 3,X
	CAIE 3,2000
	 .VALUE [ASCIZ /:no .BREAK /]
	.USET 1,[.RUSTP,,X]
	SKIPN X
	 .VALUE [ASCIZ /:still runs /]
	.UCLOSE 1,
	.CALL [SETZ ? SIXBIT /OPEN/ ? MOVSI 16 ? MOVEI 1 ? [SIXBIT /USR/] ? MOVEI 0
		SETZ [SIXBIT /CHILD/]]
	 .LOGOUT 1,
	.VALUE [ASCIZ /:not ended /]";
    let code = "
	MOVEI 1,21
	ADDI 1,21
	MOVEM 1,300
	.BREAK 16,160000";
    assert_eq!(with_inferior(after, code), (ENDS, String::new()));
}

#[test]
fn a_fault_of_an_inferior_interrupts_its_superior() {
    let after = "
	.USET 1,[.RPIRQC,,X]
	MOVE 3,X
	CAIE 3,40
	 .VALUE [ASCIZ /:no ILOPR /]
	.USET 1,[.RUPC,,X]
	HRRZ 3,X
	CAIE 3,202
	 .VALUE [ASCIZ /:wrong PC /]";
    assert_eq!(with_inferior(after, "\n\tJFCL\n\tJRST 4,0"), (ENDS, String::new()));
}

/// Source: *ITS USR*, "Starting and stopping".
#[test]
fn an_inferior_continues_where_it_stopped() {
    let after = "
	SETZM FLAG
	.USET 1,[.SAPIRQ,,[-1]]
	.USET 1,[.SUSTP,,[0]]
	SKIPN FLAG
	 .HANG
	.CALL [SETZ ? SIXBIT /USRMEM/ ? MOVEI 1 ? MOVEI 300 ? SETZM X]
	 .LOSE %LSSYS
	MOVE 3,X
	CAIE 3,7
	 .VALUE [ASCIZ /:did not continue /]";
    let code = "\n\t.VALUE\n\tMOVEI 1,7\n\tMOVEM 1,300\n\t.LOGOUT 1,";
    assert_eq!(with_inferior(after, code), (ENDS, String::new()));
}

#[test]
fn a_job_that_waits_forever_is_reported() {
    let (stop, _) = ran("GO:\t.HANG\n\t.LOGOUT 1,");
    assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
}

/// Source: *ITS UUOS*, `.EVAL` and `.GETLOC`; *ITS .CALLS*, `CORBLK`.
#[test]
fn symbols_of_the_system_lead_to_its_tables() {
    let program = "
GO:	MOVE 1,[SQUOZE 0,UNAME]
	.EVAL 1,
	 .VALUE [ASCIZ /:no UNAME /]
	MOVE 2,[SQUOZE 0,LUBLK]
	.EVAL 2,
	 .VALUE [ASCIZ /:no LUBLK /]
	MOVE 3,[SQUOZE 0,FOOBAR]
	.EVAL 3,
	 CAIA
	.VALUE [ASCIZ /:has FOOBAR /]
	.SUSET [.RUIND,,3]
	IMUL 3,2
	ADD 1,3
	HRLZ 4,1
	HRRI 4,X
	.GETLOC 4,
	.SUSET [.RUNAME,,5]
	CAME 5,X
	 .VALUE [ASCIZ /:wrong user /]
	MOVE 6,1
	LSH 6,-10.
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 10000 ? MOVEI -1 ? MOVEI 5 ? MOVEI 400000 ? SETZ 6]
	 .LOSE %LSSYS
	ANDI 1,1777
	CAME 5,12000(1)
	 .VALUE [ASCIZ /:wrong page /]
	.LOGOUT 1,
X:	0";
    assert_eq!(ran(program), (ENDS, String::new()));
}

/// Source: *ITS UUOS*, `.REALT`: an interrupt per frame, here of a tenth of a second.
#[test]
fn a_clock_interrupts_a_job_that_waits() {
    let program = "
LOC 42
	JSR TSINT
LOC 100
GO:	MOVE 1,[300000,,FRAME]
	.REALT 1,
	 .VALUE [ASCIZ /:not seized /]
	.SUSET [.SMASK,,[200000,,0]]
	.RDTIME 4,
WAIT:	CAIGE 5,3
	 .HANG
	.RDTIME 6,
	SUB 6,4
	CAIE 6,9.
	 .VALUE [ASCIZ /:wrong time /]
	MOVEI 7,30.
	.SLEEP 7,
	CAIE 5,13.
	 .VALUE [ASCIZ /:wrong ticks /]
	.LOGOUT 1,
TSINT:	0
	0
	AOS 5
	.DISMIS TSINT+1
FRAME:	6
	1
	0
	0";
    assert_eq!(ran(program), (ENDS, String::new()));
}

/// Source: ITS 1652, `ADISMI`: the accumulators are those that the interrupt pushed, also one that
/// the call has for its error.
#[test]
fn dismis_restores_the_accumulators() {
    let program = "
LOC 42
	-5,,TABLE
LOC 100
GO:	.SUSET [.SOPTI,,[4000,,0]]
	.SUSET [.SMASK,,[200000,,0]]
	MOVE 1,[300000,,FRAME]
	.REALT 1,
	 .VALUE [ASCIZ /:not seized /]
	MOVEI 1,123
	SKIPN DONE
	 .HANG
	CAIE 1,123
	 .VALUE [ASCIZ /:lost /]
	.LOGOUT 1,
TABLE:	104,,STACK
	200000,,0 ? 0 ? 200000,,0 ? 0 ? TSINT
TSINT:	SETZ 1,
	SETOM DONE
	.CALL [SETZ ? SIXBIT /DISMIS/ ? 5000,,104 ? STACK ? 403000,,1]
DONE:	0
STACK:	-20,,STACK
	BLOCK 20
FRAME:	6 ? 1 ? 0 ? 0";
    assert_eq!(ran(program), (ENDS, String::new()));
}

#[test]
fn real_time_is_only_what_was_asked_for() {
    let nothing = "GO:\tMOVEI 1,T\n\t.REALT 1,\n\t.LOGOUT 1,\n\t.VALUE\nT:\t60.\n\t2\n\t0\n\t0";
    assert_eq!(ran(nothing), (ENDS, String::new()));
    let wrong = "GO:\tMOVE 1,[200000,,T]\n\t.REALT 1,\n\t.LOGOUT 1,\nT:\t0\n\t0\n\t0\n\t0";
    assert!(ran(wrong).1.starts_with("ILOPR;"), "{:?}", ran(wrong));
    // The priority time counts only when real time is asked for. Source: ITS 1652, `AREALT`.
    let frame = |left: u32, priority: u32| {
        ran(&format!(
            "GO:\tMOVE 1,[{left:o},,T]\n\t.REALT 1,\n\t.LOGOUT 1,\n\t.LOGOUT 1,\nT:\t36.\n\t{priority}."
        ))
    };
    assert_eq!(frame(0o200000, 1000).0, ENDS);
    assert_eq!(frame(0o300000, 12).0, ENDS);
    for priority in [0, 13] {
        assert!(frame(0o300000, priority).1.starts_with("ILOPR;"), "{priority}");
    }
}

/// Source: DDT 1549; ITS 1648 with DDT 1546 evaluates `1=`.
#[test]
fn ddt_answers_commands_that_it_cannot_do() {
    let (_, typed) = ran("GO:\t.VALUE [ASCIZ /: frobn some line\n/]\n\t.LOGOUT 1,");
    assert_eq!(typed, ": frobn some line\nSYS: SYS3; TS FROBN - FILE NOT FOUND\n");
    let (_, typed) = ran("GO:\t.VALUE [ASCIZ /2+7-1= 777777=/]\n\t.LOGOUT 1,");
    assert_eq!(typed, "2+7-1=10   777777=777777   \n");
    assert_eq!(ran("GO:\t.VALUE [ASCIZ /2=\u{1b}P/]\n\t.LOGOUT 1,").0, ENDS);
}

/// Source: *DDT ORDER*, "Colon commands" and `..TTYFLG`.
#[test]
fn comments_after_a_colon_are_typed_while_typeout_is_on() {
    let typed = |commands: &str| ran(&format!("GO:\t.VALUE [ASCIZ ~{commands}~]\n\t.LOGOUT 1,"));
    for (commands, expected) in [
        ("\u{17}:\u{1b}\u{16}ALREADY ACCEPTING\u{17}\u{1b}:KILL\r:VK\r", "ALREADY ACCEPTING\n"),
        (":\u{1b} FOO \u{1b}KILL\r", "FOO\n"),
        (":\u{1b} FOO \u{1b}\u{1b}BAR\u{1b}\r:KILL\r", "FOOBAR\n"),
        // One ^V cancels one ^W.
        ("\u{17}\u{17}:\u{1b}\u{16}A\u{16}B\u{16}C\u{17}D\u{1b}KILL\r", "BC\n"),
        ("\u{17}:\u{1b}A\u{1b}V :\u{1b}B\u{1b}KILL\r", "B\n"),
        ("\u{17}1=\u{16}2=:KILL\r", "2=2   \n"),
        // A colon alone does nothing.
        (":\r:KILL\r", ""),
    ] {
        assert_eq!(typed(commands), (ENDS, expected.to_owned()), "{commands:?}");
    }
    // Errors are typed in any case, and what is typed stays without the rest.
    let (stop, text) = typed("\u{17}:FROBN \u{16}\r");
    assert!(stop != ENDS && text == "SYS: SYS3; TS FROBN - FILE NOT FOUND\n", "{stop:?} {text:?}");
    // A comment without an end is the whole rest, and DDT waits.
    let (stop, text) = typed(":\u{1b}FOO:KILL\r");
    assert!(stop != ENDS && text == "FOO:KILL\n", "{stop:?} {text:?}");
}

/// Source: *ITS .CALLS*, `LOGIN` and `STYGET`.
#[test]
fn calls_for_terminals_and_users_answer_a_job_under_ddt() {
    let (_, typed) = ran(
        "GO:\t.CALL [SETZ ? SIXBIT /LOGIN/ ? SETZ [SIXBIT /ME/]]\n\t .LOSE %LSSYS\n\t.LOGOUT 1,",
    );
    assert!(typed.contains("NOT TOP LEVEL"), "{typed}");
    let program = "
GO:	.CALL [SETZ ? SIXBIT /STYGET/ ? MOVEI 400001 ? MOVEM 1 ? SETZM 2]
	 .LOSE %LSSYS
	.SUSET [.RUIND,,3]
	CAMN 2,3
	 SKIPE 1
	  .VALUE [ASCIZ /:wrong owner /]
	.LOGOUT 1,";
    assert_eq!(ran(program), (ENDS, String::new()));
}

/// Handler that counts interrupts of the terminal in AC3 and has the character in AC4.
const TYPED: &str = "
TSINT:	0
	0
	ADDI 3,1
	MOVEI 4,1
	.ITYIC 4,
	 JFCL
	.DISMIS TSINT+1";

/// Source: *ITS TTY*: a character that is to interrupt does so before it is read; ITS 1652, `TTYO4`:
/// every character does after the first channel for input was opened.
#[test]
fn a_typed_character_interrupts_before_it_is_read() {
    let program = format!(
        "
LOC 42
	JSR TSINT
LOC 100
GO:	.OPEN 1,[SIXBIT /   TTY/]
	 .LOSE
	.SUSET [.SMASK,,[1]]
	.IOT 1,2
	CAIN 2,\"A
	 CAIE 4,\"A
	  .VALUE [ASCIZ /:wrong first /]
	CAIE 3,1
	 .VALUE [ASCIZ /:no first interrupt /]
	.IOT 1,2
	CAIN 2,7
	 CAIE 4,7
	  .VALUE [ASCIZ /:wrong character /]
	CAIE 3,2
	 .VALUE [ASCIZ /:no interrupt /]
	.LOGOUT 1,{TYPED}"
    );
    assert_eq!(ran_with(&program, b"A\x07").0, ENDS, "{}", ran_with(&program, b"A\x07").1);
}

#[test]
fn a_typed_character_interrupts_a_job_that_polls() {
    let program = format!(
        "
LOC 42
	JSR TSINT
LOC 100
GO:	.OPEN 1,[SIXBIT /   TTY/]
	 .LOSE
	.SUSET [.SMASK,,[1]]
WAIT:	.CALL [SETZ ? SIXBIT /IOT/ ? MOVEI 1 ? 5000,,23000 ? SETZM 2]
	 .LOSE %LSSYS
	JUMPE 3,WAIT
	CAIE 4,7
	 .VALUE [ASCIZ /:wrong character /]
	.LOGOUT 1,{TYPED}"
    );
    assert_eq!(ran_with(&program, b"\x07").0, ENDS, "{}", ran_with(&program, b"\x07").1);
}

/// Source: ITS 1652, before `USROA`: the name is that of another processor.
#[test]
fn there_is_no_pdp_6() {
    let program = "
GO:	.OPEN 1,[20,,(SIXBIT /USR/) ? 0 ? SIXBIT /PDP6/]
	 .LOGOUT 1,
	.VALUE [ASCIZ /:opened /]";
    assert_eq!(ran(program), (ENDS, String::new()));
}

/// `CIRC` rotates both words towards each other: what leaves one enters the other.
#[test]
fn circ_of_mit_rotates_two_words_in_opposite_directions() {
    let program = "
GO:	MOVE 1,[123456,,701234]
	MOVE 2,[765432,,100076]
	CIRC 1,3
	CAMN 1,[234567,,012343]
	 CAME 2,[476543,,210007]
	  .VALUE [ASCIZ /:left /]
	CIRC 1,-3
	CAMN 1,[123456,,701234]
	 CAME 2,[765432,,100076]
	  .VALUE [ASCIZ /:right /]
	MOVEI 3,44
	CIRC 1,@[(3)]
	CIRC 1,44
	CAMN 1,[123456,,701234]
	 CAME 2,[765432,,100076]
	  .VALUE [ASCIZ /:around /]
	.LOGOUT 1,";
    assert_eq!(ran(program), (ENDS, String::new()));
}

/// A page of an inferior in the own memory: each sees what the other has written.
#[test]
fn jobs_share_pages() {
    let program = "
GO:	.CALL [SETZ ? SIXBIT /OPEN/ ? MOVSI 7 ? MOVEI 1 ? [SIXBIT /USR/] ? MOVEI 0
		SETZ [SIXBIT /CHILD/]]
	 .LOSE %LSFIL
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 110000 ? MOVEI 1 ? MOVEI 5 ? SETZI -5]
	 .LOSE %LSSYS
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 110000 ? MOVEI -1 ? MOVEI 7 ? MOVEI 1 ? SETZI 5]
	 .LOSE %LSSYS
	MOVE 2,[-3,,CODE]
	MOVEI 3,16000
	MOVE 4,(2)
	MOVEM 4,(3)
	ADDI 3,1
	AOBJN 2,.-3
	.USET 1,[.SUPC,,[12000]]
	.USET 1,[.RINTB,,BIT]
	.SUSET [.SMSK2,,BIT]
	.USET 1,[.SUSTP,,[0]]
	SKIPN FLAG
	 .HANG
	MOVE 2,16100
	CAIE 2,1234
	 .VALUE [ASCIZ /:not seen /]
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 110000 ? MOVEI -1 ? MOVEI 7 ? SETZI -5]
	 .LOSE %LSSYS
	SETOM 16100
	.CALL [SETZ ? SIXBIT /USRMEM/ ? MOVEI 1 ? MOVEI 12100 ? SETZM X]
	 .LOSE %LSSYS
	MOVE 2,X
	CAIE 2,1234
	 .VALUE [ASCIZ /:still shared /]
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 110000 ? MOVEI -1 ? MOVEI 7 ? MOVEI 1 ? SETZI 70]
	 .LOGOUT 1,
	.VALUE [ASCIZ /:there is no page 70 /]
";
    let code = "	MOVEI 1,1234
	MOVEM 1,12100
	.VALUE
LOC 42
	JSR TSINT
LOC CODE+3";
    assert_eq!(ran(&format!("{program}{HANDLER}{code}")), (ENDS, String::new()));
}

/// Source: *ITS INTRUP*; *ITS USETS*, `.PIRQC`: `%PIARO` and `%PIFOV` are of class 3, after the
/// instruction.
#[test]
fn overflow_interrupts_a_job() {
    for (bit, instruction) in [("10", "ADD 1,[377777,,-1]"), ("400,,0", "FMPR 2,2")] {
        let program = format!(
            "
LOC 42
	JSR TSINT
LOC 100
GO:	.SUSET [.SMASK,,[{bit}]]
	MOVEI 1,1
	MOVSI 2,377400
	{instruction}
	SKIPN SEEN
	 .VALUE [ASCIZ /:no interrupt /]
	.LOGOUT 1,
TSINT:	0
	0
	SETOM SEEN
	.DISMIS TSINT+1
SEEN:	0"
        );
        assert_eq!(ran(&program), (ENDS, String::new()), "{instruction}");
    }
}

/// Pages come and go, and accumulators are results of calls.
#[test]
fn calls_change_memory() {
    let program = "
GO:	.CORE 3
	 .VALUE
	MOVEI 1,5
	MOVEM 1,5777
	.RDATIM 2,
	.CALL [SETZ ? SIXBIT /CORBLK/ ? MOVEI 0 ? MOVEI -1 ? SETZI 2]
	 .LOSE %LSSYS
	.CALL [SETZ ? SIXBIT /CORTYP/ ? MOVEI 2 ? SETZM 4]
	 .LOSE %LSSYS
	SKIPE 4
	 .VALUE [ASCIZ /:still there /]
	MOVE 1,5777
	.LOGOUT 1,";
    let (stop, typed) = ran(program);
    assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
    assert!(typed.starts_with("MPV;"), "{typed}");
}
