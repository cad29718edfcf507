//! The instructions of the KA10, one row per family.
//!
//! Source: PDP-10 System Reference Manual (DEC-10-HGAA-D), chapter 2; its appendix of mnemonics.

use machine::follow::tracked;
use machine::semantics::{Trap, Value};
use machine::threads::carried;

use super::float::{Float, Form};
use super::helpers::{
    LongResult, deposit_byte, difference, divide, divide_long, find_first_one, left, load_byte,
    magnitude, multiply, negative, ones_left, ones_right, pop, product, push, quiet, return_word,
    right, rotate, rotate_long, second, shift, shift_long, shift_number, shift_number_long,
    step_and_jump, step_both, step_memory, step_pointer, sum,
};
use super::links::{
    self, ADD, ADD_TWO, BLOCK, BYTE, DEPOSIT, FIND, IBP, INCREMENT, JRA, Links, POINTER, SCALE,
    SHIFT, SHORT, TWO,
};
use super::modes::{self, FloatMode, Mask, operand, swap};
use super::{Class, Family, Interpretations, Op, Opcode, Pdp10Semantics, SystemAction};
use crate::cpu::Cpu;
use crate::engine::fast::{DIRECT, INDEXED, INDIRECT, Step, StepState, step};

/// An opcode with these semantics in every interpretation.
///
/// The plain engine has one function per addressing mode, and as many again for an instruction that
/// reads its accumulator.
macro_rules! opcode {
    ($code:expr, $name:expr, $class:ident, $links:expr, |$m:ident, $o:ident| $body:expr) => {
        opcode!($code, 1, $name, $class, $links, |$m, $o| $body)
    };
    ($code:expr, $codes:expr, $name:expr, $class:ident, $links:expr, |$m:ident, $o:ident| $body:expr) => {{
        #[inline(always)]
        fn semantics<S: Pdp10Semantics>($m: S, $o: &Op) -> Result<(), Trap> {
            $body
        }
        fn thread<const HOW: u8, const LAST: u8>(
            cpu: &Cpu,
            one: &Step,
            rest: &[Step],
            going: StepState,
        ) -> usize {
            step::<HOW, LAST>(cpu, one, rest, going, |m, op| semantics(m, op))
        }
        const LINKS: Links = $links;
        const LAST: u8 = if LINKS.accumulator { carried::FIRST } else { carried::NONE };
        Opcode {
            name: $name,
            code: $code,
            codes: $codes,
            class: Class::$class,
            links: LINKS,
            interpretations: Interpretations {
                threads: [
                    [
                        thread::<DIRECT, { carried::NONE }>,
                        thread::<INDEXED, { carried::NONE }>,
                        thread::<INDIRECT, { carried::NONE }>,
                    ],
                    [thread::<DIRECT, LAST>, thread::<INDEXED, LAST>, thread::<INDIRECT, LAST>],
                ],
                careful: |careful, op| semantics(careful, op),
                followed: |following, op| tracked(|| semantics(following, op)),
                recorded: if machine::native::CAN_BE {
                    Some(|recording, op| semantics(recording, op))
                } else {
                    None
                },
                flow: |flow, op| semantics(flow, op),
            },
        }
    }};
}

/// Parameters and result of a row's semantics, by kind of row.
macro_rules! row {
    // From a word: the word to store.
    (Move |$m:ident, $v:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $v: S::V) -> S::V {
            $body
        }
    };
    // From a word: the word to store, with flags.
    (Negate |$m:ident, $v:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $v: S::V) -> super::helpers::WithFlags<S::V> {
            $body
        }
    };
    // From source and destination: the new destination.
    (Half |$m:ident, $v:ident, $d:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $v: S::V, $d: S::V) -> S::V {
            $body
        }
    };
    // From AC and operand: the result.
    (Logic |$m:ident, $a:ident, $b:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $a: S::V, $b: S::V) -> S::V {
            $body
        }
    };
    // From AC alone: the result.
    (Given |$m:ident, $a:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $a: S::V) -> S::V {
            $body
        }
    };
    // From AC and operand: the result, with flags.
    (Adder |$m:ident, $a:ident, $b:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $a: S::V, $b: S::V) -> super::helpers::WithFlags<S::V> {
            $body
        }
    };
    // From AC, AC+1 and operand: two words.
    (Double |$m:ident, $a:ident, $b:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $a: [S::V; 2], $b: S::V) -> LongResult<S::V> {
            $body
        }
    };
    (Float |$form:ident| $body:expr) => {
        #[inline(always)]
        fn row($form: Form) -> Float {
            $body
        }
    };
    // The two values to compare.
    (Skip |$m:ident, $o:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $o: &Op) -> Result<(S::V, S::V), Trap> {
            $body
        }
    };
    // The value to compare with zero, and the jump target.
    (Jump |$m:ident, $o:ident| $body:expr) => {
        row!(Skip | $m, $o | $body);
    };
    // From AC and mask: the new AC.
    (Test |$m:ident, $a:ident, $b:ident| $body:expr) => {
        row!(Logic | $m, $a, $b | $body);
    };
    (One |$m:ident, $o:ident| $body:expr) => {
        #[inline(always)]
        fn row<S: Pdp10Semantics>($m: S, $o: &Op) -> Result<(), Trap> {
            $body;
            Ok(())
        }
    };
    (Calls |$m:ident, $o:ident| $body:expr) => {
        row!(One | $m, $o | $body);
    };
}

/// Opcodes of a row by its kind, and what its modes add to its links.
#[rustfmt::skip]
macro_rules! modes {
    (Move $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.reads(),            |m, o| modes::basic(m, o, |m, v, _| quiet(row(m, v)))),
        opcode!($base + 1, concat!($name, "I"), $class, $links,                    |m, o| modes::immediate(m, o, |m, v, _| quiet(row(m, v)))),
        opcode!($base + 2, concat!($name, "M"), $class, $links.with_ac().writes(), |m, o| modes::to_memory(m, o, |m, v| quiet(row(m, v)))),
        opcode!($base + 3, concat!($name, "S"), $class, $links.modifies(),         |m, o| modes::to_self(m, o, |m, v| quiet(row(m, v)))),
    ] };
    (Negate $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.reads(),            |m, o| modes::basic(m, o, |m, v, _| row(m, v))),
        opcode!($base + 1, concat!($name, "I"), $class, $links,                    |m, o| modes::immediate(m, o, |m, v, _| row(m, v))),
        opcode!($base + 2, concat!($name, "M"), $class, $links.with_ac().writes(), |m, o| modes::to_memory(m, o, row)),
        opcode!($base + 3, concat!($name, "S"), $class, $links.modifies(),         |m, o| modes::to_self(m, o, row)),
    ] };
    (Half $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.with_ac().reads(),         |m, o| modes::basic(m, o, |m, v, d| quiet(row(m, v, d)))),
        opcode!($base + 1, concat!($name, "I"), $class, $links.with_ac(),                 |m, o| modes::immediate(m, o, |m, v, d| quiet(row(m, v, d)))),
        opcode!($base + 2, concat!($name, "M"), $class, $links.with_ac().modifies_half(), |m, o| modes::into_memory(m, o, |m, v, d| quiet(row(m, v, d)))),
        opcode!($base + 3, concat!($name, "S"), $class, $links.modifies_half(),           |m, o| modes::to_self(m, o, |m, v| quiet(row(m, v, v)))),
    ] };
    (Logic $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.reads(),    |m, o| modes::basic(m, o, |m, b, a| quiet(row(m, a, b)))),
        opcode!($base + 1, concat!($name, "I"), $class, $links,            |m, o| modes::immediate(m, o, |m, b, a| quiet(row(m, a, b)))),
        opcode!($base + 2, concat!($name, "M"), $class, $links.modifies(), |m, o| modes::into_memory(m, o, |m, a, b| quiet(row(m, a, b)))),
        opcode!($base + 3, concat!($name, "B"), $class, $links.modifies(), |m, o| modes::to_both(m, o, |m, b, a| quiet(row(m, a, b)))),
    ] };
    (Given $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links,          |m, o| modes::give(m, o, row)),
        opcode!($base + 1, concat!($name, "I"), $class, $links,          |m, o| modes::give(m, o, row)),
        opcode!($base + 2, concat!($name, "M"), $class, $links.writes(), |m, o| modes::to_memory(m, o, |m, a| quiet(row(m, a)))),
        opcode!($base + 3, concat!($name, "B"), $class, $links.writes(), |m, o| modes::give_both(m, o, row)),
    ] };
    (Adder $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.reads(),     |m, o| modes::basic(m, o, |m, b, a| row(m, a, b))),
        opcode!($base + 1, concat!($name, "I"), $class, $links.immediate(), |m, o| modes::immediate(m, o, |m, b, a| row(m, a, b))),
        opcode!($base + 2, concat!($name, "M"), $class, $links,             |m, o| modes::into_memory(m, o, row)),
        opcode!($base + 3, concat!($name, "B"), $class, $links,             |m, o| modes::to_both(m, o, |m, b, a| row(m, a, b))),
    ] };
    (Double $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,               $class, $links.stores_second().reads(),            |m, o| modes::long(m, o, false, row)),
        opcode!($base + 1, concat!($name, "I"), $class, $links.stores_second(),                    |m, o| modes::long(m, o, true, row)),
        opcode!($base + 2, concat!($name, "M"), $class, $links.reads_and_writes(),                 |m, o| modes::long_to_memory(m, o, false, row)),
        opcode!($base + 3, concat!($name, "B"), $class, $links.stores_second().reads_and_writes(), |m, o| modes::long_to_memory(m, o, true, row)),
    ] };
    (Float $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,                $class, $links.plain.reads(),              |m, o| modes::float(m, o, row(Form::Plain), FloatMode::Accumulator)),
        opcode!($base + 1, concat!($name, "L"),  $class, $links.long.reads(),               |m, o| modes::float(m, o, row(Form::Long), FloatMode::Long)),
        opcode!($base + 2, concat!($name, "M"),  $class, $links.plain.reads_and_writes(),   |m, o| modes::float(m, o, row(Form::Plain), FloatMode::Memory)),
        opcode!($base + 3, concat!($name, "B"),  $class, $links.plain.reads_and_writes(),   |m, o| modes::float(m, o, row(Form::Plain), FloatMode::Both)),
        opcode!($base + 4, concat!($name, "R"),  $class, $links.rounded.reads(),            |m, o| modes::float(m, o, row(Form::Rounded), FloatMode::Accumulator)),
        opcode!($base + 5, concat!($name, "RI"), $class, $links.rounded.float_immediate(),  |m, o| modes::float(m, o, row(Form::Rounded), FloatMode::Immediate)),
        opcode!($base + 6, concat!($name, "RM"), $class, $links.rounded.reads_and_writes(), |m, o| modes::float(m, o, row(Form::Rounded), FloatMode::Memory)),
        opcode!($base + 7, concat!($name, "RB"), $class, $links.rounded.reads_and_writes(), |m, o| modes::float(m, o, row(Form::Rounded), FloatMode::Both)),
    ] };
    (Skip $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,                $class, $links, |m, o| modes::skip_if(m, o, 0, row)),
        opcode!($base + 1, concat!($name, "L"),  $class, $links, |m, o| modes::skip_if(m, o, 1, row)),
        opcode!($base + 2, concat!($name, "E"),  $class, $links, |m, o| modes::skip_if(m, o, 2, row)),
        opcode!($base + 3, concat!($name, "LE"), $class, $links, |m, o| modes::skip_if(m, o, 3, row)),
        opcode!($base + 4, concat!($name, "A"),  $class, $links, |m, o| modes::skip_if(m, o, 4, row)),
        opcode!($base + 5, concat!($name, "GE"), $class, $links, |m, o| modes::skip_if(m, o, 5, row)),
        opcode!($base + 6, concat!($name, "N"),  $class, $links, |m, o| modes::skip_if(m, o, 6, row)),
        opcode!($base + 7, concat!($name, "G"),  $class, $links, |m, o| modes::skip_if(m, o, 7, row)),
    ] };
    (Jump $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,     $name,                $class, $links, |m, o| modes::jump_if(m, o, 0, row)),
        opcode!($base + 1, concat!($name, "L"),  $class, $links, |m, o| modes::jump_if(m, o, 1, row)),
        opcode!($base + 2, concat!($name, "E"),  $class, $links, |m, o| modes::jump_if(m, o, 2, row)),
        opcode!($base + 3, concat!($name, "LE"), $class, $links, |m, o| modes::jump_if(m, o, 3, row)),
        opcode!($base + 4, concat!($name, "A"),  $class, $links, |m, o| modes::jump_if(m, o, 4, row)),
        opcode!($base + 5, concat!($name, "GE"), $class, $links, |m, o| modes::jump_if(m, o, 5, row)),
        opcode!($base + 6, concat!($name, "N"),  $class, $links, |m, o| modes::jump_if(m, o, 6, row)),
        opcode!($base + 7, concat!($name, "G"),  $class, $links, |m, o| modes::jump_if(m, o, 7, row)),
    ] };
    (Test $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base,         concat!("TR", $name),      $class, $links,         |m, o| modes::test(m, o, Mask::Right, 0, row)),
        opcode!($base + 0o001, concat!("TL", $name),      $class, $links,         |m, o| modes::test(m, o, Mask::Left, 0, row)),
        opcode!($base + 0o002, concat!("TR", $name, "E"), $class, $links,         |m, o| modes::test(m, o, Mask::Right, 2, row)),
        opcode!($base + 0o003, concat!("TL", $name, "E"), $class, $links,         |m, o| modes::test(m, o, Mask::Left, 2, row)),
        opcode!($base + 0o004, concat!("TR", $name, "A"), $class, $links,         |m, o| modes::test(m, o, Mask::Right, 4, row)),
        opcode!($base + 0o005, concat!("TL", $name, "A"), $class, $links,         |m, o| modes::test(m, o, Mask::Left, 4, row)),
        opcode!($base + 0o006, concat!("TR", $name, "N"), $class, $links,         |m, o| modes::test(m, o, Mask::Right, 6, row)),
        opcode!($base + 0o007, concat!("TL", $name, "N"), $class, $links,         |m, o| modes::test(m, o, Mask::Left, 6, row)),
        opcode!($base + 0o010, concat!("TD", $name),      $class, $links.reads(), |m, o| modes::test(m, o, Mask::Direct, 0, row)),
        opcode!($base + 0o011, concat!("TS", $name),      $class, $links.reads(), |m, o| modes::test(m, o, Mask::Swapped, 0, row)),
        opcode!($base + 0o012, concat!("TD", $name, "E"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Direct, 2, row)),
        opcode!($base + 0o013, concat!("TS", $name, "E"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Swapped, 2, row)),
        opcode!($base + 0o014, concat!("TD", $name, "A"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Direct, 4, row)),
        opcode!($base + 0o015, concat!("TS", $name, "A"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Swapped, 4, row)),
        opcode!($base + 0o016, concat!("TD", $name, "N"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Direct, 6, row)),
        opcode!($base + 0o017, concat!("TS", $name, "N"), $class, $links.reads(), |m, o| modes::test(m, o, Mask::Swapped, 6, row)),
    ] };
    (One $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base, $name, $class, $links, |m, o| row(m, o)),
    ] };
    (Calls $base:literal $name:literal $class:ident $links:expr) => { &[
        opcode!($base, 0o37, "", $class, $links, |m, o| row(m, o)),
    ] };
}

macro_rules! families {
    ($($base:literal $name:literal $kind:ident $class:ident
        $links:ident($($nanos:expr),*)$(.$link:ident())* $meaning:literal
        |$($argument:ident),*| $body:expr;)*) => {
        /// Every family, in the order of the opcodes.
        pub static FAMILIES: &[Family] = &[$({
            row!($kind |$($argument),*| $body);
            Family {
                name: $name,
                class: Class::$class,
                meaning: $meaning,
                opcodes: modes!($kind $base $name $class links::$links($($nanos),*)$(.$link())*),
            }
        }),*];
    };
}

#[rustfmt::skip]
families! {
// Calls
0o001 "1 to 37" Calls System uuo() "user call: C(40) = the word with E as its address; C(41) is executed" |m, o| m.system(SystemAction::UserCall, m.effective(o)?)?;
0o040 ".IOT"    One   System uuo() "monitor: input or output of a channel" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o041 ".OPEN"   One   System uuo() "monitor: opens a file on a channel" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o042 ".OPER"   One   System uuo() "monitor: the operation numbered E" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o043 ".CALL"   One   System uuo() "monitor: a call by name, or the one numbered AC" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o044 ".USET"   One   System uuo() "monitor: a variable of another job" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o045 ".BREAK"  One   System uuo() "monitor: a request to the superior job" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o046 ".STATUS" One   System uuo() "monitor: the status of a channel" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;
0o047 ".ACCESS" One   System uuo() "monitor: the position in a file" |m, o| m.system(SystemAction::MonitorCall, m.effective(o)?)?;

// Floating point
0o130 "UFA" One   FloatAdd      ac(4330).reads()                      "AC+1 = AC + C(E), not normalised" |m, o| { let b = operand(m, o)?; let sum = m.float(Float::Ufa, [m.ac(o), m.get(second(o))], b); m.set(second(o), sum.high) };
0o131 "DFN" One   FloatAdd      ac(ADD_TWO).modifies()                "the double number AC, C(E) negated" |m, o| { let e = m.effective(o)?; let b = m.load(e, 1)?; m.may_store(e)?; let negated = m.float(Float::Dfn, [m.ac(o), m.get(second(o))], b); m.store(e, negated.low, 1)?; m.set(o.ac, negated.high) };
0o132 "FSC" One   FloatAdd      ac(SCALE)                             "AC with E added to its exponent" |m, o| { let e = m.effective(o)?; let scaled = m.float(Float::Fsc, [m.ac(o), m.get(second(o))], e); m.set(o.ac, scaled.high) };
0o140 "FAD" Float FloatAdd      floats(4330, 5020, 4810)              "AC + C(E)" |form| Float::Fad(form);
0o150 "FSB" Float FloatAdd      floats(4510, 5200, 4990)              "AC - C(E)" |form| Float::Fsb(form);
0o160 "FMP" Float FloatMultiply floats(8210, 8900, 8690)              "AC * C(E)" |form| Float::Fmp(form);
0o170 "FDV" Float FloatDivide   floats(12000, 13280, 12000).of_pair() "AC / C(E)" |form| Float::Fdv(form);

// Bytes
0o133 "IBP"  One Byte work(IBP).modifies()                                      "increment the byte pointer C(E)" |m, o| step_pointer(m, o)?;
0o134 "ILDB" One Byte work(INCREMENT + BYTE).steps_pointer().loads_byte()       "increment the byte pointer C(E); AC = the byte" |m, o| load_byte(m, o, true)?;
0o135 "LDB"  One Byte work(POINTER + BYTE).reads().loads_byte()                 "AC = the byte that C(E) points to" |m, o| load_byte(m, o, false)?;
0o136 "IDPB" One Byte work(INCREMENT + DEPOSIT).steps_pointer().deposits_byte() "increment the byte pointer C(E); the byte = AC" |m, o| deposit_byte(m, o, true)?;
0o137 "DPB"  One Byte work(POINTER + DEPOSIT).reads().deposits_byte()           "the byte that C(E) points to = AC" |m, o| deposit_byte(m, o, false)?;

// Full words
0o200 "MOVE" Move   Move  work(SHORT)          "the word" |_m, v| v;
0o204 "MOVS" Move   Move  work(SHORT)          "the word with its halves swapped" |m, v| swap(m, v);
0o210 "MOVN" Negate Move  work(ADD)            "the word negated" |m, v| negative(m, v);
0o214 "MOVM" Negate Move  work(ADD)            "the magnitude of the word" |m, v| magnitude(m, v);
0o250 "EXCH" One    Move  ac(SHORT).modifies() "AC and C(E) exchanged" |m, o| { let e = m.effective(o)?; let word = m.load(e, 1)?; m.store(e, m.ac(o), 1)?; m.set(o.ac, word) };
0o251 "BLT"  One    Block ac(BLOCK)            "copy words from address AC left to address AC right, the last to E" |m, o| m.system(SystemAction::Transfer, m.effective(o)?)?;

// Whole numbers
0o220 "IMUL" Adder  Multiply ac(7510).reads_and_writes() "AC * operand, one word" |m, a, b| product(m, a, b);
0o224 "MUL"  Double Multiply ac(8360)                    "AC * operand, two words" |m, a, b| multiply(m, a, b);
0o230 "IDIV" Double Divide   ac(13780)                   "AC / operand, and the remainder" |m, a, b| divide(m, a, b);
0o234 "DIV"  Double Divide   pair(13780)                 "AC,AC+1 / operand, and the remainder" |m, a, b| divide_long(m, a, b);
0o270 "ADD"  Adder  Add      ac(ADD).modifies()          "AC + operand" |m, a, b| sum(m, a, b, 0);
0o274 "SUB"  Adder  Add      ac(ADD).modifies()          "AC - operand" |m, a, b| difference(m, a, b);

// Shifts
0o240 "ASH"  One Shift ac(SHIFT).shifts()                   "AC shifted by E places, left when positive; bit 0 stays" |m, o| shift_number(m, o)?;
0o241 "ROT"  One Shift ac(SHIFT).shifts()                   "AC rotated by E places" |m, o| rotate(m, o)?;
0o242 "LSH"  One Shift ac(SHIFT).shifts()                   "AC shifted by E places, filled with zeros" |m, o| shift(m, o)?;
0o243 "JFFO" One Jump  ac(FIND)                             "AC+1 = number of zeros before the first one in AC; jump to E if AC is not 0" |m, o| find_first_one(m, o)?;
0o244 "ASHC" One Shift pair(SHIFT).stores_second().shifts() "AC,AC+1 shifted by E places as a number of 70 bits" |m, o| shift_number_long(m, o)?;
0o245 "ROTC" One Shift pair(SHIFT).stores_second().shifts() "AC,AC+1 rotated by E places" |m, o| rotate_long(m, o)?;
0o246 "LSHC" One Shift pair(SHIFT).stores_second().shifts() "AC,AC+1 shifted by E places, filled with zeros" |m, o| shift_long(m, o)?;

// Jumps and pushdown lists
0o252 "AOBJP" One Jump   ac(ADD)                              "add 1 to both halves of AC; jump to E if AC >= 0" |m, o| { let (v, to) = step_both(m, o)?; m.branch(v.less(m.k(0)) ^ m.k(1), to) };
0o253 "AOBJN" One Jump   ac(ADD)                              "add 1 to both halves of AC; jump to E if AC < 0" |m, o| { let (v, to) = step_both(m, o)?; m.branch(v.less(m.k(0)), to) };
0o254 "JRST"  One Jump   work(SHORT)                          "jump to E; AC selects a function" |m, o| { let e = m.effective(o)?; if o.ac & 0o16 == 0 { m.jump(e) } else { m.system(SystemAction::Jump, e)? } };
0o255 "JFCL"  One Jump   work(SHORT)                          "jump to E if a flag selected by AC is set, and clear it" |m, o| { let e = m.effective(o)?; let flags = u32::from(o.ac) << 14; m.branch(m.up(flags), e); m.lower(flags) };
0o256 "XCT"   One System work(SHORT)                          "execute the instruction C(E)" |m, o| m.system(SystemAction::Execute, m.effective(o)?)?;
0o257 "MAP"   One System work(SHORT)                          "no effect in user mode" |m, o| { m.effective(o)?; };
0o260 "PUSHJ" One Stack  ac(ADD_TWO).writes_through()         "push flags and PC on the pushdown list of AC; jump to E" |m, o| { let e = m.effective(o)?; push(m, o, return_word(m, o)?)?; m.end_suppression(); m.jump(e) };
0o261 "PUSH"  One Stack  ac(ADD_TWO).reads().writes_through() "push C(E) on the pushdown list of AC" |m, o| push(m, o, operand(m, o)?)?;
0o262 "POP"   One Stack  ac(ADD_TWO).writes().reads_through() "pop C(E) from the pushdown list of AC" |m, o| { let e = m.effective(o)?; let word = pop(m, o, Some(e))?; m.store(e, word, 1)? };
0o263 "POPJ"  One Stack  ac(ADD_TWO).reads_through()          "pop an address from the pushdown list of AC; jump to it" |m, o| { m.effective(o)?; let word = pop(m, o, None)?; m.jump(right(m, word)) };
0o264 "JSR"   One Stack  work(TWO).writes()                   "C(E) = flags and PC; jump to E+1" |m, o| { let e = m.effective(o)?; m.store(e, return_word(m, o)?, 1)?; m.end_suppression(); m.jump(right(m, e + m.k(1))) };
0o265 "JSP"   One Stack  work(SHORT)                          "AC = flags and PC; jump to E" |m, o| { let e = m.effective(o)?; m.set(o.ac, return_word(m, o)?); m.end_suppression(); m.jump(e) };
0o266 "JSA"   One Stack  ac(TWO).writes()                     "C(E) = AC; AC = E,,PC; jump to E+1" |m, o| { let e = m.effective(o)?; let ac = m.ac(o); m.may_store(e)?; m.set(o.ac, e << m.k(18) | m.k(u64::from(o.address + 1) & 0o777777)); m.store(e, ac, 1)?; m.jump(right(m, e + m.k(1))) };
0o267 "JRA"   One Stack  ac(JRA).reads_through()              "AC = the word at AC left; jump to E" |m, o| { let e = m.effective(o)?; let word = m.load(m.ac(o) >> m.k(18), 1)?; m.set(o.ac, word); m.jump(e) };

// Comparisons, and jumps and skips with arithmetic
0o300 "CAI"  Skip Compare ac(ADD)              "compare AC with E; skip if the condition holds" |m, o| Ok((m.ac(o), m.effective(o)?));
0o310 "CAM"  Skip Compare ac(ADD).reads()      "compare AC with C(E); skip if the condition holds" |m, o| Ok((m.ac(o), operand(m, o)?));
0o320 "JUMP" Jump Jump    ac(ADD)              "compare AC with 0; jump to E if the condition holds" |m, o| Ok((m.ac(o), m.effective(o)?));
0o330 "SKIP" Skip Compare work(ADD).reads()    "compare C(E) with 0; skip if the condition holds; AC = C(E) unless AC is 0" |m, o| { let word = operand(m, o)?; if o.ac != 0 { m.set(o.ac, word) } Ok((word, m.k(0))) };
0o340 "AOJ"  Jump Jump    ac(ADD)              "add 1 to AC, compare with 0; jump to E if the condition holds" |m, o| step_and_jump(m, o, 1);
0o350 "AOS"  Skip Compare work(ADD).modifies() "add 1 to C(E), compare with 0; skip if the condition holds; AC = C(E) unless AC is 0" |m, o| step_memory(m, o, 1);
0o360 "SOJ"  Jump Jump    ac(ADD)              "subtract 1 from AC, compare with 0; jump to E if the condition holds" |m, o| step_and_jump(m, o, crate::word::MASK);
0o370 "SOS"  Skip Compare work(ADD).modifies() "subtract 1 from C(E), compare with 0; skip if the condition holds; AC = C(E) unless AC is 0" |m, o| step_memory(m, o, crate::word::MASK);

// Boolean functions
0o400 "SETZ"  Given Boolean work(SHORT) "zeros" |m, _a| m.k(0);
0o404 "AND"   Logic Boolean ac(SHORT)   "AC and operand" |_m, a, b| a & b;
0o410 "ANDCA" Logic Boolean ac(TWO)     "operand and complement of AC" |_m, a, b| a.not() & b;
0o414 "SETM"  Logic Boolean work(SHORT) "the operand" |_m, _a, b| b;
0o420 "ANDCM" Logic Boolean ac(SHORT)   "AC and complement of operand" |_m, a, b| a & b.not();
0o424 "SETA"  Given Boolean ac(SHORT)   "AC" |_m, a| a;
0o430 "XOR"   Logic Boolean ac(SHORT)   "AC exclusive or operand" |_m, a, b| a ^ b;
0o434 "IOR"   Logic Boolean ac(SHORT)   "AC or operand" |_m, a, b| a | b;
0o440 "ANDCB" Logic Boolean ac(TWO)     "complement of AC and complement of operand" |_m, a, b| (a | b).not();
0o444 "EQV"   Logic Boolean ac(SHORT)   "bits in which AC and operand agree" |_m, a, b| (a ^ b).not();
0o450 "SETCA" Given Boolean ac(SHORT)   "complement of AC" |_m, a| a.not();
0o454 "ORCA"  Logic Boolean ac(TWO)     "operand or complement of AC" |_m, a, b| a.not() | b;
0o460 "SETCM" Logic Boolean work(SHORT) "complement of operand" |_m, _a, b| b.not();
0o464 "ORCM"  Logic Boolean ac(SHORT)   "AC or complement of operand" |_m, a, b| a | b.not();
0o470 "ORCB"  Logic Boolean ac(TWO)     "complement of AC or complement of operand" |_m, a, b| (a & b).not();
0o474 "SETO"  Given Boolean work(SHORT) "ones" |m, _a| m.k(crate::word::MASK);

// Half words
0o500 "HLL"  Half Half work(SHORT) "left half to left" |m, v, d| left(m, v) | right(m, d);
0o504 "HRL"  Half Half work(TWO)   "right half to left" |m, v, d| v << m.k(18) | right(m, d);
0o510 "HLLZ" Move Half work(SHORT) "left half to left, zeros right" |m, v| left(m, v);
0o514 "HRLZ" Move Half work(SHORT) "right half to left, zeros right" |m, v| v << m.k(18);
0o520 "HLLO" Move Half work(SHORT) "left half to left, ones right" |m, v| left(m, v) | m.k(0o777777);
0o524 "HRLO" Move Half work(SHORT) "right half to left, ones right" |m, v| v << m.k(18) | m.k(0o777777);
0o530 "HLLE" Move Half work(SHORT) "left half to left, its sign right" |m, v| left(m, v) | ones_right(m, v);
0o534 "HRLE" Move Half work(SHORT) "right half to left, its sign right" |m, v| v << m.k(18) | ones_right(m, v << m.k(18));
0o540 "HRR"  Half Half work(SHORT) "right half to right" |m, v, d| right(m, v) | left(m, d);
0o544 "HLR"  Half Half work(TWO)   "left half to right" |m, v, d| v >> m.k(18) | left(m, d);
0o550 "HRRZ" Move Half work(SHORT) "right half to right, zeros left" |m, v| right(m, v);
0o554 "HLRZ" Move Half work(SHORT) "left half to right, zeros left" |m, v| v >> m.k(18);
0o560 "HRRO" Move Half work(SHORT) "right half to right, ones left" |m, v| right(m, v) | m.k(0o777777 << 18);
0o564 "HLRO" Move Half work(SHORT) "left half to right, ones left" |m, v| v >> m.k(18) | m.k(0o777777 << 18);
0o570 "HRRE" Move Half work(SHORT) "right half to right, its sign left" |m, v| right(m, v) | ones_left(m, v);
0o574 "HLRE" Move Half work(SHORT) "left half to right, its sign left" |m, v| v.sar(m.k(18));

// Tests: R and L mask by E, D and S by C(E)
0o600 "N" Test Test ac(TWO) "skip on masked bits of AC, left unchanged" |_m, a, _b| a;
0o620 "Z" Test Test ac(TWO) "skip on masked bits of AC, then cleared" |_m, a, b| a & b.not();
0o640 "C" Test Test ac(TWO) "skip on masked bits of AC, then complemented" |_m, a, b| a ^ b;
0o660 "O" Test Test ac(TWO) "skip on masked bits of AC, then set" |_m, a, b| a | b;
}
