//! `isagrid plan verify`, `shard` and `merge`: merged lanes equal a single process byte for byte.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::shards::Killer;
use crate::shards::shard;
use crate::support::{Done, isagrid};
use crate::verify::{COUNTS, SOLVER, change, clone, verify};

const TABLE: &str = "asm/lanes.toml";
const FORMATS: &[&str] =
    &["json", "jsonl", "junit", "github", "github-summary", "markdown", "sarif"];

/// What the solvers of a class do wrong: what is changed in a right one.
const CLASS: &[(&str, &str, &str)] = &[
    ("right", "", ""),
    ("grids", "addu $a0 $a0 $t3", "addu $a0 $zero $t3"),
    ("decisions", "sw num (cell)", "sw $zero (cell)"),
    ("endless", "bnez $t0 next_num", "beqz $t0 next_num"),
    ("broken", "addiu num num 1", "adiu num num 1"),
];

/// Rows of a class, whose decisions are looked at or not.
const ROWS: &str = r#"
[sets]
seeds = { size = 4, count = 30, seed = 7 }

[defaults]
machine = "mips32"
dialect = "mars"
size = 4
feed = "rows"
read = "rows"
most_instructions = 200000

[[lane]]
name = "any-{name}"
algorithm = "any"
sources = ["class/{name}.s"]
sets = ["4x4", "seeds"]
checks = ["grids"]

[[lane]]
name = "step-{name}"
algorithm = "backtrack"
sources = ["class/{name}.s"]
node = "solve"
grid = { symbol = "grid", row_stride = 32, cell = 4 }
sets = ["4x4", "seeds"]
"#;

/// A folder with a blessed lane, and a class with all kinds of mistakes.
fn home() -> tempfile::TempDir {
    let home = clone();
    let to = |file: &str| home.path().join(file);
    let right = fs::read_to_string(to(SOLVER)).unwrap();
    fs::create_dir_all(to("asm/class")).unwrap();
    for (name, from, into) in CLASS {
        assert!(right.contains(from), "{from}");
        fs::write(to(&format!("asm/class/{name}.s")), right.replacen(from, into, 1)).unwrap();
    }
    fs::write(to("asm/class/common.inc"), right).unwrap();
    fs::write(to("asm/class/includes.s"), "        .include \"common.inc\"\n").unwrap();
    let table = fs::read_to_string(to(TABLE)).unwrap();
    fs::write(to(TABLE), table + ROWS).unwrap();
    home
}

fn planned(home: &Path, arguments: &[&str], shards: u32) -> Done {
    let shards = shards.to_string();
    let to = ["--shards", &shards, "-o", "plan.json"];
    isagrid(home, &[&["plan", "verify"], arguments, &to].concat(), b"")
}

/// One process, and N shards in some order, with the same arguments and all reports.
fn are_the_same(home: &Path, arguments: &[&str], shards: u32) {
    let reports = |to: &str| {
        let reports = FORMATS.iter().map(|format| format!("{format}={to}/{format}"));
        reports.flat_map(|report| ["--report".to_owned(), report]).collect::<Vec<String>>()
    };
    let with = |words: &[&str], reports: &[String]| {
        let reports = reports.iter().map(String::as_str);
        isagrid(home, &words.iter().copied().chain(reports).collect::<Vec<_>>(), b"")
    };
    for folder in ["one", "two"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let one = with(&[&["verify"], arguments].concat(), &reports("one"));
    let plan = planned(home, arguments, shards);
    assert_eq!((plan.status, plan.out().as_str()), (0, ""), "{arguments:?}: {}", plan.printed());
    for number in (1..=shards).rev() {
        let done = shard(home, &format!("{number}/{shards}"));
        assert_eq!(
            (done.status, done.out().as_str()),
            (0, ""),
            "{arguments:?}: {}",
            done.printed()
        );
    }
    let merge = ["merge", "plan.json", "shards"];
    let merged = with(&merge, &reports("two"));
    assert_eq!(merged.printed(), one.printed(), "{arguments:?}");
    for format in FORMATS {
        let read = |folder: &str| fs::read(home.join(folder).join(format)).unwrap();
        assert!(read("one") == read("two"), "{arguments:?}: {format}");
    }
    // Without reports, lanes are shown one after the other in the same words.
    assert_eq!(isagrid(home, &merge, b"").printed(), one.printed(), "{arguments:?}");
    let quiet = isagrid(home, &[&["verify", "-q"], arguments].concat(), b"");
    assert_eq!(isagrid(home, &[&merge[..], &["-q"]].concat(), b"").printed(), quiet.printed());
    fs::remove_dir_all(home.join("shards")).unwrap();
}

#[test]
fn shards_merged_are_byte_for_byte_what_one_process_finds() {
    let home = home();
    let home = home.path();
    let generate = ["generate", "--size", "4", "--count", "3", "--seed", "9"];
    fs::write(home.join("My puzzles.txt"), isagrid(home, &generate, b"").stdout).unwrap();
    let all: &[&[&str]] = &[
        &[],
        &["--max-failures", "1"],
        &["--max-failures", "7", "--skip", "broken"],
        &["--max-failures", "2", "--only", "step"],
        &["--max-failures", "4", "--only", "step"],
        &["--check", "grids,decisions", "--quick"],
        &["--counts-within", "0.125%", "mips32-mars-4x4"],
        &["--puzzle", "4x4:1-5", "--puzzle", "seeds:7", "--engine", "careful"],
        &["--puzzle-file", "My puzzles.txt", "--only", "step"],
    ];
    for arguments in all {
        are_the_same(home, arguments, 5);
    }
    // From a folder below, and where there are more shards than pieces.
    are_the_same(&home.join("asm/class"), &["step-right"], 90);
    // A changed count is reported, and so are missing golden files.
    change(home, SOLVER, "main:", "main:   addu $zero $zero $zero\n");
    are_the_same(home, &["mips32-mars-4x4"], 3);
    fs::remove_dir_all(home.join("golden/solutions")).unwrap();
    are_the_same(home, &["mips32-mars-4x4", "--counts-within", "10"], 3);
}

#[test]
fn lanes_that_came_with_the_command_are_planned_anywhere() {
    let home = tempfile::tempdir().unwrap();
    let lanes = ["mips32-mars-4x4", "riscv32-links", "pdp10-links", "esproc-first-9x9"];
    are_the_same(home.path(), &[&lanes[..], &["--quick"]].concat(), 2);
}

#[test]
fn files_changed_after_planning_are_refused_by_name() {
    let home = home();
    let home = home.path();
    assert_eq!(planned(home, &["step-right", "step-includes", "mips32-mars-4x4"], 1).status, 0);
    assert_eq!(shard(home, "1/1").status, 0);
    let merge = || isagrid(home, &["merge", "plan.json", "shards"], b"");
    assert_eq!(merge().status, 1, "two lanes have no golden counts");
    let done = home.join("shards");
    let files = [
        SOLVER,
        TABLE,
        COUNTS,
        "asm/class/right.s",
        "golden/puzzles/4x4.txt",
        "golden/solutions/4x4.txt",
    ];
    for file in files {
        let path = home.join(file);
        let text = fs::read(&path).unwrap();
        fs::write(&path, [&text[..], b"\n# changed\n"].concat()).unwrap();
        let message = format!(
            "error: `{file}` has changed since the plan was made; restore it, or make a new plan\n"
        );
        let merged = merge();
        assert_eq!((merged.status, merged.stderr.as_str()), (2, message.as_str()), "{file}");
        fs::rename(&done, home.join("kept")).unwrap();
        let refused = shard(home, "1/1");
        assert_eq!((refused.status, refused.stderr.as_str()), (2, message.as_str()), "{file}");
        fs::remove_dir_all(&done).unwrap();
        fs::rename(home.join("kept"), &done).unwrap();
        fs::write(&path, text).unwrap();
    }
    // No table names included files: the shard that assembles them reports changes.
    fs::remove_dir_all(&done).unwrap();
    change(home, "asm/class/common.inc", "addiu num num 1", "addiu num num 2");
    let message = "error: a file that lane `step-includes` includes has changed since the plan was made; restore it, or make a new plan\n";
    assert_eq!(shard(home, "1/1").stderr, message);
    change(home, "asm/class/common.inc", "addiu num num 2", "addiu num num 1");
    assert_eq!(shard(home, "1/1").status, 0);
    let new = "golden/counts/step-right.tsv";
    fs::copy(home.join(COUNTS), home.join(new)).unwrap();
    let message = format!(
        "error: `{new}` did not exist when the plan was made; remove it, or make a new plan\n"
    );
    assert_eq!(merge().stderr, message);
    fs::remove_file(home.join(new)).unwrap();
    assert_eq!(merge().status, 1);
}

#[test]
fn options_that_a_plan_of_lanes_rejects_are_reported() {
    let home = home();
    let home = home.path();
    let refused: &[(&[&str], &str)] = &[
        (&["--fail-fast"], "--fail-fast: shards do not know of each other's failures"),
        (&["--bless"], "--bless: only a single process can write golden files"),
        (&["--cache", "kept"], "--cache: a finished shard is never run again"),
        (&["--jobs", "2"], "--jobs: give it to `isagrid shard`"),
        (&["-q"], "--quiet: give it to `isagrid merge`"),
        (&["--report", "json=a"], "--report: give it to `isagrid merge`"),
        (&["--json", "a"], "--json: give --report json=FILE to `isagrid merge`"),
        (&["--list"], "--list: use `isagrid verify --list`"),
    ];
    for (arguments, why) in refused {
        let done = planned(home, arguments, 2);
        assert_eq!(done.status, 2, "{}", done.printed());
        let begins = format!("error: a plan does not accept {why}");
        assert!(done.stderr.starts_with(&begins), "{}", done.printed());
        assert!(!home.join("plan.json").exists());
    }
    let unknown = planned(home, &["step-wrong"], 2);
    assert!(unknown.stderr.contains("unknown lane `step-wrong`"), "{}", unknown.printed());
    assert_eq!(planned(home, &["step-right"], 1).status, 0);
    assert_eq!(shard(home, "1/1").status, 0);
    let merge = |more: &[&str]| {
        isagrid(home, &[&["merge", "plan.json", "shards"], more].concat(), b"").stderr
    };
    let of_grades = merge(&["--report", "csv=a.csv"]);
    assert!(
        of_grades.starts_with(
            "error: --report csv=a.csv: unknown format `csv`: expected one of json, jsonl"
        ),
        "{of_grades}"
    );
    assert!(merge(&["--report", "page"]).contains("use `isagrid report`"));
    assert!(merge(&["--exit-zero"]).starts_with("error: --exit-zero is for grading"));
    let over = merge(&["--report", "json=asm/class/right.s"]);
    assert!(over.contains("is an input file"), "{over}");
    let over = isagrid(home, &["plan", "verify", "--shards", "2", "-o", TABLE], b"");
    assert!(over.stderr.contains("is an input file"), "{}", over.printed());
    // A plan of grades refuses options of lanes in the same way.
    let grades = crate::shards::home();
    crate::shards::planned(grades.path(), 1);
    let message = |more: &[&str]| {
        isagrid(grades.path(), &[&["merge", "plan.json", "."], more].concat(), b"").stderr
    };
    assert!(message(&["-q"]).starts_with("error: --quiet is for lanes"));
    assert!(
        message(&["--report", "jsno=a"])
            .starts_with("error: --report jsno=a: unknown format `jsno`")
    );
}

#[test]
fn schedulers_get_lanes_as_they_get_grades() {
    let home = home();
    let home = home.path();
    let plan = ["plan", "verify", "step-right", "--shards", "2", "-o", "plan.json"];
    let matrix = isagrid(home, &[&plan[..], &["--format", "github-matrix"]].concat(), b"");
    assert_eq!(matrix.out(), "{\"shard\":[\"1/2\",\"2/2\"]}\n", "{}", matrix.printed());
    let (begins, ends) = (
        "`plan.json`: 38 runs in ",
        " in 2 shards; run the first with `isagrid shard plan.json 1/2`\n",
    );
    assert!(
        matrix.stderr.starts_with(begins) && matrix.stderr.ends_with(ends),
        "{}",
        matrix.printed()
    );
    assert_eq!(shard(home, "1/2").status, 0);
    let slurm = ["submit", "slurm", "plan.json", "--dry-run", "--report"];
    let scripts = isagrid(home, &[&slurm[..], &["junit=verify.xml"]].concat(), b"").out();
    assert!(scripts.contains("\n#SBATCH --array=2\n"), "{scripts}");
    assert!(scripts.contains(" merge plan.json shards --report junit=verify.xml\n"), "{scripts}");
    let wrong = isagrid(home, &[&slurm[..], &["csv=a.csv"]].concat(), b"");
    assert_eq!((wrong.status, wrong.out().as_str()), (2, ""), "{}", wrong.printed());
    assert!(wrong.stderr.contains("unknown format `csv`"), "{}", wrong.printed());
}

/// Kills at pseudorandom times: nothing is lost or duplicated.
#[cfg(unix)]
#[test]
fn lanes_whose_worker_is_killed_go_on() {
    const KILLS: u32 = 40;
    const SHARDS: u32 = 4;
    let home = home();
    let home = home.path();
    // Five hundred runs and more, of lanes that are right and wrong.
    change(home, TABLE, "count = 30", "count = 40");
    let one = verify(home, &["--report", "json=one.json"]);
    assert_eq!(planned(home, &[], SHARDS).status, 0);
    let is_done = |number: u32| {
        let mut names = fs::read_dir(home.join("shards")).into_iter().flatten().flatten();
        names.any(|entry| {
            let name = entry.file_name().into_string().unwrap();
            name.starts_with(&format!("shard-{number}-")) && name.ends_with(".jsonl")
        })
    };
    let mut killer = Killer::new();
    while killer.kills < KILLS {
        let _ = fs::remove_dir_all(home.join("shards"));
        for number in 1..=SHARDS {
            while !is_done(number) {
                killer.kill(home, &format!("{number}/{SHARDS}"), 20_000..170_000);
            }
        }
        let merge = ["merge", "plan.json", "shards", "--report", "json=two.json"];
        let merged = isagrid(home, &merge, b"");
        assert_eq!(merged.printed(), one.printed());
        assert!(
            fs::read(home.join("one.json")).unwrap() == fs::read(home.join("two.json")).unwrap()
        );
    }
}

/// A shard of one lane takes longer than its worker ever lives: what was run is kept inside of a piece, too.
#[cfg(unix)]
#[test]
fn a_worker_that_never_lives_for_a_second_ends_all_the_same() {
    const KILLS: u32 = 20;
    let home = home();
    let home = home.path();
    change(home, TABLE, "count = 30", "count = 3000");
    // The slowest engine, so that running takes longer than saving waits on any computer.
    let what = ["step-right", "--puzzle", "seeds", "--engine", "careful"];
    let reports = |file: &str| ["--report".to_owned(), format!("jsonl={file}")];
    let with = |words: &[&str], reports: &[String]| {
        let reports = reports.iter().map(String::as_str);
        isagrid(home, &words.iter().copied().chain(reports).collect::<Vec<_>>(), b"")
    };
    let one = with(&[&["verify"][..], &what].concat(), &reports("one"));
    assert_eq!(planned(home, &what, 1).status, 0);
    let (mut killer, mut starts, mut steps) = (Killer::new(), 0, 0);
    while killer.kills < KILLS {
        let _ = fs::remove_dir_all(home.join("shards"));
        loop {
            starts += 1;
            let kills = killer.kills;
            assert!(starts < 50 * KILLS, "nothing is gained: {kills} kills, {steps} steps");
            if let Some(status) = killer.kill(home, "1/1", 50_000..900_000) {
                assert!(status.success());
                break;
            }
            let entries = fs::read_dir(home.join("shards")).into_iter().flatten().flatten();
            let mut journals = entries
                .map(|entry| entry.path())
                .filter(|path| path.extension() == Some("journal".as_ref()));
            let text = journals.next().map(|path| fs::read_to_string(path).unwrap());
            steps += text.map_or(0, |text| text.matches("\"step\":").count());
        }
        let merged = with(&["merge", "plan.json", "shards"], &reports("two"));
        assert_eq!(merged.printed(), one.printed());
        assert!(fs::read(home.join("one")).unwrap() == fs::read(home.join("two")).unwrap());
    }
    assert!(steps > 0, "{} kills left no finished step", killer.kills);
}
