//! Sessions of keys without a terminal: keys pressed, and the whole display.

use std::collections::VecDeque;
use std::io;

use pdp10::assembler::assemble;
use pdp10::files::evacuate;

use super::*;
use crate::engine::Run;

/// Keys pressed in order, all typed ahead.
struct TypedKeys(VecDeque<u8>);

impl Keyboard for TypedKeys {
    fn key(&mut self) -> io::Result<Option<u8>> {
        Ok(self.0.pop_front())
    }

    fn pressed(&mut self) -> io::Result<Option<u8>> {
        Ok(None)
    }
}

/// Host with another program on the disk.
fn host() -> Host {
    let mut host = Host { input: Input::open(), program: b"TEST".to_vec(), ..Host::default() };
    host.files.give(b"SYS;TS STARS".to_vec(), file(STARS));
    host.files.give(b"GUEST;TEXT 1".to_vec(), b"no program\n".to_vec());
    host.files.give(b"GUEST;GO 1".to_vec(), b"$G 5=\nCOUNT/\n".to_vec());
    host
}

/// Display when keys are pressed.
fn seen(image: &Image, keys: &[u8]) -> String {
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image, sources: &sources };
    let mut keyboard = TypedKeys(keys.iter().copied().collect());
    let mut output = Vec::new();
    let console = DdtConsole::at_keys(&mut keyboard, &mut output);
    let ddt = Ddt::new(&program, host(), console, MOST_INSTRS).expect("the program fits");
    ddt.also_called("TITLE").serve().expect("memory can be read and written");
    String::from_utf8(output).expect("only text is typed")
}

/// Instructions that a command may run.
const MOST_INSTRS: u64 = 100_000;

/// Display of a DDT that never waits: it gets a key when it reads, and the program runs in slices of a few
/// instructions.
fn served(image: &Image, keys: &[u8]) -> String {
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image, sources: &sources };
    let mut run = Run::new(program, host()).expect("the program fits");
    let mut ddt = alongside(&program, b"TEST", "TITLE", MOST_INSTRS).expect("the program fits");
    let mut shown = ddt.serve(&mut run, &[], 0).typed;
    for &key in keys {
        let mut answer = ddt.serve(&mut run, &[key], 7);
        shown += &answer.typed;
        while answer.state == DdtState::Runs {
            answer = ddt.serve(&mut run, &[], 777);
            shown += &answer.typed;
        }
        if answer.state == DdtState::Left {
            break;
        }
    }
    shown
}

/// A program as a file on the disk.
pub(super) fn file(source: &str) -> Vec<u8> {
    let mut sources = Sources::new();
    let file = sources.add("stars.mid", source.as_bytes());
    let options = pdp10::Options::default();
    let made = assemble(&mut sources, &[file], &options, &NoLibrary);
    evacuate::encode(&made.expect("the program assembles").file)
}

#[test]
fn programs_of_the_disk_are_loaded_and_run() {
    insta::assert_snapshot!(seen(
        &blank(),
        b"$J:stars x\r3\rLOOP/$0G$J$$JCOUNT/:LISTB x\r:TEST\r:TITLE\r\
          $L SYS;TS STARS\rGO/$1L\rGO/100/\r$L TEXT 1\r$L NO SUCH\r$$L\r1$L\r$L\r\
          STARS\x0b2\r:SYS;STARS\r1\r\x1a:NO;STARS\r:;\r$:KILL\r:NEW STARS\r4\r^:\r:JCL\r:LOGIN FOO\r\
          $U\x08\x08TEST\x08$$U"
    ));
}

#[test]
fn a_step_goes_over_a_call_and_out_of_one() {
    insta::assert_snapshot!(seen(
        &assembled(STARS),
        b"$G2\rSTAR$B$G4\r\x0eP,$\x0e0$1B\x1b\x0e\x1b\x0e\x1b\x0eLOOP$\x0e$P"
    ));
}

#[test]
fn an_altmode_is_a_dollar_sign_but_in_names() {
    // ESC is the altmode regardless of the program's names.
    insta::assert_snapshot!(seen(
        &assembled("GO:\tJRST .\nGO$A:\t1\n\tEND GO\n"),
        b"GO$A/\rGO\x1bB$$B\x1b1'AB\x1b=$1\"A^A^?\x11$\x11^^1\x1b=$0&GO=$1#^A=$1#\x11\x1b=X$J$Z"
    ));
}

#[test]
fn any_keys_end() {
    let mut random = reference::Random::new(5);
    for _ in 0..300 {
        let mut keys = Vec::new();
        for _ in 0..40 {
            let words: [&[u8]; 12] = [
                b"100/",
                b"\x1bG",
                b"\r",
                b"\n",
                b"\x7f",
                b"\x1b",
                b"FOO",
                b":TEST x\r",
                b"JRST 100",
                b"\x0e",
                b"\x1b1\"ab",
                b"=",
            ];
            match random.below(3) {
                0 => keys.push(random.below(256) as u8),
                _ => keys.extend_from_slice(words[random.below(words.len())]),
            }
        }
        let shown = seen(&blank(), &keys);
        let again = served(&blank(), &keys);
        assert!(shown.starts_with(&again), "{again:?} is not {shown:?}");
        let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\x08');
        assert!(!shown.contains(odd), "{shown:?} of {}", keys.escape_ascii());
    }
}

#[test]
fn a_served_ddt_types_the_same() {
    for keys in [
        &b"$G2\rSTAR$B$G4\r\x0eP,$\x0e0$1B\x1b\x0e\x1b\x0e\x1b\x0eLOOP$\x0e$P"[..],
        b":TEST x\r3\rCOUNT/ 7\rCOUNT/MOVEI 1,5\x1bX1/JRST 100$X:XFILE GO 1\r3\r1/:KILL\r",
        b":SYS;STARS\r1\r\x1a$$J:TITLE\r2\r:BACK 5\r\x1b\x0e:REVERSE\r5$\x0e$$U",
    ] {
        let (all, again) = (seen(&assembled(STARS), keys), served(&assembled(STARS), keys));
        assert!(all.starts_with(&again) && again.len() > 200, "{again}\n\nis not\n\n{all}");
    }
}

/// Both debuggers of a session work on one run.
#[test]
fn ddt_follows_a_run_that_was_moved() {
    let image = assembled(STARS);
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image: &image, sources: &sources };
    let mut run = Run::new(program, host()).expect("the program fits");
    let mut ddt = alongside(&program, b"TEST", "", MOST_INSTRS).expect("the program fits");
    assert_eq!(ddt.serve(&mut run, b"\x1bG", 1000).state, DdtState::Waits);
    let (waited, first) = (run.position(), run.program.image.entry);
    run.timeline.back_to(0);
    let answer = ddt.serve(&mut run, b".=", 1000);
    assert!(waited > 0 && answer.state == DdtState::Reads, "{answer:?}");
    assert!(answer.typed.contains(")   "), "{answer:?}");
    assert_eq!((run.position(), run.pc()), (0, first));
}
