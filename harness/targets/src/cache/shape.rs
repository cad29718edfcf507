//! Sizes and rules of a cache, and how they are written.

use std::fmt;

use machine::Spec;

/// What a full set replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// The line used least recently.
    Lru,
    /// The line brought in first.
    Fifo,
    /// A pseudo-random line: the same ones for the same seed.
    Random {
        /// The seed.
        seed: u64,
    },
}

/// What a store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WritePolicy {
    /// Changes the line, which is brought in if necessary, and written to memory when it is replaced.
    Back,
    /// Changes memory, and the line if it is there.
    Through,
}

/// Sizes and rules of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheShape {
    /// Number of sets, a power of two.
    pub sets: u64,
    /// Lines of a set.
    pub ways: u64,
    /// Units of memory in a line, a power of two.
    pub line_units: u64,
    /// What a full set replaces.
    pub replacement: Replacement,
    /// What a store does.
    pub writes: WritePolicy,
}

/// Maximum number of lines of a cache.
const MOST_LINES: u64 = 1 << 16;

/// Maximum number of units in a line.
const MOST_UNITS: u64 = 1 << 12;

/// Fewest bytes in a line.
const LEAST_BYTES: u64 = 4;

/// Seed if none is given.
const SEED: u64 = 1;

impl CacheShape {
    /// Reads a cache such as `8x2x16` or `8x2x16,fifo,write-through` for a machine: sets, ways and
    /// the length of a line.
    ///
    /// # Errors
    /// An error message that says what a cache can be, or that the machine cannot have one.
    pub fn read(text: &str, spec: &Spec) -> Result<Self, String> {
        if spec.syntax.place.is_some() {
            return Err("cells of a script have no addresses, so they have no cache".to_owned());
        }
        let mut words = text.split(',').map(str::trim);
        let sizes = words.next().unwrap_or_default();
        let numbers: Vec<Option<u64>> =
            sizes.split(['x', 'X']).map(|number| number.trim().parse().ok()).collect();
        let [Some(sets), Some(ways), Some(line_units)] = numbers[..] else {
            let sizes = asmkit::plain_name(sizes);
            let unit = unit(spec);
            return Err(format!(
                "`{sizes}` is not the size of a cache: write sets, ways and {unit} of a line, as \
                 in 8x2x16"
            ));
        };
        let (replacement, writes) = (Replacement::Lru, WritePolicy::Back);
        let mut shape = CacheShape { sets, ways, line_units, replacement, writes };
        for word in words {
            shape.take(word)?;
        }
        shape.check(spec)?;
        Ok(shape)
    }

    fn take(&mut self, word: &str) -> Result<(), String> {
        match word {
            "lru" => self.replacement = Replacement::Lru,
            "fifo" => self.replacement = Replacement::Fifo,
            "random" => self.replacement = Replacement::Random { seed: SEED },
            "write-back" => self.writes = WritePolicy::Back,
            "write-through" => self.writes = WritePolicy::Through,
            _ => {
                let seed = word.strip_prefix("random:").and_then(|seed| seed.parse().ok());
                let Some(seed) = seed else {
                    let word = asmkit::plain_name(word);
                    return Err(format!(
                        "`{word}` is not a rule of a cache: lru, fifo, random or random:SEED; \
                         write-back or write-through"
                    ));
                };
                self.replacement = Replacement::Random { seed };
            }
        }
        Ok(())
    }

    fn check(&self, spec: &Spec) -> Result<(), String> {
        let &CacheShape { sets, ways, line_units, .. } = self;
        let least = if spec.unit_bits == 8 { LEAST_BYTES } else { 1 };
        let unit = unit(spec);
        if !sets.is_power_of_two() {
            return Err(format!("a cache cannot have {sets} sets: their number is a power of two"));
        }
        if !line_units.is_power_of_two() || !(least..=MOST_UNITS).contains(&line_units) {
            return Err(format!(
                "a line cannot have {line_units} {unit}: it has a power of two from {least} to \
                 {MOST_UNITS}"
            ));
        }
        if ways == 0 {
            return Err("a cache has at least one way".to_owned());
        }
        match sets.checked_mul(ways) {
            Some(lines) if lines <= MOST_LINES => Ok(()),
            _ => Err(format!("a cache of {sets} sets and {ways} ways has more than 65,536 lines")),
        }
    }

    /// The cache in words: its sizes and its rules, those of stores only if it is a data cache.
    #[must_use]
    pub fn described(&self, spec: &Spec, is_data: bool) -> String {
        let &CacheShape { sets, ways, line_units, .. } = self;
        let counted = |number: u64, one: &str| machine::numbers::counted(number, one);
        let unit = unit(spec);
        let one = unit.trim_end_matches('s');
        let replacement = match self.replacement {
            Replacement::Lru => "LRU".to_owned(),
            Replacement::Fifo => "FIFO".to_owned(),
            Replacement::Random { seed } => format!("random (seed {seed})"),
        };
        let writes = match self.writes {
            _ if !is_data => "",
            WritePolicy::Back => "; write-back, write-allocate",
            WritePolicy::Through => "; write-through, no write-allocate",
        };
        format!(
            "{}, {}, lines of {}: {}; {replacement}{writes}",
            counted(sets, "set"),
            counted(ways, "way"),
            counted(line_units, one),
            counted(sets * ways * line_units, one),
        )
    }
}

/// Units of memory in the plural.
fn unit(spec: &Spec) -> &'static str {
    if spec.unit_bits == 8 { "bytes" } else { "words" }
}

/// As options spell it.
impl fmt::Display for CacheShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}x{},", self.sets, self.ways, self.line_units)?;
        match self.replacement {
            Replacement::Lru => write!(f, "lru,")?,
            Replacement::Fifo => write!(f, "fifo,")?,
            Replacement::Random { seed } => write!(f, "random:{seed},")?,
        }
        f.write_str(match self.writes {
            WritePolicy::Back => "write-back",
            WritePolicy::Through => "write-through",
        })
    }
}
