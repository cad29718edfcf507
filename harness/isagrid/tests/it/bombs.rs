//! Small programs and files that need many resources: each ends with a message, within time and
//! memory limits that the system enforces.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Address space limit: the 512 MB that docs/limits.md promises, plus what allocators, threads and
/// the program reserve without using it.
const MOST_KIB: u64 = 1_500_000;

/// Limit of CPU seconds, generous because tests are built with little optimisation.
const MOST_SECONDS: u64 = 120;

/// Runs `isagrid` under the limits; returns status and messages, `None` if limits cannot be set.
fn bounded(folder: &Path, arguments: &str) -> Option<(i32, String)> {
    let isagrid = env!("CARGO_BIN_EXE_isagrid");
    let call = format!(
        "ulimit -v {MOST_KIB} && ulimit -t {MOST_SECONDS} || exit 99; exec '{isagrid}' {arguments}"
    );
    let done = Command::new("sh").args(["-c", &call]).current_dir(folder).output().ok()?;
    let reported = String::from_utf8_lossy(&done.stderr).into_owned();
    match done.status.code() {
        Some(99) => None,
        // A signal: memory or time ran out without a message.
        None => panic!("{arguments}: {:?}: {reported}", done.status),
        Some(status) => Some((status, reported)),
    }
}

/// Asserts the status and the message of a bomb.
#[expect(clippy::print_stderr, reason = "the test reports skipped parts")]
fn ends(name: &str, content: &[u8], switches: &str, status: i32, words: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    let Some((found, reported)) = bounded(folder.path(), &format!("run {switches} {name}")) else {
        return eprintln!("this system does not limit memory: {name} was not tried");
    };
    assert_eq!(found, status, "{name}: {reported}");
    assert!(reported.contains(words), "{name}: {reported}");
    assert!(reported.len() < 20_000, "{name}: {} bytes of messages", reported.len());
}

const FILES_FULL: &str = "files and their names take more than 32 MiB";
const TOO_MUCH_WORK: &str = "took more work (bytes moved, names searched, ranges mapped) than";

/// MIPS: opens files with new names forever, to read or to write.
fn ever_new_names(flags: u32) -> String {
    format!(
        ".data\nname: .ascii \"aaaaaaaa\"\nmore: .asciiz \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\n\
         .text\n.globl main\nmain: lw $t0, name\nloop: addiu $t0, $t0, 1\nori $t1, $t0, 0x01010101\n\
         sw $t1, name\nsw $t0, more\nla $a0, name\nli $a1, {flags}\nli $a2, 0\nli $v0, 13\nsyscall\n\
         move $a0, $v0\nli $v0, 16\nsyscall\nj loop\n"
    )
}

#[test]
fn files_with_new_names() {
    ends("mars.s", ever_new_names(1).as_bytes(), "--dialect mars", 4, FILES_FULL);
    ends("spim.s", ever_new_names(0o101).as_bytes(), "--dialect spim", 4, FILES_FULL);
}

#[test]
fn missing_files() {
    let limit = "--max-instructions 3000000 --dialect";
    ends("spim.s", ever_new_names(0).as_bytes(), &format!("{limit} spim"), 4, "");
    // MARS itself ends a program after 32 failed opens.
    ends("mars.s", ever_new_names(0).as_bytes(), &format!("{limit} mars"), 1, "error[M015]");
}

#[test]
fn a_hole_in_a_file() {
    let source = ".globl _start\n_start: li a7, 56\nli a0, -100\nla a1, name\nli a2, 0x42\nli a3, 0\n\
        ecall\nmv s0, a0\nli s1, 0x7fffffff\nmv a0, s0\nmv a1, s1\nli a2, 0\nli a3, 0\nli a7, 62\n\
        ecall\nmv a0, s0\nla a1, name\nli a2, 1\nli a7, 64\necall\nli a7, 93\necall\n\
        .data\nname: .asciz \"x\"\n";
    ends("hole.s", source.as_bytes(), "--dialect gnu", 4, FILES_FULL);
}

/// Reads half a megabyte again and again, and closes the file between.
#[test]
fn long_reads_by_few_instructions() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("big"), vec![b'x'; 500_000]).unwrap();
    let source = ".data\nname: .asciiz \"big\"\n.text\n.globl main\nmain: li $v0, 9\n\
        li $a0, 600000\nsyscall\nmove $s0, $v0\nloop: la $a0, name\nli $a1, 0\nli $a2, 0\n\
        li $v0, 13\nsyscall\nmove $a0, $v0\nmove $s1, $v0\nmove $a1, $s0\nli $a2, 500000\n\
        li $v0, 14\nsyscall\nmove $a0, $s1\nli $v0, 16\nsyscall\nj loop\n";
    fs::write(folder.path().join("x.s"), source).unwrap();
    for dialect in ["mars", "spim"] {
        let call = format!("run --max-instructions 10000 --dialect {dialect} --file big=big x.s");
        let Some((status, reported)) = bounded(folder.path(), &call) else {
            return eprintln!("this system does not limit memory: nothing was tried");
        };
        assert_eq!((status, reported.contains(TOO_MUCH_WORK)), (4, true), "{dialect}: {reported}");
    }
}

/// Stores a word in every writable page of the address space.
#[test]
fn stores_far_apart() {
    let mips = ".globl main\nmain: lui $t0, 0x1004\nlui $t2, 1\nloop: sw $t0, 0($t0)\n\
        addu $t0, $t0, $t2\nj loop\n";
    for dialect in ["mars", "spim"] {
        ends("far.s", mips.as_bytes(), &format!("--dialect {dialect}"), 1, "error[M0");
    }
    let down = ".globl main\nmain: addiu $sp, $sp, -4096\nsw $sp, 0($sp)\nj main\n";
    for dialect in ["mars", "spim"] {
        ends("down.s", down.as_bytes(), &format!("--dialect {dialect}"), 1, "error[M0");
    }
    let riscv = ".globl _start\n_start: li t0, 0x10040000\nli t2, 65536\nloop: sw t0, 0(t0)\n\
        add t0, t0, t2\nj loop\n";
    for dialect in ["rars", "gnu"] {
        ends("far.s", riscv.as_bytes(), &format!("--dialect {dialect}"), 1, "error[M0");
    }
}

#[test]
fn endless_heap() {
    let mips = ".globl main\nmain: li $a0, 1000000\nli $v0, 9\nsyscall\nsw $v0, 0($v0)\nj main\n";
    for dialect in ["mars", "spim"] {
        ends("heap.s", mips.as_bytes(), &format!("--dialect {dialect}"), 1, "error[M0");
    }
    let rars = ".globl main\nmain: li a0, 1000000\nli a7, 9\necall\nsw a0, 0(a0)\nj main\n";
    ends("heap.s", rars.as_bytes(), "--dialect rars", 1, "error[M0");
    let venus = ".globl main\nmain: li a1, 1000000\nli a0, 9\necall\nsw a0, 0(a0)\nj main\n";
    ends("heap.s", venus.as_bytes(), "--dialect venus", 1, "error[M0");
}

/// Sources with more data than memory.
#[test]
fn endless_data() {
    for (dialect, source) in [
        ("mars", ".data\n.space 0x7ffffff0\n.text\nmain: nop\n"),
        ("mars", ".data\n.word 1:500000000\n.text\nmain: nop\n"),
        ("spim", ".data\n.space 2000000000\n.text\nmain: nop\n"),
        ("spim", ".data\n.word 1:500000000\n.text\nmain: nop\n"),
        ("rars", ".data\n.space 0x7ffffff0\n.text\nmain: nop\n"),
        ("venus", ".data\n.space 0x7ffffff0\n.text\nmain: nop\n"),
        ("gnu", ".data\n.space 0x7ffffff0, 1\n.text\n_start: nop\n"),
        ("gnu", ".rept 100000000\n.word 1\n.endr\n"),
        ("gnu", ".fill 100000000, 8, 1\n"),
        ("gnu", ".text\n_start: nop\n.org 0x7ffffff0\nnop\n"),
        ("midas", "\tTITLE X\n\tREPEAT 777777777,[1\n]\n\tEND\n"),
        ("midas", "\tTITLE X\nA:\tBLOCK 777777\nB:\tBLOCK 777777\n\tEND A\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.s"), source).unwrap();
        let call = format!("run --max-instructions 1000 --dialect {dialect} x.s");
        let Some((status, reported)) = bounded(folder.path(), &call) else {
            return eprintln!("this system does not limit memory: nothing was tried");
        };
        assert!((0..=4).contains(&status), "{dialect}: {source}: {reported}");
    }
}

/// 32-bit ELF file with a segment of these bytes at each of these addresses.
fn elf(machine: u16, big_endian: bool, entry: u32, segments: &[(u32, &[u8])]) -> Vec<u8> {
    let half = |value: u16| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
    let word = |value: u32| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
    let (header, entry_bytes) = (52, 32);
    let mut bytes = vec![0x7f, b'E', b'L', b'F', 1, if big_endian { 2 } else { 1 }, 1];
    bytes.resize(16, 0);
    for value in [2, machine] {
        bytes.extend(half(value));
    }
    for value in [1, entry, header, 0, 0] {
        bytes.extend(word(value));
    }
    for value in [header as u16, entry_bytes, segments.len() as u16, 40, 0, 0] {
        bytes.extend(half(value));
    }
    let mut offset = header + u32::from(entry_bytes) * segments.len() as u32;
    for (address, content) in segments {
        let length = content.len() as u32;
        for value in [1, offset, *address, *address, length, length, 7, 1] {
            bytes.extend(word(value));
        }
        offset += length;
    }
    segments.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
    bytes
}

/// Text segments at both ends of the address space, and a store between them.
#[test]
fn text_segments_far_apart() {
    let store: Vec<u8> = [0x3c08_2fff_u32, 0xad00_0f00, 0x0800_0000]
        .iter()
        .flat_map(|word| word.to_be_bytes())
        .collect();
    let far = elf(8, true, 0x40_0000, &[(0x40_0000, &store), (0xffff_f000, &[0; 16])]);
    let limit = "--max-instructions 1000000";
    ends("far.elf", &far, limit, 1, "");
    let three = elf(
        8,
        true,
        0x40_0000,
        &[(0x40_0000, &store), (0x8000_0000, &[0; 16]), (0xffff_f000, &[0; 16])],
    );
    ends("three.elf", &three, limit, 3, "error");
    let kernel = ".ktext 0x80000180\nnop\n.text\n.globl main\nmain: sw $zero, -4($sp)\nli $v0, 4001\n\
        li $a0, 0\nsyscall\n";
    ends("kernel.s", kernel.as_bytes(), "--dialect mars --linux-calls", 0, "");
}

#[test]
fn many_small_segments() {
    for count in [3000_u32, 32_000] {
        let stride = 0xfff0_0000 / count;
        let segments: Vec<(u32, &[u8])> =
            (0..count).map(|number| (0x1_0000 + number * stride, &b"\x73"[..])).collect();
        for machine in [243, 8] {
            let bytes = elf(machine, false, 0x1_0000, &segments);
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("many.elf"), bytes).unwrap();
            let Some((status, reported)) = bounded(folder.path(), "run many.elf") else {
                return eprintln!("this system does not limit memory: nothing was tried");
            };
            assert!(matches!(status, 1 | 3), "{count} of {machine}: {status}: {reported}");
        }
    }
}

/// SPL and ITS have no numbered system calls; work of their system is limited too.
#[test]
fn scripts_and_its_programs() {
    let sums = "=to(3000000)\n=A1.sum(A1.sum())\n";
    let why = "did more work (members looked at, bytes of files) than";
    ends("sums.spl", sums.as_bytes(), "--max-instructions 5000000", 4, why);
    let writes = ">i=0\nfor 2000000\n\t>file(\"f\"/A2).write(A2)\n";
    ends("writes.spl", writes.as_bytes(), "", 4, FILES_FULL);
}

#[test]
fn many_procedures_that_fall_through() {
    const PROCEDURES: usize = 100_000;
    let mut source = String::from("main: jal f0\n");
    (0..PROCEDURES).for_each(|at| source.push_str(&format!("f{at}: jal f{}\n", at + 1)));
    source.push_str(&format!("f{PROCEDURES}: j f{PROCEDURES}\n"));
    ends("loop.s", source.as_bytes(), "--dialect mars -n 3000000", 4, "it loops in");
    let fault = source.replace(&format!("j f{PROCEDURES}"), "lw $t0, 2($zero)");
    ends("fault.s", fault.as_bytes(), "--dialect mars", 1, "which is not a multiple of 4");
}
