//! Random programs leave the same registers and memory here and under the real `qemu-riscv32`.
//!
//! They contain every user-mode instruction, the compressed ones and every rounding mode; a program
//! ends with Linux calls that print everything it changed. If QEMU is not installed, the test
//! reports that.

use std::process::Command;

use asmkit::elf;
use machine::bits::Pattern;
use machine::{Data, Host, Image, Machine, Random, Segment, Stop};
use riscv32::isa::{COMPRESSED, Class, Compressed, Extension, ROWS, Row, named};
use riscv32::{Dialect, Options, Riscv32};

const TEXT: u32 = 0x0001_0000;
const DATA: u32 = 0x0010_0000;
/// Two registers that point into the data: the implicit one of compressed instructions, and one
/// that they can encode. Nothing else changes them.
const SP: u64 = 2;
const S1: u64 = 9;
/// Address in `s1`, relative to the start of the data.
const MIDDLE: u64 = 64;
/// Bytes of data within reach of loads and stores.
const REACH: u64 = 512;
/// Initial values of the registers, after the data: general, then floating-point.
const FIRST: u64 = REACH;
/// Final values of the registers, in the same order, and then `fcsr`.
const LEFT: u64 = FIRST + REGISTERS_BYTES;
const REGISTERS_BYTES: u64 = 32 * 4 + 32 * 8;
const PRINTED: u64 = LEFT + REGISTERS_BYTES + 4;
const ZERO: i64 = 0;
const FCSR: i64 = 3;

struct Writer {
    bytes: Vec<u8>,
    random: Random,
}

/// Rows that behave the same everywhere, and need no address in a register.
fn usable(row: &Row) -> bool {
    match row.extension {
        Extension::Machine | Extension::N | Extension::Supervisor | Extension::Zicsr => false,
        _ if matches!(row.class, Class::Jump | Class::Branch) => false,
        // A store between the two may or may not end the reservation.
        _ => !matches!(row.name, "ecall" | "ebreak" | "lr.w" | "sc.w"),
    }
}

fn usable_short(short: &Compressed) -> bool {
    let flow = matches!(short.base.name, "jal" | "jalr" | "beq" | "bne" | "ebreak");
    !flow && short.name != "c.addi16sp"
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Appends an instruction with these operands; targets are distances.
    fn put(&mut self, name: &str, values: &[i64]) {
        let row = named(name).next().expect("a row of that name");
        let word = row.encode(values, 0).expect("operands that fit");
        self.bytes.extend(word.to_le_bytes());
    }

    fn put_short(&mut self, name: &str, values: &[i64]) {
        let short = COMPRESSED.iter().find(|short| short.name == name).expect("a row");
        let half = short.encode(values, 0).expect("operands that fit");
        self.bytes.extend(half.to_le_bytes());
    }

    /// General register that may be written.
    fn register(&mut self) -> i64 {
        match self.below(32) {
            SP => 8,
            S1 => 10,
            register => register as i64,
        }
    }

    /// Random bits for a pattern that preserve the two pointers and stay within the data.
    fn random_bits(&mut self, pattern: &Pattern, operands: &str) -> u64 {
        loop {
            let mut word = pattern.value() | self.random.next_u64() & !pattern.mask();
            word &= u64::MAX >> (64 - pattern.width());
            let mut set = |letter, bits| {
                if pattern.field_width(letter) > 0 {
                    word = pattern.with_field(word, letter, bits);
                }
            };
            for letter in ['d', 'x'] {
                let register = self.register();
                set(letter, register as u64);
            }
            // Registers 8 to 15.
            for letter in ['a', 'y'] {
                let register = self.pick(&[0, 2, 3, 4, 5, 6, 7]);
                set(letter, register);
            }
            for letter in ['r', 'n'] {
                let mode = self.pick(&[0, 1, 2, 3, 4, 7]);
                set(letter, mode);
            }
            if operands.ends_with("(v)") {
                set('v', S1 - 8);
            }
            if operands.ends_with("(s)") {
                let base = self.pick(&[SP, S1]);
                set('s', base);
            }
            if operands.ends_with("i(s)") {
                // Aligned or not.
                let offset = self.below(REACH - MIDDLE - 8);
                set('i', offset);
            }
            if pattern.matches(word) {
                return word;
            }
        }
    }

    fn plain(&mut self) {
        if self.below(4) == 0 {
            let usable: Vec<_> = COMPRESSED.iter().filter(|short| usable_short(short)).collect();
            let short = self.pick(&usable);
            let half = self.random_bits(&short.pattern, short.operands) as u16;
            self.bytes.extend(half.to_le_bytes());
        } else {
            let usable: Vec<_> = ROWS.iter().filter(|row| usable(row)).collect();
            let row = self.pick(&usable);
            let word = self.random_bits(&row.pattern, row.operands) as u32;
            self.bytes.extend(word.to_le_bytes());
        }
    }

    /// Bytes of instructions that may be jumped over.
    fn skipped(&mut self) -> Vec<u8> {
        let before = std::mem::take(&mut self.bytes);
        for _ in 0..self.below(4) {
            self.plain();
        }
        std::mem::replace(&mut self.bytes, before)
    }

    /// A branch or jump over a few instructions.
    fn flow(&mut self) {
        let skipped = self.skipped();
        let (short, long) = (skipped.len() as i64 + 2, skipped.len() as i64 + 4);
        let (a, b, link) = (self.register(), self.register(), self.register());
        let near = 8 + self.below(8) as i64;
        match self.below(8) {
            0 => self.put("jal", &[link, long]),
            1 => self.put_short("c.j", &[short]),
            2 => self.put_short("c.jal", &[short]),
            3 => self.put_short("c.beqz", &[near, short]),
            4 => self.put_short("c.bnez", &[near, short]),
            _ => {
                let name = self.pick(&["beq", "bne", "blt", "bge", "bltu", "bgeu"]);
                self.put(name, &[a, b, long]);
            }
        }
        self.bytes.extend(skipped);
    }

    /// A jump to an address in a register.
    fn indirect(&mut self) {
        let skipped = self.skipped();
        let over = skipped.len() as i64;
        let (to, link) = (self.register().max(1), self.register());
        let odd = self.below(2) as i64;
        self.put("auipc", &[to, 0]);
        match self.below(3) {
            0 => self.put("jalr", &[link, 8 + over + odd, to]),
            which => {
                self.put("addi", &[to, to, 10 + over]);
                self.put_short(["c.jr", "c.jalr"][which as usize - 1], &[to]);
            }
        }
        self.bytes.extend(skipped);
    }

    /// Reservation and its use, usually of the same address.
    fn reserved(&mut self) {
        let bases = [SP as i64, SP as i64, S1 as i64];
        let (at, then) = (self.pick(&bases), self.pick(&bases));
        let (loaded, done, from) = (self.register(), self.register(), self.register());
        self.put("lr.w", &[loaded, at]);
        let (to, addend) = (self.register(), self.register());
        self.put("add", &[to, addend, loaded]);
        self.put("sc.w", &[done, from, then]);
    }

    /// Reads and changes the flags, sets the rounding mode, reads the whole register.
    fn control(&mut self) {
        const FFLAGS: i64 = 1;
        const FRM: i64 = 2;
        let (to, from, bits) = (self.register(), self.register(), self.below(32) as i64);
        match self.below(4) {
            0 => {
                let name = self.pick(&["csrrw", "csrrs", "csrrc"]);
                self.put(name, &[to, FFLAGS, from]);
            }
            1 => {
                let name = self.pick(&["csrrwi", "csrrsi", "csrrci"]);
                self.put(name, &[to, FFLAGS, bits]);
            }
            2 => self.put("csrrwi", &[to, FRM, bits % 5]),
            _ => self.put("csrrs", &[to, FCSR, ZERO]),
        }
    }

    /// Word that is likely to be a corner case.
    fn word(&mut self) -> u32 {
        const CORNERS: [u32; 14] = [
            0,
            1,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x3f80_0000,
            0xbf80_0001,
            0x0080_0000,
            0x7f7f_ffff,
            0x7f80_0000,
            0x7fbf_ffff,
            0x7fc0_0001,
            0x4f00_0000,
            0x3ff0_0000,
        ];
        match self.below(3) {
            0 => self.pick(&CORNERS),
            1 => (self.below(512) as u32).wrapping_sub(256),
            _ => self.random.next_u64() as u32,
        }
    }

    /// Low and high word of a floating-point register: boxed singles, doubles, arbitrary values.
    fn float(&mut self) -> [u32; 2] {
        // Exponents near zero, so that sums and products are not always the larger operand or zero.
        let near = self.random.next_u64() as u32;
        match self.below(4) {
            0 => [self.word(), 0xffff_ffff],
            1 => [near & 0x83ff_ffff | 0x3c00_0000, 0xffff_ffff],
            2 => [self.word(), near & 0x80ff_ffff | 0x3f80_0000],
            _ => [self.word(), self.word()],
        }
    }
}

/// Program: registers from data, random instructions, output of everything, exit.
fn program(seed: u64) -> Image {
    let mut writer = Writer { bytes: Vec::new(), random: Random::seeded(seed) };
    writer.put("lui", &[SP as i64, i64::from(DATA >> 12)]);
    for register in (1..32).filter(|&register| register != SP as i64) {
        writer.put("lw", &[register, FIRST as i64 + register * 4, SP as i64]);
    }
    writer.put("addi", &[S1 as i64, SP as i64, MIDDLE as i64]);
    for register in 0..32 {
        writer.put("fld", &[register, FIRST as i64 + 128 + register * 8, SP as i64]);
    }
    for _ in 0..150 {
        match writer.below(16) {
            0 => writer.control(),
            1 => writer.reserved(),
            2 => writer.indirect(),
            3 | 4 => writer.flow(),
            _ => writer.plain(),
        }
    }
    print_and_exit(&mut writer);
    let mut data: Vec<u32> = (0..(FIRST / 4 + 32)).map(|_| writer.word()).collect();
    data.extend((0..32).flat_map(|_| writer.float()));
    data.resize(PRINTED as usize / 4, 0);
    let segment = |name: &str, base: u32, bytes: Vec<u8>, executable| {
        let size = bytes.len() as u64;
        Segment {
            name: name.into(),
            base: base.into(),
            size,
            data: Data::Bytes(bytes),
            executable,
            writable: true,
        }
    };
    let data = data.into_iter().flat_map(u32::to_le_bytes).collect();
    Image {
        isa: "riscv32".into(),
        entry: TEXT.into(),
        segments: vec![
            segment(".text", TEXT, writer.bytes, true),
            segment(".data", DATA, data, false),
        ],
        ..Image::default()
    }
}

fn print_and_exit(writer: &mut Writer) {
    const A0: i64 = 10;
    const A7: i64 = 17;
    let (base, left) = (SP as i64, LEFT as i64);
    for register in 0..32 {
        writer.put("sw", &[register, left + register * 4, base]);
    }
    for register in 0..32 {
        writer.put("fsd", &[register, left + 128 + register * 8, base]);
    }
    writer.put("csrrs", &[A0, FCSR, ZERO]);
    writer.put("sw", &[A0, left + REGISTERS_BYTES as i64, base]);
    writer.put("addi", &[A0, ZERO, 1]);
    writer.put("addi", &[A0 + 1, base, 0]);
    writer.put("addi", &[A0 + 2, ZERO, PRINTED as i64]);
    writer.put("addi", &[A7, ZERO, 64]);
    writer.put("ecall", &[]);
    writer.put("addi", &[A0, ZERO, 0]);
    writer.put("addi", &[A7, ZERO, 93]);
    writer.put("ecall", &[]);
}

#[test]
fn random_programs_agree_with_qemu() {
    if Command::new("qemu-riscv32").arg("-version").output().is_err() {
        println!("not checked: qemu-riscv32 is not installed");
        return;
    }
    // EF_RISCV_RVC, EF_RISCV_FLOAT_ABI_DOUBLE.
    let target = elf::Target { isa: "riscv32".into(), machine: 243, flags: 5, big_endian: false };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random");
    for seed in 0..200 {
        let image = program(seed);
        let mut host = Host::default();
        let mut machine = Riscv32::new(Options::of(Dialect::Gnu));
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut host, 100_000, &mut ());
        assert_eq!(stop, Stop::Exit { status: 0 }, "seed {seed}\n{}", text(&image));
        let bytes = elf::write(&image, &target, None).expect("an ELF file");
        std::fs::write(&file, bytes).expect("written");
        set_executable(&file);
        let theirs = Command::new("qemu-riscv32")
            .args(["-cpu", "rv32,zba=true,zbb=true,zbc=true,zbs=true"])
            .arg(&file)
            .output()
            .expect("it runs");
        assert!(theirs.status.success(), "seed {seed}: {theirs:?}\n{}", text(&image));
        let (ours, theirs) = (words(host.output.bytes()), words(&theirs.stdout));
        assert_eq!(ours.len(), theirs.len(), "seed {seed}");
        let both = ours.iter().zip(&theirs).enumerate();
        let differ: Vec<String> = both
            .filter(|(_, (ours, theirs))| ours != theirs)
            .map(|(at, (ours, theirs))| {
                format!("{}: {ours:08x} here, {theirs:08x} there", place(at as u64 * 4))
            })
            .collect();
        assert!(differ.is_empty(), "seed {seed}: {differ:#?}\n{}", text(&image));
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks(4).map(|word| word.try_into().expect("whole words"));
    words.map(u32::from_le_bytes).collect()
}

/// Meaning of the printed word at an offset.
fn place(at: u64) -> String {
    match at.checked_sub(LEFT) {
        None => format!("data {at}"),
        Some(at @ 0..128) => format!("x{}", at / 4),
        Some(REGISTERS_BYTES) => "fcsr".to_owned(),
        Some(at) => format!("{} word of f{}", ["low", "high"][at as usize / 4 % 2], (at - 128) / 8),
    }
}

#[cfg(unix)]
fn set_executable(file: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[cfg(not(unix))]
fn set_executable(_: &std::path::Path) {}

/// Instructions of the program, shown if it fails.
fn text(image: &Image) -> String {
    let Some(Segment { data: Data::Bytes(bytes), .. }) = image.segments.first() else {
        return String::new();
    };
    let (mut lines, mut at) = (String::new(), 0);
    while at < bytes.len() {
        let half = |at: usize| {
            bytes.get(at..at + 2).map_or(0, |two| u32::from(two[1]) << 8 | u32::from(two[0]))
        };
        let word = half(at) | half(at + 2) << 16;
        let pc = TEXT + at as u32;
        let shown = riscv32::isa::disassemble(word, pc).unwrap_or_default();
        lines += &format!("{pc:08x} {word:08x} {shown}\n");
        at += if word & 3 == 3 { 4 } else { 2 };
    }
    lines
}
