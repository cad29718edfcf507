//! Registers that only store the written value.

use std::collections::BTreeMap;

/// Values of a device's registers by offset; a register that was never written is zero.
#[derive(Debug, Clone)]
pub(super) struct Values(Vec<u32>);

impl Values {
    /// Registers with their values after reset.
    pub(super) fn new(reset: &[(u32, u32)]) -> Self {
        let mut values = Values(Vec::new());
        reset.iter().for_each(|&(at, value)| values.store(at, value));
        values
    }

    pub(super) fn load(&self, at: u32) -> u32 {
        self.0.get((at / 4) as usize).copied().unwrap_or(0)
    }

    pub(super) fn store(&mut self, at: u32, value: u32) {
        let index = (at / 4) as usize;
        if index >= self.0.len() {
            self.0.resize(index + 1, 0);
        }
        self.0[index] = value;
    }

    /// Value of a pair of registers, with the high word first.
    pub(super) fn load_wide(&self, high_at: u32) -> u64 {
        u64::from(self.load(high_at)) << 32 | u64::from(self.load(high_at + 4))
    }

    pub(super) fn store_wide(&mut self, high_at: u32, value: u64) {
        self.store(high_at, (value >> 32) as u32);
        self.store(high_at + 4, value as u32);
    }
}

/// Values of registers by any number, such as an address.
#[derive(Debug, Clone, Default)]
pub(super) struct SparseValues(BTreeMap<u32, u32>);

impl SparseValues {
    pub(super) fn load(&self, at: u32) -> u32 {
        self.0.get(&at).copied().unwrap_or(0)
    }

    pub(super) fn store(&mut self, at: u32, value: u32) {
        self.0.insert(at, value);
    }
}

/// Peripherals that consist only of registers: first and last address.
#[rustfmt::skip]
const PLAIN: &[(u32, u32)] = &[
    (0x6000_3000, 0x6000_3fff), // SPI0, which reads mapped pages of the flash chip
    (0x6000_5000, 0x6000_6fff), // FE2 and FE, the front end of the radio
    (0x6000_8200, 0x6000_8fff), // EFUSE
    (0x6000_e000, 0x6000_efff), // I2C_ANA_MST, the analog settings
    (0x6001_c000, 0x6001_dfff), // NRX and BB, the base band of the radio
    (0x6002_6000, 0x6002_6fff), // APB_CTRL
    (0x600c_0000, 0x600c_1fff), // SYSTEM and SENSITIVE
    (0x600c_4000, 0x600c_4fff), // EXTMEM
    (0x600c_e000, 0x600c_efff), // ASSIST_DEBUG
];

/// Whether a register only stores its value, except for those handled below.
pub(super) fn are_plain(address: u32) -> bool {
    PLAIN.iter().any(|&(first, last)| (first..=last).contains(&address))
}

/// EFUSE is read-only.
const EFUSE: (u32, u32) = (0x6000_8800, 0x6000_8fff);
/// SYSTEM: the four software interrupts.
const FROM_CPU_INTR0: u32 = 0x600c_0028;
const FROM_CPU_INTR3: u32 = FROM_CPU_INTR0 + 12;
/// EXTMEM: the cache is always ready.
const CACHE_READY: &[(u32, u32)] = &[
    (0x600c_401c, 1 << 2),
    (0x600c_4028, 1 << 1),
    (0x600c_4034, 1 << 1),
    (0x600c_4040, 1 << 3),
    (0x600c_40cc, 1 << 2),
];
/// Registers that are not zero when the program starts.
#[rustfmt::skip]
const RESET: &[(u32, u32)] = &[
    (0x6000_8844, 0x0000_00c3), // EFUSE: MAC address 02:00:00:00:00:c3, locally administered
    (0x6000_8848, 0x0000_0200),
    (0x6000_8850, 4 << 18),     // EFUSE: revision v0.4
    (0x6002_6000, 0x01), (0x6002_6004, 0x0001_0727), (0x6002_6008, 0x07ff), (0x6002_6014, 0xfffc_e030),
    (0x600c_0000, 0xc0), (0x600c_0008, 0x0c), (0x600c_000c, 0x01), (0x600c_0010, 0xf9c1_e06f),
    (0x600c_0014, 0x0200), (0x600c_001c, 0x01fe), (0x600c_0020, 0xff), (0x600c_0024, 0x0200_1001),
    (0x600c_0038, 0x01), (0x600c_003c, 0x01), (0x600c_0040, 0x05), (0x600c_0048, 0x7ff0_0000),
    (0x600c_0054, 0x01), (0x600c_0058, 0x01),
    (0x600c_40b0, 0x01),        // EXTMEM_CACHE_STATE: idle
];

/// Plain registers of all peripherals.
#[derive(Debug, Clone)]
pub(super) struct Registers {
    values: SparseValues,
    /// Software interrupts requested by the program, lowest first.
    software: u64,
}

impl Default for Registers {
    fn default() -> Self {
        Registers { values: SparseValues(RESET.iter().copied().collect()), software: 0 }
    }
}

impl Registers {
    pub(super) fn load(&self, address: u32) -> u32 {
        let ready = CACHE_READY.iter().find(|(register, _)| *register == address);
        self.values.load(address) | ready.map_or(0, |(_, bits)| *bits)
    }

    pub(super) fn store(&mut self, address: u32, value: u32) {
        if (EFUSE.0..=EFUSE.1).contains(&address) {
            return;
        }
        if let FROM_CPU_INTR0..=FROM_CPU_INTR3 = address {
            let bit = 1 << ((address - FROM_CPU_INTR0) / 4);
            self.software = if value & 1 != 0 { self.software | bit } else { self.software & !bit };
        }
        self.values.store(address, value);
    }

    /// Software interrupts requested by the program, lowest first.
    pub(super) fn software_interrupts(&self) -> u64 {
        self.software
    }
}
