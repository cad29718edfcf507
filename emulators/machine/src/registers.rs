//! Slots of registers by name.

/// Finds the slot of a register by its name; made at compile time.
///
/// Graders and debuggers name registers, some millions of times in a run of a class. Names have at most
/// 15 bytes. `N` is a power of two above their number.
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
    /// Keys of names with their slots, each at its [`place`] or the next free one, where the key is 0.
    entries: [(u128, u8); N],
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
        RegisterSlots { entries: [(0, 0); N], count: 0 }
    }

    /// Adds names of consecutive slots.
    ///
    /// # Panics
    /// When compiled, if there are too many names, or one is too long.
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
    /// When compiled, if there are too many names, or one is too long.
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
        let key = key(name);
        assert!(key != 0, "a name has at most 15 bytes");
        let mut at = place(key, N);
        while self.entries[at].0 != 0 {
            at = (at + 1) % N;
        }
        self.entries[at] = (key, slot);
        self
    }

    /// Slot of a register.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u8> {
        let key = key(name);
        let mut at = place(key, N);
        while self.entries[at].0 != 0 {
            if self.entries[at].0 == key {
                return Some(self.entries[at].1);
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

/// A name as a number, which is compared faster than text: its bytes, and its length in the last; 0 if it is
/// too long. Bytes that are read twice are the same.
const fn key(name: &str) -> u128 {
    let name = name.as_bytes();
    let bytes = match (name, name.len()) {
        (_, 16..) => return 0,
        ([a, b, c, d, e, f, g, h, ..], 8..) => {
            let [.., s, t, u, v, w, x, y, z] = name else { return 0 };
            let first = u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]);
            let last = u64::from_le_bytes([*s, *t, *u, *v, *w, *x, *y, *z]);
            first as u128 | (last as u128) << (8 * (name.len() - 8))
        }
        ([a, b, c, d, ..], 4..) => {
            let [.., w, x, y, z] = name else { return 0 };
            let first = u32::from_le_bytes([*a, *b, *c, *d]);
            let last = u32::from_le_bytes([*w, *x, *y, *z]);
            (first as u64 | (last as u64) << (8 * (name.len() - 4))) as u128
        }
        ([a, b, c], _) => (*a as u32 | (*b as u32) << 8 | (*c as u32) << 16) as u128,
        ([a, b], _) => (*a as u32 | (*b as u32) << 8) as u128,
        ([a], _) => *a as u128,
        _ => 0,
    };
    bytes | (name.len() as u128 + 1) << 120
}

/// Place of a key in an index: a product's high bits depend on all bits of the key.
const fn place(key: u128, places: usize) -> usize {
    ((key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % places
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
        for name in
            ["0", "t2", "AC1", "ac10", "ft1", "zero ", "\0ra", "zero\0\0\0", "", "stack pointer"]
        {
            assert_eq!(SLOTS.get(name), None, "{name}");
        }
    }
}
