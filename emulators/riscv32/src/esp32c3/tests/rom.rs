//! Functions of the ROM.

use super::*;

const DATA: u32 = 0x3fc8_0000;
const STACK: u32 = 0x3fc9_0000;

struct Caller {
    bench: BoardBench,
    cpu: Cpu,
}

impl Caller {
    fn new(input: &[u8]) -> Self {
        let memory = Memory::new(super::super::map::areas());
        let cpu = Cpu::new(&Options::esp32c3(), memory);
        cpu.set_reg(2, STACK);
        Caller { bench: BoardBench::new(input), cpu }
    }

    fn put(&mut self, address: u32, bytes: &[u8]) {
        self.cpu.memory.place(address, bytes).expect("memory");
    }

    fn bytes(&mut self, address: u32, count: u32) -> Vec<u8> {
        let byte = |at| self.cpu.read_byte(at).expect("memory");
        (address..address + count).map(byte).collect()
    }

    fn answer(&mut self, function: u32, arguments: &[u32]) -> Option<CallAnswer> {
        for (register, &argument) in (10..18).zip(arguments) {
            self.cpu.set_reg(register, argument);
        }
        self.cpu.pc.set(function);
        let now = AccessTime { pc: function.into(), instructions: 0, cycles: 0 };
        self.bench.board.rom_call(&now, &mut self.cpu, &mut self.bench.host)
    }

    fn call(&mut self, function: u32, arguments: &[u32]) -> u32 {
        assert_eq!(self.answer(function, arguments), Some(CallAnswer::Done));
        self.cpu.reg(10)
    }

    fn long(&mut self, function: u32, a: u64, b: u64) -> u64 {
        let words = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32];
        let low = self.call(function, &words);
        u64::from(self.cpu.reg(11)) << 32 | u64::from(low)
    }

    /// Output of `ets_printf` for a format and words.
    fn printed(&mut self, format: &str, arguments: &[u32]) -> String {
        self.put(DATA, format.as_bytes());
        self.put(DATA + format.len() as u32, &[0]);
        let mut all = vec![DATA];
        all.extend(arguments);
        for (index, argument) in all.iter().skip(8).enumerate() {
            self.put(STACK + index as u32 * 4, &argument.to_le_bytes());
        }
        self.call(0x4000_0040, &all[..all.len().min(8)]);
        String::from_utf8(self.bench.host.output.take()).expect("text")
    }
}

/// Source: C standard, `printf`; the ROM sends a newline as carriage return and newline.
#[test]
fn printf_prints() {
    let mut caller = Caller::new(b"");
    caller.put(DATA + 0x100, b"word\0");
    let word = DATA + 0x100;
    let minus = -42i32 as u32;
    assert_eq!(caller.printed("n=%d %u %i%%\n", &[minus, 42, 7]), "n=-42 42 7%\r\n");
    assert_eq!(
        caller.printed("%x %X %p %o|", &[0xbeef, 0xbeef, DATA, 8]),
        "beef BEEF 0x3fc80000 10|"
    );
    assert_eq!(
        caller.printed("[%5d][%-5d][%05d][%*d]", &[minus, 7, minus, 4, 1]),
        "[  -42][7    ][-0042][   1]"
    );
    assert_eq!(caller.printed("[%s][%6s][%-6s][%.2s]", &[word; 4]), "[word][  word][word  ][wo]");
    assert_eq!(caller.printed("%c%c %lu %q %", &[0x41, 0x42, 9, 1]), "AB 9 %q ");
}

/// Source: RISC-V ELF psABI, variadic arguments: registers, then the stack, longs in even pairs.
#[test]
fn printf_takes_arguments_from_registers_and_the_stack() {
    let mut caller = Caller::new(b"");
    let format = "%d %d %d %d %d %d %d %d %d";
    assert_eq!(caller.printed(format, &[1, 2, 3, 4, 5, 6, 7, 8, 9]), "1 2 3 4 5 6 7 8 9");
    assert_eq!(caller.printed("%d %llx", &[1, 0x89ab_cdef, 0x0123_4567]), "1 123456789abcdef");
    assert_eq!(caller.printed("%lld", &[0, u32::MAX - 1, u32::MAX]), "-2");
}

#[test]
fn printf_of_a_bad_string_is_a_fault() {
    let mut caller = Caller::new(b"");
    caller.put(DATA, b"%s\0");
    let answer = caller.answer(0x4000_0040, &[DATA, 0x10]);
    let cause = Cause::Unmapped { access: Access::Load, address: 0x10 };
    assert_eq!(answer, Some(CallAnswer::Fault(cause)));
}

#[test]
fn bytes_go_out_and_come_in() {
    let mut caller = Caller::new(b"ab");
    caller.call(0x4000_0068, &[0x48]);
    caller.call(0x4000_006c, &[0x0a]);
    assert_eq!(caller.bench.host.output.bytes(), b"H\n");
    assert_eq!(caller.call(0x4000_0070, &[DATA]), 0);
    assert_eq!(caller.bytes(DATA, 1), b"a");
    assert_eq!(caller.bench.board.take_stored(), Some((DATA, DATA + 1)));
    assert_eq!(caller.call(0x4000_0074, &[]), u32::from(b'b'));
    assert_eq!(caller.call(0x4000_0070, &[DATA]), 1);
    assert_eq!(caller.answer(0x4000_0074, &[]), Some(CallAnswer::Fault(Cause::Asleep)));
    caller.bench.host.input = Input::open();
    assert_eq!(caller.answer(0x4000_0074, &[]), Some(CallAnswer::Input));
}

#[test]
fn memory_and_strings() {
    let mut caller = Caller::new(b"");
    caller.put(DATA, b"hello\0world\0");
    assert_eq!(caller.call(0x4000_0354, &[DATA + 0x40, 0x7a, 3]), DATA + 0x40);
    caller.call(0x4000_0358, &[DATA + 0x43, DATA, 6]);
    assert_eq!(caller.bytes(DATA + 0x40, 9), b"zzzhello\0");
    assert_eq!(caller.bench.board.take_stored(), Some((DATA + 0x40, DATA + 0x49)));
    caller.call(0x4000_035c, &[DATA + 0x41, DATA + 0x40, 6]);
    assert_eq!(caller.bytes(DATA + 0x40, 8), b"zzzzhelo");
    assert_eq!(caller.call(0x4000_0374, &[DATA]), 5);
    assert_eq!(caller.call(0x4000_036c, &[DATA, DATA + 6]) as i32, -1);
    assert_eq!(caller.call(0x4000_0370, &[DATA, DATA, 9]), 0);
    caller.call(0x4000_0368, &[DATA + 0x80, DATA, 8]);
    assert_eq!(caller.bytes(DATA + 0x80, 8), b"hello\0\0\0");
    assert_eq!(caller.call(0x4000_0360, &[DATA + 6, DATA, 4]), 1);
}

/// Source: GCC internals, "The GCC low-level runtime library"; IEEE 754.
#[test]
fn the_compilers_library_computes() {
    let mut caller = Caller::new(b"");
    let minus = |value: i32| -value as u32;
    assert_eq!(caller.call(0x4000_07c0, &[minus(7), 2]), minus(3));
    assert_eq!(caller.call(0x4000_0840, &[minus(7), 2]), minus(1));
    assert_eq!(caller.call(0x4000_07c0, &[0x8000_0000, u32::MAX]), 0x8000_0000);
    assert_eq!(caller.call(0x4000_08b4, &[7, 0]), u32::MAX);
    assert_eq!(caller.call(0x4000_0858, &[70_000, 70_000]), 605_032_704);
    assert_eq!(caller.call(0x4000_0888, &[0xf0f0]), 8);
    assert_eq!(caller.long(0x4000_084c, 1 << 40, 3), 3 << 40);
    assert_eq!(caller.long(0x4000_07b4, -10i64 as u64, 3), -3i64 as u64);
    assert_eq!(caller.long(0x4000_0780, 1 << 63, 4), 0xf8 << 56);
    assert_eq!(caller.long(0x4000_07f4, 1 << 53, 0), 2f64.powi(53).to_bits());
    let bits = f64::to_bits;
    assert_eq!(caller.long(0x4000_076c, bits(0.1), bits(0.2)), bits(0.30000000000000004));
    assert_eq!(caller.long(0x4000_07b0, bits(0.0), bits(0.0)), 0x7ff8_0000_0000_0000);
    assert_eq!(caller.call(0x4000_0854, &[1.5f32.to_bits(), 2.5f32.to_bits()]), 3.75f32.to_bits());
    caller.long(0x4000_0834, bits(1.0), bits(2.0));
    assert_eq!(caller.cpu.reg(10) as i32, -1);
    caller.long(0x4000_0818, bits(f64::NAN), bits(2.0));
    assert_eq!(caller.cpu.reg(10) as i32, -1);
    caller.long(0x4000_07dc, bits(-3e9), 0);
    assert_eq!(caller.cpu.reg(10) as i32, i32::MIN);
}

#[test]
fn rom_calls_reach_time_interrupts_and_resets() {
    let mut caller = Caller::new(b"");
    assert_eq!(caller.call(0x4000_0018, &[0]), 1);
    caller.call(0x4000_0050, &[25]);
    assert_eq!((caller.bench.board.waited(), caller.bench.host.clock_nanos), (4000, 25_000));
    assert_eq!(caller.call(0x4000_0584, &[]), 160);
    caller.call(0x4000_05f4, &[0, 50, 6]);
    caller.call(0x4000_05e0, &[6, 2]);
    caller.call(0x4000_05e8, &[1 << 6]);
    caller.bench.store(0x600c_0028, 1);
    assert_eq!(caller.bench.interrupt(), Some(6));
    caller.call(0x4000_05ec, &[1 << 6]);
    assert_eq!(caller.bench.interrupt(), None);
    let reset = CallAnswer::Fault(Cause::Reset { by: "software_reset" });
    assert_eq!(caller.answer(0x4000_0090, &[]), Some(reset));
}

/// Source: ESP-IDF, `esp_rom_regi2c.h`: block, host, register, highest and lowest bit, data.
#[test]
fn analog_registers_keep_their_fields() {
    let mut caller = Caller::new(b"");
    caller.call(0x4000_195c, &[0x66, 0, 4, 0xa5]);
    caller.call(0x4000_1960, &[0x66, 0, 4, 6, 4, 0b101]);
    assert_eq!(caller.call(0x4000_1954, &[0x66, 0, 4]), 0xd5);
    assert_eq!(caller.call(0x4000_1958, &[0x66, 0, 4, 6, 4]), 0b101);
    assert_eq!(caller.call(0x4000_1954, &[0x66, 1, 4]), 0);
}

#[test]
fn other_functions_are_named_as_missing_and_other_addresses_are_no_rom() {
    let mut caller = Caller::new(b"");
    let cause = Cause::Unmodelled { access: Access::Fetch, address: 0x4000_0100, device: "" };
    assert_eq!(caller.answer(0x4000_0100, &[]), Some(CallAnswer::Fault(cause)));
    assert_eq!(caller.answer(0x4038_0000, &[]), None);
}

/// Source: C standard, `string.h`; BSD for `strlcpy` and `strlcat`.
#[test]
fn strings_are_searched_and_joined() {
    let mut caller = Caller::new(b"");
    let (text, part, to) = (DATA, DATA + 0x100, DATA + 0x200);
    caller.put(text, b"Hello, hello\0");
    caller.put(part, b"hel\0");
    assert_eq!(caller.call(0x4000_0378, &[text, part]), text + 7, "strstr");
    assert_eq!(caller.call(0x4000_03d4, &[text, part]), text, "strcasestr");
    assert_eq!(caller.call(0x4000_03e0, &[text, 0x6c]), text + 2, "strchr");
    assert_eq!(caller.call(0x4000_03e0, &[text, 0]), text + 12, "strchr of the end");
    assert_eq!(caller.call(0x4000_0408, &[text, 0x6c]), text + 10, "strrchr");
    assert_eq!(caller.call(0x4000_03c8, &[text, 0x7a, 12]), 0, "memchr");
    assert_eq!(caller.call(0x4000_03e4, &[text, part]), 1, "strcspn");
    assert_eq!(caller.call(0x4000_0410, &[part, part]), 3, "strspn");
    assert_eq!(caller.call(0x4000_03f8, &[text, part, 3]), 0, "strncasecmp");
    assert_eq!(caller.call(0x4000_0404, &[text, 5]), 5, "strnlen");
    assert_eq!(caller.call(0x4000_03f0, &[to, text, 4]), 12, "strlcpy");
    assert_eq!(caller.bytes(to, 4), b"Hel\0");
    assert_eq!(caller.call(0x4000_03ec, &[to, part, 6]), 6, "strlcat");
    assert_eq!(caller.bytes(to, 6), b"Helhe\0");
    assert_eq!(caller.call(0x4000_03d8, &[to, part]), to, "strcat");
    assert_eq!(caller.bytes(to, 9), b"Helhehel\0");
}

/// Source: C standard, `stdlib.h` and `ctype.h`.
#[test]
fn numbers_are_read_and_written() {
    let mut caller = Caller::new(b"");
    let (text, end) = (DATA, DATA + 0x100);
    for (number, base, value, length) in [
        ("  -42x", 10, -42, 5),
        ("0x1fz", 0, 31, 4),
        ("0x", 16, 0, 1),
        ("017", 0, 15, 3),
        ("99999999999", 10, i32::MAX, 11),
        ("-99999999999", 10, i32::MIN, 12),
        ("none", 10, 0, 0),
    ] {
        caller.put(text, number.as_bytes());
        caller.put(text + number.len() as u32, &[0]);
        assert_eq!(caller.call(0x4000_0454, &[text, end, base]) as i32, value, "{number}");
        assert_eq!(caller.bytes(end, 4), (text + length).to_le_bytes(), "{number}");
    }
    assert_eq!(caller.call(0x4000_0448, &[-305i32 as u32, text, 10]), text);
    assert_eq!(caller.bytes(text, 5), b"-305\0");
    caller.call(0x4000_0448, &[u32::MAX, text, 16]);
    assert_eq!(caller.bytes(text, 9), b"ffffffff\0");
    assert_eq!(caller.call(0x4000_0428, &[-7i32 as u32, 2]) as i32, -3);
    assert_eq!(caller.cpu.reg(11) as i32, -1);
    assert_eq!(caller.call(0x4000_0424, &[-7i32 as u32]), 7);
    assert_eq!(caller.call(0x4000_039c, &[0x39]), 1);
    assert_eq!(caller.call(0x4000_03b8, &[0x7a]), 0x5a);
}

/// Check values of the catalogue of parametrised CRC algorithms; RFC 1321, appendix A.5.
#[test]
fn checksums_are_the_published_ones() {
    let mut caller = Caller::new(b"");
    caller.put(DATA, b"123456789");
    for (function, value) in [
        (0x4000_0628, 0xcbf4_3926),
        (0x4000_062c, 0xfc89_1918),
        (0x4000_0630, 0x906e),
        (0x4000_0634, 0xd64e),
    ] {
        assert_eq!(caller.call(function, &[0, DATA, 9]), value, "{function:#x}");
        let first = caller.call(function, &[0, DATA, 4]);
        assert_eq!(caller.call(function, &[first, DATA + 4, 5]), value, "in two parts");
    }
    let state = DATA + 0x200;
    caller.put(DATA, b"abc");
    caller.call(0x4000_0614, &[state]);
    caller.call(0x4000_0618, &[state, DATA, 1]);
    caller.call(0x4000_0618, &[state, DATA + 1, 2]);
    caller.call(0x4000_061c, &[DATA + 0x100, state]);
    let digest: String =
        caller.bytes(DATA + 0x100, 16).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "900150983cd24fb0d6963f7d28e17f72");
}

/// The state of a digest is in memory: a program may copy it between two calls, as compilers do.
#[test]
fn the_state_of_a_digest_can_be_moved() {
    use md5::{Digest, Md5};
    let mut caller = Caller::new(b"");
    let content: Vec<u8> = (0..=200).map(|byte| byte as u8).collect();
    caller.put(DATA, &content);
    let (first, second) = (DATA + 0x200, DATA + 0x301);
    for count in 0..200 {
        caller.call(0x4000_0614, &[first]);
        caller.call(0x4000_0618, &[first, DATA, count / 3]);
        let state = caller.bytes(first, 88);
        caller.put(second, &state);
        caller.put(first, &[0; 88]);
        caller.call(0x4000_0618, &[second, DATA + count / 3, count - count / 3]);
        caller.call(0x4000_061c, &[DATA + 0x100, second]);
        let expected = Md5::digest(&content[..count as usize]);
        assert_eq!(caller.bytes(DATA + 0x100, 16), expected.as_slice(), "{count} bytes");
    }
}

/// The instructions of `qsort` are those of its source.
#[test]
fn qsort_is_assembled_from_its_source() {
    let source = include_bytes!("../../../tests/rom/qsort.s");
    let mut sources = asmkit::Sources::new();
    let file = sources.add("qsort.s", source);
    let options = Options { compress: false, ..Options::esp32c3() };
    let made = crate::assembler::assemble(&mut sources, &[file], &options, &asmkit::NoLibrary);
    let image = made.expect("a program").image;
    let machine::Data::Bytes(bytes) = &image.segments[0].data else { panic!("bytes") };
    let words: Vec<u8> =
        crate::esp32c3::rom::code::QSORT_WORDS.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(*bytes, words);
}

/// Source: ESP-IDF, `rom/spi_flash.h`: 0 is success.
#[test]
fn functions_of_the_flash_chip() {
    const READ: u32 = 0x4000_0130;
    const WRITE: u32 = 0x4000_012c;
    const ERASE_SECTOR: u32 = 0x4000_0128;
    let mut caller = Caller::new(b"");
    caller.put(DATA, b"written");
    assert_eq!(caller.call(WRITE, &[0x3f_fffc, DATA, 8]), 1, "beyond the end");
    assert_eq!(caller.call(WRITE, &[0x9000, DATA, 7]), 0);
    assert_eq!(caller.call(READ, &[0x8fff, DATA + 0x10, 9]), 0);
    assert_eq!(caller.bytes(DATA + 0x10, 9), b"\xffwritten\xff");
    assert_eq!(caller.call(ERASE_SECTOR, &[9]), 0);
    assert_eq!(caller.call(READ, &[0x9000, DATA + 0x10, 2]), 0);
    assert_eq!(caller.bytes(DATA + 0x10, 2), [0xff, 0xff]);
    assert_eq!(caller.call(ERASE_SECTOR, &[1024]), 1);
}

/// Source: ESP-IDF, `rom/cache.h`: the size of a page is in KiB, the address in the flash in bytes.
#[test]
fn functions_of_the_memory_management_unit() {
    let mut caller = Caller::new(b"");
    caller.call(0x4000_055c, &[]);
    assert_eq!(caller.bench.load(0x600c_5000), 0x100);
    caller.call(0x4000_0564, &[0, 0x3c02_0000, 0x11_0000, 64, 2, 0]);
    caller.call(0x4000_0560, &[0, 0x4205_0000, 0x12_0000, 64, 2, 1]);
    let entries = [2, 3, 4, 5, 6].map(|entry| caller.bench.load(0x600c_5000 + entry * 4));
    assert_eq!(entries, [0x11, 0x12, 0x100, 0x12, 0x12]);
}

#[test]
fn memcpy_reads_and_writes_registers_by_words() {
    const MEMCPY: u32 = 0x4000_0358;
    const W0: u32 = 0x6000_2058;
    let mut caller = Caller::new(b"");
    caller.put(DATA, b"0123456789");
    caller.call(MEMCPY, &[W0, DATA, 10]);
    assert_eq!(caller.bench.load(W0 + 4), u32::from_le_bytes(*b"4567"));
    assert_eq!(caller.bench.load(W0 + 8), u32::from_le_bytes(*b"89\0\0"));
    caller.call(MEMCPY, &[DATA + 0x10, W0 + 1, 8]);
    assert_eq!(caller.bytes(DATA + 0x10, 8), b"12345678");
}
