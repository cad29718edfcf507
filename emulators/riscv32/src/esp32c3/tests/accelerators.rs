//! SHA, AES, RSA and HMAC accelerators, and the DMA that feeds the first two.
//!
//! Source: TRM, chapters "SHA Accelerator", "AES Accelerator", "RSA Accelerator", "HMAC Accelerator" and
//! "GDMA Controller"; examples of FIPS 180-4 and FIPS 197, and of NIST SP 800-38A, appendix F.

use machine::Random;

use super::*;

const SHA: u32 = 0x6003_b000;
const AES: u32 = 0x6003_a000;
const GDMA: u32 = 0x6003_f000;
const DATA: u32 = 0x3fc8_0000;
const RESULT: u32 = DATA + 0x400;
const OUT_LIST: u32 = DATA + 0x800;
const IN_LIST: u32 = DATA + 0x900;
const EOF: u32 = 1 << 30;
const OWNER: u32 = 1 << 31;

/// Bytes of hexadecimal digits.
fn bytes(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

struct Workbench {
    bench: BoardBench,
    cpu: Cpu,
}

impl Workbench {
    fn new() -> Self {
        let memory = Memory::new(super::super::map::areas());
        Workbench { bench: BoardBench::new(b""), cpu: Cpu::new(&Options::esp32c3(), memory) }
    }

    fn put(&mut self, address: u32, bytes: &[u8]) {
        self.cpu.memory.place(address, bytes).expect("memory");
    }

    fn memory(&self, address: u32, count: usize) -> Vec<u8> {
        (address..).take(count).map(|at| self.cpu.memory.peek(at).expect("memory")).collect()
    }

    fn put_registers(&mut self, at: u32, bytes: &[u8]) {
        for (at, word) in (at..).step_by(4).zip(bytes.as_chunks().0) {
            self.bench.store(at, u32::from_le_bytes(*word));
        }
    }

    fn registers(&mut self, at: u32, count: usize) -> Vec<u8> {
        let words = (at..).step_by(4).take(count / 4);
        words.flat_map(|at| self.bench.load(at).to_le_bytes()).collect()
    }

    fn descriptor(&mut self, at: u32, control: u32, buffer: u32, next: u32) {
        let words = [control, buffer, next];
        self.put(at, &words.map(u32::to_le_bytes).concat());
    }

    /// Starts a channel's lists for a peripheral.
    fn start(&mut self, channel: u32, peripheral: u32) {
        let at = GDMA + 0x70 + channel * 0xc0;
        self.bench.store(at + 0x30, peripheral);
        self.bench.store(at + 0x90, peripheral);
        self.bench.store(at + 0x10, IN_LIST & 0xf_ffff | 1 << 22);
        self.bench.store(at + 0x70, OUT_LIST & 0xf_ffff | 1 << 21);
    }

    fn transfers(&mut self) -> usize {
        std::iter::from_fn(|| self.bench.board.transfer(&mut self.cpu)).count()
    }
}

/// Block with the message "abc", of 24 bits.
fn abc() -> Vec<u8> {
    let mut block = b"abc\x80".to_vec();
    block.resize(63, 0);
    block.push(24);
    block
}

const SHA_256_OF_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn blocks_in_registers_are_hashed() {
    let digests = [
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        SHA_256_OF_ABC,
    ];
    for (mode, digest) in (0..).zip(digests) {
        let mut work = Workbench::new();
        work.bench.store(SHA, mode);
        work.put_registers(SHA + 0x80, &abc());
        work.bench.store(SHA + 0x10, 1);
        assert_eq!(work.bench.load(SHA + 0x18), 0, "not busy");
        assert_eq!(work.registers(SHA + 0x40, digest.len() / 2), bytes(digest));
    }
}

#[test]
fn a_second_block_continues_the_first() {
    // 56 bytes of text in two blocks.
    let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    let mut blocks = text.to_vec();
    blocks.push(0x80);
    blocks.resize(126, 0);
    blocks.extend([1, 0xc0]);
    let mut work = Workbench::new();
    work.bench.store(SHA, 2);
    for (block, start) in blocks.chunks(64).zip([0x10, 0x14]) {
        work.put_registers(SHA + 0x80, block);
        work.bench.store(SHA + start, 1);
    }
    let digest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    assert_eq!(work.registers(SHA + 0x40, 32), bytes(digest));
}

#[test]
fn blocks_in_memory_are_hashed_once_both_are_ready() {
    let mut work = Workbench::new();
    let block = abc();
    work.put(DATA, &block[..10]);
    work.put(DATA + 0x100, &block[10..]);
    work.descriptor(OUT_LIST, OWNER | 10 << 12 | 10, DATA, OUT_LIST + 0x20);
    work.descriptor(OUT_LIST + 0x20, OWNER | EOF | 54 << 12 | 54, DATA + 0x100, 0);
    work.bench.store(SHA, 2);
    work.bench.store(SHA + 0x28, 1);
    work.bench.store(SHA + 0x0c, 1);
    work.bench.store(SHA + 0x1c, 1);
    assert_eq!((work.transfers(), work.bench.load(SHA + 0x18)), (0, 1), "it waits for the DMA");
    work.bench.route(49, 3);
    assert_eq!(work.bench.interrupt(), None);
    work.start(1, 7);
    assert_eq!((work.transfers(), work.bench.load(SHA + 0x18)), (1, 0));
    assert_eq!(work.registers(SHA + 0x40, 32), bytes(SHA_256_OF_ABC));
    assert_eq!(work.bench.interrupt(), Some(3));
    work.bench.store(SHA + 0x24, 1);
    assert_eq!(work.bench.interrupt(), None);
    assert_eq!(work.bench.load(GDMA + 0x10) & 0x118, 0x118, "sent, and all sent");
    assert_eq!(work.bench.load(GDMA + 0x70 + 0xc0 + 0x78), OUT_LIST + 0x20);
}

#[test]
fn a_block_in_registers_is_encrypted_and_decrypted() {
    let text = "00112233445566778899aabbccddeeff";
    let key: Vec<u8> = (0..32).collect();
    let cases = [(0, "69c4e0d86a7b0430d8cdb78070b4c55a"), (2, "8ea2b7ca516745bfeafc49904b496089")];
    for (mode, cipher) in cases {
        for (mode, from, to) in [(mode, text, cipher), (mode | 4, cipher, text)] {
            let mut work = Workbench::new();
            work.put_registers(AES, &key);
            work.bench.store(AES + 0x40, mode);
            work.put_registers(AES + 0x20, &bytes(from));
            work.bench.store(AES + 0x48, 1);
            assert_eq!(work.bench.load(AES + 0x4c), 0, "idle");
            assert_eq!(work.registers(AES + 0x30, 16), bytes(to), "mode {mode}");
        }
    }
}

/// Result for blocks in memory.
fn through_memory(mode: u32, block_mode: u32, iv: &str, text: &[u8]) -> Vec<u8> {
    let mut work = Workbench::new();
    work.put_registers(AES, &bytes("2b7e151628aed2a6abf7158809cf4f3c"));
    work.put_registers(AES + 0x50, &bytes(iv));
    work.bench.store(AES + 0x40, mode);
    work.bench.store(AES + 0x90, 1);
    work.bench.store(AES + 0x94, block_mode);
    work.bench.store(AES + 0x98, text.len() as u32 / 16);
    work.put(DATA, text);
    let count = text.len() as u32;
    work.descriptor(OUT_LIST, OWNER | EOF | count << 12 | count, DATA, 0);
    work.descriptor(IN_LIST, OWNER | 20, RESULT, IN_LIST + 0x20);
    work.descriptor(IN_LIST + 0x20, OWNER | 64, RESULT + 20, 0);
    work.start(0, 6);
    work.bench.store(AES + 0x48, 1);
    assert_eq!(work.bench.load(AES + 0x4c), 1, "it works");
    assert_eq!(work.transfers(), 1);
    assert_eq!(work.bench.load(AES + 0x4c), 2, "it is done");
    work.bench.store(AES + 0xb8, 1);
    assert_eq!(work.bench.load(AES + 0x4c), 0);
    assert_eq!(work.bench.load(GDMA) & 3, 3, "all is received");
    let last = u32::from_le_bytes(work.memory(IN_LIST + 0x20, 4).try_into().expect("a word"));
    assert_eq!(last, EOF | (count - 20) << 12 | 64, "the program owns it again");
    work.memory(RESULT, text.len())
}

#[test]
fn blocks_in_memory_are_encrypted_and_decrypted_in_every_mode() {
    let text = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51";
    let (iv, counter) = ("000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    #[rustfmt::skip]
    let cases = [
        (0, iv, "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"),
        (1, iv, "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
        (2, iv, "3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825"),
        (3, counter, "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"),
        (5, iv, "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"),
    ];
    for (block_mode, iv, cipher) in cases {
        let encrypted = through_memory(0, block_mode, iv, &bytes(text));
        assert_eq!(encrypted, bytes(cipher), "mode {block_mode}");
        let decrypts = if matches!(block_mode, 2 | 3) { 0 } else { 4 };
        assert_eq!(through_memory(decrypts, block_mode, iv, &encrypted), bytes(text));
    }
    let encrypted = through_memory(0, 4, iv, &bytes(text));
    assert_eq!(encrypted[..16], bytes("3b79424c9c0dd436bace9e0ed4586a4f"));
    assert_eq!(through_memory(4, 4, iv, &encrypted), bytes(text));
}

#[test]
fn memory_is_copied_and_bad_lists_are_reported() {
    let mut work = Workbench::new();
    work.put(DATA, b"0123456789");
    work.descriptor(OUT_LIST, OWNER | EOF | 10 << 12 | 10, DATA, 0);
    work.descriptor(IN_LIST, OWNER | 16, RESULT, 0);
    work.bench.store(GDMA + 0x70, 1 << 4);
    work.start(0, 0x3f);
    assert_eq!(work.bench.board.transfer(&mut work.cpu), Some((RESULT, IN_LIST)));
    assert_eq!(work.memory(RESULT, 10), b"0123456789");
    work.bench.store(GDMA + 0x0c, u32::MAX);
    assert_eq!(work.bench.load(GDMA), 0, "interrupts are cleared");

    // A list without end, a result that is too long, and a list outside of memory.
    work.descriptor(OUT_LIST, OWNER | 10 << 12 | 10, DATA, OUT_LIST);
    work.start(0, 0x3f);
    let before = work.bench.board.rom_steps();
    assert_eq!((work.transfers(), work.bench.load(GDMA)), (0, 1 << 6));
    let moved = work.bench.board.rom_steps() - before;
    assert_eq!(moved, 4096 * (12 + 10), "what was read counts for the budget");
    work.descriptor(OUT_LIST, OWNER | EOF | 10 << 12 | 10, DATA, 0);
    work.descriptor(IN_LIST, OWNER | 4, RESULT, 0);
    work.start(0, 0x3f);
    assert_eq!((work.transfers(), work.bench.load(GDMA) & 0x23), (1, 1 << 5));
    work.descriptor(OUT_LIST, OWNER | 10 << 12 | 10, DATA, u32::MAX);
    work.start(0, 0x3f);
    assert_eq!(work.transfers(), 0);
}

const RSA: u32 = 0x6003_c000;
const RSA_M: u32 = RSA;
const RSA_Z: u32 = RSA + 0x200;
const RSA_Y: u32 = RSA + 0x400;
const RSA_X: u32 = RSA + 0x600;
const RSA_M_PRIME: u32 = RSA + 0x800;
const RSA_MODE: u32 = RSA + 0x804;
const RSA_MODEXP: u32 = RSA + 0x80c;
const RSA_MODMULT: u32 = RSA + 0x810;
const RSA_MULT: u32 = RSA + 0x814;

/// -1/M modulo 2^32 of an odd number, from its lowest word.
fn prime_of(modulus: u32) -> u32 {
    let inverse = (0..5).fold(modulus, |inverse, _| {
        inverse.wrapping_mul(2u32.wrapping_sub(modulus.wrapping_mul(inverse)))
    });
    inverse.wrapping_neg()
}

/// Sets the operands and constants of a modular operation, in bytes, lowest first.
fn put_operands(bench: &mut Workbench, [m, x, y, square]: [&[u8]; 4]) {
    bench.bench.store(RSA_MODE, m.len() as u32 / 4 - 1);
    let lowest = u32::from_le_bytes(m[..4].try_into().expect("a word"));
    bench.bench.store(RSA_M_PRIME, prime_of(lowest));
    for (at, number) in [(RSA_M, m), (RSA_X, x), (RSA_Y, y), (RSA_Z, square)] {
        bench.put_registers(at, number);
    }
}

#[test]
fn numbers_of_64_bits_are_computed_as_by_integers() {
    let mut random = Random::seeded(1);
    let mut bench = Workbench::new();
    for _ in 0..300 {
        let m = u128::from(random.next_u64() >> (random.next_u64() % 60) | 1);
        let [x, y] = [random.next_u64(), random.next_u64()].map(u128::from);
        let radix = (1u128 << 64) % m;
        let numbers = [m, x % m, y, radix * radix % m].map(|number| (number as u64).to_le_bytes());
        let [m_bytes, x_bytes, y_bytes, square] = &numbers;
        let result = |bench: &mut Workbench, start: u32| {
            put_operands(bench, [m_bytes, x_bytes, y_bytes, square]);
            bench.bench.store(start, 1);
            let bytes = bench.registers(RSA_Z, 8);
            u128::from(u64::from_le_bytes(bytes.try_into().expect("8 bytes")))
        };
        assert_eq!(result(&mut bench, RSA_MODMULT), x % m * (y % m) % m, "{x} * {y} mod {m}");
        let power = (0..64).rev().fold(1 % m, |power, bit| {
            let square = power * power % m;
            if y >> bit & 1 == 1 { square * (x % m) % m } else { square }
        });
        assert_eq!(result(&mut bench, RSA_MODEXP), power, "{x} ^ {y} mod {m}");
        // The second factor is in the upper half of the result.
        bench.bench.store(RSA_MODE, 3);
        bench.put_registers(RSA_X, &(x as u64).to_le_bytes());
        bench.put_registers(RSA_Z + 8, &(y as u64).to_le_bytes());
        let before = bench.bench.board.rom_steps();
        bench.bench.store(RSA_MULT, 1);
        assert!(bench.bench.board.rom_steps() > before, "the shortest operation counts, too");
        let product = bench.registers(RSA_Z, 16).try_into().expect("16 bytes");
        assert_eq!(u128::from_le_bytes(product), x * y);
    }
}

/// Modulus, base, exponent, R² modulo M, the power and the product, computed with Python's `pow`.
#[rustfmt::skip]
const NUMBERS_OF_512_BITS: [&str; 6] = [
    "b6f675cc81e74ef5e8e25d940ed904759531985d5d9dc9f81818e811892f902b\
     d23f0824128b2f330c5c7fd0a6a3a4506513270e269e0d37f2a74de452e6b439",
    "a170b33839263059f28c105d1fb17c2390c192cfd3ac94af0f21ddb66cad4a26\
     8d116ece1738f7d93d9c172411e20b8f6b0d549b6f03675a1600a35a099950d8",
    "6b4cb2424a23d5962217beaddbc496cb8e81973e0becd7b03898d190f9ebdacc\
     0cb1e29c658cda1495e60af593bd04cf0fd630f1f29d0da9953f48f1a09f76b5",
    "40d2639e097f70f40ade8ad7759632a237951b308042d61371c2046128d9cd8f\
     2ed94ec8d66cc23636a59156a6a3b8b62a497d51e08fe2279483add9a2917445",
    "06a6d3cb80822feeff9241cb571c7102d9b2bff968541c395f4fd1b8b407c8b7\
     6d191c59b5c15fd3543a6258bce91192eda59d3feb4ebe7bef8d7a69e9150cee",
    "56dfb9547bcf23b4882fe88c24876d8753a819810eb4426f596c9c6378ab8719\
     5c2d10cf01606a6b795b3cf2c7eb8715c08258cc29ea8c02513c30e60a9c216b",
];

#[test]
fn numbers_of_512_bits_are_computed_as_by_python() {
    let [m, x, y, square, power, product] = NUMBERS_OF_512_BITS.map(|digits| {
        let mut number = bytes(digits);
        number.reverse();
        number
    });
    let mut bench = Workbench::new();
    bench.bench.route(47, 3);
    for (start, expected) in [(RSA_MODEXP, &power), (RSA_MODMULT, &product)] {
        put_operands(&mut bench, [&m, &x, &y, &square]);
        assert_eq!(bench.bench.interrupt(), None);
        let before = bench.bench.board.rom_steps();
        bench.bench.store(start, 1);
        assert_eq!(&bench.registers(RSA_Z, 64), expected);
        assert!(bench.bench.board.rom_steps() > before, "its work counts");
        assert_eq!(bench.bench.interrupt(), Some(3));
        bench.bench.store(RSA + 0x81c, 1);
    }
    // The search starts at the highest bit of the exponent that is looked at.
    put_operands(&mut bench, [&m, &x, &y, &square]);
    bench.bench.store(RSA_Y, 5);
    bench.bench.store(RSA + 0x824, 1);
    bench.bench.store(RSA + 0x828, 2);
    bench.bench.store(RSA_MODEXP, 1);
    let fifth = bench.registers(RSA_Z, 64);
    bench.bench.store(RSA + 0x824, 0);
    let mut five = vec![0; 64];
    five[0] = 5;
    put_operands(&mut bench, [&m, &x, &five, &square]);
    bench.bench.store(RSA_MODEXP, 1);
    assert_eq!(bench.registers(RSA_Z, 64), fifth);
}

/// On a new chip, the purpose of every key is the user's.
#[test]
fn no_key_is_there_for_hmac() {
    const HMAC: u32 = 0x6003_e000;
    let mut bench = BoardBench::new(b"");
    bench.store(HMAC + 0x40, 1);
    assert_eq!(bench.load(HMAC + 0x68), 0);
    bench.store(HMAC + 0x44, 8);
    bench.store(HMAC + 0x48, 0);
    bench.store(HMAC + 0x4c, 1);
    assert_eq!((bench.load(HMAC + 0x68), bench.load(HMAC + 0x6c)), (1, 0));
}
