//! The archive of a release: packed as `cargo xtask dist` does, installed, and its first program run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tasks::archive;

use crate::support::root;

/// A folder with a home and a folder for temporary files.
struct Computer(tempfile::TempDir);

impl Computer {
    fn at(&self, name: &str) -> PathBuf {
        let folder = self.0.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Output of a program that sees nothing else.
    fn run(&self, program: &Path, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.at("here"));
        command.env("HOME", self.at("home")).env("TMPDIR", self.at("tmp"));
        let done = command.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }
}

#[test]
fn installed_archive_runs_its_first_program() {
    let computer = Computer(tempfile::tempdir().unwrap());
    let program = Path::new(env!("CARGO_BIN_EXE_isagrid"));
    let target = archive::host().unwrap();
    let packed = archive::pack(&root(), program, &target, &computer.at("dist")).unwrap();
    let name = packed.folder.file_name().unwrap().to_str().unwrap();
    assert_eq!(name, format!("isagrid-{}-{target}", env!("CARGO_PKG_VERSION")));
    let sha256 = fs::read_to_string(format!("{}.sha256", packed.file.display())).unwrap();
    let file = packed.file.file_name().unwrap().to_str().unwrap();
    assert_eq!(
        sha256,
        format!("{}  {file}\n", shards::digest::of(&fs::read(&packed.file).unwrap()))
    );

    // Scanners read the list of packages next to the archive.
    let sbom = fs::read_to_string(&packed.sbom).unwrap();
    for component in ["pkg:cargo/isagrid@", "pkg:cargo/isagrid-mips32@", "pkg:cargo/cranelift-jit@"]
    {
        assert!(sbom.contains(component), "{component}");
    }

    computer.run(Path::new("tar"), &["-xf", packed.file.to_str().unwrap()]);
    let installed = computer.at("here").join(name);
    for file in ["README.md", "LICENSE-MIT", "completions/_isagrid", "man/man1/isagrid.1"] {
        assert!(installed.join(file).is_file(), "{file}");
    }
    let isagrid = installed.join(program.file_name().unwrap());
    computer.run(&isagrid, &["lanes", "--write", "play"]);
    assert_eq!(computer.run(&isagrid, &["run", "play/docs/examples/first-mars.s"]), "14\n");
    for folder in ["home", "tmp"] {
        assert_eq!(fs::read_dir(computer.at(folder)).unwrap().count(), 0, "{folder} stays empty");
    }
}
