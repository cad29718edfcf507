//! Answers of ITS to calls that real programs make, for devices that this system does not have.

use asmkit::{Library, OpenError, Sources};
use machine::{Host, Machine as _, Output, Stop};
use pdp10::text::sixbit;
use pdp10::{Options, Pdp10, assembler};

/// One file that any name finds.
struct OneFile(&'static str);

impl Library for OneFile {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        match name {
            "KSC;MACROS >" => Ok((name.to_owned(), self.0.into())),
            _ => Err(OpenError::NotFound),
        }
    }
}

/// How a program ends, and the text that DDT types.
fn ran_as(program: &str, options: Options) -> (Stop, String) {
    let mut sources = Sources::new();
    let file = sources.add("test.mid", program.as_bytes());
    let library = OneFile("ANSWER==7\n");
    let assembled = assembler::assemble(&mut sources, &[file], &options, &library);
    let image = assembled.expect("it assembles").binary.image();
    let mut machine = Pdp10::new(options);
    machine.load(&image).expect("it fits");
    let (output, errors) = (Output::with_cap(1000), Output::with_cap(1000));
    let mut host = Host { output, errors, ..Host::default() };
    let stop = machine.run(&mut host, 100_000, &mut ());
    (stop, String::from_utf8_lossy(host.errors.bytes()).into_owned())
}

fn ran(body: &str) -> (Stop, String) {
    ran_as(&format!("\tTITLE TEST\n{body}\n\tEND GO\n"), Options::default())
}

const ENDS: Stop = Stop::Exit { status: 0 };

/// Source: ITS 1652, `SYSCTB`: these names are only in systems with the device.
#[test]
fn calls_of_missing_networks_fail_as_unknown() {
    for call in ["CHAOSO", "CHAOSQ", "TCPOPN", "NETHST", "NETRFC"] {
        let (stop, typed) = ran(&format!(
            "GO:\t.CALL [SETZ ? SIXBIT /{call}/ ? MOVEI 1 ? MOVEI 2 ? SETZI 5]\n\
             \t .LOSE %LSSYS\n\t.VALUE"
        ));
        assert!(matches!(stop, Stop::Fault(_)), "{call}: {stop:?}");
        assert!(typed.contains("ILLEGAL SYSTEM CALL NAME"), "{call}: {stop:?} {typed}");
    }
}

/// Source: ITS 1652, `BOJO`.
#[test]
fn a_job_that_is_no_device_has_no_boj() {
    let (stop, typed) = ran("GO:\t.CALL [SETZ ? SIXBIT /OPEN/ ? MOVEI 1 ? [SIXBIT /BOJ/] \
         ? [SIXBIT /X/] ? SETZ [SIXBIT /Y/]]\n\t .LOSE %LSFIL\n\t.VALUE");
    assert!(typed.contains("DEVICE NOT AVAILABLE"), "{stop:?} {typed}");
}

/// MUDDLE opens it at its start, and needs nothing else of it.
#[test]
fn messages_between_jobs_can_be_opened() {
    let open = "GO:\t.CALL [SETZ ? SIXBIT /OPEN/ ? MOVEI 1 ? [SIXBIT /IPC/] ? [SIXBIT /X/] \
         ? SETZ [SIXBIT /Y/]]\n\t .LOSE %LSFIL\n\t.LOGOUT 1,";
    assert_eq!(ran(open), (ENDS, String::new()));
}

/// Source: ITS 1652, `NLOAD0` and `NLD16`.
#[test]
fn load_with_the_range_0_loads_only_pure_pages() {
    let program = "\tTITLE LD\nSTATE:\t0\nX:\t0\nGO:\tSETOM X\n\
        \t.CALL [SETZ ? SIXBIT /OPEN/ ? MOVSI 7 ? MOVEI 1 ? [SIXBIT /DSK/] ? [SIXBIT /LDX/] ? SETZ [SIXBIT /BIN/]]\n\
        \t .LOSE %LSFIL\n\
        \t.CALL [SETZ ? SIXBIT /PDUMP/ ? MOVEI -1 ? MOVEI 1 ? SETZ STATE]\n\
        \t .LOSE %LSSYS\n\
        \t.CLOSE 1,\n\
        \tSETZM X\n\
        \t.CALL [SETZ ? SIXBIT /OPEN/ ? MOVSI 6 ? MOVEI 1 ? [SIXBIT /DSK/] ? [SIXBIT /LDX/] ? SETZ [SIXBIT /BIN/]]\n\
        \t .LOSE %LSFIL\n\
        \t.CALL [SETZ ? SIXBIT /LOAD/ ? MOVEI -1 ? MOVEI 1 ? SETZI 0]\n\
        \t .LOSE %LSSYS\n\
        \tSKIPE X\n\
        \t .VALUE [ASCIZ /:impure page was loaded/]\n\
        \t.LOGOUT 1,\n\tEND GO\n";
    assert_eq!(ran_as(program, Options::default()), (ENDS, String::new()));
    let whole = program.replace("MOVEI 1 ? SETZI 0]", "SETZI 1]").replace("SKIPE X", "SKIPN X");
    assert_eq!(ran_as(&whole, Options::default()), (ENDS, String::new()));
}

#[test]
fn the_machine_has_the_chosen_name() {
    let program = "\tTITLE NAME\nGO:\t.CALL [SETZ ? SIXBIT /SSTATU/ ? REPEAT 5,[MOVEM 0\n]\n SETZM NAME]\n\
        \t .LOSE %LSSYS\n\tMOVE 1,NAME\n\tCAMN 1,[SIXBIT /AI/]\n\t.LOGOUT 1,\n\t.VALUE\nNAME:\t0\n\tEND GO\n";
    let options = Options { machine: sixbit("AI"), ..Options::default() };
    assert_eq!(ran_as(program, options), (ENDS, String::new()));
    assert!(matches!(ran_as(program, Options::default()).0, Stop::Fault(_)));
}

#[test]
fn a_comment_may_follow_the_name_of_an_inserted_file() {
    for name in ["KSC;MACROS >", "KSC;MACROS >    ; note", "KSC;MACROS >\t;note; more"] {
        let program =
            format!(".INSRT {name}\nGO:\tMOVEI 1,ANSWER\n\tCAIN 1,7\n\t.LOGOUT 1,\n\t.VALUE");
        assert_eq!(ran(&program), (ENDS, String::new()), "{name}");
    }
}
