//! Options of MIDAS: answers to questions, names of devices, programs despite errors.

use asmkit::{Library, OpenError, Severity, Sources};
use pdp10::assembler::{Assembled, assemble};
use pdp10::{Options, Word36};

/// No files, and one answer to each of the first questions.
struct Answers(&'static [&'static str]);

impl Library for Answers {
    fn open(&self, _: &str, _: &str) -> Result<(String, Vec<u8>), OpenError> {
        Err(OpenError::NotFound)
    }

    fn answer(&self, question: usize) -> Option<String> {
        self.0.get(question).map(|answer| (*answer).to_owned())
    }
}

fn made(body: &str, options: Options, answers: &'static [&'static str]) -> Option<Assembled> {
    let mut sources = Sources::new();
    let file = sources.add("test.mid", format!("\tTITLE T\n{body}\n\tEND GO\n").as_bytes());
    assemble(&mut sources, &[file], &options, &Answers(answers)).ok()
}

/// First word of a program.
fn first(made: Option<Assembled>) -> Option<Word36> {
    made.and_then(|made| made.binary.blocks.first()?.words.first().copied())
}

#[test]
fn questions_are_answered_in_order_in_each_pass() {
    let body = "
.TTYMAC SIZE
COUNT==SIZE
TERMIN
.TTYMAC NAME,LENGTH
NAME==LENGTH
TERMIN
GO:	MOVEI COUNT,FOO";
    let answered = first(made(body, Options::default(), &["5", "FOO,17"]));
    assert_eq!(answered, Some(Word36::halves(0o201240, 0o17)));
    assert_eq!(first(made(body, Options::default(), &["5"])), None);
    // Without an answer the line is empty.
    let empty = "
.TTYMAC SIZE
IFSN SIZE,,COUNT==SIZE
TERMIN
IFNDEF COUNT,COUNT==3
GO:	MOVEI COUNT,0";
    assert_eq!(first(made(empty, Options::default(), &[])), Some(Word36::halves(0o201140, 0)));
}

/// Source: MIDAS 324 has the names, MIDAS 458 only with `/T`.
#[test]
fn devices_have_names_if_wanted() {
    let with = Options { device_names: true, ..Options::default() };
    let body = "GO:\tCONO PI,10000\n\tDATAO DIS,GO\n\tCONI APR,1";
    let words = made(body, with, &[]).map(|made| made.binary.blocks[0].words.clone());
    let expected = [0o700600_010000, 0o713140_000100, 0o700240_000001];
    assert_eq!(words, Some(expected.map(Word36::new).to_vec()));
    assert_eq!(first(made(body, Options::default(), &[])), None);
    // A program may define them itself.
    assert!(made("PI==5\nGO:\tMOVEI PI,1", with, &[]).is_some());
}

#[test]
fn a_program_is_made_despite_errors_if_wanted() {
    let keeps_going = Options { keeps_going: true, ..Options::default() };
    for error in ["\t.ERR too long", "\tMOVEI 1,FOO", "\tMOVEI 1,2]"] {
        let body = format!("GO:\tMOVEI 1,1\n{error}\n\t.LOGOUT 1,");
        assert!(made(&body, Options::default(), &[]).is_none(), "{error}");
        let whole = made(&body, keeps_going, &[]).expect("a program");
        assert!(!whole.file.is_empty() && !whole.assembly.warnings.is_empty(), "{error}");
        let is_error = |one: &asmkit::Diagnostic| one.severity == Severity::Error;
        assert!(!whole.assembly.warnings.iter().any(is_error), "{error}");
    }
    assert!(made("GO:\t.FATAL no\n", keeps_going, &[]).is_none());
}

/// Source: MIDAS's order file, `.SITE`: word N of the name of the machine.
#[test]
fn the_site_is_the_machine_that_runs_the_program() {
    let body = "GO:\t.SITE 0\n\t.SITE 1";
    let words = |options| made(body, options, &[]).map(|made| made.binary.blocks[0].words.clone());
    let sixbit = |name: &str| Word36::new(u64::from_str_radix(name, 8).expect("octal digits"));
    let default = vec![sixbit("444200000000"), Word36::default()];
    assert_eq!(words(Options::default()), Some(default), "DB, as the system call SSTATU says");
    let other = Options { machine: sixbit("415100000000"), ..Options::default() };
    assert_eq!(words(other), Some(vec![sixbit("415100000000"), Word36::default()]), "AI");
}
