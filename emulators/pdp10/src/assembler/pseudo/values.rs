//! Operations with a value.

use machine::{Host, Image, Machine};

use super::super::context::{Assembler, Outcome, Read, Terminator, Unwind, ValueUser};
use super::super::messages;
use super::super::name::Name;
use super::super::settings::Setting;
use super::super::value::{Relocation, Value};
use super::super::word::{LEFT, RIGHT};
use crate::word::MASK;
use crate::{Options, Pdp10, System, Word36};

impl Assembler<'_> {
    /// Reads the delimiter of a text between equal characters: the next non-space.
    pub(crate) fn delimiter(&mut self) -> Read<u8> {
        match self.source.input.last() {
            b' ' | b'\t' => self.after_blanks(),
            other => Ok(other),
        }
    }

    /// Reads an argument that may be undefined.
    fn operand_of(&mut self) -> Read<Word36> {
        self.field_apart().map(|value| value.word)
    }
}

/// XWD: two halves.
pub(super) fn halves(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let left = asm.part()?;
    asm.skip_text()?;
    asm.state.reading.sum.word = Word36::from(asm.state.reading.sum.word.right());
    asm.place(LEFT, left);
    let right = asm.part()?;
    asm.state.reading.sum.word = Word36::halves(asm.state.reading.sum.word.left(), 0);
    asm.place(RIGHT, right);
    Ok(Some(Value::default()))
}

/// RADIX: sets the radix of numbers.
pub(super) fn radix(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    asm.must_stand_alone(name);
    asm.state.radix = asm.argument(name)?.bits();
    Ok(None)
}

/// .RADIX: reads one field in another radix.
pub(super) fn radix_of_one(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let radix = asm.argument(name)?.bits();
    let outer = std::mem::replace(&mut asm.state.radix, radix);
    let value = asm.part();
    asm.state.radix = outer;
    asm.with_arguments(value?.word)
}

/// .FORMAT: returns or sets a format.
pub(super) fn format(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let format = asm.argument(name)?.bits().wrapping_sub(8) as usize;
    let changes = asm.state.terminator.ends_field();
    if !changes {
        let known = asm.state.formats.get(format).copied().unwrap_or_default();
        return Ok(Some(known.into()));
    }
    let fields = asm.argument(name)?;
    if let Some(known) = asm.state.formats.get_mut(format) {
        *known = fields;
    }
    Err(Unwind::Statement)
}

/// SQUOZE: flags and a name; .RSQZ: the name right-justified.
pub(super) fn squoze(asm: &mut Assembler<'_>, of: Name, right: bool) -> Outcome {
    let flags = asm.argument(of)? << Word36::from(30);
    let name = asm.name()?;
    if name.is_none() {
        asm.error(&messages::NO_ARGUMENT, Some(of));
    }
    let mut bits = name.unwrap_or_default().bits();
    while right && bits != 0 && bits.is_multiple_of(0o50) {
        bits /= 0o50;
    }
    Ok(Some((flags + Word36::new(bits)).into()))
}

/// .ASCVL: code of the character after the next non-space.
pub(super) fn ascii_value(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    asm.delimiter()?;
    let character = asm.next()?;
    asm.with_end(Word36::from(u32::from(character)).into()).map(Some)
}

/// .LENGTH: number of characters between two equal ones.
pub(super) fn length(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let delimiter = asm.delimiter()?;
    let mut length = 0u32;
    while asm.next()? != delimiter {
        length += 1;
    }
    asm.with_end(Word36::from(length).into()).map(Some)
}

/// .1STWD: first word of a text.
pub(super) fn first_word(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let value = asm.part()?;
    asm.skip_text()?;
    asm.with_end(value).map(Some)
}

/// .NTHWD: word of a text by number, from 1.
pub(super) fn nth_word(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let number = asm.argument(name)?.signed();
    if number <= 0 {
        return Ok(Some(Value::default()));
    }
    for _ in 1..number {
        let sum = asm.state.reading.sum.clone();
        asm.part()?;
        asm.source.input.forget_reread();
        asm.state.reading.sum = sum;
        if !asm.state.reading.more {
            return Ok(Some(Value::default()));
        }
    }
    first_word(asm, name)
}

/// .BP: left half of a pointer to the byte that a mask covers.
pub(super) fn byte_pointer(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let mask = asm.operand_of()?.bits();
    if asm.state.terminator == Terminator::Comma {
        asm.state.terminator = Terminator::Space;
    }
    asm.state.reading.syllable_seen = true;
    let (position, size) = match mask {
        0 => return Ok(Some(Value::default())),
        _ => (mask.trailing_zeros(), 64 - mask.leading_zeros() - mask.trailing_zeros()),
    };
    Ok(Some(Word36::halves(position << 12 | size << 6, 0).into()))
}

/// Position and size of a byte pointer in either half of a word.
fn pointer(word: Word36) -> (u32, u32) {
    let half = if word.left() == 0 { word.right() } else { word.left() };
    (half >> 12 & 0o77, half >> 6 & 0o77)
}

/// Bits selected by a byte pointer.
fn mask(word: Word36) -> (Word36, u32) {
    let (position, size) = pointer(word);
    let bits = (1u64 << size.min(36)) - 1;
    (Word36::new(bits << position.min(36) & MASK), position)
}

/// .BM: bits selected by a byte pointer.
pub(super) fn byte_mask(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let (mask, _) = mask(asm.operand_of()?);
    asm.with_arguments(mask)
}

/// .LZ: number of leading zeros.
pub(super) fn leading_zeros(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let zeros = asm.operand_of()?.bits().leading_zeros() - 28;
    asm.with_arguments(Word36::from(zeros))
}

/// .TZ: number of trailing zeros.
pub(super) fn trailing_zeros(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let zeros = asm.operand_of()?.bits().trailing_zeros().min(36);
    asm.with_arguments(Word36::from(zeros))
}

/// .DPB: deposits a value in a byte of a word.
pub(super) fn deposit(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let byte = asm.operand_of()?;
    let (mask, position) = mask(asm.operand_of()?);
    let word = asm.operand_of()?;
    let kept = word.bits() & !mask.bits();
    let put = (byte << Word36::from(position)).bits() & mask.bits();
    asm.with_arguments(Word36::new(kept | put))
}

/// .LDB: loads a byte of a word.
pub(super) fn load(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let (mask, position) = mask(asm.operand_of()?);
    let word = asm.operand_of()?;
    asm.with_arguments(Word36::new((word.bits() & mask.bits()) >> position.min(36)))
}

/// .IBP: advances a byte pointer.
pub(super) fn increment(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let word = asm.operand_of()?;
    let word = if word.left() == 0 { word.swapped() } else { word };
    let (position, size) = (word.left() >> 12, word.left() >> 6 & 0o77);
    let place = |position: u32| position << 12 | word.left() & 0o7777;
    let next = match position.checked_sub(size) {
        Some(position) => Word36::halves(place(position), word.right()),
        None => Word36::halves(place(36u32.wrapping_sub(size) & 0o77), word.right() + 1),
    };
    asm.with_arguments(next)
}

/// Accumulator and operand of .OP's instructions: adjacent, for those that use two.
const FIRST: u32 = 2;
const SECOND: u32 = 3;
/// First monitor call, and the limit after the last: operations of the system.
const FIRST_CALL: u32 = 0o040000;
const LAST_CALL: u32 = 0o100000;
/// Address of its instruction.
const PLACE: u32 = 0o100;

/// .OP: accumulator after an instruction, given the accumulator and operand; .AOP: the same without
/// a value, for `.AVAL1` and `.AVAL2`.
pub(super) fn operate(asm: &mut Assembler<'_>, name: Name, valued: bool) -> Outcome {
    if !valued {
        asm.must_stand_alone(name);
    }
    let mut instruction = asm.argument(name)?;
    let (first, second) = (asm.argument(name)?, asm.argument(name)?);
    if instruction.left() & 0o740 == 0 {
        instruction = instruction | Word36::halves(FIRST << 5, 0);
    }
    if instruction.bits() & 0o17_777777 == 0 {
        instruction = instruction | Word36::from(SECOND);
    }
    let Some((one, two, skipped)) = result(asm, instruction, first, second) else {
        return Err(asm.abandon(&messages::NO_SUCH_OPERATION, None));
    };
    asm.program.settings[Setting::First] = one;
    asm.program.settings[Setting::Second] = two;
    asm.program.settings[Setting::Skipped] = Word36::from_signed(-i64::from(skipped));
    if valued { asm.with_arguments(one) } else { Ok(None) }
}

/// Executes an instruction: the accumulator, the operand, and whether it skipped.
fn result(
    asm: &mut Assembler<'_>,
    instruction: Word36,
    first: Word36,
    second: Word36,
) -> Option<(Word36, Word36, bool)> {
    if instruction.left() < LAST_CALL {
        if instruction.left() >= FIRST_CALL {
            asm.warn(&messages::NO_SYSTEM);
        }
        return Some((first, second, false));
    }
    let machine = match &mut asm.program.machine {
        Some(machine) => machine,
        none => {
            let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
            machine.load(&Image { isa: "pdp10".to_owned(), ..Image::default() }).ok()?;
            none.insert(Box::new(machine))
        }
    };
    for (address, word) in [(FIRST, first), (SECOND, second), (PLACE, instruction)] {
        machine.poke(address.into(), word.bits());
    }
    machine.set_pc(PLACE.into());
    machine.run(&mut Host::default(), 1, &mut ());
    let word = |address: u32| Some(Word36::new(machine.peek(address.into())?));
    let skipped = match machine.pc().checked_sub(PLACE.into())? {
        1 => false,
        2 => true,
        _ => return None,
    };
    Some((word(FIRST)?, word(SECOND)?, skipped))
}

/// .RELP: how often a value contains the program's relocation.
pub(super) fn relocation(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let value = asm.argument_for(ValueUser::Pseudo(name))?;
    asm.with_arguments(value.relocation.word())
}

/// .RL1: zero in an absolute program, a relocated zero in a relocatable one.
pub(super) fn relocated_zero(asm: &mut Assembler<'_>, _: Name) -> Outcome {
    let relocation = Relocation::of_address(asm.is_relocatable());
    Ok(Some(Value { relocation, ..Value::default() }))
}

/// .ABSP: a value without the program's relocation.
pub(super) fn absolute(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let value = asm.argument_for(ValueUser::Pseudo(name))?.word;
    asm.with_arguments(value)
}

/// .SITE: name of the machine in SIXBIT, one word.
pub(super) fn site(asm: &mut Assembler<'_>, name: Name) -> Outcome {
    let word = asm.argument(name)?;
    let site = if word == Word36::default() { asm.program.site } else { Word36::default() };
    Ok(Some(site.into()))
}
