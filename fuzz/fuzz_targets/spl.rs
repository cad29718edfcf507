//! SPL grids: reading them, writing them again, and running them under small limits.
#![no_main]

use esproc::{Esproc, Options, Script};
use libfuzzer_sys::fuzz_target;
use machine::{Host, Machine};

const LIMITS: Options = Options { most_depth: 50, most_bytes: 1 << 20 };

fuzz_target!(|text: &str| {
    let script = match Script::parse(text) {
        Ok(script) => script,
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without a word");
            return errors.iter().for_each(|error| drop(error.to_string()));
        }
    };
    let written = script.text();
    assert_eq!(Script::parse(&written).map(|again| again.text()), Ok(written));
    let mut machine = Esproc::new(LIMITS);
    machine.load(&script.image("fuzz.spl")).expect("a script that was read");
    let mut host = Host::with_input(b"3\n");
    host.files.give(b"sudoku01.txt", b"003020600\n900305001\n");
    machine.run(&mut host, 2_000, &mut ());
    assert!(machine.counts().instructions <= 2_000);
});
