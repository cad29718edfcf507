//! Bit typeout mode: the bits of a half word by the names of a program.
//!
//! All names begin with a prefix. A pattern divides the word into fields: each run of equal bits is
//! one. A negative pattern is for both halves; any other has its fields in its right half, and is for
//! the left half of a word if it has bit 3.1.
//!
//! Source: ITS, *DDT* (`INFO;DDT`), node "Bit"; *DDT ORDER*: `$?`; DDT 1549, `NAQMK` and `PBHWD`.

use pdp10::Word36;

use super::Ddt;
use super::reader::{Command, CommandError};
use super::symbols::cut;
use super::typeout::WordFormatter;

/// Names of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BitNames {
    /// Beginning of the names: up to six characters, then NULs.
    prefix: [u8; 6],
    pattern: Word36,
}

/// The names in use, and those before, which serve where the first do not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct BitMode {
    pub(super) is_selected: bool,
    names: [Option<BitNames>; 2],
}

/// Each bit of both halves is a field.
const SINGLE_BITS: Word36 = Word36::new(0o525252_525252);
/// Sign of a pattern for both halves, and the bit of one for the left half.
const BOTH: u64 = 1 << 35;
const LEFT: u64 = 1 << 18;

impl BitMode {
    /// Fields of a half, whether its names have values of whole words, and their prefix.
    fn applying(&self, is_left: bool) -> Option<(u32, bool, [u8; 6])> {
        self.names.iter().flatten().find_map(|&BitNames { prefix, pattern }| {
            let bits = pattern.bits();
            let both = bits & BOTH != 0;
            let applies = bits != 0 && (both || (bits & LEFT != 0) == is_left);
            let fields = if both && is_left { pattern.left() } else { pattern.right() };
            applies.then_some((fields, both && is_left, prefix))
        })
    }
}

impl Ddt<'_> {
    /// `FOO$?`: types bits by names that begin with FOO; `$?` again, `$0?` by the names before.
    pub(super) fn select_bits(&mut self, command: &Command) -> Result<(), CommandError> {
        let mut mode = self.modes.current;
        mode.bits.is_selected = true;
        let names = &mut mode.bits.names;
        let pattern = match command.infix {
            Some(pattern) if pattern == Word36::default() => {
                names.swap(0, 1);
                None
            }
            pattern => pattern,
        };
        match (&command.symbol, command.argument) {
            (Some(prefix), _) => {
                let prefix = cut(prefix);
                let value = |name: &str| self.job.symbols.value(name);
                let pattern = pattern
                    .or_else(|| value(&prefix))
                    .or_else(|| value(&format!("..B{prefix}")))
                    .unwrap_or(SINGLE_BITS);
                let mut letters = [0; 6];
                letters[..prefix.len()].copy_from_slice(prefix.as_bytes());
                names[1] = names[0];
                names[0] = Some(BitNames { prefix: letters, pattern });
            }
            (None, Some(_)) => {
                return Err(CommandError::operation("`$?` takes the beginning of names before it"));
            }
            (None, None) => match (&mut names[0], pattern) {
                (Some(main), Some(pattern)) => main.pattern = pattern,
                (Some(_), None) => {}
                (None, _) => {
                    return Err(CommandError::operation(
                        "give the beginning of the names before `$?`",
                    ));
                }
            },
        }
        self.modes.take(mode, command.altmodes == 2);
        self.console.done();
        Ok(())
    }
}

impl WordFormatter<'_> {
    /// A half word by names of bits if they apply to it, otherwise as an address.
    ///
    /// `brackets` enclose names whose values are left halves of words.
    pub(super) fn half(&self, value: u32, is_left: bool, brackets: [&str; 2]) -> String {
        let bits = self.mode.bits;
        let applying = bits.applying(is_left).filter(|_| bits.is_selected);
        let Some((pattern, whole, prefix)) = applying else { return self.address(value) };
        let prefix = String::from_utf8_lossy(&prefix);
        let prefix = prefix.trim_end_matches('\0');
        let named = |part: u32| {
            let value = if whole { Word36::halves(part, 0) } else { part.into() };
            self.symbols.beginning(prefix, value)
        };
        let (mut names, mut rest) = (Vec::new(), value);
        for field in fields(pattern) {
            let (part, lowest) = (value & field, field & field.wrapping_neg());
            let name = if part == 0 {
                None
            } else if let Some(name) = named(part) {
                Some(name.to_owned())
            } else if let Some(name) = named(lowest) {
                Some(format!("{}*{name}", self.digits((part / lowest).into())))
            } else {
                named(field).map(|name| format!("{}&{name}", self.digits(part.into())))
            };
            if let Some(name) = name {
                names.push(name);
                rest &= !field;
            }
        }
        if names.is_empty() {
            return self.address(value);
        }
        let [open, close] = if whole { brackets } else { [""; 2] };
        let rest = if rest == 0 { String::new() } else { format!("+{}", self.address(rest)) };
        format!("{open}{}{close}{rest}", names.join("+"))
    }
}

/// Runs of equal bits in a half word, the leftmost first.
fn fields(pattern: u32) -> Vec<u32> {
    let mut fields: Vec<u32> = Vec::new();
    let mut before = None;
    for bit in (0..18).rev() {
        let value = pattern >> bit & 1;
        match fields.last_mut().filter(|_| before == Some(value)) {
            Some(field) => *field |= 1 << bit,
            None => fields.push(1 << bit),
        }
        before = Some(value);
    }
    fields
}

/// Whether an instruction's address is a half word of bits: of a left half, or of a right half.
///
/// Source: DDT 1549, `PCPNTB`.
pub(super) fn bits_of(name: &str) -> Option<bool> {
    const LEFT_BITS: &[&str] = &["MOVSI", "HRLI", "HRLZI", "HRLOI", "HRLEI"];
    const RIGHT_BITS: &[&str] = &[
        "MOVEI", "SETCMI", "SETMI", "HRRI", "HRRZI", "HRROI", "HRREI", "ANDI", "ANDCAI", "ANDCMI",
        "ANDCBI", "IORI", "ORCAI", "ORCMI", "ORCBI", "XORI", "EQVI",
    ];
    if LEFT_BITS.contains(&name) || name.starts_with("TL") {
        return Some(true);
    }
    (RIGHT_BITS.contains(&name) || name.starts_with("TR")).then_some(false)
}
