//! Random instructions of every row of a table, to compare with other tools.

use machine::bits::Pattern;

/// Address of the first instruction.
const BASE: u32 = 0x1000_0000;

/// Lines of random instructions: address, word and text, separated by tabs.
///
/// Unused fields are zero, and rounding modes are not reserved ones.
#[derive(Debug)]
pub struct Samples {
    text: String,
    address: u32,
    state: u32,
}

impl Default for Samples {
    fn default() -> Self {
        Samples { text: String::new(), address: BASE, state: 1 }
    }
}

impl Samples {
    /// The lines.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Adds words of a pattern with random operands.
    pub fn add(
        &mut self,
        pattern: &Pattern,
        operands: &str,
        count: u32,
        disassemble: impl Fn(u32, u32) -> String,
    ) {
        let fields = operands.chars().filter(|&letter| pattern.field_width(letter) > 0);
        let fields: Vec<char> = fields.collect();
        let digits = pattern.width() as usize / 4;
        for _ in 0..if fields.is_empty() { 1 } else { count } {
            let mut word = pattern.value();
            for &letter in &fields {
                let bits = match (letter, self.random()) {
                    // Rounding modes: 5 and 6 are reserved, and exact conversions allow only one.
                    ('r', bits) => [0, 1, 2, 3, 4, 7][bits as usize % 6],
                    ('n', _) => 0,
                    (_, bits) => bits.into(),
                };
                word = pattern.with_field(word, letter, bits);
            }
            if !pattern.matches(word) {
                continue;
            }
            let text = disassemble(word as u32, self.address);
            self.text.push_str(&format!("{:08x}\t{word:0digits$x}\t{text}\n", self.address));
            self.address += pattern.width() / 8;
        }
    }

    /// Marsaglia's 32-bit xorshift generator with shifts 13, 17 and 5.
    fn random(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }
}
