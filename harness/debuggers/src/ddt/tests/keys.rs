//! Sessions of keys without a terminal: keys pressed, and the whole display.

use std::collections::VecDeque;
use std::io;

use pdp10::assembler::assemble;
use pdp10::files::evacuate;

use super::*;

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

/// Display when keys are pressed, with another program on the disk.
fn seen(image: &Image, keys: &[u8]) -> String {
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image, sources: &sources };
    let mut keyboard = TypedKeys(keys.iter().copied().collect());
    let mut output = Vec::new();
    let mut host = Host { input: Input::open(), program: b"TEST".to_vec(), ..Host::default() };
    host.files.give(b"SYS;TS STARS".to_vec(), file(STARS));
    host.files.give(b"GUEST;TEXT 1".to_vec(), b"no program\n".to_vec());
    let console = DdtConsole::at_keys(&mut keyboard, &mut output);
    let ddt = Ddt::new(&program, host, console, 100_000).expect("the program fits");
    ddt.also_called("TITLE").serve().expect("memory can be read and written");
    String::from_utf8(output).expect("only text is typed")
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
        let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\x08');
        assert!(!shown.contains(odd), "{shown:?} of {}", keys.escape_ascii());
    }
}
