//! Words as DDT types them without symbols of the program.
//!
//! Source: DDT 1549, `PIN`, `OPTYPE`, `PINMON`, `PINIO`, `HLFW` and `PADA`.

use super::decode::opcode;
use super::disassemble::monitor_call;
use super::successors::INSTRUCTIONS;
use crate::Word36;

/// Halves from here on are typed as negative numbers.
const NEGATIVE: u32 = 0o774000;
/// Left half from which words with an input or output opcode are typed as numbers.
const NO_DEVICE: u32 = 0o774000;

/// Input and output operations by bits 10 to 12.
const TRANSFERS: [&str; 8] = ["BLKI", "DATAI", "BLKO", "DATAO", "CONO", "CONI", "CONSZ", "CONSO"];
/// Devices by number.
const DEVICES: [(u32, &str); 7] = [
    (0, "APR"),
    (0o4, "PI"),
    (0o100, "PTP"),
    (0o104, "PTR"),
    (0o120, "TTY"),
    (0o124, "LPT"),
    (0o130, "DIS"),
];

/// Types a word like DDT: as an instruction of any PDP-10, or as a number.
///
/// ```
/// use pdp10::Word36;
/// let typed = |left, right| pdp10::isa::typed(Word36::halves(left, right));
/// assert_eq!(typed(0o254200, 0o100), "JRST 4,100");
/// assert_eq!(typed(0o777000, 0), "-1000,,0");
/// assert_eq!(typed(0o123440, 0o777777), "EXTEND 11,-1");
/// ```
#[must_use]
pub fn typed(word: Word36) -> String {
    let (left, code) = (word.left(), word.left() >> 9);
    match code {
        _ if left == 0 => format!("{:o}", word.right()),
        0o40..=0o47 => monitor_call(word, |name| name.chars().take(6).collect()),
        0o700.. if left < NO_DEVICE => transfer(word),
        0o700.. => match word.signed() {
            small @ -0o177777.. => format!("-{:o}", -small),
            _ => halves(word),
        },
        0o105 | 0o110..=0o256 | 0o260.. => match name(word) {
            Some(name) => fields(name, left >> 5 & 0o17, word),
            None => halves(word),
        },
        _ => halves(word),
    }
}

fn name(word: Word36) -> Option<&'static str> {
    let later = || {
        let code = u64::from(word.left() >> 9) << 27;
        INSTRUCTIONS.iter().find(|&&(_, bits)| bits == code).map(|&(name, _)| name)
    };
    opcode(word).map(|opcode| opcode.name).filter(|name| !name.is_empty()).or_else(later)
}

/// A name with its fields; zero fields are left out.
pub(super) fn fields(name: &str, ac: u32, word: Word36) -> String {
    let ac = if ac == 0 { String::new() } else { format!("{ac:o},") };
    let indirect = if word.left() & 0o20 == 0 { "" } else { "@" };
    let address = if word.right() == 0 { String::new() } else { half(word.right()) };
    let index = match word.left() & 0o17 {
        0 => String::new(),
        index => format!("({index:o})"),
    };
    format!("{name} {ac}{indirect}{address}{index}").trim_end().to_owned()
}

fn transfer(word: Word36) -> String {
    let number = word.left() >> 6 & 0o774;
    let device = DEVICES.iter().find(|&&(known, _)| known == number);
    let device = device.map_or_else(|| format!("{number:o}"), |&(_, name)| name.to_owned());
    let name = TRANSFERS[(word.left() >> 5 & 7) as usize];
    fields(&format!("{name} {device},"), 0, word).replacen(", ", ",", 1)
}

fn halves(word: Word36) -> String {
    format!("{},,{}", half(word.left()), half(word.right()))
}

fn half(half: u32) -> String {
    match half {
        NEGATIVE.. => format!("-{:o}", 0o1000000 - half),
        _ => format!("{half:o}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_typed_as_ddt_types_them() {
        let rows = [
            (0o200100_700000, "MOVE 2,700000"),
            (0o000000_777777, "777777"),
            (0o777777_777777, "-1"),
            (0o777777_000000, "-1,,0"),
            (0o777776_777776, "-2,,-2"),
            (0o000001_774000, "1,,-4000"),
            (0o017000_000005, "17000,,5"),
            (0o104000_000147, "104000,,147"),
            (0o105740_777777, "ADJSP 17,-1"),
            (0o254240_000000, "JRST 5,"),
            (0o255000_000000, "JFCL"),
            (0o257000_000001, "257000,,1"),
            (0o200020_000000, "MOVE @"),
            (0o200060_000003, "MOVE 1,@3"),
            (0o242103_777777, "LSH 2,-1(3)"),
            (0o700200_000000, "CONO APR,"),
            (0o710442_000100, "DATAI PTR,100(2)"),
            (0o713040_000000, "DATAI DIS,"),
            (0o761240_000000, "CONI 610,"),
            (0o712042_000100, "DATAI TTY,100(2)"),
            (0o040100_000103, ".IOT 2,103"),
            (0o043040_000107, ".DISMI 107"),
            (0o043200_000000, ".VALUE"),
            (0o043200_000102, ".VALUE 102"),
            (0o043100_001000, ".LOSE 1000"),
            (0o043000_000107, ".CALL 107"),
            (0o042040_000033, ".LOGOU 1,"),
            (0o042000_000777, ".OPER 777"),
        ];
        for (word, expected) in rows {
            assert_eq!(typed(Word36::new(word)), expected);
        }
    }
}
