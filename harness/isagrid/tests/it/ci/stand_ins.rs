//! Stand-ins for the network commands of a runner.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::runner::Runner;

/// `curl` that reads from a folder; without the folder it behaves as without a network.
const CURL: &str = r#"#!/bin/sh
for word; do
    [ "$before" = --output ] && file=$word
    before=$word
done
[ -d "$HOME/site" ] || { echo "curl: (6) Could not resolve host" >&2; exit 6; }
cp "$HOME/site/${before#https://github.com/}" "$file" 2>/dev/null ||
    { echo "curl: (22) The requested URL returned error: 404" >&2; exit 22; }
"#;

/// Installs a script as a command.
pub(super) fn script(file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Installs the stand-in on a runner, with a release of the isagrid built here.
pub(super) fn equip(runner: &Runner) {
    script(&runner.at("bin/curl"), CURL);
    let ours = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_isagrid"));
    script(&runner.at("isagrid"), &ours);
    release(runner, "x86_64-unknown-linux-musl");
}

/// Packs a release archive as `cargo xtask dist` does; returns its name.
pub(super) fn release(runner: &Runner, target: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("isagrid-{version}-{target}");
    let folder = runner.at("site").join(format!("OWNER/isagrid/releases/download/v{version}"));
    fs::create_dir_all(folder.join(&name)).unwrap();
    fs::copy(runner.at("isagrid"), folder.join(&name).join("isagrid")).unwrap();
    let archive = format!("{name}.tar.gz");
    let mut tar = std::process::Command::new("tar");
    let packed = tar.args(["-czf", &archive, &name]).current_dir(&folder).status().unwrap();
    assert!(packed.success());
    let digest = shards::digest::of(&fs::read(folder.join(&archive)).unwrap());
    fs::write(folder.join(format!("{archive}.sha256")), format!("{digest}  {archive}\n")).unwrap();
    archive
}
