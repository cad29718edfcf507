//! Slots of registers by name.

/// Finds the slot of a register by its name; made at compile time.
///
/// Graders and debuggers name registers, some millions of times in a run of a class. `N` is a power of
/// two above the number of names.
///
/// ```
/// use machine::RegisterSlots;
///
/// static SLOTS: RegisterSlots<8> =
///     RegisterSlots::new().numbered(&["$t0", "$t1"], 8).and(&[("hi", 64)]);
/// assert_eq!(SLOTS.get("$t1"), Some(9));
/// assert_eq!(SLOTS.get("hi"), Some(64));
/// assert_eq!(SLOTS.get("$s1"), None);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RegisterSlots<const N: usize> {
    /// Names with their slots, each at its [`place`] or the next free one.
    entries: [Option<(&'static str, u8)>; N],
    count: usize,
}

impl<const N: usize> RegisterSlots<N> {
    /// An index without names.
    ///
    /// # Panics
    /// When compiled, if `N` is not a power of two.
    #[must_use]
    pub const fn new() -> Self {
        assert!(N.is_power_of_two());
        RegisterSlots { entries: [None; N], count: 0 }
    }

    /// Adds names of consecutive slots.
    ///
    /// # Panics
    /// When compiled, if there are too many names.
    #[must_use]
    pub const fn numbered(mut self, names: &[&'static str], first: u8) -> Self {
        let mut at = 0;
        while at < names.len() {
            self = self.with(names[at], first + at as u8);
            at += 1;
        }
        self
    }

    /// Adds names with their slots.
    ///
    /// # Panics
    /// When compiled, if there are too many names.
    #[must_use]
    pub const fn and(mut self, names: &[(&'static str, u8)]) -> Self {
        let mut at = 0;
        while at < names.len() {
            self = self.with(names[at].0, names[at].1);
            at += 1;
        }
        self
    }

    const fn with(mut self, name: &'static str, slot: u8) -> Self {
        self.count += 1;
        assert!(self.count < N, "a search must end at a free place");
        let mut at = place(name, N);
        while self.entries[at].is_some() {
            at = (at + 1) % N;
        }
        self.entries[at] = Some((name, slot));
        self
    }

    /// Slot of a register.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u8> {
        let mut at = place(name, N);
        while let Some((known, slot)) = self.entries[at] {
            if known == name {
                return Some(slot);
            }
            at = (at + 1) % N;
        }
        None
    }
}

impl<const N: usize> Default for RegisterSlots<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Place of a name in an index: such names differ in their last two letters.
const fn place(name: &str, places: usize) -> usize {
    let name = name.as_bytes();
    let (last, other) = match name {
        [.., other, last] => (*last, *other),
        [last] => (*last, 0),
        [] => (0, 0),
    };
    (last as usize + other as usize * 11 + name.len() * 29) % places
}

#[cfg(test)]
mod tests {
    use super::RegisterSlots;

    #[test]
    fn each_name_is_found_and_no_other() {
        let names = ["zero", "ra", "sp", "t0", "t1", "f0", "f10", "ft10", "ft11", "fs11", "AC10"];
        static SLOTS: RegisterSlots<16> = RegisterSlots::new().numbered(
            &["zero", "ra", "sp", "t0", "t1", "f0", "f10", "ft10", "ft11", "fs11", "AC10"],
            3,
        );
        for (name, slot) in names.iter().zip(3..) {
            assert_eq!(SLOTS.get(name), Some(slot), "{name}");
        }
        for name in ["", "0", "t2", "AC1", "ac10", "ft1", "zero "] {
            assert_eq!(SLOTS.get(name), None, "{name}");
        }
    }
}
