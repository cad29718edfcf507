//! `isagrid debug` with the real gdb.
//!
//! The gdb is Debian's gdb-multiarch; if it is not installed, the tests print a message and test the
//! rest. Single packets of the protocol are tested in `debuggers`.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::support::{isagrid, root};

/// Time limit of each step.
const MOST_LOOKS: u32 = 3000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

const GDB: &str = "gdb-multiarch";

fn gdb_is_here() -> bool {
    let found = Command::new(GDB).arg("--version").stdout(Stdio::null()).status();
    let here = found.is_ok_and(|status| status.success());
    if !here {
        #[expect(clippy::print_stderr, reason = "a test that does less says so")]
        {
            eprintln!("{GDB} is not installed: debugging with it is not tested");
        }
    }
    here
}

/// Waits for a child and returns its outputs; kills it after the time limit.
fn finished(mut child: Child) -> (String, String) {
    let outputs = (reader(child.stdout.take()), reader(child.stderr.take()));
    let mut looks = 0;
    while child.try_wait().unwrap().is_none() {
        looks += 1;
        if looks == MOST_LOOKS {
            child.kill().unwrap();
            panic!("it takes more than a minute");
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    (outputs.0.join().unwrap(), outputs.1.join().unwrap())
}

fn reader(from: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.map(|mut from| from.read_to_end(&mut bytes).unwrap());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Output of gdb for some commands, each printed before its answer, and of the program and the
/// server.
fn gdb(folder: &Path, elf: &str, remote: &str, commands: &[&str]) -> (String, String) {
    let mut gdb = Command::new(GDB);
    gdb.current_dir(folder).args(["-q", "-nx", "-batch", "-ex", "set width 0"]);
    gdb.args(["-ex", "set trace-commands on", "-ex", &format!("target remote {remote}")]);
    for command in commands {
        gdb.args(["-ex", command]);
    }
    gdb.arg(elf).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (said, console) = finished(gdb.spawn().unwrap());
    // The first command connects to the server.
    (said.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned()), console)
}

/// Folder with a program of `tests/programs` and its ELF file.
fn prepared(source: &str, flags: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read(root().join("harness/isagrid/tests/programs").join(source)).unwrap();
    std::fs::write(folder.path().join("sum.s"), text).unwrap();
    let asm = [&["asm", "sum.s", "-o", "sum.elf"], flags].concat();
    let done = isagrid(folder.path(), &asm, b"");
    assert_eq!(done.status, 0, "{}", done.stderr);
    folder
}

fn pipe(arguments: &str) -> String {
    format!("| {} debug --pipe {arguments}", env!("CARGO_BIN_EXE_isagrid"))
}

/// Checks common to two programs of the same structure.
fn session(source: &str, flags: &[&str]) -> String {
    let folder = prepared(source, flags);
    let commands = [
        "info line loop",
        "break loop",
        "continue",
        "next",
        "next",
        "print $s0",
        "watch *(int *) &total",
        "delete 1",
        "continue",
        "continue",
        "backtrace",
        "print *(int *) &total",
        "reverse-continue",
        "print *(int *) &total",
        "delete 2",
        "tbreak loop",
        "reverse-continue",
        "print $s0",
        "tbreak square",
        "continue",
        "backtrace",
        "reverse-stepi",
        "stepi",
        "finish",
        "backtrace",
        "x/2i $pc",
        "set $s0 = 2",
        "info registers s0 pc",
        "monitor position",
        "continue",
        "print $_exitcode",
    ];
    let (said, console) = gdb(folder.path(), "sum.elf", &pipe("sum.elf"), &commands);
    format!("{said}--- console\n{console}")
}

#[test]
fn gdb_debugs_mips_in_both_orders() {
    if gdb_is_here() {
        insta::assert_snapshot!("gdb-mips32", session("debug-mips32.s", &[]));
        let big = session("debug-mips32.s", &["--big-endian"]);
        insta::assert_snapshot!("gdb-mips32", big);
    }
}

#[test]
fn gdb_debugs_risc_v() {
    if gdb_is_here() {
        let reported = session("debug-riscv32.s", &["--dialect", "rars"]);
        insta::assert_snapshot!("gdb-riscv32", reported);
    }
}

#[test]
fn addr2line_finds_the_source() {
    let tool = Command::new("addr2line").arg("--version").stdout(Stdio::null()).status();
    if !tool.is_ok_and(|status| status.success()) {
        return;
    }
    let folder = prepared("debug-mips32.s", &[]);
    let mut addr2line = Command::new("addr2line");
    addr2line.current_dir(folder.path()).args(["-e", "sum.elf", "0x400000", "0x400008"]);
    addr2line.stdout(Stdio::piped());
    assert_eq!(finished(addr2line.spawn().unwrap()).0, "sum.s:7\nsum.s:9\n");
}

#[test]
fn fault_is_a_signal_with_its_message() {
    if !gdb_is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.s"), "main: li $t0, 3\nlw $t1, 0($t0)\n").unwrap();
    let asm = isagrid(folder.path(), &["asm", "f.s", "-o", "f.elf"], b"");
    assert_eq!(asm.status, 0, "{}", asm.stderr);
    let commands = ["continue", "print $t0", "reverse-stepi", "continue", "continue"];
    // Run from the source, so that the message shows it.
    let (said, console) = gdb(folder.path(), "f.elf", &pipe("f.s"), &commands);
    insta::assert_snapshot!("gdb-fault", format!("{said}--- console\n{console}"));
}

#[test]
fn loopback_port_serves_one_client() {
    let folder = prepared("debug-mips32.s", &[]);
    let mut server = Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(["debug", "sum.s", "--elf", "again.elf"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reported = String::new();
    let mut messages = BufReader::new(server.stderr.take().unwrap());
    while !reported.contains("target remote") {
        reported.clear();
        assert!(messages.read_line(&mut reported).unwrap() > 0, "the server says where it listens");
    }
    let (file, address) = reported.trim().split_once(" -ex 'target remote ").unwrap();
    assert_eq!(file, "gdb-multiarch again.elf");
    let address = address.trim_end_matches('\'');
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    if gdb_is_here() {
        let (said, _) =
            gdb(folder.path(), "again.elf", address, &["break square", "continue", "kill"]);
        assert!(said.contains("Breakpoint 1, square () at sum.s:32"), "{said}");
    } else {
        drop(std::net::TcpStream::connect(address).unwrap());
    }
    // The server ends with its client.
    assert_eq!(finished(server).0, "");
}

#[test]
fn only_loopback_addresses_are_served() {
    let folder = prepared("debug-mips32.s", &[]);
    for (address, message) in [
        ("0.0.0.0:0", "error: other computers may reach 0.0.0.0:0"),
        ("[::]:0", "error: other computers may reach [::]:0"),
        ("192.0.2.1:3333", "error: other computers may reach 192.0.2.1:3333"),
        ("example.org:1", "error: --listen needs an address and a port such as 127.0.0.1:3333"),
        ("70000", "error: --listen needs an address and a port such as 127.0.0.1:3333"),
    ] {
        let done = isagrid(folder.path(), &["debug", "sum.elf", "--listen", address], b"");
        assert_eq!(done.status, 2);
        assert!(done.stderr.starts_with(message), "{}", done.stderr);
    }
}

#[test]
fn ddt_debugs_the_pdp10() {
    let solver = "asm/backtrack/pdp10-line.mid";
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let script = format!("SOLVE$B\n$G\n{puzzle}\nGRID[\n5$P\nN/\n$$B\n$P\n");
    let done = isagrid(&root(), &["debug", "--ddt", solver], script.as_bytes());
    insta::assert_snapshot!(done.printed());
    for (switch, status) in [("--pipe", 2), ("--elf=out.elf", 2), ("--listen=127.0.0.1:0", 2)] {
        let done = isagrid(&root(), &["debug", solver, switch], b"");
        assert_eq!(done.status, status);
        assert!(done.stderr.contains("gdb does not support PDP-10"), "{}", done.stderr);
    }
}
