//! Checks of the repository that a compiler does not make.

mod opens;
mod phrases;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use xtask::{TASKS, repository};

use crate::{markdown, metadata};

/// Most lines of a Rust file; tables are exempt.
const MAX_LINES: usize = 600;

/// Crates of the workspace that each crate may depend on, as ARCHITECTURE.md draws them.
const ARROWS: &[(&str, &[&str])] = &[
    ("machine", &[]),
    ("reference", &[]),
    ("data", &[]),
    ("asmkit", &["machine"]),
    ("architecture", &["machine", "asmkit"]),
    ("esproc", &["machine", "asmkit", "architecture"]),
    ("kit", &["machine", "asmkit", "architecture"]),
    ("lc3", &["machine", "asmkit", "architecture", "kit"]),
    ("little", &["machine", "asmkit", "architecture", "kit"]),
    ("mos6502", &["machine", "asmkit", "architecture", "kit"]),
    ("pdp10", &["machine", "asmkit", "architecture"]),
    ("mips32", &["machine", "asmkit", "architecture"]),
    ("riscv32", &["machine", "asmkit", "architecture"]),
    ("translate", &["machine"]),
    (
        "targets",
        &[
            "machine",
            "asmkit",
            "architecture",
            "pdp10",
            "mips32",
            "riscv32",
            "lc3",
            "mos6502",
            "esproc",
            "translate",
        ],
    ),
    ("lanes", &["machine", "asmkit", "architecture", "targets", "reference", "data"]),
    ("reports", &["machine", "asmkit", "targets", "lanes", "reference"]),
    ("checker", &["machine", "asmkit", "architecture", "targets"]),
    (
        "grading",
        &[
            "machine",
            "asmkit",
            "architecture",
            "targets",
            "checker",
            "lanes",
            "reports",
            "reference",
        ],
    ),
    // DDT works on words of 36 bits, and only PDP-10 programs run under it.
    ("debuggers", &["machine", "asmkit", "architecture", "targets", "pdp10"]),
    ("messages", &[]),
    // It splits work of any kind; its users know the kind.
    ("shards", &["asmkit"]),
    (
        "isagrid",
        &[
            "machine",
            "asmkit",
            "architecture",
            "targets",
            "messages",
            "checker",
            "grading",
            "lanes",
            "reports",
            "debuggers",
            "reference",
            "shards",
        ],
    ),
    (
        "web",
        &[
            "machine",
            "asmkit",
            "architecture",
            "targets",
            "messages",
            "lanes",
            "debuggers",
            "checker",
            "grading",
            "reference",
        ],
    ),
    ("tasks", &["xtask"]),
    ("xtask", &[]),
];

/// Crates that only the tests of a crate may use.
const ARROWS_OF_TESTS: &[(&str, &[&str])] = &[
    ("debuggers", &["reference"]),
    // The tests compare all engines, including native code.
    ("mips32", &["translate"]),
    ("pdp10", &["translate"]),
    ("riscv32", &["translate"]),
    // The tests make and damage files of each machine, add a machine, and regenerate pages.
    ("isagrid", &["little", "mips32", "pdp10", "riscv32", "tasks"]),
];

/// Everything that is wrong, one line each.
struct Findings(Vec<String>);

impl Findings {
    fn add(&mut self, file: &str, line: usize, what: impl AsRef<str>) {
        let what = what.as_ref();
        self.0.push(match line {
            0 => format!("{file}: {what}"),
            _ => format!("{file}:{line}: {what}"),
        });
    }
}

/// Checks everything and prints the findings; returns 1 if there are any.
pub(crate) fn check(root: &Path) -> Result<u8, String> {
    let mut findings = Findings(Vec::new());
    let files = repository::files(root);
    let metadata = metadata::packages(root)?;
    arrows(&metadata, &mut findings);
    published(&metadata, &mut findings);
    reasons(root, &mut findings);
    lints(root, &mut findings);
    for file in &files {
        let Some(text) = repository::text(root, file) else { continue };
        if file.ends_with(".rs") {
            rust(file, &text, &mut findings);
            danger(file, &text, &mut findings);
            names(file, &text, &mut findings);
            for (line, what) in opens::found(file, &text) {
                findings.add(file, line, what);
            }
        }
        if file.ends_with(".md") {
            links(root, file, &text, &mut findings);
            commands(root, file, &text, &mut findings);
            sources(root, &files, file, &text, &mut findings);
        }
        words(file, &text, &mut findings);
        phrases::check(file, &text, &mut findings);
    }
    for finding in &findings.0 {
        println!("{finding}");
    }
    println!("tidy: {} files, {} findings", files.len(), findings.0.len());
    Ok(u8::from(!findings.0.is_empty()))
}

/// Every dependency between packages of the workspace, tests included, must be an arrow.
fn arrows(metadata: &Value, findings: &mut Findings) {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = short_name(package);
        let manifest = package["manifest_path"].as_str().unwrap_or_default().replace('\\', "/");
        let folder = manifest.rsplit('/').nth(1).unwrap_or_default();
        // That of the data is the root, which may have any name.
        if folder != name && name != "data" {
            findings.add(folder, 0, format!("the package in this folder has the name {name}"));
        }
        let Some(arrows) = allowed.get(name) else {
            findings.add(name, 0, "this package has no row in tidy's table of dependencies");
            continue;
        };
        let of_tests = ARROWS_OF_TESTS.iter().find(|(package, _)| *package == name);
        let of_tests = of_tests.map_or(&[][..], |(_, arrows)| arrows);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let target = short_name(dependency);
            let is_test = dependency["kind"] == "dev";
            let allowed = arrows.contains(&target) || is_test && of_tests.contains(&target);
            if dependency["path"].is_string() && !allowed {
                findings.add(name, 0, format!("must not depend on {target}: see ARCHITECTURE.md"));
            }
        }
    }
}

/// Name of a package, or of a dependency, as its folder has it.
fn short_name(package: &Value) -> &str {
    let name = package["name"].as_str().unwrap_or_default();
    name.strip_prefix("isagrid-").unwrap_or(name)
}

/// Packages that can be published have what crates.io and docs.rs show, and an example.
fn published(metadata: &Value, findings: &mut Findings) {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    for package in packages.filter(|package| package["publish"].is_null()) {
        let name = package["name"].as_str().unwrap_or_default();
        for field in ["description", "license", "repository", "readme"] {
            if package[field].is_null() {
                findings.add(name, 0, format!("a package that can be published has a {field}"));
            }
        }
        if package["metadata"]["docs"]["rs"].is_null() {
            findings.add(name, 0, "a package that can be published has [package.metadata.docs.rs]");
        }
        let mut targets = package["targets"].as_array().into_iter().flatten();
        if !targets.any(|target| target["kind"][0] == "example") {
            findings.add(name, 0, "a package that can be published has an example");
        }
    }
}

/// Every dependency of the workspace says what it replaces; members list no others.
fn reasons(root: &Path, findings: &mut Findings) {
    let text = repository::text(root, "Cargo.toml").unwrap_or_default();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            inside = line == "[workspace.dependencies]";
            continue;
        }
        let ours = line.contains("path = ");
        if inside && line.contains('=') && !ours && !line.contains(" # ") {
            findings.add("Cargo.toml", index + 1, "add a comment that says what this replaces");
        }
    }
    for file in members(root) {
        let file = &file;
        let text = repository::text(root, file).unwrap_or_default();
        let mut inside = false;
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('[') {
                inside = line.ends_with("dependencies]");
            } else if inside && line.contains('=') && !line.contains("workspace = true") {
                findings.add(file, index + 1, "list this dependency in the root Cargo.toml");
            }
        }
    }
}

/// Manifests of the members; `fuzz` and programs for a board are separate workspaces.
fn members(root: &Path) -> Vec<String> {
    let mut files = repository::files(root);
    let is_separate = |file: &str| file.starts_with("fuzz/") || file.contains("/tests/esp-hal/");
    files.retain(|file| file.ends_with("/Cargo.toml") && !is_separate(file));
    files
}

/// Every package has the lints of the workspace; packages that may have `unsafe` repeat them.
fn lints(root: &Path, findings: &mut Findings) {
    let read = |file: &str| repository::text(root, file).unwrap_or_default();
    let workspace = table_of_lints(&read("Cargo.toml"), "[workspace.lints.");
    for file in members(root) {
        let text = read(&file);
        if text.contains("[lints]\nworkspace = true\n") {
            continue;
        }
        let own = table_of_lints(&text, "[lints.");
        if !MAY_BE_UNSAFE.iter().any(|may| file.starts_with(may)) {
            findings.add(&file, 0, "use the lints of the workspace: [lints] workspace = true");
        }
        for row in own.symmetric_difference(&workspace).filter(|row| row.1 != "unsafe_code") {
            let (tool, lint, level) = row;
            let what = format!("{tool}: {lint} = {level} is only here or only in the workspace");
            findings.add(&file, 0, what);
        }
        if !own.contains(&("rust".to_owned(), "unsafe_code".to_owned(), "\"deny\"".to_owned())) {
            findings.add(&file, 0, "deny unsafe_code, and expect it where it is needed");
        }
    }
}

/// Tool, lint and level of every row below the headings that start with `heading`.
fn table_of_lints(text: &str, heading: &str) -> BTreeSet<(String, String, String)> {
    let mut tool = None;
    let mut rows = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('[') {
            tool = line.strip_prefix(heading).and_then(|rest| rest.strip_suffix(']'));
        } else if let (Some(tool), Some((lint, level))) = (tool, line.split_once(" = ")) {
            rows.insert((tool.to_owned(), lint.to_owned(), level.to_owned()));
        }
    }
    rows
}

/// Packages that may have `unsafe`, and their files that may.
const MAY_BE_UNSAFE: &[&str] = &["reference/", "emulators/translate/"];
const UNSAFE_FILES: &[&str] = &[
    "emulators/translate/src/native.rs",
    "reference/src/fast/dispatch.rs",
    "reference/src/fast/neon.rs",
    "reference/src/fast/x86.rs",
];

/// `unsafe` is only in files that may have it, each time below a reason.
fn danger(file: &str, text: &str, findings: &mut Findings) {
    let mut reason = false;
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let is_unsafe =
            code.contains(concat!("unsafe", " {")) || code.contains(concat!("unsafe", " fn"));
        reason |= line.contains("// SAFETY: ");
        if is_unsafe && !UNSAFE_FILES.contains(&file) {
            findings.add(file, index + 1, "unsafe is not allowed here: see ARCHITECTURE.md");
        } else if is_unsafe && !reason {
            findings.add(file, index + 1, "unsafe without a comment `// SAFETY: `");
        }
        reason &= !is_unsafe;
    }
}

/// Parts of the harness that may name a machine: the table, the disk of ITS, and DDT.
const MAY_NAME_MACHINES: &[&str] =
    &["harness/targets/src/table.rs", "harness/targets/src/its_disk", "harness/debuggers/src/ddt"];

/// The machines and their dialects.
const MACHINES: &[&str] = &[
    "mips32", "riscv32", "esp32c3", "pdp10", "esproc", "mars", "spim", "rars", "gnu", "venus",
    "midas", "spl",
];

/// The rest of the harness names no machine and no dialect, neither as a crate nor as a word.
fn names(file: &str, text: &str, findings: &mut Findings) {
    let is_harness = file.starts_with("harness/") && file.contains("/src/");
    let may = MAY_NAME_MACHINES.iter().any(|known| file.starts_with(known));
    if !is_harness || may || file.contains("/tests") {
        return;
    }
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (index, line) in code.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let named = MACHINES.iter().find(|name| {
            let (path, word) = (format!("{name}::"), format!("\"{name}\""));
            let mut before = line.match_indices(&path).map(|(at, _)| &line[..at]);
            line.contains(&word)
                || before.any(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        if let Some(name) = named {
            findings.add(file, index + 1, format!("only the table of machines may name {name}"));
        }
    }
}

fn rust(file: &str, text: &str, findings: &mut Findings) {
    let lines = text.lines().count();
    let is_table = file.ends_with("table.rs") || file.contains("/table/");
    if lines > MAX_LINES && !is_table {
        findings.add(file, 0, format!("{lines} lines; the limit is {MAX_LINES}"));
    }
    if file.ends_with("/mod.rs") {
        findings.add(file, 0, "name this file after its folder, not mod.rs");
    }
    if !text.starts_with("//!") && !text.starts_with("#!") {
        findings.add(file, 1, "start the file with a //! paragraph");
    }
    for (index, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let attribute = code.starts_with("#[") || code.starts_with("#![");
        if attribute && code.contains(concat!("allow", "(")) && !code.contains("cfg") {
            findings.add(file, index + 1, "use expect with a reason instead of allow");
        }
        if attribute && code.contains("[ignore") {
            findings.add(file, index + 1, "do not ignore tests");
        }
    }
}

fn links(root: &Path, file: &str, text: &str, findings: &mut Findings) {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    for (line, target) in markdown::links(text) {
        let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let full = if path.is_empty() { Path::new(file).to_owned() } else { folder.join(path) };
        if !root.join(&full).exists() {
            findings.add(file, line, format!("broken link: {target}"));
            continue;
        }
        let there = repository::text(root, &full.to_string_lossy()).unwrap_or_default();
        if !anchor.is_empty() && !markdown::anchors(&there).iter().any(|a| a == anchor) {
            findings.add(file, line, format!("broken link: {target}: no such heading"));
        }
    }
}

/// Tasks and paths in commands must exist. Other tests run the commands.
fn commands(root: &Path, file: &str, text: &str, findings: &mut Findings) {
    for (line, command) in markdown::commands(text) {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let ["cargo", "xtask", task, ..] = words.as_slice()
            && !TASKS.iter().any(|(name, ..)| name == task)
        {
            findings.add(file, line, format!("unknown task {task}"));
        }
        let paths = words.iter().filter(|word| word.starts_with("asm/"));
        for path in paths.filter(|path| !root.join(path).exists()) {
            findings.add(file, line, format!("no such file: {path}"));
        }
    }
}

/// Sources that a document names must exist: `table.rs`, and modules or functions of crates, `lanes::verify`.
fn sources(root: &Path, files: &[String], file: &str, text: &str, findings: &mut Findings) {
    let is_identifier = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let exists = |path: &str| files.iter().any(|file| format!("/{file}").ends_with(path));
    for (line, span) in markdown::spans(text) {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "_/-.".contains(c);
        if span.ends_with(".rs") && span.chars().all(is_path) && !exists(&format!("/{span}")) {
            findings.add(file, line, format!("no such source: {span}"));
        }
        let Some((name, item)) = span.split_once("::") else { continue };
        let item = item.split(|c| !is_identifier(c)).next().unwrap_or_default();
        let library =
            files.iter().find(|file| format!("/{file}").ends_with(&format!("/{name}/src/lib.rs")));
        let Some(library) = library.filter(|_| !item.starts_with(char::is_uppercase)) else {
            continue;
        };
        let text = repository::text(root, library).unwrap_or_default();
        let in_library = text.split(|c| !is_identifier(c)).any(|word| word == item);
        if !in_library && !exists(&format!("/{name}/src/{item}.rs")) {
            findings.add(file, line, format!("{name} has no module or function {item}"));
        }
    }
}

/// Words that are not allowed in the repository, split so that this file has none of them.
const WORDS: &[(&str, &str)] = &[
    (concat!("TO", "DO"), "open work belongs in an issue"),
    (concat!("/ho", "me/"), "a path of one machine"),
    (concat!("/Us", "ers/"), "a path of one machine"),
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("/ro", "ot/"), "a path of one machine"),
];

fn words(file: &str, text: &str, findings: &mut Findings) {
    if file.ends_with("Cargo.lock") {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        for (word, why) in WORDS.iter().filter(|(word, _)| line.contains(word)) {
            findings.add(file, index + 1, format!("`{word}`: {why}"));
        }
        if line.ends_with([' ', '\t']) && file.ends_with(".rs") {
            findings.add(file, index + 1, "trailing whitespace");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(check: impl Fn(&mut Findings)) -> Vec<String> {
        let mut findings = Findings(Vec::new());
        check(&mut findings);
        findings.0
    }

    #[test]
    fn a_dependency_that_is_not_allowed_is_found() {
        let metadata = serde_json::json!({ "packages": [{
            "name": "reference",
            "manifest_path": "x/reference/Cargo.toml",
            "dependencies": [{ "name": "machine", "path": "x/machine" }, { "name": "serde" }],
        }]});
        let found = found(|findings| arrows(&metadata, findings));
        assert_eq!(found, ["reference: must not depend on machine: see ARCHITECTURE.md"]);
    }

    #[test]
    fn packages_that_can_be_published_are_complete() {
        let package = serde_json::json!({ "name": "isagrid-x", "description": "x", "license": "MIT",
            "repository": "there", "readme": null, "metadata": { "docs": { "rs": {} } },
            "targets": [{ "kind": ["lib"] }] });
        let private = serde_json::json!({ "name": "y", "publish": [] });
        let metadata = serde_json::json!({ "packages": [package, private] });
        let found = found(|findings| published(&metadata, findings));
        assert_eq!(
            found,
            [
                "isagrid-x: a package that can be published has a readme",
                "isagrid-x: a package that can be published has an example",
            ]
        );
    }

    #[test]
    fn rust_style_is_checked() {
        let text =
            "//! A file.\n#[expect(x, reason = \"y\")]\n#[al".to_owned() + "low(x)]\nfn f() {}\n";
        let found = found(|findings| rust("a/mod.rs", &text, findings));
        assert_eq!(
            found,
            [
                "a/mod.rs: name this file after its folder, not mod.rs",
                "a/mod.rs:3: use expect with a reason instead of allow",
            ]
        );
        let long = "//! x\n".to_owned() + &"\n".repeat(MAX_LINES);
        assert_eq!(self::found(|f| rust("a.rs", &long, f)).len(), 1);
        assert_eq!(self::found(|f| rust("isa/table.rs", &long, f)).len(), 0);
    }

    #[test]
    fn unsafe_needs_an_allowed_file_and_a_reason() {
        let line = concat!("let x = unsafe", " { y() };\n");
        let without = found(|findings| danger(UNSAFE_FILES[0], line, findings));
        assert_eq!(without.len(), 1, "{without:?}");
        let with = format!("// SAFETY: y is there.\n{line}");
        assert!(found(|findings| danger(UNSAFE_FILES[0], &with, findings)).is_empty());
        assert_eq!(found(|findings| danger("harness/lanes/src/lib.rs", &with, findings)).len(), 1);
    }

    #[test]
    fn sources_that_documents_name_exist() {
        let root = repository::root();
        let files = repository::files(&root);
        let text = "`tidy.rs`, `tasks/src/tidy.rs` and `lanes::verify`, `asmkit::checked`\n\
                    `nowhere.rs`, `lanes::nowhere` and `std::fs`";
        let found = found(|findings| sources(&root, &files, "x.md", text, findings));
        assert_eq!(
            found,
            [
                "x.md:2: no such source: nowhere.rs",
                "x.md:2: lanes has no module or function nowhere"
            ]
        );
    }

    #[test]
    fn only_the_table_names_machines() {
        let text =
            "//! A file.\nuse mips32::Options;\nlet is_mars = name == \"mars\"; // \"gnu\"\n";
        let at = |file: &str| found(|findings| names(file, text, findings)).len();
        assert_eq!(at("harness/lanes/src/lane.rs"), 2);
        assert_eq!(at("harness/targets/src/table.rs"), 0);
        assert_eq!(at("harness/isagrid/tests/it/run.rs"), 0);
        assert_eq!(at("emulators/mips32/src/lib.rs"), 0);
    }

    #[test]
    fn lints_are_read_by_tool() {
        let rows =
            table_of_lints("[lints.rust]\na = 1\n[lints.clippy]\nb = 2\n[x]\nc = 3\n", "[lints.");
        let row = |tool: &str, lint: &str, level: &str| (tool.into(), lint.into(), level.into());
        assert_eq!(rows, BTreeSet::from([row("rust", "a", "1"), row("clippy", "b", "2")]));
    }

    #[test]
    fn words_of_one_machine_are_found() {
        let line = format!("see {}x\n", WORDS[1].0);
        assert_eq!(found(|findings| words("a.md", &line, findings)).len(), 1);
    }
}
