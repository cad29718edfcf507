//! `isagrid --version`: identity and content of this build.

use std::env::consts::{ARCH, OS};
use std::io::Read as _;

use data_encoding::HEXLOWER;
use goblin::container::Ctx;
use goblin::elf::Elf;
use goblin::elf::note::NT_GNU_BUILD_ID;
use goblin::elf::program_header::ProgramHeader;
use reference::fast::Path;
use targets::table::machines;

/// Version, commit, target, machines and solvers, one line each.
pub(crate) fn long() -> String {
    let machines: Vec<String> = machines()
        .iter()
        .map(|machine| {
            let dialects: Vec<&str> = machine.dialects().iter().map(|known| known.name).collect();
            format!("{} ({})", machine.title(), dialects.join(", "))
        })
        .collect();
    let solvers: Vec<&str> =
        Path::ALL.into_iter().filter(|path| path.is_here()).map(Path::name).collect();
    format!(
        "{}\ncommit    {}\ntarget    {ARCH}-{OS}{}\nmachines  {}\nsolver    {} (this processor supports {})\nnative    {}",
        env!("CARGO_PKG_VERSION"),
        commit(),
        environment(),
        machines.join(", "),
        Path::best().name(),
        solvers.join(", "),
        native(),
    )
}

/// Whether hot code is compiled to native code, and for which processor.
fn native() -> String {
    match targets::native::made_for() {
        Ok(processor) => format!("code for {processor}, by Cranelift"),
        Err(why) => format!("none ({why}): programs run in the plain engine"),
    }
}

/// Version, and commit if known, for reports.
pub(crate) fn short() -> String {
    let version = env!("CARGO_PKG_VERSION");
    option_env!("ISAGRID_COMMIT")
        .map_or(version.to_owned(), |commit| format!("{version} ({commit})"))
}

/// Identity of this binary, so that results of different builds are not mixed.
///
/// This is the commit if recorded, else the linker's build ID, else the digest of the file.
///
/// # Errors
/// An error message if the file cannot be read.
pub(crate) fn program() -> Result<String, String> {
    let version = env!("CARGO_PKG_VERSION");
    if option_env!("ISAGRID_COMMIT").is_some() {
        return Ok(format!("{version}, commit {}", commit()));
    }
    let file =
        std::env::current_exe().map_err(|why| format!("cannot find the isagrid binary: {why}"))?;
    if let Some(id) = build_id(&file) {
        return Ok(format!("{version}, build {id}"));
    }
    let (digest, _) = shards::digest::of_file(&file)?;
    Ok(format!("{version}, digest {}", &digest[..16]))
}

/// Number of leading bytes of a program, where linkers put its notes.
const NOTES_BYTES: u64 = 1 << 16;

/// Build ID in a program, if its linker wrote one; hashing the whole file would cost each shard a
/// tenth of a second.
///
/// Source: ld(1), `--build-id`.
fn build_id(file: &std::path::Path) -> Option<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(file).ok()?.take(NOTES_BYTES).read_to_end(&mut bytes).ok()?;
    let header = Elf::parse_header(&bytes).ok()?;
    let context = Ctx::new(header.container().ok()?, header.endianness().ok()?);
    let (at, count) = (usize::try_from(header.e_phoff).ok()?, usize::from(header.e_phnum));
    let mut elf = Elf::lazy_parse(header).ok()?;
    elf.program_headers = ProgramHeader::parse(&bytes, at, count, context).ok()?;
    let mut notes = elf.iter_note_headers(&bytes)?.flatten();
    let id = notes.find(|note| note.n_type == NT_GNU_BUILD_ID && note.name == "GNU")?;
    Some(HEXLOWER.encode(id.desc))
}

/// Commit and its date, set by `cargo xtask dist` only.
fn commit() -> String {
    match (option_env!("ISAGRID_COMMIT"), option_env!("ISAGRID_COMMIT_DATE")) {
        (Some(commit), Some(date)) => format!("{commit} of {date}"),
        _ => "not recorded: built from a checkout, not by `cargo xtask dist`".to_owned(),
    }
}

/// C library of the build, if not the system's usual one.
fn environment() -> &'static str {
    if cfg!(target_env = "musl") { "-musl" } else { "" }
}
