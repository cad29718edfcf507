//! Every rule, checked on 4-bit numbers against all possible values of doubtful bits.

use super::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Nibble(u64);

/// The low four bits of a number.
fn nibble(number: u64) -> Nibble {
    Nibble(number & 15)
}

macro_rules! operators {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        impl $trait for Nibble {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                nibble($result)
            }
        }
    )* };
}

operators! {
    Add add |a, b| a + b;
    Sub sub |a, b| a.wrapping_sub(b);
    Mul mul |a, b| a * b;
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Shl shl |a, b| a << b;
    Shr shr |a, b| a >> b;
}

fn signed(a: Nibble) -> i64 {
    ((a.0 << 60) as i64) >> 60
}

impl Value for Nibble {
    fn sar(self, by: Self) -> Self {
        Nibble((signed(self) >> by.0) as u64 & 15)
    }
    fn equals(self, other: Self) -> Self {
        Nibble(u64::from(self == other))
    }
    fn less(self, other: Self) -> Self {
        Nibble(u64::from(signed(self) < signed(other)))
    }
    fn below(self, other: Self) -> Self {
        Nibble(u64::from(self.0 < other.0))
    }
    fn divide(self, by: Self) -> Self {
        Nibble((signed(self) / signed(by)) as u64 & 15)
    }
    fn divide_unsigned(self, by: Self) -> Self {
        Nibble(self.0 / by.0)
    }
    fn remainder(self, by: Self) -> Self {
        Nibble((signed(self) % signed(by)) as u64 & 15)
    }
    fn remainder_unsigned(self, by: Self) -> Self {
        Nibble(self.0 % by.0)
    }
    fn multiply_high(self, other: Self) -> Self {
        Nibble(((signed(self) * signed(other)) >> 4) as u64 & 15)
    }
    fn multiply_high_unsigned(self, other: Self) -> Self {
        Nibble((self.0 * other.0) >> 4)
    }
    fn sign_extend(self, bits: u32) -> Self {
        let away = 64 - bits;
        Nibble((((self.0 << away) as i64) >> away) as u64 & 15)
    }
    fn leading_zeros(self) -> Self {
        Nibble(u64::from(self.0.leading_zeros() - 60))
    }
    fn pick(self, yes: Self, no: Self) -> Self {
        if self.0 != 0 { yes } else { no }
    }
    fn differs(self, other: Self) -> Self {
        Nibble(u64::from(self != other))
    }
    fn not(self) -> Self {
        Nibble(!self.0 & 15)
    }
}

impl Bits for Nibble {
    const WIDTH: u32 = 4;
    fn bits(self) -> u64 {
        self.0
    }
}

type N = FollowedValue<Nibble>;

fn doubtful(value: u64, bits: u64, origin: u32) -> N {
    let doubt = if bits == 0 { Doubt::NONE } else { Doubt::of(bits, origin) };
    FollowedValue {
        same: if bits == 15 { origin } else { 0 },
        ..FollowedValue::with(Nibble(value), doubt)
    }
}

/// All values that agree with the defined bits.
fn all(value: u64, bits: u64) -> impl Iterator<Item = u64> {
    (0..16).filter(move |other| (other ^ value) & !bits & 15 == 0)
}

/// Checks that defined bits of a result are the same for all values of doubtful bits.
fn sound(name: &str, f: impl Fn(N, N) -> N, allowed: impl Fn(u64, u64) -> bool) {
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
        for (da, db) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            if !all(a, da).all(|a| all(b, db).all(|b| allowed(a, b))) {
                continue;
            }
            let made = f(doubtful(a, da, 1), doubtful(b, db, 2));
            for (x, y) in all(a, da).flat_map(|x| all(b, db).map(move |y| (x, y))) {
                let real = f(doubtful(x, 0, 0), doubtful(y, 0, 0)).value.0;
                let differs = (real ^ made.value.0) & 15 & !made.doubt.bits;
                assert_eq!(
                    differs, 0,
                    "{name}: {a} doubtful in {da:b}, {b} in {db:b}: {made:?}, but {x}, {y} give {real}"
                );
            }
        }
    }
}

#[test]
fn defined_bits_do_not_depend_on_doubtful_bits() {
    let any = |_, _| true;
    sound("add", |a, b| a + b, any);
    sound("sub", |a, b| a - b, any);
    sound("mul", |a, b| a * b, any);
    sound("and", |a, b| a & b, any);
    sound("or", |a, b| a | b, any);
    sound("xor", |a, b| a ^ b, any);
    sound("shl", |a, b| a << b, |_, b| b < 4);
    sound("shr", |a, b| a >> b, |_, b| b < 4);
    sound("sar", |a, b| a.sar(b), |_, b| b < 4);
    sound("equals", |a, b| a.equals(b), any);
    sound("differs", |a, b| a.differs(b), any);
    sound("less", |a, b| a.less(b), any);
    sound("below", |a, b| a.below(b), any);
    sound("divide", |a, b| a.divide(b), |_, b| b != 0);
    sound("divide unsigned", |a, b| a.divide_unsigned(b), |_, b| b != 0);
    sound("remainder", |a, b| a.remainder(b), |_, b| b != 0);
    sound("remainder unsigned", |a, b| a.remainder_unsigned(b), |_, b| b != 0);
    sound("high", |a, b| a.multiply_high(b), any);
    sound("high unsigned", |a, b| a.multiply_high_unsigned(b), any);
    sound("sign of 2", |a, _| a.sign_extend(2), any);
    sound("sign of 4", |a, _| a.sign_extend(4), any);
    sound("zeros", |a, _| a.leading_zeros(), any);
    sound("not", |a, _| a.not(), any);
    sound("pick", |a, b| a.pick(b, doubtful(5, 0, 0)), any);
    sound("pick the other", |a, b| a.pick(doubtful(10, 0, 0), b), any);
}

#[test]
fn the_same_copy_twice_is_sound_and_what_is_carried_about_stays_a_copy() {
    let copy = doubtful(9, 15, 3);
    let zero = doubtful(0, 0, 0);
    assert!((copy ^ copy).doubt.is_none() && (copy - copy).doubt.is_none());
    assert!(copy.equals(copy).doubt.is_none());
    assert!(!(copy ^ doubtful(9, 15, 4)).doubt.is_none());
    for moved in [
        copy + zero,
        zero + copy,
        copy | zero,
        zero | copy,
        copy | copy,
        copy ^ zero,
        copy & doubtful(15, 0, 0),
        copy - zero,
        copy << zero,
    ] {
        assert_eq!(moved, copy);
    }
    assert!((copy & zero).doubt.is_none());
    // As `TDZA A,A` clears an accumulator.
    for defined in [copy & copy.not(), copy.not() | copy, copy ^ copy.not()] {
        assert!(defined.doubt.is_none());
    }
    assert_eq!(copy.not().not().same, copy.same);
    assert!(!(copy & doubtful(9, 15, 4).not()).doubt.is_none());
    assert!(!(copy + doubtful(1, 0, 0)).doubt.is_copy);
}
