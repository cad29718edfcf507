//! SHA accelerator: SHA-1, SHA-224 and SHA-256, of blocks in registers or from memory.
//!
//! The registers of the message and of the state hold bytes in the order of the digest. A block in
//! registers is processed as soon as it is started, and one from memory when the DMA has it.
//!
//! Source: TRM, chapter "SHA Accelerator"; FIPS 180-4, sections 5.3.1 to 5.3.3.

use super::registers::Values;

const MODE: u32 = 0x00;
const DMA_BLOCK_NUM: u32 = 0x0c;
const START: u32 = 0x10;
const CONTINUE: u32 = 0x14;
const BUSY: u32 = 0x18;
const DMA_START: u32 = 0x1c;
const DMA_CONTINUE: u32 = 0x20;
const INT_CLR: u32 = 0x24;
const INT_ENA: u32 = 0x28;
const H: u32 = 0x40;
const M: u32 = 0x80;

pub(super) const BLOCK_BYTES: usize = 64;
/// Values of `MODE`; any other is SHA-256.
const SHA_1: u32 = 0;
const SHA_224: u32 = 1;

const START_1: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
#[rustfmt::skip]
const START_224: [u32; 8] = [
    0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4,
];
#[rustfmt::skip]
const START_256: [u32; 8] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];

/// The accelerator.
#[derive(Debug, Clone)]
pub(super) struct Sha {
    values: Values,
    /// Whether it waits for blocks from memory.
    is_waiting: bool,
    raised: bool,
}

impl Default for Sha {
    fn default() -> Self {
        Sha { values: Values::new(&[]), is_waiting: false, raised: false }
    }
}

impl Sha {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            BUSY => self.is_waiting.into(),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        match offset {
            START | DMA_START => self.set_start(),
            INT_CLR => self.raised &= value & 1 == 0,
            CONTINUE | DMA_CONTINUE | BUSY => {}
            _ => self.values.store(offset, value),
        }
        match offset {
            START | CONTINUE => {
                let words = (0..16).map(|index| self.values.load(M + index * 4));
                let block: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
                self.process(&block);
            }
            DMA_START | DMA_CONTINUE => self.is_waiting = self.dma_bytes() > 0,
            _ => {}
        }
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self) -> u64 {
        (self.raised && self.values.load(INT_ENA) & 1 != 0).into()
    }

    /// Number of bytes from memory that it waits for.
    pub(super) fn wanted(&self) -> Option<usize> {
        self.is_waiting.then(|| self.dma_bytes())
    }

    /// Processes bytes from memory; those after the last whole block are ignored.
    pub(super) fn finish(&mut self, bytes: &[u8]) {
        self.process(bytes);
        (self.is_waiting, self.raised) = (false, true);
    }

    fn dma_bytes(&self) -> usize {
        (self.values.load(DMA_BLOCK_NUM) & 0x3f) as usize * BLOCK_BYTES
    }

    fn set_start(&mut self) {
        match self.values.load(MODE) & 7 {
            SHA_1 => self.set_state(&START_1),
            SHA_224 => self.set_state(&START_224),
            _ => self.set_state(&START_256),
        }
    }

    fn set_state(&mut self, state: &[u32]) {
        for (at, word) in (H..).step_by(4).zip(state) {
            self.values.store(at, word.swap_bytes());
        }
    }

    fn state<const WORDS: usize>(&self) -> [u32; WORDS] {
        std::array::from_fn(|index| self.values.load(H + index as u32 * 4).swap_bytes())
    }

    fn process(&mut self, bytes: &[u8]) {
        let blocks: &[[u8; BLOCK_BYTES]] = bytes.as_chunks().0;
        if self.values.load(MODE) & 7 == SHA_1 {
            let mut state = self.state();
            sha1::block_api::compress(&mut state, blocks);
            self.set_state(&state);
        } else {
            let mut state = self.state();
            sha2::block_api::compress256(&mut state, blocks);
            self.set_state(&state);
        }
    }
}
