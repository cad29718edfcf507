//! Commands that stand for what a runner has and a test has not: a network.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::runner::Runner;

/// `curl` from a folder: what is not there is not found, and without the folder there is no network.
const CURL: &str = r#"#!/bin/sh
for word; do
    [ "$before" = --output ] && file=$word
    before=$word
done
[ -d "$HOME/site" ] || { echo "curl: (6) Could not resolve host" >&2; exit 6; }
cp "$HOME/site/${before#https://github.com/}" "$file" 2>/dev/null ||
    { echo "curl: (22) The requested URL returned error: 404" >&2; exit 22; }
"#;

/// Puts a script where a command is looked for.
pub(super) fn script(file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Gives a runner that, and a release of isagrid with what was built here.
pub(super) fn equip(runner: &Runner) {
    script(&runner.at("bin/curl"), CURL);
    let ours = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_isagrid"));
    script(&runner.at("isagrid"), &ours);
    release(runner, "x86_64-unknown-linux-musl");
}

/// The archive of a release, packed as `cargo xtask dist` packs it; gives its name.
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
