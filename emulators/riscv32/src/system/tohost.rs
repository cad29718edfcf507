//! Host interface of conformance tests and benchmarks: a word that is stored to `tohost`.
//!
//! An odd word ends the program: 1 is success, any other value is the number of the failed test. An
//! even word is the address of a request of four double words: a system call's number and
//! arguments. The result goes to the first of them, and `fromhost` becomes 1. Source:
//! riscv-isa-sim, `fesvr/htif.cc`; riscv-tests, `benchmarks/common/syscalls.c`.

use machine::calls::{CallAnswer, CallResult};
use machine::{Cause, Image, Limit};

use super::call::{Call, word};

const WRITE: u32 = 64;
const EXIT: u32 = 93;
/// Bits in the value that riscv-tests store after an unexpected trap, combined with the number of
/// the current test. Source: riscv-test-env, `p/riscv_test.h`.
const UNEXPECTED_TRAP: u32 = 1337;

/// Addresses of the two words through which program and host communicate.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToHost {
    tohost: Option<u32>,
    fromhost: Option<u32>,
}

impl ToHost {
    /// Words of a program, if it has symbols for them.
    pub(super) fn of(image: &Image) -> Self {
        let symbol = |name| image.symbol(name).and_then(|address| u32::try_from(address).ok());
        ToHost { tohost: symbol("tohost"), fromhost: symbol("fromhost") }
    }

    /// Word that the program stores to.
    pub(super) fn address(&self) -> Option<u32> {
        self.tohost
    }

    /// Executes the request in the stored word.
    pub(super) fn answer(&self, call: &mut Call<'_>) -> CallResult {
        let Some(address) = self.tohost else { return Ok(()) };
        let value = word(call, address)?;
        match value {
            0 => return Ok(()),
            1 => return Err(CallAnswer::Exit(0)),
            _ if value & UNEXPECTED_TRAP == UNEXPECTED_TRAP => {
                call.note(Cause::UnexpectedTrap);
                return Err(CallAnswer::Exit((value >> 1) as i32));
            }
            _ if value & 1 == 1 => {
                call.note(Cause::TestFailed { number: (value >> 1).into() });
                return Err(CallAnswer::Exit((value >> 1) as i32));
            }
            _ => {}
        }
        let result = request(call, value)?;
        call.store(value, &i64::from(result).to_le_bytes())?;
        call.store(address, &[0; 8])?;
        if let Some(fromhost) = self.fromhost {
            call.store(fromhost, &1u64.to_le_bytes())?;
        }
        Ok(())
    }
}

/// Executes the request at an address; output goes only to standard output and standard error.
fn request(call: &mut Call<'_>, address: u32) -> Result<i32, CallAnswer> {
    let mut words = [0; 4];
    for (rank, value) in words.iter_mut().enumerate() {
        *value = word(call, address.wrapping_add(rank as u32 * 8))?;
    }
    let [number, descriptor, buffer, count] = words;
    call.number = number;
    match (number, descriptor) {
        (EXIT, status) => Err(CallAnswer::Exit(status as i32)),
        (WRITE, 1 | 2) => {
            let bytes = call.bytes(buffer, count)?;
            let output =
                if descriptor == 1 { &mut call.host.output } else { &mut call.host.errors };
            if output.write(&bytes) {
                Ok(count as i32)
            } else {
                Err(CallAnswer::Limit(Limit::Output))
            }
        }
        _ => {
            call.note(call.unknown());
            Ok(-1)
        }
    }
}
