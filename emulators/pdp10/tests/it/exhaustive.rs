//! Every case of the small functions in instructions: each amount of a shift, each place of a byte, each half-word
//! operation, each Boolean function; and arithmetic on all pairs of edge values.
//!
//! The expected values are formulas of this file, from chapter 2 of the manual of the PDP-10 ("Introduction to
//! Programming" and the reference manual of the KA10). Each program runs in every engine; some of the cases also
//! several times, so that native code runs them, and must leave what the other engines leave.

use machine::{Host, Machine as _, Stop};
use pdp10::{Options, Pdp10, System};

use crate::engines;
use crate::images::image;

/// All bits of a word, and of a half.
const ONES: u64 = (1 << 36) - 1;
const HALF: u64 = (1 << 18) - 1;
/// The sign bit.
const SIGN: u64 = 1 << 35;

/// Flags in the left half of the word that JSP stores.
const OVERFLOW: u64 = 0o400000;
const CARRY_0: u64 = 0o200000;
const CARRY_1: u64 = 0o100000;
const NO_DIVIDE: u64 = 0o000040;
const FLAGS: u64 = OVERFLOW | CARRY_0 | CARRY_1 | NO_DIVIDE;

/// Operation codes of the program around a case.
const MOVE: u64 = 0o200;
const MOVEI: u64 = 0o201;
const MOVEM: u64 = 0o202;
const JRST: u64 = 0o254;
const JSP: u64 = 0o265;
const SOJG: u64 = 0o367;

/// Words at the edges of what carries, signs and halves depend on.
const EDGES: [u64; 18] = [
    0,
    1,
    2,
    0o777776,
    0o777777,
    0o1_000000,
    0o1_000001,
    0o252525_252525,
    0o525252_525252,
    SIGN - 2,
    SIGN - 1,
    SIGN,
    SIGN + 1,
    ONES - 0o1_000000,
    ONES - 0o777777,
    ONES - 2,
    ONES - 1,
    ONES,
];

/// An operation on accumulators 1 and 2 and a word of memory, with their values after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Values {
    ac: [u64; 2],
    memory: u64,
    /// Flags, of those in `FLAGS`.
    flags: u64,
}

impl std::fmt::Display for Values {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Values { ac: [first, second], memory, flags } = self;
        write!(to, "1/ {first:012o} 2/ {second:012o} M/ {memory:012o} flags {flags:06o}")
    }
}

/// A case: the instruction, whose address is that of the memory word unless it is immediate.
struct Case {
    /// Operation code.
    code: u64,
    /// Right half of the instruction if it is not the address of the memory word.
    immediate: Option<u64>,
    before: Values,
    after: Values,
}

impl Case {
    /// An operation whose last two bits have its mode: the result goes to the accumulator, with an immediate operand
    /// or one in memory, or to memory, or to both.
    fn by_mode(code: u64, [ac, memory]: [u64; 2], result: u64) -> Case {
        let after = match code & 3 {
            2 => [ac, result],
            3 => [result, result],
            _ => [result, memory],
        };
        Case {
            code,
            immediate: (code & 3 == 1).then_some(memory & HALF),
            before: before([ac, 0], memory),
            after: before([after[0], 0], after[1]),
        }
    }
}

fn before(ac: [u64; 2], memory: u64) -> Values {
    Values { ac, memory, flags: 0 }
}

/// Cases of one program, and its places: each case has instructions, operands and results.
const CASES: usize = 8192;
/// Distance of the cases that also run several times, as native code.
const NATIVE_STEP: usize = 16;
/// Number of these cases in one program, and of its rounds. The comparison of engines looks at 4,096 words.
const NATIVE_CASES: usize = 500;
const NATIVE_ROUNDS: u64 = 5;
const START: u64 = 0o1000;
/// Instructions of a case: it clears the flags, loads both accumulators, does the operation, and stores them.
const STEPS: usize = 8;
/// Words of data of a case: both accumulators, the memory word, both results, the flags, and a place with no flags.
const WORDS: usize = 7;
/// Bit of an indirect address.
const INDIRECT: u64 = 1 << 22;

/// Runs all cases and compares.
fn check(cases: &[Case]) {
    let all: Vec<&Case> = cases.iter().collect();
    for cases in all.chunks(CASES) {
        for (case, found) in cases.iter().zip(results(cases, 1)) {
            let Case { code, immediate, before, after } = case;
            assert_eq!(
                found,
                *after,
                "operation {code:03o}, E {:06o}: from {before}\n found {found}\n right {after}",
                immediate.unwrap_or(0)
            );
        }
    }
    let some: Vec<&Case> = cases.iter().step_by(NATIVE_STEP).collect();
    for cases in some.chunks(NATIVE_CASES) {
        results(cases, NATIVE_ROUNDS);
    }
}

fn results(cases: &[&Case], rounds: u64) -> Vec<Values> {
    let data = START + (STEPS * cases.len()) as u64 + 2;
    let place = |case: usize, word: usize| data + (WORDS * case + word) as u64;
    let instruction = |code: u64, ac: u64, address: u64| code << 27 | ac << 23 | address;
    let (mut program, mut words) = (vec![instruction(MOVEI, 4, rounds)], Vec::new());
    for (number, Case { code, immediate, before, .. }) in cases.iter().enumerate() {
        let here = START + program.len() as u64;
        program.extend([
            instruction(JRST, 2, INDIRECT | place(number, 6)),
            instruction(MOVE, 1, place(number, 0)),
            instruction(MOVE, 2, place(number, 1)),
            instruction(*code, 1, immediate.unwrap_or(place(number, 2))),
            instruction(JSP, 3, here + 5),
            instruction(MOVEM, 1, place(number, 3)),
            instruction(MOVEM, 2, place(number, 4)),
            instruction(MOVEM, 3, place(number, 5)),
        ]);
        words.extend([before.ac[0], before.ac[1], before.memory, 0, 0, 0, here + 1]);
    }
    program.push(instruction(SOJG, 4, START + 1));
    let budget = 1 + (program.len() as u64 - 1) * rounds;
    let image = image(START, vec![(START, program), (data, words)]);
    let options = Options { system: System::Bare, ..Options::default() };
    let new = || Pdp10::new(options);
    let (machine, _, stop) = engines::agreed("all", &image, &Host::default(), budget, new, |_| {});
    assert_eq!(stop, Stop::Budget);
    let word = |case, at| machine.peek(place(case, at)).expect("a word of data");
    let values = |case| Values {
        ac: [word(case, 3), word(case, 4)],
        memory: word(case, 2),
        flags: word(case, 5) >> 18 & FLAGS,
    };
    (0..cases.len()).map(values).collect()
}

/// All pairs of some values.
fn pairs(values: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    values.iter().flat_map(|first| values.iter().map(|second| (*first, *second)))
}

/// Value of a word as a signed number.
fn signed(word: u64) -> i128 {
    i128::from(word) - if word & SIGN == 0 { 0 } else { 1 << 36 }
}

/// Low 36 bits of a number.
fn word(number: i128) -> u64 {
    (number & i128::from(ONES)) as u64
}

/// Every half-word move: which half from, which to, what the other half becomes, and where the result goes.
#[test]
fn halves_are_moved() {
    let values: [u64; 7] = [0, 1, 0o400000, 0o777777, 0o377777, 0o525252, 0o252525];
    let words: Vec<u64> = pairs(&values).map(|(left, right)| left << 18 | right).collect();
    let targets = values.map(|half| half << 18 | (half ^ 0o123456));
    let mut cases = Vec::new();
    for code in 0o500..0o600u64 {
        let (to_right, other, mode) = (code & 0o40 != 0, code >> 3 & 3, code & 3);
        // HLL, HRL, HRR, HLR: in the second half of the codes, bit 2 means the same half again.
        let from_right = (code & 4 != 0) != to_right;
        for (source_word, target_word) in
            words.iter().flat_map(|word| targets.map(|target| (*word, target)))
        {
            let right = source_word & HALF;
            let (ac, memory) =
                if mode == 2 { (source_word, target_word) } else { (target_word, source_word) };
            let (source, target) = match mode {
                1 => (right, ac),
                2 => (ac, memory),
                // To itself: the source is also the target.
                3 => (memory, memory),
                _ => (memory, ac),
            };
            let half = if from_right { source & HALF } else { source >> 18 };
            let target_other = if to_right { target >> 18 } else { target & HALF };
            let rest = match other {
                0 => target_other,
                1 => 0,
                2 => HALF,
                _ => HALF * (half >> 17),
            };
            let result = if to_right { rest << 18 | half } else { half << 18 | rest };
            cases.push(Case::by_mode(code, [ac, memory], result));
        }
    }
    check(&cases);
}

/// Every Boolean function of all pairs of bits, in every bit, in all four modes.
#[test]
fn booleans_are_computed() {
    // Results for (AC, memory) = (0, 0), (0, 1), (1, 0), (1, 1), in the order of the codes.
    #[rustfmt::skip]
    let functions: [&str; 16] = [
        "0000", "0001", "0100", "0101", "0010", "0011", "0110", "0111", // SETZ AND ANDCA SETM ANDCM SETA XOR IOR
        "1000", "1001", "1100", "1101", "1010", "1011", "1110", "1111", // ANDCB EQV SETCA ORCA SETCM ORCM ORCB SETO
    ];
    let mut cases = Vec::new();
    for code in 0o400..0o500u64 {
        let function = functions[(code >> 2 & 0o17) as usize].as_bytes();
        for (ac, memory) in pairs(&EDGES) {
            let operand = if code & 3 == 1 { memory & HALF } else { memory };
            let bit = |at: u64| {
                let pair = 2 * (ac >> at & 1) + (operand >> at & 1);
                u64::from(function[pair as usize] == b'1') << at
            };
            let result: u64 = (0..36).map(bit).sum();
            cases.push(Case::by_mode(code, [ac, memory], result));
        }
    }
    check(&cases);
}

/// Two words as one number of 72 bits.
fn pair([high, low]: [u64; 2]) -> u128 {
    u128::from(high) << 36 | u128::from(low)
}

fn split(pair: u128) -> [u64; 2] {
    [(pair >> 36) as u64 & ONES, pair as u64 & ONES]
}

/// Every amount of each shift: eight bits of the address and its sign count.
#[test]
fn words_are_shifted() {
    let mut cases = Vec::new();
    for amount in -255..256i32 {
        let immediate = Some(amount as u64 & HALF);
        let by = amount.unsigned_abs();
        for (high, low) in EDGES.iter().zip(EDGES.iter().rev()).map(|(high, low)| (*high, *low)) {
            let lsh = if by >= 36 {
                0
            } else if amount < 0 {
                high >> by
            } else {
                high << by & ONES
            };
            let turn = amount.rem_euclid(36) as u32;
            let rot = (high << turn | high >> (36 - turn)) & ONES;
            let both = pair([high, low]);
            let all = (1u128 << 72) - 1;
            let lshc = if by >= 72 {
                0
            } else if amount < 0 {
                both >> by
            } else {
                both << by & all
            };
            let turn = amount.rem_euclid(72) as u32;
            let rotc = (both << turn | both >> (72 - turn)) & all;
            let mut add = |code, ac: [u64; 2], flags| {
                cases.push(Case {
                    code,
                    immediate,
                    before: before([high, low], 0),
                    after: Values { flags, ..before(ac, 0) },
                });
            };
            add(0o242, [lsh, low], 0);
            add(0o241, [rot, low], 0);
            add(0o246, split(lshc), 0);
            add(0o245, split(rotc), 0);
            let (ash, overflows) = arithmetic(signed(high), amount, 35);
            add(0o240, [word(ash), low], if overflows { OVERFLOW } else { 0 });
            // A double word has 70 bits and its sign twice; without a shift, nothing is changed.
            let number = signed(high) << 35 | i128::from(low & (SIGN - 1));
            let (ashc, overflows) = arithmetic(number, amount, 70);
            let sign = if ashc < 0 { SIGN } else { 0 };
            let after = [word(ashc >> 35), word(ashc) & (SIGN - 1) | sign];
            let after = if amount == 0 { [high, low] } else { after };
            add(0o244, after, if overflows { OVERFLOW } else { 0 });
        }
    }
    check(&cases);
}

/// An arithmetic shift of a number with this many bits next to its sign, which stays; and whether a bit other than the
/// sign was lost to the left.
fn arithmetic(number: i128, amount: i32, bits: u32) -> (i128, bool) {
    let by = amount.unsigned_abs().min(bits);
    if amount <= 0 {
        return (number >> amount.unsigned_abs().min(100), false);
    }
    // The upper bits go, and zeros come in from the right.
    let magnitude = number & ((1 << bits) - 1);
    let kept = (magnitude << by) & ((1 << bits) - 1);
    let lost = magnitude >> (bits - by);
    let all_signs = if number < 0 { (1 << by) - 1 } else { 0 };
    // A shift by more than all bits loses zeros that came in, too.
    let loses_zeros = number < 0 && amount.unsigned_abs() > bits;
    (kept - if number < 0 { 1 << bits } else { 0 }, lost != all_signs || loses_zeros)
}

/// Every byte in a word, loaded and deposited, and every increment of a pointer.
#[test]
fn bytes_are_found() {
    let mut cases = Vec::new();
    // The pointer is in memory, and the byte in accumulator 2.
    for (position, size) in
        (0..=36u64).flat_map(|position| (0..=36).map(move |size| (position, size)))
    {
        let pointer = position << 30 | size << 24 | 2;
        let mask = (1u64 << size) - 1;
        for (ac, byte) in EDGES.iter().zip(EDGES.iter().rev()).map(|(ac, byte)| (*ac, *byte)) {
            let found = if position >= 36 { 0 } else { byte >> position & mask };
            cases.push(Case {
                code: 0o135,
                immediate: None,
                before: before([ac, byte], pointer),
                after: before([found, byte], pointer),
            });
            let place = if position >= 36 { 0 } else { mask << position & ONES };
            let placed = byte & !place | ac << position.min(40) & place;
            cases.push(Case {
                code: 0o137,
                immediate: None,
                before: before([ac, byte], pointer),
                after: before([ac, placed], pointer),
            });
        }
        let next = if position >= size {
            (position - size) << 30 | size << 24 | 2
        } else {
            (36 - size) << 30 | size << 24 | 3
        };
        // With accumulator 0, the code of ADJBP is IBP; this processor ignores the accumulator.
        cases.push(Case {
            code: 0o133,
            immediate: None,
            before: before([7, 0], pointer),
            after: before([7, 0], next),
        });
    }
    check(&cases);
}

/// Sums, differences, products and quotients of all pairs of edge values, with their flags.
#[test]
fn numbers_are_computed() {
    let mut cases = Vec::new();
    for (ac, memory) in pairs(&EDGES) {
        let low = ac ^ memory;
        let mut add = |code, after: [u64; 2], flags| {
            cases.push(Case {
                code,
                immediate: None,
                before: before([ac, low], memory),
                after: Values { flags, ..before(after, memory) },
            });
        };
        let (a, m) = (signed(ac), signed(memory));
        let fits = |number: i128| (-(1 << 35)..1 << 35).contains(&number);
        let bit = |is_set, flag| if is_set { flag } else { 0 };
        // A difference is the sum with the complement and one.
        for (code, other, one, right) in
            [(0o270, memory, 0, a + m), (0o274, !memory & ONES, 1, a - m)]
        {
            let carry_0 = ac + other + one > ONES;
            let carry_1 = (ac & !SIGN) + (other & !SIGN) + one >= SIGN;
            let flags = bit(carry_0, CARRY_0) | bit(carry_1, CARRY_1) | bit(!fits(right), OVERFLOW);
            add(code, [word(right), low], flags);
        }
        // The KA10 has no bit for the magnitude of the least number in AC; its records have what comes then.
        if ac == SIGN {
            continue;
        }
        let product = a * m;
        // The lower half has the sign of the whole.
        let sign = |number: i128| if number < 0 { SIGN } else { 0 };
        let halves = [word(product >> 35), word(product) & (SIGN - 1) | sign(product)];
        add(0o224, halves, 0);
        add(0o220, [halves[1], low], bit(!fits(product), OVERFLOW));
        if m == 0 {
            add(0o230, [ac, low], NO_DIVIDE | OVERFLOW);
        } else {
            add(0o230, [word(a / m), word(a % m)], 0);
        }
        let dividend = a << 35 | i128::from(low & (SIGN - 1));
        if a.abs() > m.abs() {
            add(0o234, [ac, low], NO_DIVIDE | OVERFLOW);
        } else if a.abs() + 1 < m.abs() {
            add(0o234, [word(dividend / m), word(dividend % m)], 0);
        }
    }
    check(&cases);
}
