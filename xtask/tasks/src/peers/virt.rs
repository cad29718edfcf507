//! Comparison of programs without a system with QEMU's board `virt`, for RV32.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Peers, Tally, installed, output, shown, tool};

/// Programs, and the functions that all of them are linked with.
const PROGRAMS: &str = "emulators/riscv32/tests/virt/";
const SUPPORT: &str = "emulators/riscv32/tests/virt/support.s";

const QEMU: &str = "qemu-system-riscv32";
const INPUT: &[u8] = b"Hello\n";
/// Times until QEMU has made its serial port, on a quiet and on a busy computer; earlier input is lost, and
/// its program may then wait without end.
const STARTS: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(10)];
/// Time that QEMU has for a program, and between two looks.
const MOST: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(2);

/// Runs every program on both sides.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&[QEMU]) {
        return Ok(0);
    }
    let mut tally = Tally::new(QEMU, "programs");
    let is_one = |file: &&String| {
        file.starts_with(PROGRAMS) && file.ends_with(".s") && file.as_str() != SUPPORT
    };
    for file in peers.files.iter().filter(is_one) {
        let program = peers.scratch.join("virt.elf");
        let mut assemble = Command::new(peers.isagrid);
        assemble.current_dir(peers.root).args(["asm", "--board", "virt", "-o"]).arg(&program);
        tool(assemble.args([file, SUPPORT]))?;
        let mut run = Command::new(peers.isagrid);
        run.args(["run", "--exit-code", "--board", "virt"]).arg(&program);
        let ours = output(&mut run, INPUT)?;
        let theirs = match in_qemu(&program, STARTS[0])? {
            Some(ended) => ended,
            None => in_qemu(&program, STARTS[1])?
                .ok_or_else(|| format!("{QEMU}: {file} does not end"))?,
        };
        let ours = (ours.status.code(), [ours.stdout, ours.stderr].concat());
        let is_equal = ours == theirs;
        tally.add(file, (!is_equal).then(|| difference(&ours, &theirs)));
    }
    Ok(tally.end())
}

/// Status and output, with what semihosting writes to standard error.
type Ended = (Option<i32>, Vec<u8>);

/// Result of a program; `None` if it does not end.
fn in_qemu(program: &Path, start: Duration) -> Result<Option<Ended>, String> {
    let failed = |error: std::io::Error| format!("{QEMU}: {error}");
    let mut qemu = Command::new(QEMU)
        .args(["-M", "virt", "-bios", "none", "-nographic", "-monitor", "none"])
        .args(["-serial", "stdio", "-semihosting", "-kernel"])
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let input = qemu.stdin.take();
    std::thread::sleep(start);
    if let Some(mut input) = input.as_ref() {
        // A program may end without reading it.
        let _ = std::io::Write::write_all(&mut input, INPUT);
    }
    // The output of each program is short enough for a pipe.
    let mut looks = MOST.as_millis() / LOOK.as_millis();
    while qemu.try_wait().map_err(failed)?.is_none() {
        if looks == 0 {
            qemu.kill().and_then(|()| qemu.wait()).map_err(failed)?;
            return Ok(None);
        }
        looks -= 1;
        std::thread::sleep(LOOK);
    }
    let ended = qemu.wait_with_output().map_err(failed)?;
    drop(input);
    Ok(Some((ended.status.code(), [ended.stdout, ended.stderr].concat())))
}

fn difference(ours: &Ended, theirs: &Ended) -> String {
    let line = |(status, bytes): &Ended| format!("status {status:?}, {}", shown(bytes));
    format!("  Isagrid: {}\n  QEMU:    {}", line(ours), line(theirs))
}
