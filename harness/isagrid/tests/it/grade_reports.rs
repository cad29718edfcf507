//! Reports of classes and gates: files and folders, JUnit by its schema, code scanning, and the
//! archive for Gradescope.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use crate::support::{isagrid, root};
use crate::verify::{COUNTS, SOLVER, change, clone, verify};

const CLASS: &str = "harness/isagrid/tests/cases/class";

/// Class: one right, one that breaks the convention, one not attempted, one empty file.
fn class(folder: &Path) {
    let class = folder.join("class");
    fs::create_dir(&class).unwrap();
    for (name, from) in [("ada", "right"), ("bob", "reads-t3")] {
        let from = root().join(CLASS).join(from).with_extension("s");
        fs::copy(from, class.join(name).with_extension("s")).unwrap();
    }
    fs::copy(root().join("asm/assignments/csee3827/scaffold.s"), class.join("eve.s")).unwrap();
    fs::write(class.join("index.s"), "").unwrap();
}

/// Schema of an element: its child elements, its required attributes, and optional ones.
///
/// Source: junit-10.xsd of Jenkins' xunit plugin, for the elements that our reports contain.
type Rule = (&'static [&'static str], &'static [&'static str], &'static [&'static str]);

fn rule(element: &str) -> Rule {
    match element {
        "" => (&["testsuites"], &[], &[]),
        "testsuites" => (&["testsuite"], &[], &["name", "time", "tests", "failures", "errors"]),
        "testsuite" => (
            &["testsuite", "properties", "testcase", "system-out", "system-err"],
            &["name", "tests", "failures", "errors"],
            &[
                "group",
                "time",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
                "file",
                "log",
                "url",
            ],
        ),
        "testcase" => (
            &["skipped", "error", "failure", "system-out", "system-err"],
            &["name"],
            &["time", "classname", "group"],
        ),
        "failure" | "error" | "skipped" => (&[], &[], &["type", "message"]),
        "system-out" | "system-err" => (&[], &[], &[]),
        other => panic!("the schema has no element {other}"),
    }
}

/// Checks a report against the schema; returns its number of test cases.
fn is_valid_junit(text: &str) -> usize {
    let mut reader = Reader::from_str(text);
    let (mut inside, mut cases) = (vec![String::new()], 0);
    let mut begin = |inside: &[String], start: &BytesStart<'_>| {
        let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
        let (children, ..) = rule(inside.last().unwrap());
        assert!(children.contains(&name.as_str()), "{name} in {inside:?}");
        let (_, required, optional) = rule(&name);
        let attributes =
            start.attributes().map(|attribute| attribute.unwrap().key.as_ref().to_vec());
        let attributes: Vec<String> =
            attributes.map(|key| String::from_utf8(key).unwrap()).collect();
        for attribute in &attributes {
            let is_allowed = required.iter().chain(optional).any(|known| known == attribute);
            assert!(is_allowed, "{name} has no attribute {attribute}: {text}");
        }
        for attribute in required {
            assert!(attributes.iter().any(|known| known == attribute), "{name} lacks {attribute}");
        }
        cases += usize::from(name == "testcase");
        name
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let name = begin(&inside, &start);
                inside.push(name);
            }
            Event::Empty(start) => drop(begin(&inside, &start)),
            Event::End(_) => drop(inside.pop()),
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(inside.len(), 1);
    cases
}

#[test]
fn junit_is_valid_by_jenkins_schema() {
    let folder = tempfile::tempdir().unwrap();
    class(folder.path());
    let done = isagrid(folder.path(), &["grade", "csee3827", "class", "--report", "junit=-"], b"");
    assert_eq!(done.status, 3, "{}", done.printed());
    let junit = done.out();
    assert!(junit.contains("<skipped message=\"0 of ") && junit.contains("<failure "), "{junit}");
    let functions = 4 * 3;
    assert!(is_valid_junit(&junit) > 4 * functions, "{junit}");
    assert!(junit.contains("<error message=\"GR08: the file is empty"), "{junit}");
    let clone = clone();
    change(clone.path(), SOLVER, "addu $a0 $a0 $t3", "addu $a0 $zero $t3");
    assert_eq!(is_valid_junit(&verify(clone.path(), &["--report", "junit=-"]).out()), 8);
    let bad = junit.replacen("<testsuites ", "<testsuites skipped=\"1\" ", 1);
    assert!(std::panic::catch_unwind(|| is_valid_junit(&bad)).is_err(), "the schema is looked at");
}

#[test]
fn html_folder_has_an_index_and_a_page_per_submission() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    class(folder);
    let grade = ["grade", "csee3827", "class", "--report", "html=pages/"];
    let done = isagrid(folder, &grade, b"");
    assert_eq!(done.status, 3, "{}", done.printed());
    let mut names: Vec<String> = fs::read_dir(folder.join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // A student named `index` does not replace the index.
    assert_eq!(names, ["ada.html", "bob.html", "eve.html", "index-2.html", "index.html"]);
    let page = |name: &str| fs::read_to_string(folder.join("pages").join(name)).unwrap();
    let index = page("index.html");
    let at = |part: &str| index.find(part).unwrap_or_else(|| panic!("{part}: {index}"));
    let link = |file: &str, name: &str| at(&format!("<a href=\"./{file}\">{name}</a>"));
    let order = [link("eve.html", "eve"), link("index-2.html", "index"), link("bob.html", "bob")];
    assert!(order.is_sorted() && order[2] < link("ada.html", "ada"), "{index}");
    assert!(index.contains("4 submissions: ") && index.contains("GR08: the file is empty"));
    let bob = page("bob.html");
    assert!(bob.contains("<tr class=\"costs\"><th></th><td><strong>CC08: "), "{bob}");
    assert!(bob.contains("$t3") && !index.contains("$t3"));
    assert!(!page("index-2.html").contains("<h3>Source</h3>"));
}

/// Merged shards have the same pages as a single process, with sources, even from an archive.
#[test]
fn merged_pages_equal_those_of_one_process() {
    let home = crate::shards::home();
    let home = home.path();
    let mut writer = zip::ZipWriter::new(fs::File::create(home.join("class.zip")).unwrap());
    for name in ["ada.s", "fay.s"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(&fs::read(home.join("class").join(name)).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    for (class, out) in [("class", "of-folder"), ("class.zip", "of-archive")] {
        let one = ["grade", "hw", class, "--report", "html=one/", "--report", "html=one.html"];
        isagrid(home, &one, b"");
        let plan = ["plan", "grade", "hw", class, "--shards", "2", "-o", "plan.json"];
        assert_eq!(isagrid(home, &plan, b"").status, 0);
        for shard in ["1/2", "2/2"] {
            let done = isagrid(home, &["shard", "plan.json", shard, "--out", out], b"");
            assert_eq!(done.status, 0, "{}", done.printed());
        }
        let two = ["merge", "plan.json", out, "--report", "html=two/", "--report", "html=two.html"];
        let merged = isagrid(home, &two, b"");
        assert!([0, 1, 3].contains(&merged.status), "{}", merged.printed());
        for file in [".html", "/index.html", "/fay.html"] {
            let page = |to: &str| fs::read_to_string(home.join(format!("{to}{file}"))).unwrap();
            assert!(page("one") == page("two"), "{class} {file}");
            assert_eq!(page("two").contains("# Fay"), file == "/fay.html", "{class} {file}");
        }
    }
}

/// A typing error creates no folders and fails before grading.
#[test]
fn reports_create_only_the_last_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    class(folder);
    let clone = clone();
    for (report, shown) in [("csv=a/b/c.csv", "a/b"), ("html=a/b/", "a")] {
        let done = isagrid(folder, &["grade", "csee3827", "class", "--report", report], b"");
        assert_eq!((done.status, done.out().as_str()), (2, ""), "{}", done.printed());
        let reported = format!(": the folder `{shown}` does not exist\n");
        assert!(done.stderr.ends_with(&reported), "{}", done.stderr);
    }
    assert!(!folder.join("a").exists());
    for arguments in
        [["--json", "a/b/c.json"], ["--report", "junit=a/b/c.xml"], ["--report", "a/b"]]
    {
        let done = verify(clone.path(), &arguments);
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains(" does not exist"), "{}", done.stderr);
        assert!(!clone.path().join("a").exists());
    }
}

/// SARIF has the findings of the gate, at their lines.
#[test]
fn verification_as_sarif_has_the_wrong_line() {
    let sarif = |folder: &Path| -> Value {
        let done = verify(folder, &["--report", "sarif=-"]);
        serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", done.printed()))
    };
    let clone = clone();
    let well = sarif(clone.path());
    assert_eq!(
        (&well["version"], &well["runs"][0]["results"]),
        (&"2.1.0".into(), &serde_json::json!([]))
    );
    let text = fs::read_to_string(clone.path().join(SOLVER)).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("# place the digit")).unwrap();
    let place = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let file = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
        (result["ruleId"].as_str().unwrap().to_owned(), file, place["region"]["startLine"].as_u64())
    };
    let first = |folder: &Path| place(&sarif(folder)["runs"][0]["results"][0]);
    change(clone.path(), SOLVER, "sw num (cell)", "sw $zero (cell)");
    let (rule, file, at) = first(clone.path());
    assert_eq!(rule, "stopped");
    assert_eq!((file.as_str(), at), (SOLVER, Some(line as u64)));
    change(clone.path(), SOLVER, "sw $zero (cell)", "sww num (cell)");
    assert_eq!(
        first(clone.path()),
        ("not-assembled".to_owned(), SOLVER.to_owned(), Some(line as u64))
    );
    change(clone.path(), SOLVER, "sww num (cell)", "sw num (cell)");
    change(clone.path(), "asm/lanes.toml", "symbol = \"grid\"", "symbol = \"gird\"");
    assert_eq!(first(clone.path()), ("table".to_owned(), "asm/lanes.toml".to_owned(), Some(2)));
    let rules = &sarif(clone.path())["runs"][0]["tool"]["driver"]["rules"];
    assert_eq!(rules[0]["id"], "table");
}

/// A wrong table is status 2 in every command that reads it; a wrong program is status 3.
#[test]
fn wrong_table_has_status_2() {
    let clone = clone();
    let table = clone.path().join("asm/lanes.toml");
    let rows = fs::read_to_string(&table).unwrap();
    let other = rows.replace("name = \"mips32-mars-4x4\"", "name = \"other\"");
    let other = other.replace("mips32-mars-4x4.s", "other.s");
    fs::write(&table, rows + &other).unwrap();
    let source = clone.path().join(SOLVER);
    fs::copy(&source, source.with_file_name("other.s")).unwrap();
    fs::copy(clone.path().join(COUNTS), clone.path().join("golden/counts/other.tsv")).unwrap();
    let status = |arguments: &[&str]| isagrid(clone.path(), arguments, b"").status;
    let all = || (status(&["verify"]), status(&["compare"]));
    assert_eq!(all(), (0, 0));
    change(clone.path(), "asm/lanes.toml", "symbol = \"grid\"", "symbol = \"gird\"");
    assert_eq!(all(), (2, 2));
    let log = verify(clone.path(), &["--report", "github=-"]).out();
    assert!(
        log.starts_with("::error file=asm/lanes.toml,line=2,title=mips32-mars-4x4 cannot run::"),
        "{log}"
    );
    change(clone.path(), "asm/lanes.toml", "symbol = \"gird\"", "symbol = \"grid\"");
    change(clone.path(), SOLVER, "sw num (cell)", "sww num (cell)");
    assert_eq!(all(), (3, 3));
}

/// Smallest static program for Linux on x86-64: a header and no segment.
pub(crate) fn static_command() -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    bytes.resize(16, 0);
    // An executable for x86-64, version 1; no entry, no tables; header size and entry sizes.
    for half in [2u16, 62, 1, 0] {
        bytes.extend(half.to_le_bytes());
    }
    bytes.extend([0; 24]);
    for half in [0u16, 0, 64, 56, 0, 64, 0, 0] {
        bytes.extend(half.to_le_bytes());
    }
    assert_eq!(bytes.len(), 64);
    bytes
}

/// The same with a loader, as in a dynamic program.
fn dynamic_command() -> Vec<u8> {
    let mut bytes = static_command();
    let loader = b"/lib64/ld-linux-x86-64.so.2\0";
    // One program header after the file header, then its content.
    bytes[32..40].copy_from_slice(&64u64.to_le_bytes());
    bytes[56..58].copy_from_slice(&1u16.to_le_bytes());
    bytes.extend([3u32, 4].map(u32::to_le_bytes).concat());
    let size = loader.len() as u64;
    for word in [120, 120, 120, size, size, 1] {
        bytes.extend(u64::to_le_bytes(word));
    }
    bytes.extend(loader);
    bytes
}

#[test]
fn gradescope_archive_needs_a_static_binary() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pack = |command: &[u8]| {
        fs::write(folder.join("command"), command).unwrap();
        let pack =
            ["assignment", "pack", "gradescope", "csee3827", "a.zip", "--command", "command"];
        isagrid(folder, &pack, b"")
    };
    let dynamic = pack(&dynamic_command());
    assert_eq!(dynamic.status, 2, "{}", dynamic.printed());
    let reported = "error: `command` is not static: it needs `/lib64/ld-linux-x86-64.so.2`, and the platform's";
    assert!(dynamic.stderr.starts_with(reported), "{}", dynamic.stderr);
    assert!(dynamic.stderr.contains("isagrid-0.1.0-x86_64-unknown-linux-musl.tar.gz"));
    for other in [&b"#!/bin/sh\n"[..], b"", &static_command()[..40]] {
        let done = pack(other);
        assert_eq!(done.status, 2, "{}", done.printed());
        assert!(done.stderr.contains("is not a program for Linux on x86-64"), "{}", done.stderr);
    }
    assert!(!folder.join("a.zip").exists());
    let done = pack(&static_command());
    assert_eq!(done.status, 0, "{}", done.printed());
    let archive = fs::File::open(folder.join("a.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(archive).unwrap();
    assert_eq!(archive.by_name("isagrid").unwrap().size(), 64);
}
