//! Random programs leave the same registers and memory here and under the real `qemu-mipsel`.
//!
//! The programs have delay slots and end with Linux calls; each prints everything it changed. The
//! test prints a note if QEMU is not installed.

use std::io::Write;
use std::process::Command;

use asmkit::elf;
use machine::{Data, Host, Image, Machine, Random, Segment, Stop};
use mips32::isa::{Class, ROWS, Row, named};
use mips32::{Calls, Dialect, Mips32, Options};

const TEXT: u32 = 0x0040_0000;
const DATA: u32 = 0x1001_0000;
/// `$gp` points to the data of the random part and does not change.
const GP: u64 = 28;
/// Size of the data that loads and stores use.
const REACH: u64 = 256;
/// Words printed: the general registers, HI, LO, the flags, nothing, and the floating point
/// registers.
const DUMPED: u32 = 32 + 4 + 32;

/// Rows that behave the same on every MIPS32 and need no privilege.
fn usable(row: &Row) -> bool {
    let traps = matches!(row.name, "add" | "addi" | "sub");
    let linked = matches!(row.name, "ll" | "sc");
    let flow = matches!(row.class, Class::Jump | Class::Branch);
    let control = row.operands.contains('v');
    let is_plain = !matches!(row.class, Class::System | Class::Trap) && !flow;
    is_plain && !control && !traps && !linked && row.operands != "i(s)"
        || matches!(row.name, "sync")
}

struct Writer {
    words: Vec<u32>,
    random: Random,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    /// Appends the word of a row with these fields and zero in all others.
    fn put(&mut self, name: &str, fields: &[(char, u64)]) {
        let row = named(name).next().expect("a row of that name");
        let word = fields.iter().fold(row.pattern.value(), |word, &(letter, bits)| {
            row.pattern.with_field(word, letter, bits)
        });
        self.words.push(word as u32);
    }

    /// A general register that may be written: not `$gp`.
    fn register(&mut self) -> u64 {
        match self.below(32) {
            GP => 8,
            register => register,
        }
    }

    fn random_word(&mut self, row: &Row) -> u32 {
        let noise = self.random.next_u64() & 0xffff_ffff;
        let mut word = row.pattern.value() | noise & !row.pattern.mask();
        for letter in ['w', 'x', 't', 's'] {
            if row.pattern.field_width(letter) == 5 {
                let register = self.register();
                word = row.pattern.with_field(word, letter, register);
            }
        }
        // Even registers only: QEMU may pair them with odd ones or make each 64 bits wide.
        for letter in ['W', 'X', 'T', 'S'] {
            if row.pattern.field_width(letter) == 5 {
                let register = self.below(16) * 2;
                word = row.pattern.with_field(word, letter, register);
            }
        }
        if row.operands.ends_with("i(s)") {
            let size = match row.name {
                "lb" | "lbu" | "sb" | "lwl" | "lwr" | "swl" | "swr" | "pref" => 1,
                "lh" | "lhu" | "sh" => 2,
                "ldc1" | "sdc1" => 8,
                _ => 4,
            };
            word = row.pattern.with_field(word, 's', GP);
            let offset = self.below(REACH / size) * size;
            word = row.pattern.with_field(word, 'i', offset);
        }
        if row.operands.contains('p') {
            let (position, size) = (self.below(32), self.below(32) + 1);
            let size = size.min(32 - position);
            word = row.pattern.with_field(word, 'p', position);
            word = row.pattern.with_field(word, 'z', size - 1);
            word = row.pattern.with_field(word, 'm', position + size - 1);
        }
        if matches!(row.name, "clz" | "clo") {
            // The manual requires the target in two fields.
            let target = row.pattern.field(word, 'w').unwrap_or(0);
            word = row.pattern.with_field(word, 't', target);
        }
        word as u32
    }

    fn plain(&mut self) {
        let usable: Vec<&Row> = ROWS.iter().filter(|row| usable(row)).collect();
        let row = usable[self.below(usable.len() as u64) as usize];
        let word = self.random_word(row);
        let field = |letter| row.pattern.field(word.into(), letter).unwrap_or(0);
        if row.class == Class::Divide {
            // The result of a division by zero is undefined.
            if field('t') == 0 {
                return;
            }
            self.put("ori", &[('w', field('t')), ('s', field('t')), ('u', 1)]);
        }
        self.words.push(word);
        if row.name == "mul" {
            // HI and LO after `mul` are undefined, too.
            self.put("mult", &[('s', 9), ('t', 10)]);
        }
    }

    /// A branch over one instruction, with a slot that does something harmless.
    fn branch(&mut self) {
        let branches: Vec<&Row> = ROWS.iter().filter(|row| row.class == Class::Branch).collect();
        let row = branches[self.below(branches.len() as u64) as usize];
        let word = self.random_word(row);
        self.words.push(row.pattern.with_field(word.into(), 'b', 2) as u32);
        for _ in 0..2 {
            let (to, from, by) = (self.register(), self.register(), self.below(0x8000));
            self.put("addiu", &[('w', to), ('s', from), ('i', by)]);
        }
    }
}

impl Writer {
    /// Stores all registers at a distance from `$gp`, prints them and exits.
    fn print_registers(&mut self, dump: u64) {
        for register in 0..32 {
            self.put("sw", &[('t', register), ('s', GP), ('i', dump + register * 4)]);
        }
        for (rank, name) in ["mfhi", "mflo"].into_iter().enumerate() {
            self.put(name, &[('w', 8)]);
            self.put("sw", &[('t', 8), ('s', GP), ('i', dump + 128 + rank as u64 * 4)]);
        }
        // Of the control register only the condition flags are modelled.
        self.put("cfc1", &[('w', 8), ('v', 31)]);
        self.put("srl", &[('w', 8), ('t', 8), ('h', 23)]);
        self.put("ori", &[('w', 8), ('s', 8), ('u', 2)]);
        self.put("sw", &[('t', 8), ('s', GP), ('i', dump + 136)]);
        for register in (0..32).step_by(2) {
            self.put("sdc1", &[('T', register), ('s', GP), ('i', dump + 144 + register * 4)]);
        }
        self.put("addiu", &[('w', 4), ('i', 1)]);
        self.put("addiu", &[('w', 5), ('s', GP)]);
        self.put("addiu", &[('w', 6), ('i', dump + u64::from(DUMPED) * 4)]);
        self.put("addiu", &[('w', 2), ('i', 4004)]);
        self.put("syscall", &[]);
        self.put("addiu", &[('w', 4), ('i', 0)]);
        self.put("addiu", &[('w', 2), ('i', 4001)]);
        self.put("syscall", &[]);
    }
}

/// A program: registers from data, random instructions, everything printed, exit.
fn program(seed: u64) -> Image {
    let mut writer = Writer { words: Vec::new(), random: Random::seeded(seed) };
    writer.put("lui", &[('w', GP), ('u', u64::from(DATA >> 16))]);
    let table = REACH;
    for register in (1..32).filter(|&register| register != GP) {
        writer.put("lw", &[('w', register), ('s', GP), ('i', table + register * 4)]);
    }
    for register in (0..32).step_by(2) {
        writer.put("ldc1", &[('W', register), ('s', GP), ('i', table + register * 4)]);
    }
    writer.put("mult", &[('s', 9), ('t', 10)]);
    for _ in 0..80 {
        match writer.below(6) {
            0 => writer.branch(),
            _ => writer.plain(),
        }
    }
    let dump = table + 128;
    writer.print_registers(dump);
    let mut data: Vec<u32> = (0..(dump / 4)).map(|_| interesting(&mut writer)).collect();
    data.resize(dump as usize / 4 + DUMPED as usize, 0);
    let segment = |name: &str, base: u32, words: &[u32], executable| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
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
    Image {
        isa: "mips32".into(),
        entry: TEXT.into(),
        segments: vec![
            segment(".text", TEXT, &writer.words, true),
            segment(".data", DATA, &data, false),
        ],
        ..Image::default()
    }
}

/// A word that is likely to be a corner case.
fn interesting(writer: &mut Writer) -> u32 {
    const CORNERS: [u32; 12] = [
        0,
        1,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x3f80_0000,
        0x7f80_0000,
        0x7fbf_ffff,
        0x7fc0_0001,
        0x0000_0001,
        0xbf00_0000,
        0x4f00_0000,
    ];
    match writer.below(3) {
        0 => CORNERS[writer.below(12) as usize],
        1 => (writer.below(512) as u32).wrapping_sub(256),
        _ => writer.random.next_u64() as u32,
    }
}

#[test]
fn random_programs_agree_with_qemu() {
    if Command::new("qemu-mipsel").arg("-version").output().is_err() {
        println!("not checked: qemu-mipsel is not installed");
        return;
    }
    let options =
        Options { calls: Calls::Linux, delayed_branches: true, ..Options::of(Dialect::Spim) };
    // EF_MIPS_ARCH_32R2, EF_MIPS_ABI_O32.
    let target =
        elf::Target { isa: "mips32".into(), machine: 8, flags: 0x7000_1000, big_endian: false };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random");
    for seed in 0..200 {
        let image = program(seed);
        let mut host = Host::default();
        let mut machine = Mips32::new(options);
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut host, 100_000, &mut ());
        assert_eq!(stop, Stop::Exit { status: 0 }, "seed {seed}");
        let bytes = elf::write(&image, &target, None).expect("an ELF file");
        let mut out = std::fs::File::create(&file).expect("a file");
        out.write_all(&bytes).expect("written");
        drop(out);
        set_executable(&file);
        let theirs = Command::new("qemu-mipsel").arg(&file).output().expect("it runs");
        assert!(theirs.status.success(), "seed {seed}: {theirs:?}");
        let words = |bytes: &[u8]| -> Vec<String> {
            let words = bytes.chunks(4).map(|word| word.iter().rev());
            words.map(|word| word.map(|byte| format!("{byte:02x}")).collect()).collect()
        };
        let (ours, theirs) = (words(host.output.bytes()), words(&theirs.stdout));
        assert_eq!(ours.len(), theirs.len(), "seed {seed}");
        let both = ours.iter().zip(&theirs).enumerate();
        let differ: Vec<String> = both
            .filter(|(_, (ours, theirs))| ours != theirs)
            .map(|(at, (ours, theirs))| format!("{}: {ours} here, {theirs} there", place(at)))
            .collect();
        assert!(differ.is_empty(), "seed {seed}: {differ:#?}\n{}", machine_text(&image));
    }
}

/// Name of a printed word.
fn place(at: usize) -> String {
    match at.checked_sub((REACH as usize + 128) / 4) {
        None => format!("data {}", at * 4),
        Some(register @ 0..32) => format!("register {register}"),
        Some(32) => "HI".to_owned(),
        Some(33) => "LO".to_owned(),
        Some(34) => "flags".to_owned(),
        Some(float) => format!("$f{}", float - 36),
    }
}

#[cfg(unix)]
fn set_executable(file: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[cfg(not(unix))]
fn set_executable(_: &std::path::Path) {}

fn machine_text(image: &Image) -> String {
    let mut machine = Mips32::new(Options::of(Dialect::Spim));
    machine.load(image).expect("it fits");
    let Some(Segment { size, .. }) = image.segments.first() else { return String::new() };
    let lines = (0..*size)
        .step_by(4)
        .map(|at| machine.disassemble(u64::from(TEXT) + at).unwrap_or_default() + "\n");
    lines.collect()
}
