//! `isagrid plan`, `shard`, `merge` and `submit`: merged shards equal a single process byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::support::{Done, isagrid, root};

/// Formats for a class, and formats for one submission.
const OF_ALL: &[&str] = &[
    "json",
    "jsonl",
    "csv",
    "junit",
    "tap",
    "github",
    "github-summary",
    "markdown",
    "html",
    "sarif",
    "lcov",
];
const OF_ONE: &[&str] = &["gradescope", "prairielearn", "autolab", "check50", "classroom"];

/// Folder with the assignment `hw`, and `class`, small submissions.
pub(crate) fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let new = isagrid(home.path(), &["assignment", "new", "hw"], b"");
    assert_eq!(new.status, 0, "{}", new.printed());
    let text = |name: &str| fs::read_to_string(home.path().join("hw").join(name)).unwrap();
    let (right, scaffold) = (text("reference.s"), text("scaffold.s"));
    let class = home.path().join("class");
    fs::create_dir(&class).unwrap();
    let files: &[(&str, &str)] = &[
        ("ada", &right),
        ("bob", &scaffold),
        ("cyd", &right.replacen("$t0", "$s0", 2)),
        ("dot", "this is no program\n"),
        ("eve", ""),
        ("fay", &format!("# Fay\n{right}")),
        ("gus", &right.replacen("jr", "j", 1)),
    ];
    for (student, text) in files {
        fs::write(class.join(format!("{student}.s")), text).unwrap();
    }
    home
}

/// Plans `class` in N shards.
pub(crate) fn planned(home: &Path, shards: u32) {
    let shards = shards.to_string();
    let plan = ["plan", "grade", "hw", "class", "--shards", &shards, "-o", "plan.json"];
    let done = isagrid(home, &plan, b"");
    assert_eq!((done.status, done.out().as_str()), (0, ""), "{}", done.printed());
}

/// Runs a shard such as `1/2`.
pub(crate) fn shard(home: &Path, shard: &str) -> Done {
    isagrid(home, &["shard", "plan.json", shard], b"")
}

/// Starts a shard.
pub(crate) fn begun(home: &Path, shard: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(["shard", "plan.json", shard])
        .current_dir(home)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills shards at pseudorandom times, which are the same in every run.
#[cfg(unix)]
pub(crate) struct Killer {
    seed: u64,
    /// Number of shards killed before they ended.
    pub(crate) kills: u32,
}

#[cfg(unix)]
impl Killer {
    pub(crate) fn new() -> Self {
        Killer { seed: 0x2545_f491_4f6c_dd1d, kills: 0 }
    }

    /// Starts a shard and kills it after a random delay; returns its status if it ended before.
    pub(crate) fn kill(
        &mut self,
        home: &Path,
        shard: &str,
        micros: std::ops::Range<u64>,
    ) -> Option<std::process::ExitStatus> {
        let mut worker = begun(home, shard);
        // Marsaglia's xorshift.
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        let moment = micros.start + self.seed % (micros.end - micros.start);
        std::thread::sleep(std::time::Duration::from_micros(moment));
        let ended = worker.try_wait().unwrap();
        self.kills += u32::from(ended.is_none());
        worker.kill().unwrap();
        worker.wait().unwrap();
        ended
    }
}

/// Results of a single process: the command's, and its report.
pub(crate) fn one_process(home: &Path) -> (Done, Vec<u8>) {
    let one = isagrid(home, &["grade", "hw", "class", "--report", "json=one.json"], b"");
    (one, fs::read(home.join("one.json")).unwrap())
}

/// Compares the results of a single process with those of a merge.
pub(crate) fn merges_as(home: &Path, (one, report): &(Done, Vec<u8>)) {
    let merged = isagrid(home, &["merge", "plan.json", "shards", "--report", "json=two.json"], b"");
    assert_eq!((merged.status, merged.out()), (one.status, one.out()), "{}", merged.printed());
    assert!(fs::read(home.join("two.json")).unwrap() == *report);
}

/// Compares the results of a single process, which grades now, with those of a merge.
pub(crate) fn is_as_one_process(home: &Path) {
    merges_as(home, &one_process(home));
}

/// All files below a folder, by relative name.
fn files(folder: &Path, inside: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder.join(inside)).unwrap() {
        let inside = inside.join(entry.unwrap().file_name());
        let path = folder.join(&inside);
        if path.is_dir() {
            files(folder, &inside, all);
        } else {
            all.insert(inside, fs::read(path).unwrap());
        }
    }
}

/// Archive with two sources named after students in the folder, and a link.
fn archive() -> Vec<u8> {
    use std::io::Write as _;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let class = root().join("harness/isagrid/tests/cases/class");
    for name in ["right", "reads-t3"] {
        writer.start_file(format!("late/{name}.s"), options).unwrap();
        writer.write_all(&fs::read(class.join(name).with_extension("s")).unwrap()).unwrap();
    }
    writer.add_symlink("late/link.s", "/etc/passwd", options).unwrap();
    writer.finish().unwrap().into_inner()
}

/// Submissions of a class, good and bad ones, in a folder and in an archive.
fn write_class(home: &Path) {
    let class = home.join("class");
    fs::create_dir(&class).unwrap();
    for name in ["right", "reads-t3", "syntax-error", "falls-through", "empty", "untouched"] {
        let from = root().join("harness/isagrid/tests/cases/class").join(name).with_extension("s");
        fs::copy(from, class.join(name).with_extension("s")).unwrap();
    }
    fs::write(class.join("large.s"), vec![b' '; (1 << 20) + 1]).unwrap();
    fs::write(class.join("é\u{202e}\t.s"), b"main:\n").unwrap();
    fs::write(home.join("late.zip"), archive()).unwrap();
}

#[test]
fn merged_shards_equal_one_process() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    write_class(home);
    let what = ["csee3827", "class", "late.zip", "class/right.s"];
    let reports = |to: &str| {
        let of_all = OF_ALL.iter().map(|format| format!("{format}={to}/{format}"));
        let of_one = OF_ONE.iter().map(|format| format!("{format}={to}/{format}/"));
        of_all.chain(of_one).flat_map(|report| ["--report".to_owned(), report]).collect::<Vec<_>>()
    };
    let with = |words: &[&str], reports: &[String]| {
        let words: Vec<&str> =
            words.iter().copied().chain(reports.iter().map(String::as_str)).collect();
        isagrid(home, &words, b"")
    };
    for folder in ["one", "two"] {
        fs::create_dir(home.join(folder)).unwrap();
    }
    let one = with(&[&["grade"][..], &what].concat(), &reports("one"));
    // Duplicate names are reported when submissions are collected.
    let is_warning = |line: &&str| line.starts_with("warning: more than one submission is called");
    assert_eq!(
        (one.status, one.stderr.lines().filter(is_warning).count()),
        (3, 2),
        "{}",
        one.printed()
    );
    assert_eq!(one.stderr.lines().count(), 2, "{}", one.printed());
    let plan = [&["plan", "grade"][..], &what, &["--shards", "5", "-o", "plan.json"]].concat();
    let planned = isagrid(home, &plan, b"");
    assert_eq!((planned.status, planned.stderr.starts_with(&one.stderr)), (0, true));
    for number in [4, 2, 5, 1, 3] {
        let shard = format!("{number}/5");
        let done = isagrid(home, &["shard", "plan.json", &shard, "--out", "out"], b"");
        assert_eq!((done.status, done.out().as_str()), (0, ""), "{}", done.printed());
    }
    let merge = ["merge", "plan.json", "out"];
    let merged = with(&merge, &reports("two"));
    assert_eq!((merged.status, merged.out()), (3, one.out()), "{}", merged.printed());
    let (mut first, mut second) = (BTreeMap::new(), BTreeMap::new());
    files(&home.join("one"), Path::new(""), &mut first);
    files(&home.join("two"), Path::new(""), &mut second);
    let count = 12;
    assert_eq!(one.out().lines().count(), count);
    assert_eq!(first.len(), OF_ALL.len() + OF_ONE.len() * count);
    for (file, text) in &first {
        assert!(second.get(file) == Some(text), "{}", file.display());
    }
    assert_eq!(first.len(), second.len());
    // Without reports, nothing is kept in memory, and the table is the same.
    assert_eq!(isagrid(home, &merge, b"").out(), one.out());
    // A report on standard output is the only text there.
    let csv = ["--report".to_owned(), "csv=-".to_owned()];
    let (here, there) = (with(&[&["grade"][..], &what].concat(), &csv), with(&merge, &csv));
    assert_eq!(here.out(), there.out());
    assert_eq!(here.stderr, format!("{}{}", one.stderr, there.stderr));
    let over = with(&merge, &["--report".to_owned(), "csv=class/right.s".to_owned()]);
    assert!(over.stderr.contains("is an input file"), "{}", over.printed());
}

#[test]
fn single_submission_is_shown_in_detail() {
    let home = home();
    let home = home.path();
    let one = isagrid(home, &["grade", "hw", "class/cyd.s"], b"");
    let plan = isagrid(home, &["plan", "grade", "hw", "class/cyd.s", "--shards", "3"], b"");
    assert_eq!((plan.status, plan.stderr.as_str()), (0, ""), "{}", plan.printed());
    assert!(plan.out().is_ascii());
    fs::write(home.join("plan.json"), plan.stdout).unwrap();
    for number in ["1/3", "2/3", "3/3"] {
        assert_eq!(shard(home, number).status, 0, "even if a shard is empty");
    }
    let merged = isagrid(home, &["merge", "plan.json", "shards"], b"");
    assert_eq!((merged.status, merged.printed()), (1, one.printed()));
}

#[test]
fn missing_shards_are_listed_as_commands() {
    let home = home();
    let home = home.path();
    planned(home, 3);
    shard(home, "2/3");
    let merge = || isagrid(home, &["merge", "plan.json", "shards"], b"");
    let missing = merge();
    assert_eq!(missing.out(), "");
    insta::assert_snapshot!("shards-missing", missing.printed());
    let commands: Vec<&str> =
        missing.stderr.lines().filter_map(|line| line.strip_prefix("  isagrid ")).collect();
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(isagrid(home, &words, b"").status, 0, "{command}");
    }
    is_as_one_process(home);
    // A second run does nothing.
    let again = shard(home, "2/3");
    assert_eq!(again.status, 0);
    assert!(again.stderr.starts_with("shard 2/3 is already done: "), "{}", again.stderr);
}

/// Changes the first line of the plan and its checksum.
fn forged(home: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(home.join("plan.json")).unwrap();
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from} is there");
    let end = changed.trim_end().rfind('\n').unwrap() + 1;
    let digest = shards::digest::of(&changed.as_bytes()[..end]);
    fs::write(home.join("plan.json"), format!("{}{{\"plan\":\"{digest}\"}}\n", &changed[..end]))
        .unwrap();
}

#[test]
fn changed_inputs_are_refused() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    let message = || {
        let done = shard(home, "1/1");
        assert_eq!(done.status, 2, "{}", done.printed());
        done.stderr.lines().last().unwrap_or_default().to_owned()
    };
    let with = |file: &str, text: &str| {
        let path = home.join(file);
        let old = fs::read(&path).unwrap();
        fs::write(&path, text).unwrap();
        let message = message();
        fs::write(&path, old).unwrap();
        message
    };
    let changed = "has changed since the plan was made; restore it, or make a new plan";
    assert_eq!(with("class/gus.s", "main:\n"), format!("error: `class/gus.s` {changed}"));
    assert_eq!(with("hw/scaffold.s", "main:\n"), format!("error: `hw/scaffold.s` {changed}"));
    // The other items may be done already and are not read again.
    fs::rename(home.join("class/gus.s"), home.join("gus.s")).unwrap();
    assert_eq!(message(), "error: cannot read `class/gus.s`: there is no such file");
    fs::rename(home.join("gus.s"), home.join("class/gus.s")).unwrap();
    assert!(with("plan.json", "{}\n").contains("`isagrid plan` writes one"));
    assert!(with("plan.json", "").contains("`isagrid plan` writes one"));
    let text = fs::read_to_string(home.join("plan.json")).unwrap();
    assert!(with("plan.json", &text.replacen("ada", "bda", 1)).contains("its digest is wrong"));
    // Results made before are kept, and restored inputs are graded now.
    assert_eq!(shard(home, "1/1").status, 0);
    is_as_one_process(home);
    forged(home, "\"tool\":\"", "\"tool\":\"9.");
    assert!(message().contains("was made by another build of isagrid: 9.0.1.0"), "{}", message());
    planned(home, 1);
    forged(home, "\"kind\":\"grade\"", "\"kind\":\"gr\\u001bde\"");
    assert!(message().ends_with("unknown kind of work `gr?de`"), "{}", message());
}

#[test]
fn mismatched_shards_are_reported() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    assert_eq!(shard(home, "1/1").status, 0);
    let merge = || isagrid(home, &["merge", "plan.json", "shards"], b"");
    let file = || {
        let mut all = fs::read_dir(home.join("shards")).unwrap().map(|entry| entry.unwrap().path());
        all.find(|path| path.extension().is_some_and(|ending| ending == "jsonl")).unwrap()
    };
    // A wrong result with a valid trailer.
    let (name, text) = (file(), fs::read_to_string(file()).unwrap());
    let (lines, trailer) = text.trim_end().rsplit_once('\n').unwrap();
    let changed = format!("{}\n", lines.replacen("\"points\":", "\"points\":1", 1));
    let digest = |text: &str| shards::digest::of(text.as_bytes());
    let trailer = trailer.replace(&digest(&format!("{lines}\n")), &digest(&changed));
    let copy = home.join("shards/copy").join(name.file_name().unwrap());
    fs::create_dir(home.join("shards/copy")).unwrap();
    fs::write(&copy, format!("{changed}{trailer}\n")).unwrap();
    let differ = merge();
    assert_eq!((differ.status, differ.out().as_str()), (70, ""), "{}", differ.printed());
    let line = differ.stderr.lines().next().unwrap();
    assert_eq!(
        line,
        "error: `ada` has two different results for the same input: this indicates a bug in isagrid or a \
         faulty computer"
    );
    assert_eq!(differ.stderr.lines().filter(|line| line.contains("jsonl`:1: ")).count(), 2);
    // The same result twice is no conflict.
    fs::copy(&name, &copy).unwrap();
    is_as_one_process(home);
    // A truncated result is ignored, and the other suffices.
    fs::write(&copy, &text[..text.len() / 2]).unwrap();
    let warned = merge();
    assert!(warned.stderr.ends_with("is damaged\n"), "{}", warned.printed());
    assert_eq!(warned.status, 3);
    fs::remove_file(&copy).unwrap();
    fs::write(&name, &text[..text.len() / 2]).unwrap();
    assert_eq!(merge().status, 4);
    let again = shard(home, "1/1");
    assert!(again.stderr.contains("is damaged; it is made again"), "{}", again.printed());
    is_as_one_process(home);
    // Shards of another plan in the same folder.
    planned(home, 2);
    let refused = merge();
    assert_eq!(refused.status, 2, "{}", refused.printed());
    assert!(
        refused.stderr.contains("belongs to another plan than `plan.json`"),
        "{}",
        refused.stderr
    );
}

/// Runs the command with these variables and no others of a scheduler.
fn under(home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    command.args(arguments).current_dir(home);
    for source in shards::number::SOURCES {
        command.env_remove(source.number);
    }
    command.envs(variables.iter().copied()).output().unwrap()
}

#[test]
fn shard_number_comes_from_the_scheduler() {
    let home = home();
    let home = home.path();
    planned(home, 4);
    let status = home.join("status").display().to_string();
    let all: &[&[(&str, &str)]] = &[
        &[("SLURM_ARRAY_TASK_ID", "1"), ("SLURM_ARRAY_TASK_MIN", "1")],
        &[("JOB_COMPLETION_INDEX", "1")],
        &[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "4")],
        &[
            ("TEST_SHARD_INDEX", "3"),
            ("TEST_TOTAL_SHARDS", "4"),
            ("TEST_SHARD_STATUS_FILE", &status),
        ],
    ];
    for (variables, number) in all.iter().zip(1..) {
        let done = under(home, &["shard", "plan.json"], variables);
        let message = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.success(), "{message}");
        let (name, value) = variables[0];
        assert!(
            message.starts_with(&format!("shard {number}/4, from {name}={value}\n")),
            "{message}"
        );
    }
    assert!(Path::new(&status).is_file(), "Bazel gets a status file");
    is_as_one_process(home);
    let two = [("SLURM_ARRAY_TASK_ID", "1"), ("CI_NODE_INDEX", "2")];
    let refused = under(home, &["shard", "plan.json"], &two);
    assert_eq!(refused.status.code(), Some(2));
    let nobody = under(home, &["shard", "plan.json"], &[]);
    let message = String::from_utf8(nobody.stderr).unwrap();
    assert!(
        message.starts_with("error: no shard is given: name it, as in `1/4`, or set one of "),
        "{message}"
    );
    // The argument overrides the variables.
    assert!(under(home, &["shard", "plan.json", "2/4"], &two).status.success());
}

/// Some systems allow file names that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn non_utf8_name_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let home = home();
    let name = |ending: &str| [b"\xff", ending.as_bytes()].concat();
    fs::write(home.path().join(OsStr::from_bytes(&name(".zip"))), archive()).unwrap();
    fs::write(home.path().join(OsStr::from_bytes(&name(".s"))), "main:\n").unwrap();
    let new = isagrid(home.path(), &["assignment", "new", "other"], b"");
    assert_eq!(new.status, 0, "{}", new.printed());
    let odd = home.path().join(OsStr::from_bytes(&name("")));
    fs::rename(home.path().join("other"), odd).unwrap();
    let hw = b"hw".to_vec();
    for (assignment, file) in
        [(&hw, name(".zip")), (&hw, name(".s")), (&name(""), b"class".to_vec())]
    {
        let mut plan = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        plan.args(["plan", "grade", "--shards", "2"]).current_dir(home.path());
        let done = plan.args([assignment, &file].map(|word| OsStr::from_bytes(word))).output();
        let done = done.unwrap();
        let message = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{message}");
        assert!(
            message.ends_with("has a name that is not UTF-8; a plan cannot contain it\n"),
            "{message}"
        );
    }
}

#[test]
fn matrix_has_one_job_per_shard() {
    let home = home();
    let plan = ["plan", "grade", "hw", "class", "--shards", "3", "--format", "github-matrix"];
    let to_file = [&plan[..], &["-o", "plan.json"]].concat();
    let done = isagrid(home.path(), &to_file, b"");
    assert_eq!((done.status, done.out().as_str()), (0, "{\"shard\":[\"1/3\",\"2/3\",\"3/3\"]}\n"));
    assert_eq!(isagrid(home.path(), &plan, b"").status, 2, "the plan itself has to be somewhere");
    let many = ["--shards", "257", "--format", "github-matrix", "-o", "plan.json"];
    let many = [&["plan", "grade", "hw", "class"][..], &many].concat();
    assert!(isagrid(home.path(), &many, b"").stderr.contains("at most 256 jobs"));
}

/// A `sbatch` that saves its input and prints job numbers.
#[cfg(unix)]
fn slurm(home: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let bin = home.join("bin");
    fs::create_dir(&bin).unwrap();
    let script = "#!/bin/sh\n\
        n=$(ls calls | wc -l)\n\
        { echo \"$@\"; cat; } > calls/$n\n\
        echo \"$((100 + n));north\"\n";
    fs::write(bin.join("sbatch"), script).unwrap();
    fs::set_permissions(bin.join("sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(home.join("calls")).unwrap();
    bin
}

#[cfg(unix)]
#[test]
fn slurm_gets_an_array_and_a_merge_job() {
    let home = home();
    let home = home.path();
    planned(home, 4);
    assert_eq!(shard(home, "3/4").status, 0);
    let submit = ["submit", "slurm", "plan.json", "--partition", "short", "--time", "1:30:00"];
    let submit = [&submit[..], &["--cpus", "2", "--report", "json=merged.json"]].concat();
    let printed = isagrid(home, &[&submit[..], &["--dry-run"]].concat(), b"");
    let short =
        shards::plan::Plan::read(&home.join("plan.json"), |_| {}).unwrap().short().to_owned();
    let exe = env!("CARGO_BIN_EXE_isagrid");
    let plain = printed.out().replace(exe, "isagrid").replace(&short, "PLAN");
    insta::assert_snapshot!("shards-slurm", plain);
    let path = format!("{}:/usr/bin:/bin", slurm(home).display());
    let done = under(home, &submit, &[("PATH", &path)]);
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(
        said,
        "job 100: 3 shards, --array=1-2,4\njob 101: merges the results when all have ended\n"
    );
    let call =
        |number: u32| fs::read_to_string(home.join("calls").join(number.to_string())).unwrap();
    let (array, merging) = (call(0), call(1));
    assert_eq!(array.lines().next(), Some("--parsable"));
    assert_eq!(merging.lines().next(), Some("--parsable --dependency=afterany:100"));
    assert!(printed.out().contains(array.split_once('\n').unwrap().1));
    // The scripts work.
    let run = |script: &str, task: &str| {
        let (_, script) = script.split_once('\n').unwrap();
        let mut sh = Command::new("sh");
        sh.args(["-c", script]).current_dir(home).env("SLURM_ARRAY_TASK_ID", task);
        sh.env("SLURM_ARRAY_TASK_MIN", "1").output().unwrap()
    };
    for task in ["1", "2", "4"] {
        assert!(run(&array, task).status.success(), "task {task}");
    }
    let merged = run(&merging, "0");
    let one = isagrid(home, &["grade", "hw", "class", "--report", "json=one.json"], b"");
    assert_eq!(String::from_utf8(merged.stdout).unwrap(), one.out());
    assert!(
        fs::read(home.join("one.json")).unwrap() == fs::read(home.join("merged.json")).unwrap()
    );
    // When all shards are done, nothing is submitted.
    let again = under(home, &submit, &[("PATH", &path)]);
    assert!(String::from_utf8(again.stderr).unwrap().starts_with("all shards are done"));
    assert_eq!(fs::read_dir(home.join("calls")).unwrap().count(), 2);
    for wrong in [["--partition", "a b"], ["--time", "1h"], ["--out", "my shards"]] {
        let done = isagrid(
            home,
            &[&["submit", "slurm", "plan.json", "--dry-run"][..], &wrong].concat(),
            b"",
        );
        assert_eq!(done.status, 2, "{wrong:?}: {}", done.printed());
    }
    planned(home, 2);
    let none = ["submit", "slurm", "plan.json", "--out", "other"];
    let none = under(home, &none, &[("PATH", "/nowhere")]);
    assert!(
        String::from_utf8(none.stderr)
            .unwrap()
            .starts_with("error: cannot start sbatch, which submits jobs to Slurm:")
    );
}
