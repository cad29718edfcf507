//! Advice after a fault, where the instruction says more than the fault's cause.

use machine::{Access, Cause, Fault, Machine as _};

use crate::pdp10::Pdp10;
use crate::word::SIGN;
use crate::{Word36, isa};

/// Opcodes whose accumulator points to a pushdown list.
const LISTS: std::ops::RangeInclusive<u32> = 0o260..=0o263;
/// `PUSHJ` and `PUSH`.
const PUSHES: std::ops::RangeInclusive<u32> = 0o260..=0o261;
/// Opcodes whose word in memory is a byte pointer.
const BYTES: std::ops::RangeInclusive<u32> = 0o133..=0o137;
/// Monitor calls.
const CALLS: std::ops::RangeInclusive<u32> = 0o40..=0o47;
const BLT: u32 = 0o251;

/// Returns advice on a fault; `started` is the program's start address.
pub(crate) fn advice(machine: &Pdp10, fault: &Fault, started: u64) -> Option<String> {
    match fault.cause {
        Cause::Unmapped { access: Access::Fetch, .. } => Some(
            "check the label or word this jump uses: POPJ takes the address from the list \
             its accumulator points to"
                .to_owned(),
        ),
        Cause::Unmapped { address, .. } => unmapped(machine, fault.pc, address),
        Cause::RanOff { .. } => logged_out_of_nothing(machine, fault.pc),
        Cause::Illegal { .. } => illegal(machine, fault.pc, started),
        _ => None,
    }
}

/// Advice on an access to memory that does not exist.
fn unmapped(machine: &Pdp10, pc: u64, address: u64) -> Option<String> {
    let word = Word36::new(machine.peek(pc)?);
    let (opcode, ac) = (word.left() >> 9, word.left() >> 5 & 0o17);
    let (is_indirect, index) = (word.left() & 0o20 != 0, word.left() & 0o17);
    let pointer = Word36::new(machine.peek(ac.into())?);
    let name = isa::disassemble(word)?;
    let name = name.split(' ').next().unwrap_or_default();
    let next = u64::from(pointer.right() + 1);
    if PUSHES.contains(&opcode) && address == next && pointer.bits() & SIGN == 0 {
        return Some(format!(
            "the count in the left half of AC{ac:o} passed 0, so {name} ran past the end of \
             its list: the list is too short, or the calls never return"
        ));
    }
    if LISTS.contains(&opcode) && (address == next || address == u64::from(pointer.right())) {
        return Some(format!("check AC{ac:o}, which points to the list of {name}"));
    }
    let own = u64::from(word.right());
    Some(match opcode {
        opcode if BYTES.contains(&opcode) => {
            "check the byte pointer and the address in its right half".to_owned()
        }
        BLT => format!("check the two addresses in AC{ac:o}, and the last address to write"),
        opcode if CALLS.contains(&opcode) => {
            "check the address of this call and those in its block".to_owned()
        }
        _ if is_indirect && address != own => {
            "check the word that `@` takes the address from".to_owned()
        }
        _ if index != 0 => format!("check AC{index:o}, which is added to the address"),
        _ => "the address is in the instruction itself: check its label or number".to_owned(),
    })
}

/// Advice on an illegal instruction.
fn illegal(machine: &Pdp10, pc: u64, started: u64) -> Option<String> {
    if pc == 0 && started == 0 && machine.counts().instructions == 0 {
        return Some(
            "no start address is given, so the program starts at 0: write the start label after \
             END"
            .to_owned(),
        );
    }
    logged_out_of_nothing(machine, pc.checked_sub(1)?)
}

/// Advice for a program that continued after a `.LOGOUT` at this address.
fn logged_out_of_nothing(machine: &Pdp10, at: u64) -> Option<String> {
    (machine.disassemble(at)? == ".LOGOUT").then(|| {
        "`.LOGOUT` alone does nothing in a job under DDT: use `.LOGOUT 1,` to end the program"
            .to_owned()
    })
}
