//! Semihosting. Source: Arm, "Semihosting for AArch32 and AArch64"; RISC-V Semihosting 0.4.

use machine::{Cause, Host};

use super::{CallAnswer, FAILED, SystemBench, image};
use crate::options::Options;

const RAM: u32 = 0x8000_0000;
const BLOCK: u32 = RAM + 0x100;
const TEXT: u32 = RAM + 0x200;

fn bare(input: &[u8]) -> SystemBench {
    let image = image(RAM.into(), 0x1000, &[]);
    SystemBench::with_options(Options::bare(), Host::with_input(input), &image)
}

impl SystemBench {
    fn semihosting(&mut self, operation: u32, argument: u32) -> CallAnswer {
        self.cpu.set_reg(10, operation);
        self.cpu.set_reg(11, argument);
        self.system.semihosting(&mut self.cpu, &mut self.host)
    }

    /// Executes an operation with a block of arguments, which must succeed; returns its result.
    fn host_does(&mut self, operation: u32, block: &[u32]) -> u32 {
        self.put_words(BLOCK, block);
        assert_eq!(
            self.semihosting(operation, BLOCK),
            CallAnswer::Done,
            "operation {operation:#x}"
        );
        self.cpu.reg(10)
    }
}

#[test]
fn ends() {
    let mut bench = bare(b"");
    assert_eq!(bench.semihosting(0x18, 0x20026), CallAnswer::Exit(0));
    assert_eq!(bench.semihosting(0x18, 0x20023), CallAnswer::Exit(1));
    bench.put_words(BLOCK, &[0x20026, 42]);
    assert_eq!(bench.semihosting(0x20, BLOCK), CallAnswer::Exit(42));
    bench.put_words(BLOCK, &[0x20024, 42]);
    assert_eq!(bench.semihosting(0x20, BLOCK), CallAnswer::Exit(1));
}

#[test]
fn a_file_lists_the_features() {
    let mut bench = bare(b"");
    let name = bench.put(TEXT, b":semihosting-features");
    assert_eq!(bench.host_does(0x01, &[name, 4, 21]), FAILED);
    let handles = [0, 1].map(|mode| bench.host_does(0x01, &[name, mode, 21]));
    assert_ne!(handles[0], handles[1]);
    assert!(handles.iter().all(|&handle| handle != 0 && handle != FAILED));
    let file = handles[0];
    assert_eq!(bench.host_does(0x0c, &[file]), 5);
    assert_eq!(bench.host_does(0x09, &[file]), 0);
    assert_eq!(bench.host_does(0x06, &[file, TEXT + 64, 4]), 0);
    assert_eq!(bench.host_does(0x06, &[file, TEXT + 68, 9]), 8);
    let read: Vec<u8> = (64..69).filter_map(|at| bench.cpu.memory.peek(TEXT + at)).collect();
    // Magic number, then bit 0: exit with a status, and bit 1: output for errors.
    assert_eq!(read, b"SHFB\x03");
    assert_eq!(bench.host_does(0x06, &[file, TEXT, 1]), 1);
    assert_eq!(bench.host_does(0x0a, &[file, 4]), 0);
    assert_eq!(bench.host_does(0x06, &[file, TEXT, 1]), 0);
    assert_eq!(bench.host_does(0x05, &[file, TEXT, 1]), 1);
    assert_eq!(bench.host_does(0x02, &[file]), 0);
    assert_eq!(bench.host_does(0x0c, &[file]), FAILED);
    assert_eq!(bench.host_does(0x0c, &[handles[1]]), 5);
    // There are sixteen handles, and closed ones are reused.
    let name = bench.put(TEXT, b":semihosting-features");
    let mut opened = (0..16).map(|_| bench.host_does(0x01, &[name, 0, 21]));
    assert_eq!(opened.by_ref().take(15).filter(|&handle| handle != FAILED).count(), 15);
    assert_eq!(opened.next(), Some(FAILED));
}

#[test]
fn the_console() {
    let mut bench = bare(b"xyz");
    bench.put(TEXT, b"hello\0");
    assert_eq!(bench.semihosting(0x03, TEXT), CallAnswer::Done);
    assert_eq!(bench.semihosting(0x04, TEXT), CallAnswer::Done);
    assert_eq!(bench.output(), b"hhello");
    assert_eq!([(); 2].map(|()| bench.host_does(0x07, &[])), [0x78, 0x79]);
    let console = bench.put(TEXT, b":tt");
    assert_eq!([0, 4, 8].map(|mode| bench.host_does(0x01, &[console, mode, 3])), [1, 2, 3]);
    assert_eq!(bench.host_does(0x05, &[2, TEXT, 3]), 0);
    assert_eq!(bench.host_does(0x05, &[3, TEXT, 1]), 0);
    assert_eq!((bench.output(), bench.host.errors.take()), (b":tt".to_vec(), b":".to_vec()));
    assert_eq!(bench.host_does(0x06, &[1, TEXT, 9]), 8);
    assert_eq!(bench.host_does(0x06, &[1, TEXT, 9]), 9);
    assert_eq!(bench.host_does(0x07, &[]), FAILED);
    assert_eq!(bench.host_does(0x09, &[1]), 1);
    assert_eq!(bench.notes(), [Cause::EndOfInput { call: 7 }]);
}

#[test]
fn files() {
    let mut bench = bare(b"");
    let name = bench.put(TEXT, b"file");
    let buffer = bench.put(TEXT + 16, b"0123");
    assert_eq!(bench.host_does(0x01, &[name, 0, 4]), FAILED);
    assert_eq!(bench.host_does(0x13, &[]), 2);
    assert_eq!(bench.host_does(0x01, &[name, 6, 4]), 4);
    assert_eq!(bench.host_does(0x05, &[4, buffer, 4]), 0);
    assert_eq!([bench.host_does(0x0c, &[4]), bench.host_does(0x09, &[4])], [4, 0]);
    assert_eq!(bench.host_does(0x0a, &[4, 2]), 0);
    assert_eq!(bench.host_does(0x06, &[4, buffer, 4]), 2);
    assert_eq!(bench.memory(buffer, 4), b"2323");
    assert_eq!([bench.host_does(0x02, &[4]), bench.host_does(0x02, &[4])], [0, FAILED]);
    assert_eq!(bench.host_does(0x01, &[name, 8, 4]), 4);
    assert_eq!(bench.host_does(0x05, &[4, buffer, 1]), 0);
    assert_eq!(bench.host.files[&b"file"[..]], b"01232");
    assert_eq!([(); 2].map(|()| bench.host_does(0x0e, &[name, 4])), [0, FAILED]);
    assert_eq!([bench.host_does(0x0c, &[0]), bench.host_does(0x05, &[0, buffer, 7])], [FAILED, 7]);
}

#[test]
fn the_command_line() {
    let mut bench = bare(b"");
    (bench.host.program, bench.host.arguments) = (b"prog".to_vec(), vec![b"x".to_vec()]);
    assert_eq!(bench.host_does(0x15, &[TEXT, 6]), FAILED);
    assert_eq!(bench.host_does(0x15, &[TEXT, 7]), 0);
    assert_eq!((bench.memory(TEXT, 7), bench.word(BLOCK + 4)), (b"prog x\0".to_vec(), 6));
}

#[test]
fn clocks_and_the_unknown() {
    let mut bench = bare(b"");
    bench.host.clock_nanos = 2_050_000_000;
    assert_eq!([0x10, 0x11].map(|clock| bench.host_does(clock, &[])), [205, 2]);
    assert_eq!([5, -5i32 as u32].map(|code| bench.host_does(0x08, &[code])), [0, 1]);
    assert_eq!(bench.host_does(0x12, &[]), FAILED);
    assert_eq!(bench.notes(), [Cause::UnknownCall { number: 0x12 }]);
}
