//! The system calls of sim65, the simulator of cc65, at $FFF4 to $FFF9.
//!
//! Arguments are those of cc65: the last one is in A and X, the others are on the stack of C, which
//! grows down from a pointer in page zero. Results are in A and X. Source: cc65 2.19, sim65 User's
//! Guide, and `libsrc/sim6502`.

use kit::State;
use machine::descriptors::{Descriptors, Flags, ReadResult, Refusal, WriteResult};
use machine::{Cause, Host, Limit, Stop};

use crate::isa::{A, S, X, Y};
use crate::machine::{Kind, Mos};

/// Names of the symbol that has the address of the stack pointer of C.
pub(crate) const C_SP: [&str; 2] = ["c_sp", "sp"];

/// Addresses of the calls.
const OPEN: u32 = 0xfff4;
const CLOSE: u32 = 0xfff5;
const READ: u32 = 0xfff6;
const WRITE: u32 = 0xfff7;
const ARGUMENTS: u32 = 0xfff8;
const EXIT: u32 = 0xfff9;

/// Result of a call that failed.
const FAILED: u64 = 0xffff;

/// Longest file name, in bytes.
const NAME_BYTES: u64 = 1024;

/// Opcode of `JMP`, after which a call returns to the caller of the routine it is in.
const JMP: u64 = 0x4c;

/// Registers that a call reads.
pub(crate) fn reads(address: u32) -> &'static [u8] {
    match address {
        OPEN => &[Y],
        CLOSE | READ | WRITE | ARGUMENTS => &[A, X],
        EXIT => &[A],
        _ => &[],
    }
}

/// Carries out a call, and returns from it.
pub(crate) fn call<K: Kind>(
    mos: &mut Mos<K>,
    state: &State<Mos<K>>,
    host: &mut Host,
    address: u32,
) -> Result<(), Stop> {
    let descriptors = &mut mos.descriptors;
    let mut stack = Stack { state, pointer: mos.c_sp, popped_bytes: 0 };
    let last = state.get(A) | state.get(X) << 8;
    let result = match address {
        OPEN => open(descriptors, &mut stack, host)?,
        CLOSE if descriptors.close(last as usize) => 0,
        CLOSE => FAILED,
        READ => read(descriptors, &mut stack, host, last)?,
        WRITE => write(descriptors, &mut stack, host, last)?,
        ARGUMENTS => arguments(&stack, host, last),
        EXIT => return Err(Stop::Exit { status: state.get(A) as i32 }),
        _ => return Err(state.fault(Cause::UnknownCall { number: address.into() })),
    };
    stack.finish();
    state.set(A, result & 0xff);
    state.set(X, result >> 8 & 0xff);
    if state.peek(state.pc()) == Some(JMP) {
        let s = state.get(S);
        let pulled = |above: u64| byte(state, 0x0100 | (s + above) & 0xff);
        state.jump((pulled(1) | pulled(2) << 8) + 1);
        state.set(S, (s + 2) & 0xff);
    }
    Ok(())
}

/// The stack of C.
struct Stack<'s, K: Kind> {
    state: &'s State<Mos<K>>,
    /// Address in page zero of its pointer.
    pointer: u64,
    /// Bytes of the arguments taken.
    popped_bytes: u64,
}

impl<K: Kind> Stack<'_, K> {
    /// The next argument, which takes this many bytes.
    fn pop(&mut self, bytes: u64) -> u64 {
        let at = word(self.state, self.pointer) + self.popped_bytes;
        self.popped_bytes += bytes;
        word(self.state, at)
    }

    /// Removes the arguments taken.
    fn finish(&self) {
        put_word(self.state, self.pointer, word(self.state, self.pointer) + self.popped_bytes);
    }
}

fn byte<K: Kind>(state: &State<Mos<K>>, address: u64) -> u64 {
    state.peek(address & 0xffff).unwrap_or(0)
}

fn word<K: Kind>(state: &State<Mos<K>>, address: u64) -> u64 {
    byte(state, address) | byte(state, address + 1) << 8
}

fn put_bytes<K: Kind>(state: &State<Mos<K>>, address: u64, bytes: &[u8]) {
    for (at, &byte) in (address..).zip(bytes) {
        state.poke(at & 0xffff, byte.into());
    }
}

fn put_word<K: Kind>(state: &State<Mos<K>>, address: u64, word: u64) {
    put_bytes(state, address, &(word as u16).to_le_bytes());
}

/// Opens a file: its name, flags and, if the caller gave it, a mode.
fn open<K: Kind>(
    descriptors: &mut Descriptors,
    stack: &mut Stack<'_, K>,
    host: &mut Host,
) -> Result<u64, Stop> {
    let state = stack.state;
    stack.pop(state.get(Y).saturating_sub(4));
    let (bits, name) = (stack.pop(2), stack.pop(2));
    let name = (name..name + NAME_BYTES).map(|at| byte(state, at) as u8);
    let name: Vec<u8> = name.take_while(|&byte| byte != 0).collect();
    let flags = Flags {
        read: bits & 0x01 != 0,
        write: bits & 0x02 != 0,
        create: bits & 0x10 != 0,
        truncate: bits & 0x20 != 0,
        append: bits & 0x40 != 0,
        exclusive: bits & 0x80 != 0,
    };
    host.work.charge(name.len() as u64);
    match descriptors.open(&mut host.files, &name, flags) {
        Ok(descriptor) => Ok(descriptor as u64),
        Err(Refusal::Wait) => Err(Stop::Input),
        Err(Refusal::Full) => Err(Stop::Limit(Limit::Files)),
        Err(_) => Ok(FAILED),
    }
}

/// Reads bytes into memory; returns their number, 0 at the end.
fn read<K: Kind>(
    descriptors: &mut Descriptors,
    stack: &mut Stack<'_, K>,
    host: &mut Host,
    count: u64,
) -> Result<u64, Stop> {
    let (buffer, descriptor) = (stack.pop(2), stack.pop(2));
    host.work.charge(count);
    match descriptors.read(host, descriptor as usize, count as usize) {
        ReadResult::Bytes(bytes) => {
            put_bytes(stack.state, buffer, &bytes);
            Ok(bytes.len() as u64)
        }
        ReadResult::Wait => Err(Stop::Input),
        ReadResult::Refused => Ok(FAILED),
    }
}

/// Writes bytes of memory; returns their number.
fn write<K: Kind>(
    descriptors: &mut Descriptors,
    stack: &mut Stack<'_, K>,
    host: &mut Host,
    count: u64,
) -> Result<u64, Stop> {
    let (buffer, descriptor) = (stack.pop(2), stack.pop(2));
    let bytes: Vec<u8> = (buffer..buffer + count).map(|at| byte(stack.state, at) as u8).collect();
    host.work.charge(count);
    if !descriptors.can_write(descriptor as usize) {
        return Ok(FAILED);
    }
    match descriptors.write(host, descriptor as usize, &bytes) {
        WriteResult::All => Ok(count),
        WriteResult::Full(limit) => Err(Stop::Limit(limit)),
    }
}

/// Puts the arguments of the program, after its name, on the stack of C; returns their number.
///
/// The address of the list goes to the address given.
fn arguments<K: Kind>(stack: &Stack<'_, K>, host: &Host, to: u64) -> u64 {
    let all: Vec<&[u8]> =
        std::iter::once(&*host.program).chain(host.arguments.iter().map(Vec::as_slice)).collect();
    let list = word(stack.state, stack.pointer).wrapping_sub(2 * (all.len() as u64 + 1));
    let mut end = list;
    for (at, argument) in (list..).step_by(2).zip(&all) {
        end = end.wrapping_sub(argument.len() as u64 + 1);
        put_bytes(stack.state, end, argument);
        put_bytes(stack.state, end.wrapping_add(argument.len() as u64), &[0]);
        put_word(stack.state, at, end);
    }
    put_word(stack.state, list.wrapping_add(2 * all.len() as u64), 0);
    put_word(stack.state, stack.pointer, end);
    put_word(stack.state, to, list);
    all.len() as u64
}
