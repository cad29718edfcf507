//! Test suites of others for RISC-V, from a folder with clones of their repositories.
//!
//! riscv-tests on the bare machine and as programs of Linux, riscv-arch-test on the board virt compared with QEMU, and
//! Berkeley TestFloat with the instructions of F and D.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Peers, Tally, installed, output, shown, tool};

/// Own sources that the suites need.
const OWN: &str = "xtask/tasks/src/peers/suites";

const GCC: &str = "riscv64-unknown-elf-gcc";
const FLAGS: [&str; 7] = [
    "-march=rv32gc_zba_zbb_zbc_zbs_zicsr_zifencei",
    "-mabi=ilp32",
    "-mcmodel=medany",
    "-static",
    "-nostdlib",
    "-nostartfiles",
    "-Wl,--no-warn-rwx-segments",
];

/// Folders of riscv-tests, by the level that they need.
const USER: [&str; 10] = [
    "rv32ui", "rv32um", "rv32ua", "rv32uf", "rv32ud", "rv32uc", "rv32uzba", "rv32uzbb", "rv32uzbc",
    "rv32uzbs",
];
const MACHINE: [&str; 2] = ["rv32mi", "rv32si"];

/// Folders of riscv-arch-test.
const ARCHITECTURE: [&str; 8] = ["I", "M", "A", "F", "D", "C", "B", "Zifencei"];

/// QEMU's board; signatures of traps are longer on a processor with the hypervisor extension.
const BOARD: [&str; 10] =
    ["-M", "virt", "-cpu", "rv32,h=false", "-bios", "none", "-display", "none", "-serial", "stdio"];

/// Functions of TestFloat that are instructions.
const FUNCTIONS: [&str; 28] = [
    "f32_add",
    "f32_sub",
    "f32_mul",
    "f32_div",
    "f32_sqrt",
    "f32_mulAdd",
    "f32_eq",
    "f32_le",
    "f32_lt",
    "f32_to_i32",
    "f32_to_ui32",
    "f32_to_f64",
    "i32_to_f32",
    "ui32_to_f32",
    "f64_add",
    "f64_sub",
    "f64_mul",
    "f64_div",
    "f64_sqrt",
    "f64_mulAdd",
    "f64_eq",
    "f64_le",
    "f64_lt",
    "f64_to_i32",
    "f64_to_ui32",
    "f64_to_f32",
    "i32_to_f64",
    "ui32_to_f64",
];

/// Rounding modes of TestFloat, in the order of their numbers in `fcsr`.
const ROUNDING: [&str; 5] = ["-rnear_even", "-rminMag", "-rmin", "-rmax", "-rnear_maxMag"];

/// Of the cases of `mulAdd`, of which there are six million in each rounding mode, one in this number is used.
const EVERY: usize = 123;

/// A suite: its folders, and its run.
type Suite = (&'static [&'static str], fn(&Suites<'_>) -> Result<usize, String>);

const SUITES: [Suite; 4] = [
    (&["riscv-tests", "riscv-test-env"], |it| it.machine()),
    (&["riscv-tests"], |it| it.user()),
    (&["riscv-arch-test"], |it| it.architecture()),
    (&["berkeley-testfloat-3", "berkeley-softfloat-3"], |it| it.floating_point()),
];

/// Runs the suites that are in a folder, and prints the results.
pub(crate) fn suites(root: &Path, isagrid: &Path, folder: &Path) -> Result<u8, String> {
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let peers = &Peers::new(root, isagrid, "suites")?;
    let suites = Suites { peers, folder };
    let mut differences = 0;
    if installed(&[GCC]) {
        for (folders, run) in SUITES {
            match folders.iter().find(|name| !suites.folder.join(name).is_dir()) {
                Some(name) => println!("peers: {} has no {name}: not run", suites.folder.display()),
                None => differences += run(&suites)?,
            }
        }
    }
    println!("peers: {differences} differences");
    Ok(u8::from(differences > 0))
}

struct Suites<'a> {
    peers: &'a Peers<'a>,
    folder: PathBuf,
}

impl Suites<'_> {
    /// riscv-tests without a system, in machine and supervisor mode.
    fn machine(&self) -> Result<usize, String> {
        let environment = self.folder.join("riscv-test-env/p");
        let script = environment.join("link.ld");
        let all = [&USER[..], &MACHINE].concat();
        self.riscv_tests("p", &all, &environment, &["-T".as_ref(), &script], &["--bare"])
    }

    /// riscv-tests as programs of Linux, with writable code, which two of them change, and without addresses from `gp`,
    /// which is the number of the test.
    fn user(&self) -> Result<usize, String> {
        let environment = self.peers.root.join(OWN);
        self.riscv_tests(
            "u",
            &USER,
            &environment,
            &["-Wl,-N".as_ref(), "-Wl,--no-relax".as_ref()],
            &["--linux-calls"],
        )
    }

    fn riscv_tests(
        &self,
        kind: &str,
        folders: &[&str],
        environment: &Path,
        linking: &[&Path],
        options: &[&str],
    ) -> Result<usize, String> {
        let with = format!("riscv-tests, {kind}");
        let mut tally = Tally::new(&with, "programs");
        let macros = self.folder.join("riscv-tests/isa/macros/scalar");
        let includes = [format!("-I{}", environment.display()), format!("-I{}", macros.display())];
        for source in self.sources("riscv-tests/isa", folders, "")? {
            let Some(program) = self.compiled(&source, &includes, linking)? else { continue };
            let mut run = Command::new(self.peers.isagrid);
            let run = run.args(["run", "--exit-code"]).args(options).arg(&program);
            let ended = output(run, b"")?;
            let wrong = !ended.status.success();
            let reason = || format!("  {}, {}", ended.status, shown(&ended.stderr));
            tally.add(&source.display().to_string(), wrong.then(reason));
        }
        Ok(tally.end())
    }

    /// riscv-arch-test on the board virt, in machine mode: the signatures are those of QEMU.
    fn architecture(&self) -> Result<usize, String> {
        const QEMU: &str = "qemu-system-riscv32";
        if !installed(&[QEMU]) {
            return Ok(0);
        }
        let mut tally = Tally::new("QEMU, riscv-arch-test", "signatures");
        let own = self.peers.root.join(OWN);
        let suite = self.folder.join("riscv-arch-test/riscv-test-suite");
        let mut options: Vec<String> =
            [&own, &suite.join("env")].iter().map(|it| format!("-I{}", it.display())).collect();
        options.extend(["-DFLEN=64", "-DZIFENCE"].map(str::to_owned));
        let script = own.join("virt.ld");
        for source in
            self.sources("riscv-arch-test/riscv-test-suite/rv32i_m", &ARCHITECTURE, "src")?
        {
            let text = std::fs::read_to_string(&source)
                .map_err(|error| format!("{}: {error}", source.display()))?;
            // A case says which names it needs: `def NAME=True`.
            let names = text.split("def ").filter_map(|rest| rest.split_once("=True"));
            let names =
                names.filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
            let mut options = options.clone();
            options.extend(names.map(|(name, _)| format!("-D{name}=True")));
            let Some(program) = self.compiled(&source, &options, &["-T".as_ref(), &script])? else {
                continue;
            };
            let mut ours = Command::new(self.peers.isagrid);
            let ours =
                output(ours.args(["run", "--exit-code", "--board", "virt"]).arg(&program), b"")?;
            let mut theirs = Command::new("timeout");
            let theirs = theirs.args(["60", QEMU]).args(BOARD).args(["-kernel"]).arg(&program);
            let theirs = output(theirs, b"")?;
            let same = ours.stdout == theirs.stdout
                && ours.status.code() == theirs.status.code()
                && !ours.stdout.is_empty();
            let difference = || {
                let [ours, theirs] =
                    [&ours, &theirs].map(|it| format!("{}, {}", it.status, shown(&it.stdout)));
                format!("  Isagrid: {ours}\n  QEMU:    {theirs}")
            };
            tally.add(&source.display().to_string(), (!same).then(difference));
        }
        Ok(tally.end())
    }

    /// Cases of TestFloat, made with the results of SoftFloat's variant for RISC-V.
    fn floating_point(&self) -> Result<usize, String> {
        let generator = self.generator()?;
        let source = self.peers.root.join(OWN).join("vectors.c");
        let mut tally = Tally::new("Berkeley TestFloat", "functions in a rounding mode");
        let mut cases = 0;
        for function in FUNCTIONS {
            for (number, rounding) in ROUNDING.iter().enumerate() {
                let options = [
                    "-O2".to_owned(),
                    "-mabi=ilp32d".to_owned(),
                    format!("-DNAME={function}"),
                    format!("-DROUNDING={number}"),
                ];
                let program = self.compiled(&source, &options, &[])?;
                let program =
                    program.ok_or_else(|| format!("{}: not compiled", source.display()))?;
                let list = self.peers.scratch.join("cases");
                let every = if function.ends_with("mulAdd") { EVERY } else { 1 };
                self.write_cases(&generator, &[rounding, function], every, &list)?;
                let mut run = Command::new(self.peers.isagrid);
                run.args(["run", "--exit-code", "--linux-calls"]).arg(&program);
                let from = File::open(&list).map_err(|error| error.to_string())?;
                let ended = run.stdin(from).output().map_err(|error| error.to_string())?;
                let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
                let number = printed.lines().last().unwrap_or_default().trim();
                cases += usize::from_str_radix(number, 16).unwrap_or(0);
                let wrong = !ended.status.success();
                let reason = || format!("{printed}{}", String::from_utf8_lossy(&ended.stderr));
                tally.add(&format!("{function} {rounding}"), wrong.then(reason));
            }
        }
        println!("peers: {cases} cases");
        Ok(tally.end())
    }

    /// Writes one in a number of the cases that TestFloat makes with these arguments.
    fn write_cases(
        &self,
        generator: &Path,
        arguments: &[&str],
        every: usize,
        list: &Path,
    ) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", generator.display());
        let mut made = Command::new(generator);
        made.args(["-tininessafter", "-exact"]).args(arguments).stdout(Stdio::piped());
        let mut made = made.spawn().map_err(failed)?;
        let lines = made.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n'));
        let mut list = BufWriter::new(File::create(list).map_err(failed)?);
        for line in lines.step_by(every) {
            list.write_all(&line.map_err(failed)?)
                .and_then(|()| list.write_all(b"\n"))
                .map_err(failed)?;
        }
        list.flush().map_err(failed)?;
        if !made.wait().map_err(failed)?.success() {
            return Err(format!("{}: no cases of {arguments:?}", generator.display()));
        }
        Ok(())
    }

    /// The program that makes cases, built outside the clones.
    fn generator(&self) -> Result<PathBuf, String> {
        let built = self.peers.scratch.join("testfloat");
        let generator = built.join("testfloat_gen");
        if generator.exists() {
            return Ok(generator);
        }
        let softfloat = built.join("berkeley-softfloat-3");
        let build = |name: &str, to: &Path, variables: &[String], goal: &str| {
            let clone = self.folder.join(name);
            let platform = clone.join("build/Linux-x86_64-GCC");
            std::fs::create_dir_all(to).map_err(|error| error.to_string())?;
            let platform_header = to.join("platform.h");
            std::fs::copy(platform.join("platform.h"), platform_header)
                .map_err(|error| error.to_string())?;
            let mut make = Command::new("make");
            make.current_dir(to).arg("-f").arg(platform.join("Makefile")).args(variables);
            tool(make.arg(format!("SOURCE_DIR={}", clone.join("source").display())).arg(goal))
        };
        let library = softfloat.join("build/Linux-x86_64-GCC");
        build(
            "berkeley-softfloat-3",
            &library,
            &["SPECIALIZE_TYPE=RISCV".to_owned()],
            "softfloat.a",
        )?;
        let headers = self.folder.join("berkeley-softfloat-3/source/include");
        let variables = [
            format!("SOFTFLOAT_INCLUDE_DIR={}", headers.display()),
            format!("SOFTFLOAT_LIB={}", library.join("softfloat.a").display()),
        ];
        build("berkeley-testfloat-3", &built, &variables, "testfloat_gen")?;
        Ok(generator)
    }

    /// Assembly sources in a subfolder of each of these folders, by name.
    fn sources(&self, suite: &str, folders: &[&str], within: &str) -> Result<Vec<PathBuf>, String> {
        let mut sources = Vec::new();
        for name in folders {
            let folder = self.folder.join(suite).join(name).join(within);
            let entries = std::fs::read_dir(&folder)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            sources.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
        }
        sources.retain(|path| path.extension().is_some_and(|end| end == "S"));
        sources.sort();
        Ok(sources)
    }

    /// The compiled program; `None`, after a message, if the compiler does not take the source.
    fn compiled(
        &self,
        source: &Path,
        options: &[String],
        linking: &[&Path],
    ) -> Result<Option<PathBuf>, String> {
        let program = self.peers.scratch.join("program.elf");
        let mut gcc = Command::new(GCC);
        gcc.args(FLAGS).args(options).args(linking).arg(source).arg("-o").arg(&program);
        if output(&mut gcc, b"")?.status.success() {
            return Ok(Some(program));
        }
        println!("peers: {GCC} does not compile {}: not run", source.display());
        Ok(None)
    }
}
