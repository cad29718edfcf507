//! AES accelerator: AES-128 and AES-256, of a block in registers or of blocks in memory.
//!
//! A block in registers is processed as soon as it is started, and blocks in memory when the DMA has
//! them.
//!
//! Source: TRM, chapter "AES Accelerator"; NIST SP 800-38A for the modes.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes256};

use super::registers::Values;

const KEY: u32 = 0x00;
const TEXT_IN: u32 = 0x20;
const TEXT_OUT: u32 = 0x30;
const MODE: u32 = 0x40;
const TRIGGER: u32 = 0x48;
const STATE: u32 = 0x4c;
const IV: u32 = 0x50;
const DMA_ENABLE: u32 = 0x90;
const BLOCK_MODE: u32 = 0x94;
const BLOCK_NUM: u32 = 0x98;
const INC_SEL: u32 = 0x9c;
const INT_CLR: u32 = 0xac;
const INT_ENA: u32 = 0xb0;
const DMA_EXIT: u32 = 0xb8;

/// `MODE`: decrypts, and the key has 256 bits.
const DECRYPT: u32 = 1 << 2;
const LONG_KEY: u32 = 1 << 1;
/// Values of `STATE`.
const IDLE: u32 = 0;
const WORK: u32 = 1;
const DONE: u32 = 2;
/// Values of `BLOCK_MODE`; any other is ECB.
const CBC: u32 = 1;
const OFB: u32 = 2;
const CTR: u32 = 3;
const CFB8: u32 = 4;
const CFB128: u32 = 5;

const BLOCK_BYTES: usize = 16;
type Block = [u8; BLOCK_BYTES];

/// The accelerator.
#[derive(Debug, Clone)]
pub(super) struct Aes {
    values: Values,
    state: u32,
    raised: bool,
}

impl Default for Aes {
    fn default() -> Self {
        Aes { values: Values::new(&[]), state: IDLE, raised: false }
    }
}

/// Cipher with its key.
enum Cipher {
    Short(Box<Aes128>),
    Long(Box<Aes256>),
}

impl Cipher {
    fn encrypt(&self, block: &mut Block) {
        match self {
            Cipher::Short(cipher) => cipher.encrypt_block(block.into()),
            Cipher::Long(cipher) => cipher.encrypt_block(block.into()),
        }
    }

    fn decrypt(&self, block: &mut Block) {
        match self {
            Cipher::Short(cipher) => cipher.decrypt_block(block.into()),
            Cipher::Long(cipher) => cipher.decrypt_block(block.into()),
        }
    }
}

impl Aes {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            STATE => self.state,
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        match offset {
            TRIGGER if self.values.load(DMA_ENABLE) & 1 == 0 => {
                let mut block = self.bytes(TEXT_IN);
                self.cipher_block(&self.cipher(), &mut block);
                self.set_bytes(TEXT_OUT, &block);
            }
            TRIGGER => self.state = if self.dma_bytes() > 0 { WORK } else { DONE },
            DMA_EXIT => self.state = IDLE,
            INT_CLR => self.raised &= value & 1 == 0,
            STATE => {}
            _ => self.values.store(offset, value),
        }
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self) -> u64 {
        (self.raised && self.values.load(INT_ENA) & 1 != 0).into()
    }

    /// Number of bytes from memory that it waits for.
    pub(super) fn wanted(&self) -> Option<usize> {
        (self.state == WORK).then(|| self.dma_bytes())
    }

    /// Processes blocks from memory; returns the result, and keeps the next initial value.
    pub(super) fn finish(&mut self, bytes: &[u8]) -> Vec<u8> {
        let (cipher, mut iv, mut result) = (self.cipher(), self.bytes(IV), Vec::new());
        for block in bytes.as_chunks().0 {
            result.extend(self.chain(&cipher, &mut iv, *block));
        }
        self.set_bytes(IV, &iv);
        (self.state, self.raised) = (DONE, true);
        result
    }

    fn dma_bytes(&self) -> usize {
        (self.values.load(BLOCK_NUM) as usize).saturating_mul(BLOCK_BYTES)
    }

    fn decrypts(&self) -> bool {
        self.values.load(MODE) & DECRYPT != 0
    }

    fn cipher(&self) -> Cipher {
        let (first, second): (Block, Block) = (self.bytes(KEY), self.bytes(KEY + 16));
        if self.values.load(MODE) & LONG_KEY == 0 {
            return Cipher::Short(Box::new(Aes128::new(&first.into())));
        }
        let mut key = [0; 2 * BLOCK_BYTES];
        key[..BLOCK_BYTES].copy_from_slice(&first);
        key[BLOCK_BYTES..].copy_from_slice(&second);
        Cipher::Long(Box::new(Aes256::new(&key.into())))
    }

    fn cipher_block(&self, cipher: &Cipher, block: &mut Block) {
        if self.decrypts() { cipher.decrypt(block) } else { cipher.encrypt(block) }
    }

    /// Result for a block; changes the initial value for the next one.
    fn chain(&self, cipher: &Cipher, iv: &mut Block, input: Block) -> Block {
        let mut block = input;
        match self.values.load(BLOCK_MODE) & 7 {
            CBC if self.decrypts() => {
                cipher.decrypt(&mut block);
                xor(&mut block, iv);
                *iv = input;
            }
            CBC => {
                xor(&mut block, iv);
                cipher.encrypt(&mut block);
                *iv = block;
            }
            OFB => {
                cipher.encrypt(iv);
                xor(&mut block, iv);
            }
            CTR => {
                let mut key = *iv;
                cipher.encrypt(&mut key);
                xor(&mut block, &key);
                self.count_up(iv);
            }
            CFB8 => {
                for byte in &mut block {
                    let mut key = *iv;
                    cipher.encrypt(&mut key);
                    let input = *byte;
                    *byte ^= key[0];
                    iv.rotate_left(1);
                    iv[BLOCK_BYTES - 1] = if self.decrypts() { input } else { *byte };
                }
            }
            CFB128 => {
                cipher.encrypt(iv);
                xor(&mut block, iv);
                *iv = if self.decrypts() { input } else { block };
            }
            _ => self.cipher_block(cipher, &mut block),
        }
        block
    }

    /// Adds 1 to the counter, or to its last 32 bits.
    fn count_up(&self, counter: &mut Block) {
        let number = u128::from_be_bytes(*counter);
        let next = if self.values.load(INC_SEL) & 1 == 0 {
            number & !u128::from(u32::MAX) | u128::from((number as u32).wrapping_add(1))
        } else {
            number.wrapping_add(1)
        };
        *counter = next.to_be_bytes();
    }

    fn bytes(&self, at: u32) -> Block {
        std::array::from_fn(|index| {
            let index = index as u32;
            (self.values.load(at + index / 4 * 4) >> (index % 4 * 8)) as u8
        })
    }

    fn set_bytes(&mut self, at: u32, bytes: &Block) {
        for (at, word) in (at..).step_by(4).zip(bytes.as_chunks().0) {
            self.values.store(at, u32::from_le_bytes(*word));
        }
    }
}

fn xor(block: &mut Block, other: &Block) {
    block.iter_mut().zip(other).for_each(|(byte, other)| *byte ^= other);
}
