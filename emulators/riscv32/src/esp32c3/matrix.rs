//! The interrupt matrix: routing of interrupt sources to the 31 interrupt lines of the core.
//!
//! Source: TRM, chapters "Interrupt Matrix" and "ESP-RISC-V CPU", interrupt controller.

use super::registers::Values;

/// Number of sources, each with a register that holds its line.
pub(super) const SOURCES: u32 = 62;
const INTR_STATUS: u32 = 0xf8;
pub(super) const INT_ENABLE: u32 = 0x104;
pub(super) const INT_TYPE: u32 = 0x108;
const INT_CLEAR: u32 = 0x10c;
const EIP_STATUS: u32 = 0x110;
pub(super) const INT_PRI_0: u32 = 0x114;
pub(super) const INT_THRESH: u32 = 0x194;

/// Interrupt matrix.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    values: Values,
    /// Lines that sources held high at the last look.
    held: u32,
    /// Edge-triggered lines that rose and were not cleared.
    edges: u32,
}

impl Default for Matrix {
    fn default() -> Self {
        Matrix { values: Values::new(&[(0x100, 0x01)]), held: 0, edges: 0 }
    }
}

impl Matrix {
    /// Reads a register, given the active sources.
    pub(super) fn load(&mut self, offset: u32, levels: u64) -> u32 {
        match offset {
            INTR_STATUS => levels as u32,
            0xfc => (levels >> 32) as u32,
            EIP_STATUS => self.pending(levels),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        match offset {
            0..INTR_STATUS => self.values.store(offset, value & 0x1f),
            INT_PRI_0..=INT_THRESH => self.values.store(offset, value & 0xf),
            INT_CLEAR => {
                self.edges &= !value;
                self.values.store(offset, value);
            }
            INTR_STATUS | 0xfc | EIP_STATUS => {}
            _ => self.values.store(offset, value),
        }
    }

    /// Lines triggered by edges.
    pub(super) fn types(&self) -> u32 {
        self.values.load(INT_TYPE)
    }

    /// Enabled lines.
    pub(super) fn enabled(&self) -> u32 {
        self.values.load(INT_ENABLE)
    }

    /// Line to be taken first: enabled, with a priority that is not 0 and not below the threshold;
    /// highest priority first, then lowest number.
    pub(super) fn choose(&mut self, levels: u64) -> Option<u8> {
        let pending = self.pending(levels) & self.enabled();
        if pending == 0 {
            return None;
        }
        let threshold = self.values.load(INT_THRESH).max(1);
        let priority = |line: u8| self.values.load(INT_PRI_0 + u32::from(line) * 4);
        let lines = (1..32).filter(|&line| pending >> line & 1 != 0 && priority(line) >= threshold);
        lines.max_by_key(|&line| (priority(line), std::cmp::Reverse(line)))
    }

    /// Lines that are high, or edge-triggered lines that rose.
    fn pending(&mut self, levels: u64) -> u32 {
        let (mut held, mut rest) = (0, levels & ((1 << SOURCES) - 1));
        while rest != 0 {
            let source = rest.trailing_zeros();
            held |= 1 << (self.values.load(source * 4) & 0x1f);
            rest &= rest - 1;
        }
        let edge = self.values.load(INT_TYPE);
        self.edges |= held & !self.held & edge;
        self.held = held;
        held & !edge | self.edges & edge
    }
}
