//! Comparison of sources in the GNU dialect with GNU's assembler and linker, byte for byte.

use std::path::Path;
use std::process::Command;

use super::{Peers, Tally, installed, tool};

/// Folder, part of the names of its programs, and our options.
const SOURCES: &[(&str, &str, &[&str])] = &[
    ("asm/", "/riscv32-gnu", &["--dialect", "gnu"]),
    ("asm/", "/riscv32-esp32c3-", &["--dialect", "gnu", "--board", "esp32c3"]),
    ("emulators/riscv32/tests/programs/isa/", ".s", &["--dialect", "gnu"]),
];

const ASSEMBLER: &str = "riscv64-unknown-elf-as";
const LINKER: &str = "riscv64-unknown-elf-ld";
const OBJCOPY: &str = "riscv64-unknown-elf-objcopy";
const NM: &str = "riscv64-unknown-elf-nm";
const READELF: &str = "riscv64-unknown-elf-readelf";

/// A section of our file.
#[derive(Debug, PartialEq, Eq)]
struct Section {
    name: String,
    address: String,
    /// Whether it has bytes in the file.
    has_contents: bool,
}

/// Assembles every source twice; GNU ld puts sections, and the global pointer, where ours are.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    if !installed(&[ASSEMBLER, LINKER, OBJCOPY, NM, READELF]) {
        return Ok(0);
    }
    let with = format!("{ASSEMBLER} and {LINKER}");
    let mut tally = Tally::new(&with, "sources");
    for &(folder, part, switches) in SOURCES {
        let is_one = |file: &&String| {
            file.starts_with(folder) && file.contains(part) && file.ends_with(".s")
        };
        for file in peers.files.iter().filter(is_one) {
            let Some(source) = peers.whole(file)? else { continue };
            tally.add(file, both(peers, &source, switches)?);
        }
    }
    Ok(tally.end())
}

/// The difference, if there is one.
fn both(peers: &Peers<'_>, source: &Path, switches: &[&str]) -> Result<Option<String>, String> {
    let [ours, object, theirs] =
        ["ours.elf", "theirs.o", "theirs.elf"].map(|n| peers.scratch.join(n));
    let arch = if switches.contains(&"esp32c3") { "rv32imc_zicsr_zifencei" } else { ARCH };
    let mut assembler = Command::new(peers.isagrid);
    tool(assembler.arg("asm").arg(source).args(switches).arg("-o").arg(&ours))?;
    let mut assembler = Command::new(ASSEMBLER);
    let abi = if arch == ARCH { "-mabi=ilp32d" } else { "-mabi=ilp32" };
    assembler.arg(format!("-march={arch}")).arg(abi).arg("-o").arg(&object);
    tool(assembler.arg(source))?;
    let sections = sections(&String::from_utf8_lossy(
        &tool(Command::new(READELF).arg("-SW").arg(&ours))?.stdout,
    ));
    let script = peers.scratch.join("theirs.ld");
    let names = tool(Command::new(NM).arg(&ours))?.stdout;
    std::fs::write(&script, link_script(&sections, &String::from_utf8_lossy(&names)))
        .map_err(|error| error.to_string())?;
    let mut linker = Command::new(LINKER);
    // Sections are larger until the linker has shortened instructions.
    linker.args(["-m", "elf32lriscv", "--no-check-sections", "-T"]).arg(&script);
    tool(linker.arg("-o").arg(&theirs).arg(&object))?;
    for section in sections.iter().filter(|section| section.has_contents) {
        let (ours, theirs) = (contents(&ours, section)?, contents(&theirs, section)?);
        // GNU ld leaves zeros at the end for the bytes that it removed last.
        let is_same = theirs.strip_prefix(&*ours).is_some_and(|rest| rest.iter().all(|b| *b == 0));
        if !is_same {
            let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
            let show = |bytes: &[u8]| format!("{:02x?}", &bytes[at..bytes.len().min(at + 8)]);
            return Ok(Some(format!(
                "  {} from byte {at:#x} on\n  theirs: {} bytes, {}\n  ours:   {} bytes, {}",
                section.name,
                theirs.len(),
                show(&theirs),
                ours.len(),
                show(&ours)
            )));
        }
    }
    Ok(None)
}

/// Default architecture of our GNU dialect.
const ARCH: &str = "rv32imafdc_zba_zbb_zbc_zbs_zicsr_zifencei";

/// Script of GNU ld with our layout; `names` is nm's table.
fn link_script(sections: &[Section], names: &str) -> String {
    let mut script = String::new();
    let pointer = names.lines().find(|line| line.ends_with(" __global_pointer$"));
    if let Some(value) = pointer.and_then(|line| line.split(' ').next()) {
        script.push_str(&format!("__global_pointer$ = 0x{value};\n"));
    }
    script.push_str("SECTIONS {\n");
    for Section { name, address, .. } in sections {
        script.push_str(&format!("  {name} 0x{address} : {{ *({name}) }}\n"));
    }
    script + "}\n"
}

/// Loaded sections in readelf's table.
fn sections(table: &str) -> Vec<Section> {
    let section = |line: &str| {
        let (_, rest) = line.split_once(']')?;
        let [name, kind @ ("PROGBITS" | "NOBITS"), address, ..] =
            rest.split_whitespace().collect::<Vec<_>>()[..]
        else {
            return None;
        };
        // Notes have no address.
        let is_loaded = address.bytes().any(|digit| digit != b'0');
        let (name, address) = (name.to_owned(), address.to_owned());
        is_loaded.then_some(Section { name, address, has_contents: kind == "PROGBITS" })
    };
    table.lines().filter_map(section).collect()
}

fn contents(file: &Path, section: &Section) -> Result<Vec<u8>, String> {
    let binary = file.with_extension("bin");
    let mut command = Command::new(OBJCOPY);
    command.args(["-O", "binary", "-j", &section.name]).arg(file).arg(&binary);
    tool(&mut command)?;
    std::fs::read(&binary).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_from_the_table() {
        let table = "\
  [Nr] Name              Type            Addr     Off    Size   ES Flg Lk Inf Al
  [ 0]                   NULL            00000000 000000 000000 00      0   0  0
  [ 1] .text             PROGBITS        00010074 000074 000020 00  AX  0   0  4
  [ 2] .bss              NOBITS          00011094 000094 000010 00  WA  0   0  1
  [ 3] .isagrid          PROGBITS        00000000 000094 000040 00      0   0  1
";
        let section = |name: &str, address: &str, has_contents| Section {
            name: name.to_owned(),
            address: address.to_owned(),
            has_contents,
        };
        let expected = [section(".text", "00010074", true), section(".bss", "00011094", false)];
        assert_eq!(sections(table), expected);
        let script = link_script(&expected[..1], "00011800 A __global_pointer$\n");
        let expected =
            "__global_pointer$ = 0x00011800;\nSECTIONS {\n  .text 0x00010074 : { *(.text) }\n}\n";
        assert_eq!(script, expected);
    }
}
